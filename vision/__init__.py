"""Frames in, dice out: the reader, the watcher and what they share. Knows no camera, no game, no screen."""
