"""What simulated guests see with their own eyes: the dice on the tray, and which of them the screen means."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.simulator.table import SimulatedTable
from kiosk.view import DieView, PlayView
from vision.types import Box


class GuestEyes:
    """Find the dice on the tray by the places in the camera's picture where the screen shows them."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def seen(self) -> dict[int, int | None]:
        return {die.die: die.value for die in self._table.truth()}

    def at(self, box: Box) -> int | None:
        return self._table.at(box[0] + box[2] / 2, box[1] + box[3] / 2)

    def find(self, die: DieView) -> int | None:
        """The die that the screen shows so; None if nobody can tell."""
        return None if die.box is None else self.at(die.box)

    def kept(self, play: PlayView) -> set[int | None]:
        """The dice that are marked to stay, as far as they are found."""
        return {self.find(die) for die in play.dice if die.kept}

    def loose(self, play: PlayView, mine: Iterable[int]) -> list[int]:
        """Those of my dice that are not marked to stay, wherever they are."""
        kept = self.kept(play)
        return [die for die in mine if die not in kept]

    def misread(self, dice: Iterable[DieView]) -> int | None:
        """The place, from 0, of the first die that shows something else than the screen says; None if all is well."""
        seen = self.seen()
        for place, die in enumerate(dice):
            found = self.find(die)
            if found is not None and seen.get(found) not in {None, die.value}:
                return place
        return None
