"""Whole matches through lens, eyes, fingers, rules and disk; an audit compares what was played and what was thrown."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from kiosk.games.core import Roll
from kiosk.games.registry import game
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.match import Match
from kiosk.referee.keeping import Keeping
from kiosk.ruling import Ruling, RulingId
from kiosk.session.session import Session
from kiosk.simulation.headless import HeadlessTable, TableSpec, play_match
from kiosk.view import PlayView, TableView
from vision.reading.reader import Reader

pytestmark = pytest.mark.usefixtures("weights")

SHORT: dict[str, str | int] = {"tokens": 1}
SOON_OVER: dict[str, dict[str, str | int]] = {
    "le_421": SHORT,
    "dix_mille": {"opening": 0, "target": 1000},
    "schocken": {"tokens": 3, "halves": "one"},
    "threes_away_low": {"rounds": 1},
    "yams": {},
}
"""A game of each kind, with house rules by which a match ends soon: dice kept, groups, sixes turned, a die that must
stay, and a sheet.
"""


@pytest.fixture
def headless(tmp_path: Path) -> Iterator[HeadlessTable]:
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        session = Session(journal, rng=Random(7))
        with closing(HeadlessTable(session, journal, TableSpec(3, seed=7))) as headless:
            yield headless


@pytest.fixture
def alone(headless: HeadlessTable) -> HeadlessTable:
    """A table without guests."""
    headless.guests = Nobody()  # type: ignore[assignment]
    return headless


def begin(headless: HeadlessTable, **options: str | int) -> Match:
    return headless.session.begin("le_421", "classique", {**SHORT, **options}, ["Marie", "Jean"])


def rolls(match: Match) -> int:
    return sum(isinstance(action, Roll) for action in match.actions)


class Nobody:
    """In the guests' place: the tests themselves throw and press."""

    done = False

    def move(self, now: float) -> None:
        """No finger moves."""

    def look(self, view: TableView, now: float) -> None:
        """Nobody looks."""


def watch(headless: HeadlessTable, steps: int = 16) -> PlayView:
    """Let the table see for two seconds; what it says then."""
    for _ in range(steps):
        view = headless.step().view
    assert isinstance(view.scene, PlayView)
    return view.scene


def throw(headless: HeadlessTable, match: Match, dice: Collection[int]) -> None:
    """Throw these dice; again, as people do, where the table is in doubt about how they fell."""
    before = rolls(match)
    for _ in range(8):
        headless.table.throw(dice)
        watch(headless, 24)
        if rolls(match) > before:
            return
    pytest.fail("no throw was counted")


@pytest.mark.parametrize("name", SOON_OVER)
def test_what_was_played_is_what_was_thrown(name: str) -> None:
    seats = game(name).seats[0]  # one alone, where the game allows it
    result = play_match(name, options=SOON_OVER[name], players=seats, seed=7, turbo=True)
    assert result.mismatches == ()
    assert result.throws >= 4, "the roll-off and a round"
    assert sorted(name for place in result.standing for name in place) == ["Jean", "Marie"][-seats:]


def test_what_is_left_lying_stays_where_hands_say_so() -> None:
    result = play_match("le_421", "classique", SHORT, players=2, seed=7, turbo=True, keeping=Keeping.HANDS)
    assert result.mismatches == ()
    assert result.throws >= 4


def test_hands_that_outlast_their_turn_are_played_with_two_sets_too() -> None:
    result = play_match("four_twenty", None, {"dice_set": "own"}, players=2, seed=5, turbo=True)
    assert result.mismatches == ()
    assert result.throws > 2


def test_a_match_among_faults_is_played_as_it_was_thrown() -> None:
    result = play_match(
        "mexico", None, {}, players=2, seed=3, turbo=True, faults=dict.fromkeys(["push", "lift", "hand"], 0.3)
    )
    assert result.mismatches == ()


def test_the_same_seed_plays_the_same_match() -> None:
    first, second = (play_match("le_421", "courte", SHORT, players=2, seed=5, turbo=True) for _ in range(2))
    assert (first.standing, first.throws, first.prompts) == (second.standing, second.throws, second.prompts)


def test_a_die_that_falls_off_is_asked_for(alone: HeadlessTable) -> None:
    match = begin(alone)
    watch(alone)
    alone.table.throw([0, 1])
    scene = watch(alone, 24)
    assert rolls(match) == 0
    assert scene.warning
    assert scene.ruling == Ruling(RulingId.MISSING, count=1)


def test_a_table_goes_with_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cycle would keep networks and pictures of many matches, until Python happens to look for cycles."""
    readers = weakref.WeakSet[Reader]()

    def remembered() -> Reader:
        reader = Reader()
        readers.add(reader)
        return reader

    monkeypatch.setattr("kiosk.simulation.headless.Reader", remembered)
    gc.disable()
    try:
        assert play_match("mexico", players=2, seed=1, turbo=True).throws
        assert len(readers) == 0
    finally:
        gc.enable()
