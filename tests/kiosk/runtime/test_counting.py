"""What matches come to is counted by the table while it idles: never under a match, and nobody waits for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from at_the_bar import Bar
from made_journal import many_matches
from one_throw import SECOND
from waiting import until

from hardware.panel import Button
from kiosk.files import DIGESTS_SUFFIX
from kiosk.games.text import Text
from kiosk.history import digests as digesting
from kiosk.history.digests import catch_up, digests
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry
from kiosk.runtime import counting as module
from kiosk.runtime.counting import Counting


@pytest.fixture
def counting(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    monkeypatch.setattr(module, "PAUSE_S", 0.0)
    counting = Counting(path)
    yield counting
    counting.stop(1.0)


def counted(path: Path) -> int:
    with closing(sqlite3.connect(path.with_name(path.name + DIGESTS_SUFFIX))) as file:
        known = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return int(file.execute("SELECT count(*) FROM digest").fetchone()[0]) if known else 0


def test_an_idle_table_counts_what_is_there_and_whoever_looks_back_replays_nothing(
    path: Path, counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_matches(path, 30)
    counting.move(idle=True)
    until("all are counted", lambda: counted(path) == 30)
    monkeypatch.setattr(digesting, "digest", None)  # it would not be callable
    assert len(list(digests(path))) == 30


def test_each_time_it_falls_idle_it_counts_what_came(path: Path, counting: Counting) -> None:
    many_matches(path, 2)
    counting.move(idle=True)
    until("they are counted", lambda: counted(path) == 2)
    counting.move(idle=False)
    with closing(Journal(path)) as journal:
        journal.write(journal.start("le_421", None, {}, ["Ana", "Bo"], None), action_entry(SECOND, 0))
    counting.move(idle=False)
    assert counted(path) == 2

    def all_counted() -> bool:
        counting.move(idle=True)
        return counted(path) == 3

    until("the third is", all_counted)


def test_it_stops_after_the_match_it_is_at_and_keeps_what_it_has(path: Path) -> None:
    many_matches(path, 10)
    answers = iter([True, True, False])
    catch_up(path, lambda: next(answers))
    assert counted(path) == 3
    catch_up(path, lambda: True)
    assert counted(path) == 10


def test_where_nothing_can_be_kept_nothing_is_counted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_matches(path, 3)
    path.with_name(path.name + DIGESTS_SUFFIX).mkdir()
    monkeypatch.setattr(digesting, "digest", None)  # it would not be callable
    catch_up(path, lambda: True)


def test_another_program_that_writes_digests_at_that_moment_harms_nothing(path: Path) -> None:
    many_matches(path, 3)
    catch_up(path, lambda: bool(list(digests(path))))
    assert counted(path) == 3


def test_a_table_is_idle_between_matches_alone_and_while_its_disk_is_well(bar: Bar) -> None:
    assert bar.session.idle
    bar.press(Button.MENU)
    assert not bar.session.idle, "somebody reads the menu"
    bar.press(Button.MENU)
    assert bar.session.idle
    bar.begin()
    assert not bar.session.idle, "a match is under way"
    bar.session.tick(bar.table.time + 3600)
    assert not bar.session.idle, "and it still is, behind the attract screen"
    bar.press(Button.MENU)  # wakes it
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    assert bar.session.idle
    bar.journal.trouble = Text("The disk is full")
    assert not bar.session.idle
