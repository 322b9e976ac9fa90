"""The audit of a whole match compares what was counted with what lay there and with what the guests wrote down."""

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from hardware.simulator.table import RestingDie
from kiosk.games.core import Action, Keep, Roll
from kiosk.simulation.audit import Audit
from kiosk.simulation.guests.mending import Thrown


@dataclass
class Played:
    """A simulated table, the match that was counted at it, and what the guests wrote down."""

    lying: dict[int, RestingDie] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    log: list[Thrown] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.audit = Audit(cast("Any", self), cast("Any", self))

    def truth(self) -> tuple[RestingDie, ...]:
        return tuple(self.lying.values())

    @property
    def last_hand(self) -> dict[int, int]:
        """What was counted of a hand of three."""
        hand: dict[int, int] = {}
        kept: frozenset[int] = frozenset()
        for action in self.actions:
            if isinstance(action, Keep):
                kept = action.slots
            elif isinstance(action, Roll):
                hand |= zip([slot for slot in (1, 2, 3) if slot not in kept], action.values, strict=True)
                kept = frozenset()
        return hand

    def throw(self, held: str = "", **dice: int | None) -> None:
        """Throw dice, by letter; those `held` are left lying by mistake."""
        for die, value in dice.items():
            number = ord(die)
            before = self.lying.get(number)
            self.lying[number] = RestingDie(number, value, (0.0, 0.0), before.thrown + 1 if before else 1, laid=False)
        self.log.append(Thrown({ord(die): value for die, value in dice.items()}, tuple(map(ord, held))))

    def strike(self, die: str, value: int, shift: float) -> None:
        """A die that flies past hits this one."""
        old = self.lying[ord(die)]
        self.lying[ord(die)] = replace(old, value=value, centre=(old.centre[0] + shift, old.centre[1]))

    def count(self, *actions: Action) -> None:
        self.actions += actions
        self.audit.compare(cast("Any", self))

    @property
    def mismatches(self) -> tuple[str, ...]:
        return self.audit.mismatches(cast("Any", self))


def test_what_was_counted_as_it_lay_is_right() -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    assert table.mismatches == ()


@pytest.mark.parametrize(("pictures", "right"), [(0, True), (1, False)])
def test_a_die_that_jumps_off_right_after_the_picture_that_was_read_lay_there(pictures: int, right: bool) -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count()
    table.lying.popitem()
    for _ in range(pictures):
        table.count()
    table.count(Roll((1, 2, 4)))
    assert (table.mismatches == ()) is right


def test_a_die_that_leans_has_no_value() -> None:
    table = Played()
    table.throw(a=1, b=None, c=4)
    table.count(Roll((1, 2, 4)))
    assert table.mismatches == (
        "throw 1 was counted as 124, and ?14 lay there",
        "throw 1 was counted as 124, and the guests saw ?14",
    )


def test_a_kept_die_that_was_thrown_along_and_fell_as_it_had_lain_is_kept() -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    table.throw(a=1, b=6, c=6)
    table.count(Keep(frozenset({1})), Roll((6, 6)))
    assert table.mismatches == ()
    assert table.audit.unnoticed == 1


def test_where_another_die_fell_as_it_had_lain_that_one_is_kept() -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    table.throw(a=5, b=1, c=6)
    table.count(Keep(frozenset({1})), Roll((5, 6)))
    assert table.mismatches == ()
    assert table.audit.unnoticed == 1


def test_a_kept_die_that_was_thrown_along_and_fell_otherwise_is_not() -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    table.throw(a=3, b=6, c=6)
    table.count(Keep(frozenset({1})), Roll((6, 6)))
    assert table.mismatches == (
        "throw 2 was counted as 66, and 366 lay there",
        "throw 2 was counted as 66, and the guests saw 366",
    )
    assert table.audit.unnoticed == 0


@pytest.mark.parametrize(("value", "shift"), [(2, 30.0), (5, 30.0), (5, 0.0)])
def test_a_die_that_was_to_be_thrown_and_was_struck_counts_as_it_lies(value: int, shift: float) -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    table.throw(held="b", c=6)
    table.strike("b", value, shift)
    table.count(Keep(frozenset({1})), Roll((value, 6)))
    assert table.mismatches == ()


@pytest.mark.parametrize(("held", "shift"), [("b", 0.5), ("", 30.0)])
def test_a_die_that_nothing_struck_or_that_was_to_stay_was_not_thrown(held: str, shift: float) -> None:
    table = Played()
    table.throw(a=1, b=2, c=4)
    table.count(Roll((1, 2, 4)))
    table.throw(held=held, c=6)
    table.strike("b", 2, shift)
    table.count(Keep(frozenset({1})), Roll((2, 6)))
    assert table.mismatches == (
        "throw 2 was counted as 26, and 6 lay there",
        "throw 2 was counted as 26, and the guests saw 6",
    )
