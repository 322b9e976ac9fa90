"""What people do with keyboard, mouse and touch: press the table's buttons, and throw simulated dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.panel import Button, Panel
from kiosk.simulation.guests.table import asked_for, in_turn
from kiosk.simulation.operator import OWN, lay
from kiosk.view import AttractView, CalibrationView, PlayView, ProblemView, TableView

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable
    from hardware.simulator.fingers import Fingers

KEY_S = 0.05
"""A key or a finger on the screen holds a button at least so long: as the quickest tap on a real one."""


class Keyboard:
    """Presses the simulated panel's pins, or stands in for the real one's; throws the dice of a simulated table."""

    def __init__(self, panel: Panel, fingers: Fingers | None, table: SimulatedTable | None) -> None:
        self._panel = panel
        self._fingers = fingers
        self._table = table
        self._queue: list[tuple[Button, bool]] = []

    def button(self, button: Button, *, down: bool) -> None:
        """Note what a key, the mouse or a finger did; `move` does it."""
        self._queue.append((button, down))

    def move(self, now: float) -> None:
        """Press and let go.

        After a slow picture a whole tap is noticed at once: it began a moment ago, lest the panel take it for a rattle,
        and ends now, lest it be a long press. A second tap waits for the next turn.
        """
        waiting: list[tuple[Button, bool]] = []
        moved: set[tuple[Button, bool]] = set()
        for place, (button, down) in enumerate(self._queue):
            if (button, down) in moved or any(other is button for other, _ in waiting):
                waiting.append((button, down))
                continue
            moved.add((button, down))
            tapped = down and (button, False) in self._queue[place:]
            self._touch(button, down=down, time=now - KEY_S if tapped else now)
        self._queue = waiting

    def _touch(self, button: Button, *, down: bool, time: float) -> None:
        if self._fingers is None:
            self._panel.key(button, pressed=down, time=time)
        elif down:
            self._fingers.press(button, time)
        else:
            self._fingers.release(button, time)

    def throw(self, view: TableView) -> None:
        """Throw the dice that the table waits for, all, or those that are not kept; elsewhere it is any button.

        Of a hand that only the screen remembers any so many are thrown, and the others taken off the tray.
        """
        table, scene = self._table, view.scene
        if isinstance(scene, AttractView | ProblemView):
            self.button(Button.END, down=True)
            self.button(Button.END, down=False)
        if table is not None and table.idle and isinstance(scene, CalibrationView):
            half = table.dice // 2  # where the other set begins
            lay(table, scene.done, range(half, half + OWN))
        if table is None or not table.idle or not isinstance(scene, PlayView):
            return
        dice = in_turn(scene, table.dice)
        laid = asked_for(scene.prompt, dice, table.dice) if scene.warning else {}
        if laid:  # no throw would bring them back
            for die, value in laid.items():
                table.place(die, value)
            return
        kept = [die.box for die in scene.dice if die.kept]
        lying = {table.at(box[0] + box[2] / 2, box[1] + box[3] / 2) for box in kept if box is not None}
        thrown = [die for die in dice if die not in lying] if lying else list(dice[len(kept) :])
        if kept and not lying:
            table.lift([die for die in dice if die not in thrown])
        if thrown:
            table.throw(thrown)
