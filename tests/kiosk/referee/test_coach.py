"""The coach tells the odds of the match as it stands, and plays for the house."""

from collections.abc import Mapping

import pytest

from kiosk.games.core import Action, Choice, Keep, Over, Pick, Roll, Stop, Throw
from kiosk.games.options import Value
from kiosk.games.registry import game, games
from kiosk.games.text import Text
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.coach import Coach
from kiosk.view import Coaching


def played(name: str, *actions: Action, options: Mapping[str, Value] | None = None) -> Match:
    journal = Journal()
    record = journal.start(name, None, {"first": "seat", **(options or {})}, ["Marie", "Jean"], 0)
    match = Match(journal, record, game(name)(record.preset, record.options))
    for action in actions:
        match.act(action, time=0.0)
    return match


def told(text: Text | None) -> str:
    """In English, without plurals."""
    if text is None:
        return ""
    return text.message.format(**{k: told(v) if isinstance(v, Text) else v for k, v in text.values})


def test_the_line_follows_the_marks() -> None:
    coach = Coach(played("threes_away_low", Roll((1,)), Roll((2, 3, 4, 5, 6))))
    assert told(coach.line(frozenset())) == told(coach.line(frozenset({2})))
    assert told(coach.line(frozenset({1, 2}))) != told(coach.line(frozenset({2})))


def test_marks_that_are_no_choice_yet_leave_the_best_standing() -> None:
    coach = Coach(played("threes_away_low", Roll((1,)), Roll((2, 3, 4, 5, 6))))
    assert told(coach.line(frozenset({1}))) == told(coach.line(frozenset()))


def test_the_coach_says_what_is_best_when_he_is_on() -> None:
    match = played("threes_away_low", Roll((1,)), Roll((2, 3, 4, 5, 6)))
    assert told(Coach(match, Coaching.ON).word()).startswith("Best: keep the 3 ")
    assert Coach(match, Coaching.ON).line(frozenset()) is not None, "the odds stay there beside it"
    assert Coach(match).word() is None
    assert Coach(match, Coaching.AFTER).word() is None


def test_after_the_turn_he_names_the_choice_that_cost_most() -> None:
    match = played("four_twenty_one", Roll((4, 2, 6)), Keep(frozenset({2})), Roll((2, 2)), Stop())
    assert told(Coach(match, Coaching.AFTER).word()).startswith("Better: keep the 6, ")
    assert Coach(match, Coaching.AFTER).line(frozenset()) is None, "odds would seem to be of the turn that is over"
    match = played("threes_away_low", Roll((1,)), Roll((2, 3, 4, 5, 6)), Keep(frozenset({2})), Roll((3, 3, 3, 3)))
    assert told(Coach(match, Coaching.AFTER).word()) == "Nothing was better"


@pytest.mark.parametrize("name", [known.name for known in games()][::3])
def test_the_house_plays_a_game_by_its_rules(name: str) -> None:
    match = played(name)
    coach = Coach(match)
    decisions = 0
    while not isinstance(match.wait, Over) and len(match.actions) < 400:
        match match.wait:
            case Throw(slots=slots):
                match.act(Roll(tuple(1 + (5 * len(match.actions) + slot) % 6 for slot in slots)), time=0.0)
            case Choice():
                decision = coach.decision()
                assert decision is not None
                match.act(decision, time=0.0)
                decisions += 1
            case Pick():
                decision = coach.decision()
                assert decision is not None
                match.act(decision, time=0.0)
    assert coach.decision() is None or isinstance(match.wait, Choice)
    assert decisions
