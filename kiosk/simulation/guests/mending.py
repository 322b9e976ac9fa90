"""What simulated guests do about what the screen asks for, and something stronger where that did not help."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from hardware.panel import KEEPS, Button
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.ruling import RulingId
from kiosk.simulation.guests.eyes import GuestEyes, asked_for, left_over
from kiosk.simulation.guests.fingers import GuestFingers, Tempo
from kiosk.view import PlayView


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
        waiting: whether a throw is on its way, or lies there and is not counted yet.
        staying: the dice that were left lying in the last throw.
        put: dice that a hand has laid down to stay.
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


GENTLE = 2
"""A guest does what is asked for 2 times before trying something stronger."""
NUDGE_PX = 45.0
"""A nudge moves a die by 45 pixels, about its edge: enough to part two dice, too little to hit a third."""


class Mending:
    """What `Guests` have before them and in their hands, and how they put the table right."""

    def __init__(self, table: SimulatedTable, buttons: Fingers, seed: int, tempo: Tempo) -> None:
        self._table = table
        self._eyes = GuestEyes(table)
        self._fingers = GuestFingers(buttons, tempo)
        self._throws = Throws(table)
        self._rng = Random(seed)
        self._tempo = tempo
        self._ready = 0.0
        """When they do something next, seconds."""
        self._mine = range(table.dice)
        """The dice that the player in turn throws."""
        self._plan: frozenset[int] | None = None
        """The buttons of the dice to keep this time; None while undecided."""
        self._tries = 0
        self._mends = 0
        """How often what the screen asks for now was tried."""

    def _mend(self, play: PlayView, now: float) -> None:
        """The screen asks for something: do it, and if that does not help, something stronger."""
        self._mends += 1
        asked, seen = play.ruling.id, self._eyes.seen()
        there = [die for box in play.trouble if (die := self._eyes.at(box)) is not None]
        leaning = [die for die, value in seen.items() if value is None]
        missed = asked is RulingId.LIFTED and self._missed(play) and self._mends <= GENTLE
        if asked is RulingId.LIFTED_FORCED or missed:
            self._put_back(play)
        elif asked in {RulingId.LIFTED, RulingId.WAS_THROWN}:
            # People do not say OK while a die leans, or to a die that was laid down and not thrown.
            loose = {*leaning, *(self._throws.put - self._eyes.kept(play))}
            if loose:
                self._rethrow(tuple(loose))
            else:
                self._press([Button.END], now)
        elif asked in {RulingId.LEFT, RulingId.NOT_THROWN} and not self._throws.waiting:
            self._throw(self._eyes.loose(play, self._mine))  # somebody else laid a die down anew: nobody has thrown yet
        elif asked in {RulingId.LEFT, RulingId.NOT_THROWN} and not there:
            self._nudge(sorted(seen)[:1])
        elif asked in {RulingId.LEFT, RulingId.NOT_THROWN}:
            self._rethrow(there)
        elif asked is RulingId.VOID:
            self._think_anew()
            self._table.lift(self._mine)
        elif spare := left_over(play, seen, self._table.dice):
            self._table.lift(spare)
        elif asked is RulingId.TAKE_AWAY:
            self._table.lift(there)
        elif asked is RulingId.MISSING and (away := [die for die in self._mine if die not in seen]):
            self._rethrow(away)
        elif leaning:
            self._rethrow(leaning)
        elif asked in {RulingId.RESTORE, RulingId.THEIRS_MOVED}:
            self._lay_back(play, now)
        else:
            self._part(play, there, now)

    def _put_back(self, play: PlayView) -> None:
        """Lay the dice that must stay as the screen shows them; they were not thrown."""
        values = [die.value for die in play.dice if die.kept and die.box is None and die.value]
        loose, seen = self._eyes.loose(play, self._mine), self._eyes.seen()
        thrown = self._throws.last if self._throws.waiting else {}
        laid: dict[int, int] = {}
        for value in values[: len(loose)]:
            # First a die that was not thrown, and that shows this value already.
            die = min(loose, key=lambda die: (die in thrown, seen.get(die, value) != value))
            loose.remove(die)
            laid[die] = value
        for die, value in laid.items():
            self._throws.put_back(die, value)

    def _missed(self, play: PlayView) -> bool:
        """Whether a kept die is missed that was not thrown with the others."""
        kept = self._eyes.kept(play)
        return not self._throws.waiting or any(die not in kept for die in self._throws.staying)

    def _lay_back(self, play: PlayView, now: float) -> None:
        """Lay the hand that the screen names; if it lies there, say so, or lay it elsewhere."""
        laid, seen = asked_for(play.ruling, self._mine, self._table.dice), self._eyes.seen()
        if play.ruling.id is not RulingId.THEIRS_MOVED and self._throws.waiting:
            self._think_anew()
        if self._mends % 2 and all(seen.get(die) == value for die, value in laid.items()):
            self._press([Button.END], now)
            return
        for die, value in laid.items():
            self._table.place(die, value)

    def _part(self, play: PlayView, there: Sequence[int], now: float) -> None:
        """Push the dice apart that the table cannot read; then name one by hand, then throw them."""
        seen = self._eyes.seen()
        shown = {self._eyes.find(die) for die in play.dice}
        suspects = there or sorted(seen.keys() - shown) or sorted(seen)
        if self._mends <= GENTLE:
            self._nudge(suspects[:1])
        elif self._mends == GENTLE + 1 and play.ruling.number and play.dice:
            named = (die.button for die in play.dice if die.button and self._eyes.find(die) in suspects)
            self._hold(KEEPS[next(named, play.dice[0].button or 1) - 1], now)
        else:  # only dice of the throw at issue may be thrown anew
            thrown = self._throws.last
            self._rethrow([die for die in suspects if die in thrown] or list(thrown if self._throws.log else seen))

    def _rethrow(self, dice: Collection[int]) -> None:
        """Throw these too, or once more; where nobody had thrown yet, that begins the throw."""
        (self._throws.add if self._throws.waiting else self._throw)(dice)

    def _nudge(self, dice: Collection[int]) -> None:
        for die in dice:
            self._table.push(die, (self._rng.choice((-1, 1)) * NUDGE_PX, self._rng.choice((-1, 1)) * NUDGE_PX))

    def _think_anew(self) -> None:
        """The throw that waits does not count: what stays is thought about anew."""
        self._throws.forget()
        self._plan, self._tries = None, 0

    def _throw(self, dice: Collection[int], *, held: Collection[int] = ()) -> None:
        """Throw these dice; those `held` are meant to be thrown too, and stay in the hand."""
        self._throws.throw(dice, self._mine, held=held)

    def _press(self, buttons: Collection[Button], now: float) -> None:
        self._ready = self._fingers.press(buttons, now) + self._tempo.think[0]

    def _hold(self, button: Button, now: float) -> None:
        self._ready = self._fingers.hold([button], now, self._tempo.hold)
