"""What people do with keyboard, mouse and touch: press the table's buttons, and throw simulated dice."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from hardware.panel import Panel
from hardware.presses import Button
from kiosk.runtime.threads import drained
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.view import AttractView, HowToView, Picked, PlayView, Pointed, ProblemView, TableView, ThrowKey, Typed

Done = KeyDown | KeyUp | ThrowKey | Pointed


class Keyboard:
    """Takes what was done from the thread that draws, and does it in the thread that plays.

    Args:
        panel: takes the presses.
        throw: throws the dice of a simulated table as the screen waits for it; None where there is none.
    """

    def __init__(self, panel: Panel, throw: Callable[[TableView], None] | None = None) -> None:
        self._panel = panel
        self._throw = throw
        self._done: SimpleQueue[tuple[float, Done]] = SimpleQueue()
        self._throws = False
        """Whether the match that is about to begin does so with a throw."""

    def put(self, time: float, *done: Done) -> None:
        """Note what was done up to this time, in this order; `move` does it, in its own thread."""
        for what in done:
            self._done.put((time, what))

    def move(self, view: TableView) -> list[Pointed]:
        """Press and let go, and throw what `view` asks for; what was typed and tapped, which needs no button.

        What was done has the time at which it was noticed, however late it comes here: a key held for long is a long
        press.
        """
        pointed: list[Pointed] = []
        if self._throws and self._throw is not None and isinstance(view.scene, PlayView):
            self._throws = False
            self._throw(view)
        for time, done in drained(self._done):
            if isinstance(done, ThrowKey):
                self._space(view, time)
            elif isinstance(done, Typed | Picked):
                pointed.append(done)
            else:
                self._panel.key(done.button, pressed=isinstance(done, KeyDown), time=time)
        return pointed

    def _space(self, view: TableView, time: float) -> None:
        """Throw the simulated dice; where any button goes on it is one, and then throws if that was what it is for."""
        if isinstance(view.scene, AttractView | HowToView | ProblemView):
            for pressed in (True, False):
                self._panel.key(Button.END, pressed=pressed, time=time)
            self._throws = isinstance(view.scene, AttractView) and view.scene.throws
        elif self._throw is not None:
            self._throw(view)
