"""How a turn goes: three pictures of the game that is played, in its own words."""

from typing import Any

import pytest

from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.locale import translate
from kiosk.referee.keeping import Keeping
from kiosk.session.how_to import KEEP, turn
from kiosk.view import TurnStep


def said(step: TurnStep) -> str:
    return translate(step.sentence, "en")


@pytest.mark.parametrize(
    "rules",
    [known(preset) for known in games() for preset in known.presets],
    ids=lambda rules: f"{rules.name}-{rules.preset}",
)
def test_every_turn_has_a_throw_a_choice_and_what_comes_of_it(rules: Game[Any]) -> None:
    throw, choice, end = turn(rules, Keeping.HANDS)
    assert said(throw).startswith("Throw ")
    assert len(throw.dice) == len(choice.dice) == rules.dice
    assert [die.value for die in throw.dice] == [die.value for die in choice.dice]
    assert not any(die.kept for die in throw.dice)
    kept = [die for die in choice.dice if die.kept]
    assert choice.hint == (KEEP[Keeping.HANDS] if kept else None)
    assert end.key is not None or (len(end.dice), end.missing) == (len(kept), rules.dice - len(kept))


def test_nothing_is_kept_where_all_is_thrown_again() -> None:
    _, choice, end = turn(game("cochon")(), Keeping.BUTTONS)
    assert said(choice) == "Throw again, or press END to bank"
    assert [(die.kept, die.button) for die in choice.dice] == [(False, None)]
    assert end.key is not None


def test_what_counts_is_set_aside_and_at_stake() -> None:
    _, choice, end = turn(game("dix_mille")(), Keeping.BUTTONS)
    assert [die.value for die in choice.dice if die.kept] == [6, 6, 6]
    assert said(end) == "Throw 3 dice"
    assert end.sought is not None
    assert translate(end.sought, "en") == "A bust loses 600"


def test_a_turn_ends_with_a_box_to_choose() -> None:
    *_, end = turn(game("yams")(), Keeping.BUTTONS)
    assert said(end) == "Choose what the dice count for"
