"""What people do with keyboard, mouse and touch: press the table's buttons, and throw simulated dice."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

from hardware.panel import Panel
from hardware.presses import QUIET_S, Button
from kiosk.runtime.threads import drained
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.view import AttractView, HowToView, Picked, PlayView, Pointed, ProblemView, TableView, ThrowKey, Typed

Done = KeyDown | KeyUp | ThrowKey | Pointed

KEY_S = 0.05
"""Seconds that a key or a finger on the screen holds a button at least, as the quickest tap on a real one."""


class Edge(NamedTuple):
    """A key goes down or up, seconds, by the clock of the presses."""

    time: float
    button: Button
    pressed: bool


class Keyboard:
    """Takes what was done from the thread that draws, and does it in the thread that plays.

    Args:
        panel: takes the presses.
        throw: throws the dice of a simulated table as the screen waits for it; None where there is none.
    """

    def __init__(self, panel: Panel, throw: Callable[[TableView], None] | None = None) -> None:
        self._panel = panel
        self._throw = throw
        self._done: SimpleQueue[tuple[float, tuple[Done, ...]]] = SimpleQueue()
        self._edges: list[Edge] = []
        """Those to come, in the order in which they were done."""
        self._moved: dict[Button, float] = {}
        """When each button's last edge is."""
        self._last: Edge | None = None
        self._throws = False
        """Whether the match that is about to begin does so with a throw."""

    def put(self, time: float, *done: Done) -> None:
        """Note what was done up to this time since the last picture, all at once; `move` does it, in its own thread."""
        self._done.put((time, done))

    def move(self, view: TableView, now: float) -> list[Pointed]:
        """Press and let go, and throw what `view` asks for; what was typed and tapped, which needs no button.

        An edge has the time at which it was noticed, however late it comes here: a key held for long is a long press.
        """
        pointed: list[Pointed] = []
        if self._throws and self._throw is not None and isinstance(view.scene, PlayView):
            self._throws = False
            self._throw(view)
        for time, batch in drained(self._done):
            for place, key in enumerate(batch):
                if isinstance(key, ThrowKey):
                    self._space(view, time)
                elif isinstance(key, Typed | Picked):
                    pointed.append(key)
                else:
                    tapped = isinstance(key, KeyDown) and KeyUp(key.button) in batch[place:]
                    self._plan(key.button, time - KEY_S if tapped else time, pressed=isinstance(key, KeyDown))
        due = [edge for edge in self._edges if edge.time <= now]
        self._edges = [edge for edge in self._edges if edge.time > now]
        for edge in due:
            self._panel.key(edge.button, pressed=edge.pressed, time=edge.time)
        return pointed

    def _plan(self, button: Button, time: float, *, pressed: bool) -> None:
        """Let an edge follow the ones before, late enough that the panel does not take it for a rattle.

        After a slow picture whole taps are noticed at once: the first began a moment ago, others follow it one by one,
        but for those that overlapped.
        """
        last = self._last
        if last is not None:
            time = max(time, last.time + (QUIET_S if pressed and not last.pressed else 0.0))
        time = max(time, self._moved.get(button, time - KEY_S) + KEY_S)
        self._moved[button] = time
        self._last = Edge(time, button, pressed)
        self._edges.append(self._last)

    def _space(self, view: TableView, time: float) -> None:
        """Throw the simulated dice; where any button goes on it is one, and then throws if that was what it is for."""
        if isinstance(view.scene, AttractView | HowToView | ProblemView):
            self._plan(Button.END, time - KEY_S, pressed=True)
            self._plan(Button.END, time, pressed=False)
            self._throws = isinstance(view.scene, AttractView) and view.scene.throws
        elif self._throw is not None:
            self._throw(view)
