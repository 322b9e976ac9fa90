"""Two sets of dice on one tray: which seat a die belongs to, by its colour or by the half of the tray it lies in."""

from __future__ import annotations

from collections.abc import Sequence

from vision.types import Die, TrackedDie
from vision.watching.dice_sets import apart, one_set, split_in_two, which_set


class Ownership:
    """Two seats with a set each, whose colours are learned from counted throws.

    Before that seat 0 has the redder set. Where both sets look alike, seat 0 has the left half of the tray.
    """

    def __init__(self) -> None:
        self._colours: dict[int, list[tuple[int, int, int]]] = {}

    def learn(self, seat: int, dice: Sequence[Die]) -> None:
        """Remember the colours of a seat's dice: these are all of them."""
        self._colours[seat] = [die.colour for die in dice]

    def alike(self, seat: int, fresh: Sequence[TrackedDie]) -> bool:
        """Whether both sets have one colour, if these are the seat's dice: then the halves of the tray tell."""
        colours = self._with(seat, fresh)
        return len(colours) == 2 and not apart(colours[0], colours[1])

    def theirs(self, seat: int, fresh: Sequence[TrackedDie], middle_px: float) -> list[TrackedDie]:
        """Dice of the seat's throw that belong to the other seat, or whose seat nobody can say."""
        colours = self._with(seat, fresh)
        # The very first throw of all: as long as its dice are of one colour they are the seat's.
        if not fresh or (len(colours) < 2 and one_set([die.die.colour for die in fresh])):
            return []
        if len(colours) < 2:
            return list(fresh)
        if self.alike(seat, fresh):
            return [die for die in fresh if half(die.die, middle_px) != seat]
        return [die for die in fresh if which_set(die.die.colour, (colours[0], colours[1])) != seat]

    def seats_of(self, dice: Sequence[TrackedDie], middle_px: float) -> dict[int, int | None]:
        """Whose each die of these is, by track, whoever threw it; empty if nobody can know yet."""
        if len(self._colours) < 2:
            sides = split_in_two([die.die.colour for die in dice])
            return {} if sides is None else {dice[i].track: seat for seat, side in enumerate(sides) for i in side}
        sets = (self._colours[0], self._colours[1])
        if apart(*sets):
            return {die.track: which_set(die.die.colour, sets) for die in dice}
        return self.halves(dice, middle_px)

    @staticmethod
    def halves(dice: Sequence[TrackedDie], middle_px: float) -> dict[int, int | None]:
        """Whose each die is by where it lies, by track."""
        return {die.track: half(die.die, middle_px) for die in dice}

    def _with(self, seat: int, fresh: Sequence[TrackedDie]) -> dict[int, list[tuple[int, int, int]]]:
        if seat in self._colours or not fresh:
            return self._colours
        return self._colours | {seat: [die.die.colour for die in fresh]}


def half(die: Die, middle_px: float) -> int | None:
    """The half of the tray that a die lies in: 0 left, 1 right; None if it lies across the middle."""
    if abs(die.centre[0] - middle_px) < die.size / 2:
        return None
    return int(die.centre[0] > middle_px)
