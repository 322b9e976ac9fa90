"""The games: one file each. No I/O, no clock, no randomness."""
