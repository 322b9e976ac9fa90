"""All that pygame does: a file a scene, what scenes are drawn with, the window, what is heard.

What stands here is loaded when it is asked for: the curtain (`curtain.py`) goes up before anything else is there.
"""

from importlib import import_module

TYPE_CHECKING = False  # what type checkers take for True
if TYPE_CHECKING:
    from kiosk.screen.holds import Input, KeyDown, KeyUp, Quit
    from kiosk.screen.keys import KeyRow
    from kiosk.screen.window import Screen, ScreenError

_PLACES = {
    "KeyRow": "keys",
    "Screen": "window",
    "ScreenError": "window",
    "Input": "holds",
    "KeyDown": "holds",
    "KeyUp": "holds",
    "Quit": "holds",
}
__all__ = ["Input", "KeyDown", "KeyRow", "KeyUp", "Quit", "Screen", "ScreenError"]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(name)
    return getattr(import_module(f"kiosk.screen.{_PLACES[name]}"), name)
