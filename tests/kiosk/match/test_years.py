"""What a journal does while somebody plays takes as long after years as after an evening."""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_journal import ENTRIES, many_matches
from one_throw import FIRST, SECOND, cut_off, matches, one_throw, retried, sentence, started

from kiosk.history.history import endings
from kiosk.match import database
from kiosk.match.journal import RETRY_S, Journal
from kiosk.match.log import action_entry, actions_of
from kiosk.match.owner import JournalLock
from kiosk.session.attract import last_winners
from kiosk.session.naming import roster
from kiosk.session.session import Session


def steps_of(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many steps SQLite's machine takes for it in this thread."""
    taken = [0]
    connect, here = sqlite3.connect, threading.get_ident()

    def count() -> int:
        taken[0] += 1
        return 0

    def counted(*args: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **named)
        if threading.get_ident() == here:
            connection.set_progress_handler(count, 1)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", counted)
        work()
    return taken[0]


def an_evening(path: Path) -> None:
    """The table is switched on, a match goes on and ends, and another begins."""
    journal = Journal.open(path)
    session = Session(journal)
    match = session.match
    assert match is not None
    match.give_up(0.0)
    session.begin("le_421", None, {}, ["Marie", "Jean"])
    last_winners(journal)
    roster(journal)
    cut_off(journal)
    again = Journal.open(path)
    assert again.unfinished() is not None
    again.close()


def test_an_evening_at_the_table_takes_the_same_after_four_times_as_many_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = tmp_path / "few.sqlite3", tmp_path / "many.sqlite3"
    many_matches(few, 600, 2)
    many_matches(many, 2400, 2)
    short = steps_of(lambda: an_evening(few), monkeypatch)
    assert short > 100
    assert steps_of(lambda: an_evening(many), monkeypatch) < 1.02 * short


def test_listing_matches_takes_the_same_however_long_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = tmp_path / "short.sqlite3", tmp_path / "long.sqlite3"
    many_matches(short, 10)
    many_matches(long, 10, 10 * ENTRIES)
    taken = [steps_of(lambda path=path: list(endings(path)), monkeypatch) for path in (short, long)]  # type: ignore[misc]
    assert taken[1] < 1.02 * taken[0]
    assert [end is None for _, _, end in endings(long)] == [*[False] * 9, True]


# --- damage is found beside the game ---------------------------------------------------------------------------------


def damage_an_old_match(path: Path) -> None:
    """As a worn card may lose a page that nobody needs tonight."""
    content = path.read_bytes()
    place = len(content) // 3 // 4096 * 4096
    path.write_bytes(content[:place] + b"\xff" * 4096 + content[place + 4096 :])


def test_damage_of_long_ago_is_found_beside_the_game_which_goes_on_in_a_new_file(path: Path) -> None:
    match = many_matches(path, 300)[-1]
    damage_an_old_match(path)
    journal = Journal.open(path)
    assert journal.notice is None, "nobody waited until the whole file was read"
    assert journal.unfinished() == match
    assert journal._check is not None
    journal._check._found.result()
    journal.write(match, action_entry(SECOND, 1))
    journal.retry(0.0)
    assert journal.notice is not None
    assert "damaged-1" in str(journal.notice.values)
    assert journal.trouble is None
    journal.write(match, action_entry(SECOND, 2))
    journal.close()
    after = Journal(path)
    assert matches(after) == [match]
    assert actions_of(after.entries(match)) == [*[FIRST] * ENTRIES, SECOND, SECOND]
    assert path.with_name("matches.sqlite3.damaged-1").exists()
    after.close()


def test_a_sound_file_is_left_alone_and_a_check_that_nobody_waits_for_ends(path: Path) -> None:
    many_matches(path, 500)
    journal = Journal.open(path)
    check = journal._check
    assert check is not None
    journal.close()
    assert check.found is not None, "it has let go of the file"
    assert not check.found.broken
    journal = Journal.open(path)
    assert journal._check is not None
    journal._check._found.result()
    journal.retry(0.0)
    assert (journal.trouble, journal.notice) == (None, None)
    assert not list(path.parent.glob("*damaged*"))
    journal.close()


# --- nothing stands in a press's way ---------------------------------------------------------------------------------


def test_a_disk_that_hangs_while_it_is_tried_again_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.mkdir(parents=True)
    journal = Journal.open(path)
    match = started(journal)
    hangs, asked = threading.Event(), threading.Event()
    own = database.own

    def slow(file: Path) -> JournalLock:
        asked.set()
        assert hangs.wait(60)
        return own(file)

    monkeypatch.setattr(database, "own", slow)
    journal.retry(0.0)
    assert asked.wait(60)
    journal.write(match, action_entry(FIRST, 0))  # all this would wait for ever
    journal.retry(RETRY_S)
    assert journal.trouble is not None
    path.rmdir()
    hangs.set()
    retried(journal, RETRY_S)
    assert journal.trouble is None
    assert actions_of(journal.entries(match)) == [FIRST]
    journal.close()


PATIENCE_S, OPENING_S = 20.0, 60.0
"""How long nobody may wait, however busy the machine, and how long SQLite waits here where a file is opened."""


def test_a_locked_file_keeps_no_press_waiting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", OPENING_S)
    match = one_throw(path)
    journal = Journal(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    longest = 0.0
    for second in range(20):
        began = time.monotonic()
        journal.write(match, action_entry(SECOND, second))
        journal.retry(float(second))
        longest = max(longest, time.monotonic() - began)
    assert longest < PATIENCE_S
    assert "memory" in sentence(journal)
    other.close()
    retried(journal, 100.0)
    retried(journal, 200.0)
    assert journal.trouble is None
    assert actions_of(journal.entries(match)) == [FIRST, *[SECOND] * 20]
    journal.close()
