"""Frames in, scenes out: what goes on over the tray, and which die is which."""
