"""The throws of simulated guests as they mean them, and as they write them down for the audit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from hardware.simulator.table import SimulatedTable


@dataclass(slots=True)
class Thrown:
    """A throw as a guest wrote it down.

    Attributes:
        held: those that were meant to be thrown too, and were left lying.
    """

    dice: dict[int, int | None] = field(default_factory=dict)
    held: tuple[int, ...] = ()


class Throws:
    """Has dice thrown, and knows which throw they belong to.

    Attributes:
        log: every throw that was meant to count, in order.
        waiting: whether a throw is on its way or lies there uncounted.
        staying: the dice that were left lying in the last throw.
        put: dice that a hand laid down as ones that stay.
    """

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self.log: list[Thrown] = []
        self.waiting = False
        self.staying: list[int] = []
        self.put: set[int] = set()

    @property
    def last(self) -> dict[int, int | None]:
        return self.log[-1].dice if self.log else {}

    @property
    def held(self) -> tuple[int, ...]:
        """The dice that are still to be thrown: they were left lying by mistake, or stayed in the hand."""
        return self.log[-1].held if self.waiting else ()

    def throw(self, dice: Collection[int], mine: Collection[int], *, held: Collection[int] = ()) -> None:
        """Throw these of my dice; those `held` are meant to be thrown too, and stay in the hand."""
        self._table.throw([die for die in dice if die not in held])
        self.log.append(Thrown(dict.fromkeys(dice), tuple(held)))
        self.staying = [die for die in mine if die not in dice]
        self.put.clear()
        self.waiting = True

    def again(self) -> None:
        """Nothing came of the throw: people throw once more, and mean the same throw."""
        self.log[-1].held = ()
        self._table.throw(list(self.last))

    def add(self, dice: Collection[int]) -> None:
        self._table.throw(list(dice))
        self.put -= set(dice)
        last = self.log[-1]
        last.held = tuple(die for die in last.held if die not in dice)
        last.dice |= dict.fromkeys(dice)

    def put_back(self, die: int, value: int) -> None:
        """Lay a die down with this value on top: it stays, and was not thrown."""
        if self.waiting:
            self.last.pop(die, None)
        self.put.add(die)
        self._table.place(die, value)

    def write_down(self) -> None:
        """Note what the last throw's dice show; mending them changes what is noted."""
        if self.waiting or None in self.last.values():
            for die in self._table.truth():
                if die.die in self.last:
                    self.last[die.die] = die.value

    def counted(self) -> None:
        """The table went on: what was left lying by mistake is kept."""
        for die in self.held:
            self.last.pop(die, None)
        self.waiting = False

    def forget(self) -> None:
        """The last throw does not count: nothing was thrown."""
        self.log.pop()
        self.waiting = False
