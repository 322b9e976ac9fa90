"""To be best as much as not to be worst: of two it is the same, of three it is what counting every throw says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kiosk.games.aims import Contest
from kiosk.games.schocken import GIVING, STACK, Schocken
from kiosk.games.state import Hand, Made, Turn
from kiosk.odds.advice import Advice
from kiosk.odds.odds import Odds, begun

RULES = Schocken()
THROWS = list(product(range(1, 7), repeat=3))


def advice(kind: str, seats: int, lain: list[Hand], rolls: int, dice: Hand | None = None, *, both: bool) -> Advice:
    """Of the seat that plays after these hands, each thrown with so many throws; its own first throw may lie there."""
    state = begun(RULES, seats, kind)
    heat = replace(state.heat, hands=tuple(lain), rolls=(rolls,) * len(lain), together=(True,) * len(lain))
    turn = Turn(len(lain), dice or (None,) * 3, throwing=dice is None, throws=(dice,) if dice else ())
    state = replace(state, heats=(heat,), turn=turn)
    aim = RULES.aim(state)
    assert isinstance(aim, Contest)
    assert aim.both is (kind == GIVING)
    found = Odds(RULES, seats, exact=True, aim=replace(aim, both=both)).advice(state)
    assert found is not None
    return found


@pytest.mark.parametrize("dice", [(6, 6, 3), (5, 4, 3), (2, 2, 1)])
def test_of_two_to_be_best_is_not_to_be_worst(dice: Hand) -> None:
    one = advice(STACK, 2, [(5, 1, 1)], 2, dice, both=False)
    two = advice(GIVING, 2, [(5, 1, 1)], 2, dice, both=True)
    assert [(o.keep, o.turned, o.value) for o in one.options] == [(o.keep, o.turned, o.value) for o in two.options]
    assert advice(GIVING, 2, [], 1, both=True).value == advice(STACK, 2, [], 1, both=False).value


def test_of_four_with_one_throw_each_it_is_what_counting_says() -> None:
    """Who is worst or best so far may be so no more when the third and the fourth have thrown."""
    first = (6, 4, 1)
    found = advice(GIVING, 4, [first], 1, both=True).value
    strengths = np.array([RULES.strength(Made(hand)) for hand in THROWS])
    lain, total = RULES.strength(Made(first)), 0
    third, fourth = strengths[:, None], strengths
    for own in strengths:
        best = (own > lain) & (third <= own) & (fourth <= own)
        worst = (own <= lain) & (third > own) & (fourth > own)
        total += int(best.sum()) - int(worst.sum())
    assert found == Fraction(1, 2) + Fraction(total, 2 * len(THROWS) ** 3)


def test_what_is_known_of_many_seats_serves_fewer() -> None:
    """As players are safe, the odds are those of a match that began with so few."""
    many, few = Odds(RULES, 5), Odds(RULES, 3)
    for state in (begun(RULES, 5, GIVING), begun(RULES, 3, GIVING)):
        of_many = many.advice(replace(state, turn=Turn(0, (None,) * 3)))
    of_few = few.advice(replace(state, turn=Turn(0, (None,) * 3)))
    assert of_many is not None
    assert of_few is not None
    assert of_many.value == of_few.value != Fraction(1, 2)
