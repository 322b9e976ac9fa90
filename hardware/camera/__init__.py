"""Cameras behind one small class."""
