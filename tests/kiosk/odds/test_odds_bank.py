"""Points at stake: published figures, and the same by straightforward reckoning."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from kiosk.games.aims import Bank
from kiosk.games.cochon import Cochon
from kiosk.games.core import Choice, Keep, Roll, Stop, Throw
from kiosk.games.dix_mille import DixMille
from kiosk.games.state import ROUND
from kiosk.odds import Advice, Odds
from kiosk.odds.bank import Risk
from kiosk.odds.odds import begun
from kiosk.odds.question import Question, QuestionError, answer
from kiosk.odds.words import Matter

FIRST_WINS = {"un_de": 0.5305927253, "deux_des": 0.5195588939, "deux_des_doux": 0.5298945790}
"""More than any of these figures was published with; Neller and Presser 2004: 0.5306."""


def risk(rules: Cochon) -> Risk:
    aim = rules.aim(begun(rules, 2, ROUND))
    return Risk(aim)


def advised(rules: Cochon, points: tuple[int, int], at_stake: int, die: int, odds: Odds) -> Advice:
    """A has thrown this, with so many points at stake before."""
    state = replace(rules.start(2, 0), counts=points)
    state, _ = rules.apply(state, Roll((die,)))
    assert state.turn is not None
    advice = odds.advice(replace(state, turn=replace(state.turn, at_stake=at_stake - die)))
    assert advice is not None
    return advice


@pytest.mark.parametrize("preset", FIRST_WINS)
def test_the_first_of_two_wins(preset: str) -> None:
    advice = answer(Cochon(preset), Question())
    assert advice.matter is Matter.MATCH
    assert float(advice.value) == pytest.approx(FIRST_WINS[preset], abs=2e-10)


BOUNDARY = {
    (0, 0): (21, ()),
    (0, 50): (29, ()),
    (50, 0): (15, ()),
    (25, 25): (21, ()),
    (50, 50): (21, (46, 47, 48, 49)),
    (41, 49): (22, (27, 57, 58)),
    (80, 80): (None, ()),
    (0, 99): (None, ()),
}
"""Own and the other's points, to END from so many on, and to throw nevertheless at these."""


def test_when_to_end() -> None:
    rules = Cochon()
    odds = Odds(rules, 2)
    for points, (least, but) in BOUNDARY.items():
        stakes = range(2, 100 - points[0])
        ends = [stake for stake in stakes if (best := advised(rules, points, stake, 2, odds).best) and best.stop]
        wanted = [stake for stake in stakes if least is not None and stake >= least and stake not in but]
        assert ends == wanted, points


@pytest.mark.parametrize("preset", FIRST_WINS)
def test_it_is_what_playing_on_and_on_comes_to(preset: str) -> None:
    """A small match by value iteration, state by state, as the textbook does it."""
    rules = Cochon(preset)
    target = 20 if rules.dice == 1 else 12
    throws = list(product(range(1, 7), repeat=rules.dice))
    won = np.full((target, target, target), 0.5)
    while True:
        before = won.copy()
        for own in range(target):
            for other in range(target):
                for stake in range(target - own):
                    ahead = [
                        1 - before[other, 0 if rules.wiped(hand) else own, 0]
                        if 1 in hand
                        else 1.0
                        if own + stake + sum(hand) >= target
                        else before[own, other, stake + sum(hand)]
                        for hand in throws
                    ]
                    throw = sum(ahead) / len(throws)
                    end = 1 - before[other, own + stake, 0]
                    won[own, other, stake] = max(throw, end) if stake else throw
        if np.abs(won - before).max() < 1e-12:
            break
    assert np.abs(risk(rules).match(target) - won[:, :, 0]).max() < 1e-9


def test_without_a_match_points_are_what_matters() -> None:
    aim = Bank(Cochon().parts, 1)
    assert Risk(aim).throw(aim, 1, 0) == pytest.approx(8.1417948937)


@pytest.mark.parametrize("seats", [3, 4])
def test_of_several_too_it_is_the_match(seats: int) -> None:
    """About what simulations of the house against itself come to, and a lead and the last turns matter."""
    rules = Cochon()
    odds = Odds(rules, seats)
    first = odds.advice(rules.start(seats, 0))
    assert first is not None
    assert first.matter is Matter.MATCH
    assert 1 / seats < float(first.value) < 1.15 / seats
    behind = (0, *[95] * (seats - 1))
    for counts, throws_on in ((behind, True), ((40,) * seats, False)):
        state, _ = rules.apply(replace(rules.start(seats, 0), counts=counts), Roll((6,)))
        assert state.turn is not None
        advice = odds.advice(replace(state, turn=replace(state.turn, at_stake=20)))
        assert advice is not None
        assert advice.best is not None
        assert advice.best.stop is not throws_on, counts


def test_in_the_lap_getting_ahead_is_what_matters() -> None:
    rules = Cochon(options={"end": "lap"})
    state = replace(rules.start(2, 0), counts=(96, 80))
    for action in (Roll((6,)), Stop(), Roll((6,))):
        state, _ = rules.apply(state, action)
    advice = Odds(rules, 2).advice(state)
    assert advice is not None
    assert advice.matter is Matter.MATCH
    assert advice.best is not None
    assert not advice.best.stop
    assert [float(option.value) for option in advice.options if option.stop] == [0.0]


def test_end_stands_beside_throwing_on() -> None:
    line = answer(Cochon(), Question("4", at_stake=18, points=(41, 49))).line()
    assert line is not None
    assert line.message == "To win: END {stop}, throw {throw}"


