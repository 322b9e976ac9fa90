"""What the kiosk does beside counting throws, a headless table does too: it learns its tray, relocks, lets go."""

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest
from at_table import Nobody

from hardware.panel import Button
from kiosk.games.core import Roll
from kiosk.match.journal import Journal
from kiosk.session.session import Session
from kiosk.simulation.headless import HeadlessTable, StuckError, play_match

SECONDS = 8
"""Pictures in one, where nobody waits."""


@pytest.fixture
def headless() -> Iterator[HeadlessTable]:
    """A table at which nobody sits and nothing lies."""
    journal = Journal()
    with closing(HeadlessTable(Session(journal, rng=Random(7)), journal, dice=3, seed=7, look="felt")) as headless:
        headless.guests = Nobody()  # type: ignore[assignment]
        yield headless


def test_a_table_that_was_taught_its_tray_counts_what_is_thrown_there(headless: HeadlessTable) -> None:
    headless.calibrate()
    known = headless.session.operator.calibration
    assert known is not None
    match = headless.session.begin("le_421", "classique", {"first": "seat"}, ["Marie", "Jean"], 0)
    for _ in range(8):
        headless.table.throw(range(3))
        for _ in range(4 * SECONDS):
            headless.step()
        if match.actions:
            break
    truth = headless.table.truth()
    assert all(known.holds(die.centre) for die in truth)
    assert not known.holds((5.0, 5.0)), "that is beside it"
    lay = sorted(die.value or 0 for die in truth)
    assert [sorted(action.values) for action in match.actions if isinstance(action, Roll)] == [lay]


def test_a_match_that_somebody_leaves_is_no_result() -> None:
    def leaves(headless: HeadlessTable, match: object) -> None:
        assert match
        for button in (Button.MENU, Button.END):
            headless.fingers.press(button, headless.table.time)

    with pytest.raises(StuckError, match="left after throw"):
        play_match("le_421", "courte", {"tokens": 1}, players=2, seed=7, turbo=True, onlooker=leaves)
