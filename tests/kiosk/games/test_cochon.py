"""Cochon: its chances, reckoned with throw by throw."""

from __future__ import annotations

from fractions import Fraction

from kiosk.games.cochon import Cochon
from kiosk.games.core import Keep, Roll, Stop

AGAIN = Keep(frozenset())


def test_what_a_throw_risks() -> None:
    assert Cochon().risk(1) == Fraction(1, 6)
    assert Cochon("deux_des").risk(2) == Fraction(11, 36)


def test_end_at_twenty_always() -> None:
    """Followed throw by throw, exactly; turns with as much at stake are one."""
    rules, ends = Cochon(), dict[int, Fraction]()
    chances, states = {0: Fraction(1)}, {0: rules.start(2, 0)}
    for stake in range(20):
        if stake not in states:
            continue
        for die in range(1, 7):
            chance = chances[stake] / 6
            after, _ = rules.apply(states[stake], Roll((die,)))
            if after.turn is not None and after.turn.seat == 0:
                at_stake = rules.view(after).at_stake or 0
                if at_stake < 20:
                    chances[at_stake] = chances.get(at_stake, Fraction(0)) + chance
                    states[at_stake] = rules.apply(after, AGAIN)[0]
                    continue
                after, _ = rules.apply(after, Stop())
            ends[after.counts[0]] = ends.get(after.counts[0], Fraction(0)) + chance
    assert ends[0] == Fraction(9440899, 15116544)
    assert round(float(sum(points * chance for points, chance in ends.items())), 4) == 8.1418
    assert [round(100 * float(ends[points]), 4) for points in range(20, 26)] == [
        9.9713, 9.4991, 7.4189, 5.4196, 3.5198, 1.7173,
    ]  # fmt: skip
