"""What people do with keyboard, mouse and touch: press the table's buttons, and throw simulated dice."""

from collections.abc import Callable
from queue import SimpleQueue

from hardware.panel import Panel
from hardware.presses import Button
from kiosk.runtime.threads import drained
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.view import AttractView, HowToView, Picked, PlayView, Pointed, ProblemView, TableView, ThrowKey, Typed

Done = KeyDown | KeyUp | ThrowKey | Pointed


class Keyboard:
    """Takes input from the thread that draws, and hands it on in the thread that plays.

    Args:
        panel: takes the presses.
        throw: throws the dice of a simulated table as the screen asks for; None at a real table.
    """

    def __init__(self, panel: Panel, throw: Callable[[TableView], None] | None = None) -> None:
        self._panel = panel
        self._throw = throw
        self._done: SimpleQueue[tuple[float, Done]] = SimpleQueue()
        self._throws = False
        """Whether Space was pressed to begin a match: the dice are then thrown as soon as it waits for them."""

    def put(self, time: float, *done: Done) -> None:
        """Queue input noticed at this time, in this order, for `move`."""
        for what in done:
            self._done.put((time, what))

    def move(self, view: TableView) -> list[Pointed]:
        """Give the panel its presses, and throw what `view` asks for; returns what was typed and tapped.

        Input keeps the time at which it was noticed, however late it comes here: a key held for long is a long press.
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
        """Space: throw the simulated dice, or press END where any button goes on; then throw if a match begins."""
        if isinstance(view.scene, AttractView | HowToView | ProblemView):
            for pressed in (True, False):
                self._panel.key(Button.END, pressed=pressed, time=time)
            self._throws = isinstance(view.scene, AttractView) and view.scene.throws
        elif self._throw is not None:
            self._throw(view)
