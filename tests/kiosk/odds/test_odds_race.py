"""Races: published figures, and the same by reckoning with every hand instead of positions."""

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from kiosk.games.aims import Race
from kiosk.games.core import Choice, Keep, Lead, Over, Roll, Throw
from kiosk.games.game import Game
from kiosk.games.registry import game
from kiosk.games.state import Hand, tidy
from kiosk.odds import Advice, Odds
from kiosk.odds.advice import Matter
from kiosk.odds.odds import begun
from kiosk.odds.question import Question, answer
from kiosk.odds.race import Races, solve_linear
from kiosk.odds.turns import Turns, outcomes

HANDS = [hand for hand, _ in outcomes(4)]


def keeps(hand: Hand) -> set[Hand]:
    """What may stay, by the words of the rules."""
    if sum(hand) > 20:
        return {()}
    return {kept for size in range(4) for kept in combinations(hand, size) if sum(kept) >= 5 * size}


def chances(kept: Hand) -> dict[Hand, Fraction]:
    """The hands that may come, every order of the throw counted."""
    found: dict[Hand, Fraction] = {}
    for thrown in product(range(1, 7), repeat=4 - len(kept)):
        hand = tidy(kept + thrown)
        found[hand] = found.get(hand, Fraction(0)) + Fraction(1, 6 ** (4 - len(kept)))
    return found


def asked(dice: str | None = None, opponent: str | None = None, **rules: str) -> Advice:
    return answer(game("four_twenty")(None, rules), Question(dice, opponent=opponent))


def test_the_first_throw_is_20_as_often_as_counted() -> None:
    advice = asked()
    assert advice.now == Fraction(35, 1296)
    assert len([hand for hand in HANDS if sum(hand) == 20]) == 5


def test_a_lone_hand_needs_as_many_turns_as_published() -> None:
    assert asked().value == Fraction(39967500, 4023289)


def test_expected_turns_are_those_of_the_best_choices_after() -> None:
    """The equation that defines them, over every hand."""
    told = races_of(game("four_twenty")()).turns
    assert set(told) == {tidy(kept) for hand in HANDS for kept in keeps(hand)}
    best = {hand: min(told[tidy(kept)] for kept in keeps(hand)) for hand in HANDS if sum(hand) != 20}
    for kept, turns in told.items():
        assert turns == 1 + sum(chance * best.get(hand, 0) for hand, chance in chances(kept).items())


def test_a_hand_is_told_every_choice_best_first() -> None:
    advice = asked("6551")
    assert {option.keep for option in advice.options} == {tidy(kept) for kept in keeps((6, 5, 5, 1))}
    assert [option.value for option in advice.options] == sorted(option.value for option in advice.options)


def test_a_hand_over_20_is_as_good_as_none() -> None:
    races = races_of(game("four_twenty")())
    assert races.duel((), (6, 6, 6, 6)) == races.duel((), None)


def races_of(rules: Game[Any]) -> Races:
    state = begun(rules, 2, "round")
    aim = rules.aim(state)
    assert isinstance(aim, Race)
    return Races(aim, Turns(rules, state))


def test_a_lap_that_is_finished_helps_who_plays_second() -> None:
    at_once, laps = races_of(game("four_twenty")()), races_of(game("four_twenty")(None, {"equal_turns": "on"}))
    assert at_once.duel((), None) > 0.5 > laps.duel((), None)
    assert laps.duel((), None, first=False) > laps.duel((), None)
    assert laps.duel((), None, first=False, reached=True) == pytest.approx(35 / 1296 / 2)


def test_in_a_match_of_two_it_is_a_duel_and_of_three_a_lone_hand() -> None:
    for seats, duel in ((2, True), (3, False)):
        rules = game("four_twenty")()
        odds, state, chance = Odds(rules, seats), rules.start(seats), Random(4)
        seen = 0
        while not isinstance(wait := rules.waits(state), Over):
            advice = odds.advice(state)
            if advice is not None:
                assert advice.now is not None
                assert (advice.matter is Matter.DUEL) is (duel or len(state.heat.seats) == 2)
                seen += 1
            match wait:
                case Throw(slots=slots):
                    state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
                case Choice(keeps=offered):
                    assert advice
                    assert advice.best
                    assert advice.best.slots in offered
                    state, _ = rules.apply(state, Keep(advice.best.slots))
                case _:
                    state, _ = rules.apply(state, Lead(0))
        assert seen > 2


def test_linear_equations_are_solved_exactly() -> None:
    rows = [[Fraction(0), Fraction(2), Fraction(1)], [Fraction(3), Fraction(1), Fraction(2)]]
    assert solve_linear(rows) == [Fraction(1, 2), Fraction(1, 2)]
