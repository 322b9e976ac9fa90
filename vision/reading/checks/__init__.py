"""What speaks against a reading, a file a check."""
