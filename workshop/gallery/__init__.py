"""Made-up views and pictures of them, for eyes and tests."""
