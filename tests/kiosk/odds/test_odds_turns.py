"""A turn for itself: golden facts, and the same figures by counting every throw of every die one by one."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from scripts import advised

from kiosk.games.core import Choice, Keep, Roll, Throw
from kiosk.games.registry import game
from kiosk.games.state import Hand, Turn
from kiosk.odds.odds import Odds, begun
from kiosk.odds.question import Question, answer
from kiosk.odds.turns import Choosing, Turns, fewest_thrown, outcomes


@pytest.mark.parametrize(("dice", "hands"), [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)])
def test_hands_are_counted_with_all_their_ways(dice: int, hands: int) -> None:
    assert len(outcomes(dice)) == hands
    assert sum(ways for _, ways in outcomes(dice)) == 6**dice


@cache
def expected(best: Callable[[Iterable[Fraction]], Fraction], left: int) -> Fraction:
    """What this many dice not yet set aside will score: every order of every throw, every way to set aside."""
    if not left:
        return Fraction(0)
    return Fraction(sum(reached(best, throw) for throw in product(range(1, 7), repeat=left)), 6**left)


def reached(best: Callable[[Iterable[Fraction]], Fraction], throw: Hand) -> Fraction:
    """The best to be expected of a throw, by every set of its dice that may be set aside."""
    return best(
        sum(throw[slot] for slot in slots if throw[slot] != 3) + expected(best, len(throw) - len(slots))
        for size in range(1, len(throw) + 1)
        for slots in combinations(range(len(throw)), size)
        if all(slot in slots for slot, die in enumerate(throw) if die == 3)
    )


@pytest.mark.parametrize(("name", "best"), [("threes_away_low", min), ("threes_away_high", max)])
def test_the_score_of_each_hand_is_that_of_counting_every_throw(
    name: str, best: Callable[[Iterable[Fraction]], Fraction]
) -> None:
    rules = game(name)()
    odds = Odds(rules, 2, exact=True)
    start = begun(rules, 2, "round")
    for dice, _ in outcomes(5):
        advice = advised(odds, replace(start, turn=Turn(0, dice, throwing=False, throws=(dice,))))
        assert advice.value == reached(best, dice)


def test_every_choice_of_a_hand_is_there_best_first() -> None:
    advice = answer(game("threes_away_low")(), Question(dice="23456"))
    assert (advice.options[0].keep, advice.options[0].value) == ((3,), Fraction(544369, 93312))
    assert [option.value for option in advice.options] == sorted(option.value for option in advice.options)
    assert {option.keep for option in advice.options} == {
        tuple(sorted({3, *more}, reverse=True)) for size in range(5) for more in combinations((2, 4, 5, 6), size)
    }
    for option in advice.options:
        assert option.value == sum(die for die in option.keep if die != 3) + expected(min, 5 - len(option.keep))
    assert [option.keep for option in advice.options if option.stop] == [(6, 5, 4, 3, 2)]


def test_what_may_stay_is_asked_of_the_game() -> None:
    rules = game("ship_captain_crew")()
    turns = Turns(rules, begun(rules, 2, "round"))
    assert set(turns.throws) == {(), (6,), (6, 5), (6, 5, 4), *((6, 5, 4, die) for die in (1, 2, 3))} | {
        tuple(sorted((6, 5, 4, die), reverse=True)) for die in (4, 5, 6)
    }


@pytest.mark.parametrize("name", ["threes_away_low", "threes_away_high", "ship_captain_crew", "le_421", "zanzibar"])
def test_a_choice_is_worth_the_mean_of_what_follows_it(name: str) -> None:
    rules = game(name)()
    odds = Odds(rules, 3, exact=True)
    kind = rules.kinds[-1]
    dice = (6, 5, 3, 1, 1)[: rules.dice]
    state = replace(begun(rules, 3, kind), turn=Turn(0, dice, throwing=False, throws=(dice,)))
    assert isinstance(rules.waits(state), Choice)
    advice = advised(odds, state)
    for option in advice.options:
        if option.stop:
            continue
        thrown, _ = rules.apply(state, Keep(option.slots))
        before = advised(odds, thrown)
        assert before.value == option.value
        wait = rules.waits(thrown)
        assert isinstance(wait, Throw)
        after = [(rules.apply(thrown, Roll(hand))[0], ways) for hand, ways in outcomes(len(wait.slots))]
        if all(follows.turn.seat == 0 for follows, _ in after):
            found = [(odds.advice(follows), ways) for follows, ways in after]
            mean = sum(Fraction(told.value) * ways for told, ways in found if told) / 6 ** len(wait.slots)
            exact = isinstance(option.value, Fraction)  # of what a match is worth nothing is
            assert mean == (option.value if exact else pytest.approx(option.value, abs=1e-12))


CHOICES = [(), (6,), (5,), (6, 5), (5, 5), (6, 5, 5)]


@pytest.mark.parametrize("some", [frozenset(CHOICES), frozenset({(5,), (6, 5), (6, 5, 5)})])
def test_the_best_choice_is_taken_and_of_equals_the_one_that_throws_fewest_dice(some: frozenset[Hand]) -> None:
    cases = list(product(range(3), repeat=len(CHOICES)))
    value, best = Choosing(CHOICES, [some, frozenset()]).best(np.array(cases).T, rounding=0)
    for worth, found, place in zip(cases, value[0], best[0], strict=True):
        places = [CHOICES.index(keep) for keep in sorted(some, key=fewest_thrown)]
        wanted = max(places, key=worth.__getitem__)
        assert (found, place) == (worth[wanted], wanted)
    assert set(value[1]) == {float("-inf")}
