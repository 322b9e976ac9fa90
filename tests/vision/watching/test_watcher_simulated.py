"""The simulated table's hands and dice, with a reader that is told the truth: who was thrown, pushed, left alone."""

from __future__ import annotations

import random

from simulated_session import SimulatedSession


def test_only_what_a_hand_has_thrown_counts_as_thrown() -> None:
    rng = random.Random(5)
    rounds = SimulatedSession(5, 8.0)
    rounds.table.throw(range(5))
    before = rounds.settled()
    assert all(d.thrown for d in before.values())
    for number in range(4):
        chosen = rng.sample(range(5), rng.randint(1, 4))
        if number == 2:
            rounds.table.hover(1.0)
            chosen = []
        else:
            rounds.table.throw(chosen)
        values = {resting.die: resting.value for resting in rounds.table.truth()}
        now = rounds.settled()
        assert {die for die, d in now.items() if d.thrown} >= set(chosen)
        for resting in rounds.table.truth():
            if resting.die not in chosen and resting.value == values[resting.die]:
                assert not now[resting.die].thrown
                assert now[resting.die].track == before[resting.die].track
        before = now


def test_a_die_pushed_by_a_finger_stays_itself() -> None:
    rounds = SimulatedSession(4, 30.0)
    rounds.table.throw(range(5))
    before = rounds.settled()
    rounds.push(0)
    now = rounds.settled()
    assert {die: d.track for die, d in now.items()} == {die: d.track for die, d in before.items()}
    assert not any(d.thrown for d in now.values())
