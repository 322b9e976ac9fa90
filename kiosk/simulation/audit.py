"""Compares three records of a simulated match: what was counted, what lay there, and what the guests wrote down."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import dist

from hardware.simulator.table import RestingDie, SimulatedTable
from kiosk.games.core import Roll
from kiosk.match.match import Match
from kiosk.simulation.guests.playing import Guests

MOVED_PX = 3.0
"""A die that lies over 3 pixels away was hit: one that nothing hits stays within a fraction of a pixel."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """A roll as counted, and what it was counted from.

    Attributes:
        roll: as counted.
        lay: what the dice thrown for it showed; 0 for one that shows no face.
        unnoticed: values of thrown dice that counted as kept: a die that should stay was thrown with the others, and
            one of them fell as it had lain, so that nobody could tell.
        struck: values of dice that counted as thrown though they were left lying by mistake: the others hit them.
        before, after: how the dice lay when the throw before was counted, and when this one was.
    """

    roll: Roll
    lay: tuple[int, ...]
    unnoticed: tuple[int, ...]
    struck: tuple[int, ...]
    before: Mapping[int, RestingDie]
    after: Mapping[int, RestingDie]

    @property
    def truth(self) -> tuple[int, ...]:
        """What the roll should be, sorted; 0 for a die that shows no face."""
        return _sorted((*self.lay, *self.struck), without=self.unnoticed)


class Audit:
    """Notes what lies on the simulated table whenever a roll is counted or amended, and compares at the end."""

    def __init__(self, table: SimulatedTable, guests: Guests) -> None:
        self._table = table
        self._guests = guests
        self._counted: list[_Counted] = []
        self._lying: Mapping[int, RestingDie] = {}
        """What lay in the last picture, and what is gone since the one before.

        When something begins to move, the watcher still counts what lay one picture before.
        """
        self._seen: Mapping[int, RestingDie] = {}

    @property
    def unnoticed(self) -> int:
        """How many dice counted as kept though they were thrown: one fell as a die had lain that should stay."""
        return sum(len(counted.unnoticed) for counted in self._counted)

    @property
    def struck(self) -> int:
        """Dice that counted as thrown though they were left lying by mistake: the others hit them."""
        return sum(len(counted.struck) for counted in self._counted)

    def compare(self, match: Match) -> None:
        """Compare the match with what was seen of it up to now."""
        before_it, self._seen = self._seen, {die.die: die for die in self._table.truth()}
        self._lying = {**before_it, **self._seen}
        made = rolls(match)
        del self._counted[len(made) :]  # taken back
        if len(self._counted) < len(made):
            before: Mapping[int, RestingDie] = self._counted[-1].after if self._counted else {}
            self._counted.append(self._note(match, before))
        # The last roll was corrected or amended: it is compared with what lies there now.
        elif made and self._counted[-1].roll != made[-1]:
            again = self._note(match, self._counted[-1].before)
            if len(again.truth) == len(made[-1].values):  # otherwise somebody has already taken dice up
                self._counted[-1] = again

    def _note(self, match: Match, before: Mapping[int, RestingDie]) -> _Counted:
        roll = rolls(match)[-1]
        stay = Counter(match.last_hand.values()) - Counter(roll.values)
        lying = self._lying
        before_thrown = {n: die.thrown for n, die in before.items()}
        # The table counts each die's throws: those that have one more since the last count were thrown now.
        thrown = {n: die for n, die in lying.items() if die.thrown != before_thrown.get(n, 0) and not die.laid}
        lay = [die.value or 0 for die in thrown.values()]
        more, fewer = Counter(lay) - Counter(roll.values), Counter(roll.values) - Counter(lay)
        # Differences that no camera could have seen are explained away; any other is a mismatch.
        held = [n for thrown in self._guests.log[-1:] for n in thrown.held if n in lying]
        owed = [(lying[n].value or 0) for n in held if _moved(before.get(n), lying[n])]
        return _Counted(
            roll,
            lay=tuple(lay),
            unnoticed=tuple(n for n in more.elements() if n) if more <= stay else (),
            struck=tuple(fewer.elements()) if fewer <= Counter(owed) else (),
            before=before,
            after={**before, **lying},
        )

    def mismatches(self, match: Match) -> tuple[str, ...]:
        """Every difference between what was counted, what lay there, and what the guests wrote down."""
        made = [_sorted(roll.values) for roll in rolls(match)]
        found = []
        for number, (roll, counted) in enumerate(zip(made, self._counted, strict=True), 1):
            if roll != counted.truth:
                found.append(f"throw {number} was counted as {_word(roll)}, and {_word(counted.truth)} lay there")
        for number, (roll, counted, thrown) in enumerate(zip(made, self._counted, self._guests.log, strict=False), 1):
            told = _sorted((*thrown.dice.values(), *counted.struck), without=counted.unnoticed)
            if roll != told:
                found.append(f"throw {number} was counted as {_word(roll)}, and the guests saw {_word(told)}")
        if len(made) != (times := len(self._guests.log)):
            found.append(f"{len(made)} throws were counted, and the guests threw {times} times")
        return tuple(found)


def _moved(before: RestingDie | None, now: RestingDie) -> bool:
    """Whether a die that no hand touched was hit by another: it lies elsewhere, or shows another value."""
    return before is not None and (before.value != now.value or dist(before.centre, now.centre) > MOVED_PX)


def rolls(match: Match) -> list[Roll]:
    """Every throw of a match that was counted, in order."""
    return [action for action in match.actions if isinstance(action, Roll)]


def _sorted(values: Iterable[int | None], *, without: Iterable[int] = ()) -> tuple[int, ...]:
    left = Counter(value or 0 for value in values)
    left.subtract(without)
    return tuple(sorted(left.elements()))


def _word(values: tuple[int, ...]) -> str:
    return "".join(str(value or "?") for value in values) or "nothing"
