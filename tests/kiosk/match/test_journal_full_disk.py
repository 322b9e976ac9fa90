"""A full disk stops no match, and once there is room again the match is on disk."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from one_throw import FIRST, SECOND, all_actions, goes_on, matches, one_throw, retried, sentence, started
from small_disk import NoDiskError, fill
from small_disk import small_disk as a_disk

from kiosk.match.journal import RETRY_S, Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import action_entry, actions_of


@contextmanager
def small_disk(place: Path) -> Iterator[None]:
    """A disk of its own, of 256 KiB."""
    try:
        with a_disk(place):
            yield
    except NoDiskError:
        pytest.skip("no disk can be mounted here")


@pytest.mark.parametrize("used", ["in mid-match", "with the next match", "when the table is switched off"])
def test_a_disk_that_fills_up_in_a_match_does_not_stop_it_and_room_brings_it_back(tmp_path: Path, used: str) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        journal = Journal(place / "matches.sqlite3")
        match = started(journal)
        journal.write(match, action_entry(FIRST, 0))
        fill(place)
        for count in range(200):
            journal.write(match, action_entry(SECOND, count))
        assert "full" in sentence(journal)
        assert len(actions_of(journal.entries(match))) == 201
        retried(journal, 0.0)
        assert "full" in sentence(journal), "and is full still"
        (place / "beer").unlink()
        if used == "in mid-match":
            retried(journal, RETRY_S - 0.1)
            assert journal.trouble is not None, "it is not tried all the time"
            retried(journal, RETRY_S)
            assert journal.trouble is None
            assert len(actions_of(JournalReader(place / "matches.sqlite3").entries(match))) == 201
        if used == "with the next match":
            started(journal)
            retried(journal, 0.1)
            assert journal.trouble is None
        journal.close()
        on_disk = Journal(place / "matches.sqlite3")
        assert len(actions_of(on_disk.entries(match))) == 201
        on_disk.close()


def test_a_match_begun_while_there_was_no_room_goes_on_in_the_file_beside_those_of_before(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        match = one_throw(place / "matches.sqlite3")
        fill(place)
        journal = Journal.open(place / "matches.sqlite3")
        following = started(journal)
        journal.write(following, action_entry(SECOND, 0))
        (place / "beer").unlink()
        retried(journal, 0.0)
        journal.write(following, action_entry(FIRST, 1))
        fill(place)
        for count in range(200):
            journal.write(following, action_entry(FIRST, count))
        assert "full" in sentence(journal), "a second time"
        (place / "beer").unlink()
        retried(journal, RETRY_S)
        assert actions_of(journal.entries(following)) == [SECOND, *[FIRST] * 201]
        assert all_actions(journal) == [[FIRST], [SECOND, *[FIRST] * 201]]
        assert matches(journal)[0] == match
        journal.close()


def test_a_match_that_a_pulled_plug_ended_goes_on_from_a_full_disk(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        journal = Journal(tmp_path / "matches.sqlite3")
        match = started(journal)
        journal.write(match, action_entry(FIRST, 0))
        for name in ("matches.sqlite3", "matches.sqlite3-wal"):  # what was synced; the third file never is
            shutil.copy(tmp_path / name, place)
        journal.close()
        fill(place)
        journal = Journal.open(place / "matches.sqlite3")
        assert "no room left" in sentence(journal)
        assert goes_on(journal, match)
        (place / "beer").unlink()
        retried(journal, RETRY_S)
        assert journal.trouble is None
        assert matches(journal) == [match]
        assert actions_of(journal.entries(match)) == [FIRST, SECOND]
        journal.close()
