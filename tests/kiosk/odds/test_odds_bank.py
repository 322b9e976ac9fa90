"""Points at stake: published figures, and the same by straightforward reckoning."""

from dataclasses import replace

import pytest
from scripts import advised, best

from kiosk.games.aims import Bank
from kiosk.games.cochon import Cochon
from kiosk.games.core import Roll, Stop
from kiosk.games.dix_mille import DixMille
from kiosk.games.state import ROUND
from kiosk.odds import Odds
from kiosk.odds.advice import Matter
from kiosk.odds.bank import Risk
from kiosk.odds.odds import begun
from kiosk.odds.question import Question, answer


def risk(rules: Cochon) -> Risk:
    aim = rules.aim(begun(rules, 2, ROUND))
    return Risk(aim)


def test_without_a_match_points_are_what_matters() -> None:
    aim = Bank(Cochon().parts, 1)
    assert Risk(aim).throw(aim, 1, 0) == pytest.approx(8.1417948937)


def test_of_several_too_it_is_the_match() -> None:
    """About what simulations of the house against itself come to, and a lead and the last turns matter."""
    rules = Cochon()
    seats = 3
    odds = Odds(rules, seats)
    first = advised(odds, rules.start(seats, 0))
    assert first.matter is Matter.MATCH
    assert 1 / seats < float(first.value) < 1.15 / seats
    behind = (0, *[95] * (seats - 1))
    for counts, throws_on in ((behind, True), ((40,) * seats, False)):
        state, _ = rules.apply(replace(rules.start(seats, 0), counts=counts), Roll((6,)))
        assert state.turn is not None
        advice = best(odds, replace(state, turn=replace(state.turn, at_stake=20)))
        assert advice.stop is not throws_on, counts


def test_in_the_lap_getting_ahead_is_what_matters() -> None:
    rules = Cochon(options={"end": "lap"})
    state = replace(rules.start(2, 0), counts=(96, 80))
    for action in (Roll((6,)), Stop(), Roll((6,))):
        state, _ = rules.apply(state, action)
    advice = advised(Odds(rules, 2), state)
    assert advice.matter is Matter.MATCH
    assert advice.best is not None
    assert not advice.best.stop
    assert [float(option.value) for option in advice.options if option.stop] == [0.0]


def test_end_stands_beside_throwing_on() -> None:
    line = answer(Cochon(), Question("4", at_stake=18, points=(41, 49))).line()
    assert line is not None
    assert line.message == "To win: END {stop}, throw {throw}"


# --- Dix mille --------------------------------------------------------------------------------------------------------


def test_the_best_choice_of_dice_is_told_with_what_it_risks() -> None:
    rules = DixMille("farkle", options={"opening": 0})
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 2)[:6]))
    assert rules.again(state)
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 3)))
    advice = advised(Odds(rules, 2), state)
    assert advice.best is not None
    assert (advice.best.keep, advice.best.stop) == ((1,), False)
    line = advice.line(advice.best.slots)
    assert line is not None
    assert "bust" in line.message
    assert dict(line.values)["n"] == 5


def test_all_that_count_are_thrown_again() -> None:
    rules = DixMille("farkle", options={"opening": 0})
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 2)))
    advice = advised(Odds(rules, 2), state)
    assert advice.best is not None
    assert (advice.best.keep, advice.best.stop) == ((), False)
    assert advice.line(frozenset(range(1, 7))) == advice.line(frozenset())


def test_with_enough_at_stake_it_ends_the_turn() -> None:
    """To throw on is a risk then, however certain the win; in a game that does not end the turn by itself."""
    rules = DixMille("farkle", options={"end": "at_once", "target": 1000})
    state, _ = rules.apply(replace(rules.start(2, 0), counts=(500, 0), opened=frozenset({0})), Roll((1, 1, 1, 2, 3, 4)))
    advice = advised(Odds(rules, 2), state)
    assert [option.stop for option in advice.options][:2] == [True, False]
    assert float(advice.options[1].value) < 1
