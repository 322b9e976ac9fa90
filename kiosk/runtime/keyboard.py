"""What people do with keyboard, mouse and touch: press the table's buttons, and throw simulated dice."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol

from hardware.presses import Button
from kiosk.runtime.threads import drained
from kiosk.screen import KeyDown, KeyUp, ThrowKey
from kiosk.view import AttractView, ProblemView, TableView

Done = KeyDown | KeyUp | ThrowKey

KEY_S = 0.05
"""A key or a finger on the screen holds a button at least so long: as the quickest tap on a real one."""


class Key(Protocol):
    """What takes the presses of keys: `Panel.key`, or a simulated panel's pins."""

    def __call__(self, button: Button, *, pressed: bool, time: float) -> None:
        """A key does what `button` would do."""
        ...


class Keyboard:
    """Takes what was done from the thread that draws, and does it in the thread that plays.

    Args:
        key: takes the presses.
        throw: throws the dice of a simulated table as the screen waits for it; None where there is none.
    """

    def __init__(self, key: Key, throw: Callable[[TableView], None] | None = None) -> None:
        self._key = key
        self._throw = throw
        self._done: SimpleQueue[tuple[Done, ...]] = SimpleQueue()
        self._waiting: list[KeyDown | KeyUp] = []

    def put(self, *done: Done) -> None:
        """Note what was done since the last picture, all at once; `move` does it, in its own thread."""
        self._done.put(done)

    def move(self, view: TableView, now: float) -> None:
        """Press and let go, and throw what `view` asks for.

        After a slow picture a whole tap is noticed at once: it began a moment ago, lest the panel take it for a rattle,
        and ends now, lest it be a long press. A second tap waits for the next turn.
        """
        for done in (one for batch in drained(self._done) for one in batch):
            if isinstance(done, ThrowKey):
                self._space(view)
            else:
                self._waiting.append(done)
        queue, self._waiting = self._waiting, []
        moved: set[KeyDown | KeyUp] = set()
        for place, one in enumerate(queue):
            if one in moved or any(other.button is one.button for other in self._waiting):
                self._waiting.append(one)
                continue
            moved.add(one)
            tapped = isinstance(one, KeyDown) and KeyUp(one.button) in queue[place:]
            self._key(one.button, pressed=isinstance(one, KeyDown), time=now - KEY_S if tapped else now)

    def _space(self, view: TableView) -> None:
        """Throw the simulated dice; where any button goes on, it is one."""
        if isinstance(view.scene, AttractView | ProblemView):
            self._waiting += [KeyDown(Button.END), KeyUp(Button.END)]
        elif self._throw is not None:
            self._throw(view)
