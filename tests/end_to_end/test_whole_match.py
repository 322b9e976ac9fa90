"""Whole matches through lens, eyes, fingers, rules and disk; an audit compares what was played and what was thrown."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from hardware.panel import KEEPS, Press, PressKind
from kiosk.games.core import Choice, Keep, Roll, Throw
from kiosk.games.options import OptionError
from kiosk.games.registry import game, games
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.match import Match
from kiosk.referee.keeping import Keeping
from kiosk.ruling import Ruling, RulingId
from kiosk.session.session import Session
from kiosk.simulation.headless import HeadlessTable, TableSpec, play_match
from kiosk.view import EndView, PlayView, TableView
from vision.reading.reader import Reader

pytestmark = pytest.mark.usefixtures("weights")

SHORT: dict[str, str | int] = {"tokens": 1}
SOON_OVER: dict[str, dict[str, str | int]] = {
    "chicago": {"match": "lives", "lives": 1},
    "cochon": {"target": 20},
    "dix_mille": {"opening": 0, "target": 1000},
    "four_twenty_one": {"rounds": 1},
    "le_421": SHORT,
    "poker_d_as": {"manches": 1},
    "schocken": {"tokens": 3, "halves": "one"},
    "threes_away_high": {"rounds": 1},
    "threes_away_low": {"rounds": 1},
    "zanzibar": SHORT,
}
"""House rules with which a match ends soon; the others are short enough."""
STEPS = 2000
"""More pictures than any of these matches takes."""


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


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_what_was_played_is_what_was_thrown(name: str) -> None:
    seats = game(name).seats[0]  # one alone, where the game allows it
    result = play_match(name, options=SOON_OVER.get(name), players=seats, seed=7, turbo=True)
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


def test_a_fault_that_nobody_knows_is_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match="There is no fault flood"):
        play_match("mexico", faults={"flood": 0.3})


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


def test_a_kept_die_keeps_its_lamp_and_its_value_through_a_throw(alone: HeadlessTable) -> None:
    match = begin(alone, charge_rolls=3)
    while not isinstance(match.wait, Choice):
        throw(alone, match, range(3))
    alone.session.press(Press(frozenset({KEEPS[0]}), PressKind.SHORT, alone.table.time))
    scene = watch(alone, 2)
    assert [die.kept for die in scene.dice] == [True, False, False]
    assert alone.session.view.lamps[KEEPS[0]]
    box = scene.dice[0].box
    assert box is not None
    kept = alone.table.at(box[0] + box[2] / 2, box[1] + box[3] / 2)
    value = match.last_hand[1]
    throw(alone, match, [die for die in range(3) if die != kept])
    assert match.last_hand[1] == value
    assert Keep(frozenset({1})) in match.actions


KILLED = """
import sys
from pathlib import Path
from random import Random
from kiosk.session.session import Session
from kiosk.match.journal import Journal
from kiosk.simulation.headless import HeadlessTable, TableSpec
journal = Journal(Path(sys.argv[1]))
session = Session(journal, rng=Random(3))
headless = HeadlessTable(session, journal, TableSpec(3, 3))
match = session.begin("le_421", "classique", {"tokens": 1, "charge_rolls": 3}, ["Marie", "Jean"])
serial = match.serial
while True:
    headless.step()
    if match.serial != serial:
        serial = match.serial
        print(len(match.actions), flush=True)
"""


def test_a_killed_process_comes_back_into_its_match_and_plays_it_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert child.stdout is not None
    with child:
        counted = 0
        while counted < 4:
            counted = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
    with closing(Journal(path)) as journal:
        session = Session(journal, rng=Random(3))
        match = session.match
        assert match is not None
        assert len(match.actions) >= counted, "what was on the screen was on the disk"
        assert isinstance(match.wait, Throw | Choice)
        before = list(match.actions)
        with closing(HeadlessTable(session, journal, TableSpec(3, seed=11))) as headless:
            for _ in range(STEPS):
                view = headless.step().view
                if headless.guests.done:
                    break
        assert isinstance(view.scene, EndView)
        assert match.actions[: len(before)] == before


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
