"""The owner's settings and their file."""
