"""The journal: every line comes back, in its order, and none is ever changed."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from one_throw import cut_off, started

from kiosk.games.core import Carry, Roll, Stop
from kiosk.match import rows
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry, actions_of


def test_after_a_power_cut_the_match_under_way_is_found(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_entry(Roll((1, 2, 3)), 1.0))
    cut_off(journal)
    other = Journal(path)
    assert other.unfinished() == match
    assert actions_of(other.entries(match)) == [Roll((1, 2, 3))]


def test_lines_cannot_be_changed_or_removed(path: Path) -> None:
    journal = Journal(path)
    journal.write(started(journal), action_entry(Stop(), 0))
    with sqlite3.connect(path) as other:
        for statement in ("UPDATE line SET body = '{}'", "DELETE FROM line", "UPDATE match SET players = '[]'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(statement)
    other.close()


def test_each_commit_is_synced(path: Path) -> None:
    journal = Journal(path)
    assert journal._database.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._database.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_a_clock_that_jumps_years_changes_no_order(path: Path) -> None:
    days = iter(
        [datetime(2026, 11, 21, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), datetime(2038, 1, 19, tzinfo=UTC)] * 9
    )
    journal = Journal(path, clock=lambda: next(days))
    match = started(journal)
    for number in range(1, 7):
        journal.write(match, action_entry(Roll((number,)), number))
    last = started(journal)
    assert actions_of(journal.entries(match)) == [Roll((number,)) for number in range(1, 7)]
    assert journal.unfinished() == last
    assert {line.at[:4] for line in journal.entries(match) if line.at} == {"1970", "2038", "2026"}


def test_a_match_that_takes_the_place_of_another_begins_whole_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(path)) as journal:
        old = journal.start("cochon", None, {}, ["Marie", "Jean"], 0)
        carry = action_entry(Carry((3, 3, 3)), 1.0)
        names = ["Marie", "Jean", "Paul"]
        with monkeypatch.context() as cut:
            cut.setattr(rows, "write_match", Mock(side_effect=KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                journal.start("cochon", None, {}, names, 0, entries=[carry], instead_of=old)
        assert journal.unfinished() == old
        new = journal.start("cochon", None, {}, names, 0, entries=[carry], instead_of=old)
        assert (journal.unfinished(), journal.end(old)) == (new, {"given_up": True})
        assert [entry.body for entry in journal.entries(new)] == [carry.body]
