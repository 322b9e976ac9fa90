"""What the table is told while a match is played: every state of every game, in one line, without waiting."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from scripts import advised

from kiosk.games.core import Choice, Choose, Draw, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.games.text import Text, kept
from kiosk.locale import translate
from kiosk.odds import Advice, Odds
from kiosk.odds.advice import Matter, Option, decimal, percent

ONCE = [(known.name, next(iter(known.presets)), (2, 5)[at % 2]) for at, known in enumerate(games())]
"""Each game in one of its presets, with few seats or many."""


def at(rules: Game[Any], seats: int, *rolls: tuple[int, ...]) -> Any:
    """The state after a roll-off that the first seat wins, and these throws."""
    state = rules.start(seats, 0)
    for values in rolls:
        state, _ = rules.apply(state, Roll(values))
    return state


def english(text: Text | None) -> str | None:
    return None if text is None else translate(text, "en").replace("\u00a0", " ")


def french(text: Text | None) -> str | None:
    return None if text is None else translate(text, "fr").replace("\u202f", " ")


@pytest.mark.parametrize(("name", "preset", "seats"), ONCE)
def test_a_match_played_by_the_odds_never_lacks_advice(name: str, preset: str, seats: int) -> None:
    rules = game(name)(preset)
    odds, chance, state = Odds(rules, seats), Random(seats), rules.start(seats, 0)
    for _ in range(150):
        wait, advice = rules.waits(state), odds.advice(state)
        match wait:
            case Over():
                break
            case Throw(seat, slots):
                if advice is not None:
                    assert (advice.seat, advice.options) == (seat, ())
                    assert advice.line()
                state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
            case Choice(seat, keeps, may_stop):
                assert advice
                check(advice, keeps, may_stop=may_stop)
                assert advice.best
                if advice.best.turned:
                    state, _ = rules.apply(state, Turned(advice.best.turned))
                if isinstance(rules.waits(state), Choice):  # else but one way was left
                    state, _ = rules.apply(state, Stop() if advice.best.stop else Keep(advice.best.slots))
            case Pick(seat, offers):
                assert advice
                assert {option.offer for option in advice.options} == set(offers)
                assert advice.best
                assert advice.best.offer
                state, _ = rules.apply(state, Choose(advice.best.offer.name))
            case Draw(drawn):
                state, _ = rules.apply(state, Lead(drawn[0]))


def check(advice: Advice, keeps: frozenset[frozenset[int]], *, may_stop: bool) -> None:
    """Every distinct choice is there, best first, and may be said."""
    dice = [die or 0 for die in advice.dice]
    thrown = [option for option in advice.options if not option.stop and not option.turned]
    assert {option.slots for option in thrown} <= keeps
    distinct = {tuple(sorted((dice[slot - 1] for slot in slots), reverse=True)) for slots in keeps}
    assert sorted(option.keep for option in thrown) == sorted(distinct)
    assert [option.stop for option in advice.options].count(True) == may_stop
    values = [float(option.value) for option in advice.options]
    assert values == sorted(values, reverse=not advice.matter.lowest)
    assert all(advice.line(slots) is not None for slots in keeps)
    assert advice.value == advice.options[0].value


def test_the_line_changes_as_dice_are_marked() -> None:
    rules = game("zanzibar")()
    advice = advised(Odds(rules, 2), at(rules, 2, (4, 2, 5)))
    assert english(advice.line()) == "52% not to lose the match"
    assert english(advice.line({1, 2})) == "52% not to lose the match"
    assert english(advice.line({3})) == "48% not to lose the match"
    assert english(advice.line({1, 2, 3})) == "47% not to lose the match"
    assert french(advice.line({3})) == "48 % de chances de ne pas perdre la partie"


def test_marks_that_may_not_be_are_told_nothing() -> None:
    rules = game("four_twenty")()
    advice = advised(Odds(rules, 2), at(rules, 2, (6, 6, 1, 1), (6, 6, 1, 1)))
    assert advice.line({3, 4}) is None
    assert advice.line({1, 2, 3, 4}) is None
    assert advice.verdict({3}) is None
    assert english(advice.line({1, 2})) == "20 on this throw: 14% · to win: 53%"


def test_a_coach_names_the_best_and_what_another_choice_costs() -> None:
    rules = game("zanzibar")()
    advice = advised(Odds(rules, 2), at(rules, 2, (4, 2, 5)))
    assert english(advice.coach()) == "Best: keep 4-2 (52%)"
    assert english(advice.verdict({1, 2})) == "Nothing was better"
    assert english(advice.verdict({3})) == "Better: keep 4-2, 52% instead of 48%"
    assert french(advice.verdict({3})) == "Mieux : garder 4-2, 52 % au lieu de 48 %"
    assert advice.cost({1, 2}) == 0


@pytest.mark.parametrize(
    ("stay", "whole", "said"),
    [
        ((4,), (4, 4, 2), "only one 4"),
        ((4,), (4, 2, 1), "the 4"),
        ((4, 4), (4, 4, 2), "4-4"),
        ((2, 4), (4, 4, 2), "4-2"),
    ],
)
def test_one_die_alone_is_said_to_be_one_and_to_be_one_of_several(
    stay: tuple[int, ...], whole: tuple[int, ...], said: str
) -> None:
    assert english(kept(stay, whole)) == said
    slots = frozenset(range(1, len(stay) + 1))
    best = Option(stay, slots, stop=False, value=Fraction(1, 2))
    advice = Advice(0, Matter.BEST, whole, (best,), Fraction(1, 2))
    assert english(advice.coach()) == f"Best: keep {said} (50%)"


def test_points_are_told_as_points() -> None:
    rules = game("threes_away_low")(None, {"rounds": "1"})
    odds = Odds(rules, 2)
    advice = advised(odds, at(rules, 2, (2, 3, 4, 5, 6)))
    assert english(advice.line()) == "Expected score: 5.8"
    assert french(advice.line()) == "Score moyen : 5,8"
    assert english(advice.verdict({1, 2})) == "Better: keep the 3, 5.8 points instead of 7.2 points"


def test_there_are_no_odds_of_a_roll_off_nor_of_a_match_that_is_over() -> None:
    rules = game("zanzibar")(None, {"tokens": 1, "dry": "on"})
    odds = Odds(rules, 2)
    state = rules.start(2)
    assert odds.advice(state) is None
    for values in (6, 6, 6), (1, 1, 2), (6, 6, 6), (2, 2, 1):
        state, _ = rules.apply(state, Roll(values))
    assert isinstance(rules.waits(state), Over)
    assert odds.advice(state) is None


def test_in_the_background_nobody_waits() -> None:
    rules = game("zanzibar")()
    odds = Odds(rules, 4, background=True)
    state = at(rules, 3, (4, 2, 5))  # one seat fewer than was thought of
    odds.join()
    assert odds.advice(at(rules, 4, (4, 2, 5)))
    assert odds.advice(state) is None
    odds.join()
    assert odds.advice(state) == Odds(rules, 3).advice(state)


def test_chances_are_never_called_certain_that_are_not() -> None:
    told = [english(percent(chance)) for chance in (0, 0.001, 0.006, 0.5, 0.994, 0.999, 1)]
    assert told == ["0%", "under 1%", "1%", "50%", "99%", "over 99%", "100%"]
    assert french(decimal(5.8339, 2)) == "5,83"
