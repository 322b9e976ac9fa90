"""All that pygame does: theme, widgets, one file a scene."""

import os

# SDL greets on standard output, where `--json` wants nothing but its own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from kiosk.screen.keys import KeyRow
from kiosk.screen.window import Input, KeyDown, KeyUp, Quit, Screen, ScreenError, ThrowKey

__all__ = ["Input", "KeyDown", "KeyRow", "KeyUp", "Quit", "Screen", "ScreenError", "ThrowKey"]
