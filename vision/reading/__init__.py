"""One picture in, a reading out."""