@pytest.mark.parametrize(
    ("preset", "asked"),
    [("un_de", Question("44")), ("deux_des", Question("4")), ("un_de", Question("4", target="4"))],
)
def test_what_makes_no_sense_is_said(preset: str, asked: Question) -> None:
    with pytest.raises(QuestionError, match="cochon"):
        answer(Cochon(preset), asked)


def test_the_house_goes_by_it() -> None:
    rules = Cochon()
    odds = Odds(rules, 2)
    assert advised(rules, (0, 0), 20, 6, odds).best == advised(rules, (0, 0), 20, 6, odds).option(frozenset())
    best = advised(rules, (0, 0), 21, 6, odds).best
    assert best is not None
    assert best.stop


def test_values_of_a_turn_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    known = risk(Cochon())
    aim = Bank(Cochon().parts, 1)
    value = known.throw(aim, 1, 0)

    def never(_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(known, "_solve", never)
    assert known.throw(replace(aim), 1, 0) == value


# --- Dix mille --------------------------------------------------------------------------------------------------------

BEST_TURN = {
    "farkle": (601.5586536615, (350, 300, 450, 1050, 3100)),
    "classique": (582.3172138082, (350, 250, 450, 1050, 3100)),
    "cinq_des": (331.3001213429, (200, 200, 400, 950, 3150)),
}
"""The mean of a turn without opening and target, and to END from so many on with 1 to 5 dice left to throw."""


@pytest.mark.parametrize("preset", BEST_TURN)
def test_the_best_turn_and_when_to_end_it(preset: str) -> None:
    rules = DixMille(preset)
    aim = Bank(rules.parts, rules.dice, must=rules.options["full_hand"] == "must")
    known = Risk(aim)
    mean, ends = BEST_TURN[preset]
    assert known.throw(aim, rules.dice, 0) == pytest.approx(mean, abs=1e-9)
    stakes = range(50, 15_000, 50)
    for dice, wanted in enumerate(ends, 1):
        assert next(stake for stake in stakes if stake >= known.throw(aim, dice, stake)) == wanted, dice
    if rules.dice == 6:
        assert all(known.throw(aim, 6, stake) > stake for stake in stakes)


def test_five_dice_may_stop() -> None:
    rules = DixMille("cinq_des", {"full_hand": "may"})
    aim = Bank(rules.parts, 5)
    assert Risk(aim).throw(aim, 5, 0) == pytest.approx(331.3120000845, abs=1e-9)


@pytest.mark.parametrize(
    ("preset", "opening", "chance"),
    [
        ("farkle", 500, 0.5725999003),
        ("farkle", 750, 0.4231630915),
        ("farkle", 1000, 0.3475850206),
        ("classique", 500, 0.5695337233),
        ("cinq_des", 750, 0.2314647742),
    ],
)
def test_the_best_chance_to_open(preset: str, opening: int, chance: float) -> None:
    rules = DixMille(preset)
    steps, known = opening // 50, Risk(Bank(rules.parts, rules.dice))
    within = known.before_turn(steps, np.append(np.zeros(steps), 1.0), fits=False, opening=0)
    assert within[0] == pytest.approx(chance, abs=1e-9)


BUST = (2 / 3, 4 / 9, 5 / 18, 17 / 108, 25 / 324, 5 / 216)


def test_what_a_throw_loses() -> None:
    aim = Bank(DixMille("farkle").parts, 6)
    assert [Risk(aim).bust(dice) for dice in range(1, 7)] == pytest.approx(BUST)


def test_the_best_choice_of_dice_is_told_with_what_it_risks() -> None:
    rules = DixMille("farkle", options={"opening": 0})
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 2)[:6]))
    assert rules.again(state)
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 3)))
    advice = Odds(rules, 2).advice(state)
    assert advice is not None
    assert advice.best is not None
    assert (advice.best.keep, advice.best.stop) == ((1,), False)
    line = advice.line(advice.best.slots)
    assert line is not None
    assert "bust" in line.message
    assert dict(line.values)["n"] == 5


def test_all_that_count_are_thrown_again() -> None:
    rules = DixMille("farkle", options={"opening": 0})
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 4, 1, 3, 5, 2)))
    advice = Odds(rules, 2).advice(state)
    assert advice is not None
    assert advice.best is not None
    assert (advice.best.keep, advice.best.stop) == ((), False)
    assert advice.line(frozenset(range(1, 7))) == advice.line(frozenset())


def test_every_choice_that_is_told_is_legal() -> None:
    rules = DixMille("farkle")
    odds, chance = Odds(rules, 3), Random(4)
    state = rules.start(3, 0)
    for _ in range(400):
        wait = rules.waits(state)
        if isinstance(wait, Choice):
            advice = odds.advice(state)
            assert advice is not None
            for option in advice.options:
                assert rules.apply(state, Stop() if option.stop else Keep(option.slots))
            best = advice.best
            assert best is not None
            state, _ = rules.apply(state, Stop() if best.stop else Keep(best.slots))
        elif isinstance(wait, Throw):
            assert odds.advice(state) is not None or rules.view(state).round == 0
            state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in wait.slots)))
        else:
            break


def test_with_enough_at_stake_it_ends_the_turn() -> None:
    """To throw on is a risk then, however certain the win; in a game that does not end the turn by itself."""
    rules = DixMille("farkle", options={"end": "at_once", "target": 1000})
    state, _ = rules.apply(replace(rules.start(2, 0), counts=(500, 0), opened=frozenset({0})), Roll((1, 1, 1, 2, 3, 4)))
    advice = Odds(rules, 2).advice(state)
    assert advice is not None
    assert [option.stop for option in advice.options][:2] == [True, False]
    assert float(advice.options[1].value) < 1
