"""Whole matches through lens, eyes, fingers, rules and disk; the judge compares what was played and what was thrown."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from hardware.panel import KEEPS
from kiosk import prompts
from kiosk.evening import Evening
from kiosk.games.core import Choice, Roll, Throw
from kiosk.journal import JOURNAL, Journal
from kiosk.match import Match
from kiosk.play import Sitting, play_match
from kiosk.view import EndView, PlayView, TableView

pytestmark = pytest.mark.usefixtures("weights")

SHORT = {"tokens": 3}
STEPS = 2000
"""More pictures than any of these matches takes."""


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        evening = Evening(journal, rng=Random(7))
        with closing(Sitting(evening, 3, seed=7)) as sitting:
            yield sitting


def begin(sitting: Sitting, **options: str | int) -> Match:
    return sitting.evening.begin("le_421", "classique", {**SHORT, **options}, ["Marie", "Jean"])


def rolls(match: Match) -> int:
    return sum(isinstance(action, Roll) for action in match.actions)


def play_until_choice(sitting: Sitting, match: Match) -> None:
    for _ in range(STEPS):
        sitting.step()
        if isinstance(match.wait, Choice):
            return
    pytest.fail("no choice came")


def watch_alone(sitting: Sitting, steps: int) -> TableView:
    """The guests lean back; the table goes on watching."""
    guests, sitting.guests = sitting.guests, _Nobody()  # type: ignore[assignment]
    view = sitting.step()
    for _ in range(steps):
        view = sitting.step()
    sitting.guests = guests
    return view


class _Nobody:
    done = False

    def move(self, now: float) -> None:
        pass

    def look(self, view: TableView, now: float) -> None:
        pass


def test_what_was_played_is_what_was_thrown() -> None:
    result = play_match("le_421", "classique", SHORT, players=2, seed=7, turbo=True)
    assert result.mismatches == ()
    assert result.throws >= 4
    assert sorted(name for place in result.standing for name in place) == ["Jean", "Marie"]


def test_the_same_seed_plays_the_same_match() -> None:
    first, second = (play_match("le_421", "courte", SHORT, players=2, seed=5, turbo=True) for _ in range(2))
    assert (first.standing, first.throws, first.prompts) == (second.standing, second.throws, second.prompts)


def test_undo_takes_a_counted_throw_back_and_the_dice_are_thrown_again(sitting: Sitting) -> None:
    match = begin(sitting)
    while rolls(match) < 2:
        sitting.step()
    before = list(match.actions)
    match.undo(sitting.table.time)
    sitting.evening._resync()
    view = watch_alone(sitting, 12)
    assert match.actions == before[:-1], "the dice still lying there are not counted again"
    assert isinstance(view.scene, PlayView)
    sitting.guests._waiting = False
    while rolls(match) < 2:
        sitting.step()


def test_a_die_that_falls_off_is_asked_for(sitting: Sitting) -> None:
    match = begin(sitting)
    watch_alone(sitting, 12)
    sitting.table.throw([0, 1])
    view = watch_alone(sitting, 24)
    assert rolls(match) == 0
    assert isinstance(view.scene, PlayView)
    assert view.scene.warning
    assert view.scene.prompt == prompts.missing(1)
    sitting.table.throw([2])
    watch_alone(sitting, 24)
    assert rolls(match) <= 1


def test_a_kept_die_keeps_its_lamp_and_its_track_through_a_throw(sitting: Sitting) -> None:
    match = begin(sitting, charge_rolls=3)
    play_until_choice(sitting, match)
    sitting.guests._fingers.clear()
    view = watch_alone(sitting, 6)
    assert isinstance(view.scene, PlayView)
    kept = view.scene.dice[0]
    sitting.guests._press([KEEPS[0]], sitting.table.time)
    sitting.guests._plan = None
    for _ in range(4):
        guests, looked = sitting.guests, sitting.guests.look
        guests.look = lambda _view, _now: None  # type: ignore[method-assign]
        view = sitting.step()
        guests.look = looked  # type: ignore[method-assign]
    assert isinstance(view.scene, PlayView)
    assert [die.kept for die in view.scene.dice] == [True, False, False]
    assert view.keys[KEEPS[0]].lit
    assert kept.box is not None
    held = sitting.table.at(kept.box[0] + kept.box[2] / 2, kept.box[1] + kept.box[3] / 2)
    sitting.table.throw([die for die in range(3) if die != held])
    before = match.last_hand
    watch_alone(sitting, 24)
    if rolls(match) == 4:  # else a doubt holds it back, and nothing was counted wrongly
        assert match.last_hand[1] == before[1]


KILLED = """
import sys
from pathlib import Path
from random import Random
from kiosk.evening import Evening
from kiosk.journal import Journal
from kiosk.play import Sitting
evening = Evening(Journal(Path(sys.argv[1])), rng=Random(3))
sitting = Sitting(evening, 3, 3)
match = evening.begin("le_421", "classique", {"tokens": 3, "charge_rolls": 3}, ["Marie", "Jean"])
serial = match.serial
while True:
    sitting.step()
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
        evening = Evening(journal, rng=Random(3))
        match = evening.match
        assert match is not None
        assert len(match.actions) >= counted, "what was on the screen was on the disk"
        assert isinstance(match.wait, Throw | Choice)
        before = list(match.actions)
        with closing(Sitting(evening, 3, seed=11)) as sitting:
            for _ in range(STEPS):
                view = sitting.step()
                if sitting.guests.done:
                    break
        assert isinstance(view.scene, EndView)
        assert match.actions[: len(before)] == before
