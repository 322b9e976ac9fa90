"""Rounds that move tokens: what matters is the match, by the tokens that a seat will hold."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from scripts import advised

from kiosk.games.core import Roll, Stop
from kiosk.games.families.jetons import DECHARGE
from kiosk.games.registry import game
from kiosk.games.rounds import Rounds
from kiosk.games.state import Play
from kiosk.odds import Odds
from kiosk.odds.advice import Matter
from kiosk.odds.question import Question, answer

EVERY = 21


def rules_of(name: str, preset: str, **options: str) -> Rounds[Any]:
    rules = game(name)(preset, options)
    assert isinstance(rules, Rounds)
    return rules


def begun(rules: Rounds[Any], counts: tuple[int, ...], pot: int = 0) -> Any:
    play = Play(replace(rules.new(len(counts)), counts=counts, pot=pot))
    rules.next_round(play, 0, rules.kinds[not pot])
    return play.state


@pytest.mark.parametrize(
    ("name", "preset", "counts", "pot"),
    [
        ("le_421", "texte", (18, 3), 0),
        ("le_421", "classique", (2, 19), 0),
        ("le_421", "belge", (4, 6), 11),
        ("zanzibar", "text", (10, 9), 2),
        ("schocken", "text", (9, 4), 0),
        ("schocken", "text", (10, 0), 3),
    ],
)
def test_the_last_of_two_counts_the_tokens_of_each_throw(
    name: str, preset: str, counts: tuple[int, int], pot: int
) -> None:
    """By every throw, where one is left: what the rules then make of the round."""
    options = {"zanzibar": {"dry": "on" if pot else "off"}, "schocken": {"halves": "one"}}
    rules, every = rules_of(name, preset, **options.get(name, {})), sum(counts) + pot
    state, _ = rules.apply(begun(rules, counts, pot), Roll((6, 5, 3)))
    if state.turn is not None and state.turn.seat == 0:
        state, _ = rules.apply(state, Stop())
    assert rules.rolls_allowed(state) == 1 or preset == "texte"
    if preset == "texte" and not pot:
        state = replace(state, turn=replace(state.turn, throws=((1, 1, 1),) * 2))
    held = 0.0
    for throw in product(range(1, 7), repeat=3):
        after, _ = rules.apply(state, Roll(throw))
        held += after.counts[1] + after.pot / 2
    advice = advised(Odds(rules, state.seats), state)
    assert advice.matter is Matter.SAFE
    lead = 0 if pot else 2 / every  # who loses leads the next round: nobody's is worth as many tokens
    assert float(advice.value) == pytest.approx(1 - held / 216 / every, abs=lead or 1e-9)


def test_what_is_held_changes_what_is_best() -> None:
    """With few tokens to give any win will do; with many a dear one is worth its risk."""
    rules = rules_of("le_421", "classique")
    values = {}
    for counts in ((2, 19), (19, 2)):
        state, _ = rules.apply(begun(rules, counts), Roll((4, 2, 6)))
        values[counts] = {
            option.keep: float(option.value)
            for option in advised(Odds(rules, state.seats), state).options
            if not option.stop
        }
    gains = {counts: found[4, 2] - found[6,] for counts, found in values.items()}
    assert gains[19, 2] > gains[2, 19] > 0


def test_an_equal_hand_is_no_success_where_it_moves_nothing() -> None:
    """Of two equal hands nothing moves: to end with one is worth what one holds already."""
    rules = rules_of("le_421", "classique")
    state, _ = rules.apply(begun(rules, (18, 3)), Roll((6, 5, 3)))
    state, _ = rules.apply(state, Stop())
    state = replace(state, heats=(replace(state.heat, made=(state.heat.made[0]._replace(rolls=2),)),))
    state, _ = rules.apply(state, Roll((6, 5, 3)))
    options = advised(Odds(rules, state.seats), state).options
    end = next(option for option in options if option.stop)
    assert float(end.value) == pytest.approx(1 - 3 / EVERY)
    assert options[0].value > end.value


def test_eight_play_by_it_too_and_the_command_asks_for_it() -> None:
    rules = rules_of("le_421", "classique")
    assert 0.5 < float(advised(Odds(rules, 7), begun(rules, (3,) * 7)).value) < 1
    advice = answer(rules, Question("441", phase=DECHARGE, tokens=(3, 18)))
    assert advice.matter is Matter.SAFE
    assert answer(rules, Question("441", phase=DECHARGE)).matter is Matter.NOT_LAST
