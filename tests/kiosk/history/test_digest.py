"""What all matches come to is counted once: a second look replays nothing, and says the same."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from zlib import crc32

import pytest
from made_journal import make_journal

from kiosk.games.core import Roll
from kiosk.games.registry import game
from kiosk.history import history
from kiosk.history.history import pasts
from kiosk.match.digest import Digest, digest
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record, correction_entry, given_up_entry
from kiosk.match.match import Match


def played(path: Path, colour: Sequence[int] = (20, 20, 200), *, light: int = 90) -> Match:
    """A match given up after a throw that was read as 6-6-5."""
    journal = Journal(path)
    record = journal.start("le_421", "classique", {}, ["Marie", "Jean"], None)
    match = Match(journal, record, game("le_421")("classique"))
    dice = [{"value": value, "colour": list(colour)} for value in (6, 6, 5)]
    match.act(Roll((6, 6, 6)), time=0.0, read={"dice": dice, "corrected": [3], "light": light})
    match.give_up(1.0)
    journal.close()
    return match


def test_what_a_match_comes_to_is_written_as_it_ends_and_is_what_its_entries_say(path: Path) -> None:
    make_journal(path, 20, kinds=["le_421", "schocken", "mexico"], templates=2)
    with closing(JournalReader(path)) as reader:
        ended = [(match, made) for _, match, end, made in reader.endings() if match is not None and end is not None]
        assert len(ended) == 19
        for match, made in ended:
            assert made == digest(match, reader.entries(match))
        assert len({hand for _, made in ended if made for hand in (*made.best, *made.worst)}) > 2, "hands came through"


def test_whoever_looks_back_replays_nothing_but_the_match_under_way(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_journal(path, 40, kinds=["zanzibar"])
    first = pasts(path)
    counted: list[int] = []

    def noted(match: Record, entries: Sequence[Entry]) -> Digest:
        counted.append(match.number)
        return digest(match, entries)

    monkeypatch.setattr(history, "digest", noted)
    assert pasts(path) == first
    assert counted == [40]


def test_a_match_that_goes_on_after_its_end_is_counted_anew(path: Path) -> None:
    match = played(path)
    journal = Journal(path)
    journal.write(match.record, correction_entry(0, (1, 2, 3), 1, 2.0))
    assert [past.end for past in pasts(path)] == [None]
    assert pasts(path)[0].digest.faces == [1, 1, 1, 0, 0, 0]
    journal.write(match.record, given_up_entry(3.0))
    journal.close()
    with closing(JournalReader(path)) as reader:
        ((_, _, _, made),) = reader.endings()
    assert made is not None
    assert (made.faces, made.corrections) == ([1, 1, 1, 0, 0, 0], 2)


@pytest.mark.parametrize("body", ["{", '{"version": 1}'], ids=["flipped", "of an older version"])
def test_a_digest_that_is_damaged_or_of_another_version_is_made_anew(path: Path, body: str) -> None:
    played(path)
    before = pasts(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE digest SET body = ?, sum = ?", (body, crc32(json.dumps(body).encode()) - (body == "{")))
    assert pasts(path) == before
