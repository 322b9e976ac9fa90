"""The odds of Cochon and Dix mille against golden figures that were worked out elsewhere."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiosk.games.aims import Bank, Standing
from kiosk.games.cochon import Cochon
from kiosk.games.dix_mille import DixMille
from kiosk.games.state import ROUND
from kiosk.odds.bank import Risk
from kiosk.odds.odds import begun
from kiosk.odds.turns import outcomes

GOLDEN = json.loads((Path(__file__).parents[1] / "games" / "golden" / "more_games.json").read_text())
MOST_AT_STAKE = 15_000
"""Below this all six dice are always thrown."""
PRESETS = {"un_de": "one", "deux_des": "two", "deux_des_doux": "two_soft"}


def to_gain(risk: Risk, points: int) -> float:
    """The best chance to gain this many in a turn."""
    steps = points // risk.step
    return float(risk.before_turn(steps, np.append(np.zeros(steps), 1.0), fits=False, opening=0)[0])


def ends_from(risk: Risk, aim: Bank, have: int, other: int) -> list[int]:
    """The points at stake, 2 or more, with which to END."""
    there = [Bank(aim.parts, aim.dice, aim.wiped, match=Standing(have, (), (other,), 100))]
    return [
        stake
        for stake in range(2, 100 - have)
        for to in there
        if risk.pays(to, stake) >= risk.throw(to, to.dice, stake)
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_cochon_who_wins_and_when_to_end(preset: str) -> None:
    golden: Any = GOLDEN["cochon"][PRESETS[preset]]
    rules = Cochon(preset)
    aim = rules.aim(begun(rules, 2, ROUND))
    risk = Risk(aim)
    won = risk.match(100)
    assert won[0, 0] == pytest.approx(golden["first_wins"], abs=1e-10)
    for scores, known in golden["boundary"].items():
        have, other = map(int, scores.split("-"))
        assert won[have, other] == pytest.approx(known["win"], abs=2e-10)
        ends, least = ends_from(risk, aim, have, other), known["hold_from"]
        stakes = [] if least is None else range(least, 100 - have)
        assert ends == [stake for stake in stakes if stake not in known["but_roll_at"]], scores


@pytest.mark.parametrize("preset", ["farkle", "classique", "cinq_des"])
def test_dix_mille_turns(preset: str) -> None:
    golden: Any = GOLDEN["dix_mille"][preset]
    rules = DixMille(preset)
    mean = Fraction(0)
    for dice in range(1, rules.dice + 1):
        ways = [(rules.parts(hand), many) for hand, many in outcomes(dice)]
        bust = Fraction(sum(many for parts, many in ways if not parts), 6**dice)
        every = Fraction(sum(many for parts, many in ways if any(len(part) == dice for part in parts)), 6**dice)
        mean = sum((Fraction(many * max(parts.values(), default=0), 6**dice) for parts, many in ways), Fraction(0))
        assert bust == rules.risk(dice) == Fraction(golden["bust"][str(dice)]["exact"])
        assert every == Fraction(golden["all_score"][str(dice)]["exact"])
    assert mean == Fraction(golden["mean_best_of_one_throw"]["exact"])
    for must in (False, True):
        turn: Any = golden[f"best_turn_{'must' if must else 'may'}_hot"]
        aim = Bank(rules.parts, rules.dice, must=must)
        risk = Risk(aim)
        assert risk.throw(aim, rules.dice, 0) == pytest.approx(turn["mean"], abs=1e-8)
        for dice, least in turn["end_from_with_n_dice_to_throw"].items():
            stakes = range(50, MOST_AT_STAKE, 50)
            ends = (stake for stake in stakes if stake >= risk.throw(aim, int(dice), stake))
            assert next(ends, None) == least, (must, dice)
    for name in ("open_500", "open_750", "open_1000"):
        if name in golden:
            least = int(name.removeprefix("open_"))
            opens = Bank(rules.parts, rules.dice)
            assert to_gain(Risk(opens), least) == pytest.approx(golden[name], abs=1e-9)
