"""Nothing is lost, nothing is overwritten, and play goes on, whatever becomes of the power, the disk and the clock."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir

import pytest
from killed_match import kills

from kiosk.database import SCHEMA_VERSION
from kiosk.games.core import Roll, Stop, game
from kiosk.journal import RETRY_S, Archive, Journal, JournalError, Record, action_line, actions_of
from kiosk.match import Match

OLD_SCHEMAS = sorted(Path(__file__).parent.glob("journal_schema_*.sql"))
FIRST, SECOND = Roll((1, 2, 3)), Roll((6, 6, 6))
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite3"


def started(journal: Journal) -> Record:
    return journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)


def one_throw(path: Path) -> Record:
    """A journal with a match under way, let go of."""
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_line(FIRST, 0))
    journal.close()
    return match


def goes_on(journal: Journal, match: Record) -> bool:
    """Whether the match under way is found and takes another throw."""
    assert journal.unfinished() == match
    journal.write(match, action_line(SECOND, 1))
    return actions_of(journal.lines(match)) == [FIRST, SECOND]


def sentence(journal: Journal) -> str:
    assert journal.trouble is not None
    return journal.trouble.message.format(**dict(journal.trouble.values))


# --- the power -------------------------------------------------------------------------------------------------------


def test_a_match_killed_at_random_moments_loses_nothing_acknowledged_and_holds_nothing_half_done(path: Path) -> None:
    path.parent.mkdir()
    for killed in kills(path, seed=421, number=12):
        assert killed.whole, killed


# --- a damaged file --------------------------------------------------------------------------------------------------


def test_a_damaged_file_is_kept_aside_untouched_and_a_new_one_begins(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"beer" * 1000)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
    journal = Journal.open(path)
    assert path.with_name("matches.sqlite3.damaged-1").read_bytes() == b"beer" * 1000
    assert journal.notice is not None
    assert "damaged" in journal.notice.message
    assert journal.trouble is None, "what comes is safe"
    journal.write(started(journal), action_line(Stop(), 0))
    assert Journal(path).unfinished() is not None, "the new file is on disk"


def test_a_second_damaged_file_does_not_overwrite_the_first(path: Path) -> None:
    path.parent.mkdir()
    for content in (b"one" * 500, b"two" * 500):
        path.write_bytes(content)
        Journal.open(path).close()
        for log in ("-wal", "-shm"):
            path.with_name(path.name + log).unlink(missing_ok=True)
    assert path.with_name("matches.sqlite3.damaged-1").read_bytes() == b"one" * 500
    assert path.with_name("matches.sqlite3.damaged-2").read_bytes() == b"two" * 500


def test_the_match_under_way_is_taken_out_of_a_damaged_file_where_it_can_be_read(path: Path) -> None:
    match = one_throw(path)
    with sqlite3.connect(path) as other:
        root = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'line_of_match'").fetchone()[0]
        page = other.execute("PRAGMA page_size").fetchone()[0]
    other.close()
    with path.open("r+b") as file:  # the index, which no line is in
        file.seek((root - 1) * page)
        file.write(b"beer" * (page // 4))
    journal = Journal.open(path)
    assert journal.notice is not None
    assert goes_on(journal, match)
    assert goes_on_after_that(path, match)


def goes_on_after_that(path: Path, match: Record) -> bool:
    journal = Journal(path)
    return actions_of(journal.lines(match)) == [FIRST, SECOND]


def test_a_text_that_a_worn_card_has_changed_is_noticed(path: Path) -> None:
    one_throw(path)
    content = path.read_bytes()
    assert content.count(b'{"roll": [1, 2, 3]}') == 1
    path.write_bytes(content.replace(b'{"roll": [1, 2, 3]}', b'{"roll": [1, 2, 3}}'))
    journal = Journal.open(path)
    assert journal.notice is not None
    assert journal.unfinished() is None, "a match with a hole is no match"
    assert path.with_name("matches.sqlite3.damaged-1").exists()


# --- a file that others have -----------------------------------------------------------------------------------------


def test_a_locked_file_is_left_alone_and_play_goes_on_in_memory(path: Path) -> None:
    match = one_throw(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    journal = Journal.open(path)
    assert "in use" in sentence(journal)
    assert goes_on(journal, match)
    other.close()
    assert actions_of(Journal(path).lines(match)) == [FIRST]


def test_a_file_locked_in_the_middle_of_a_match_is_gone_back_to_with_the_next_one(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_line(FIRST, 0))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    journal.write(match, action_line(SECOND, 1))
    assert "memory only" in sentence(journal)
    other.execute("ROLLBACK")
    other.close()
    following = started(journal)
    assert journal.trouble is None
    journal.close()
    on_disk = Journal(path)
    assert on_disk.matches() == [match, following]
    assert actions_of(on_disk.lines(match)) == [FIRST, SECOND], "what was kept in memory is on disk as well"


def test_matches_kept_in_memory_never_replace_one_on_disk(path: Path) -> None:
    match = one_throw(path)
    journal = Journal.open(path)
    journal._database.execute("PRAGMA query_only = ON")
    other = started(journal)
    journal.write(other, action_line(SECOND, 0))
    started(journal)
    journal.close()
    on_disk = Journal(path)
    assert [actions_of(on_disk.lines(one)) for one in on_disk.matches()] == [[FIRST], [SECOND], []]
    assert on_disk.matches()[0] == match


def test_a_journal_of_a_newer_version_is_not_touched(path: Path) -> None:
    Journal(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    content = path.read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)
    assert Journal.open(path).trouble is not None
    assert not [*path.parent.glob("*damaged*"), *path.parent.glob("*schema*")]
    assert path.read_bytes() == content


# --- a place that takes nothing --------------------------------------------------------------------------------------


def test_a_place_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "file" / "matches.sqlite3")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody without rights")
def test_a_folder_that_cannot_be_written_lets_the_match_go_on_in_memory() -> None:
    folder = Path(gettempdir()) / f"dice-table-{os.getpid()}"  # pytest's own folder is root's alone
    try:
        match = one_throw(folder / "matches.sqlite3")
        content = (folder / "matches.sqlite3").read_bytes()
        folder.chmod(0o555)
        (folder / "matches.sqlite3").chmod(0o444)
        os.seteuid(NOBODY)
        try:
            journal = Journal.open(folder / "matches.sqlite3")
            assert "cannot be written" in sentence(journal)
            assert goes_on(journal, match)
            archive = Archive(folder / "matches.sqlite3")
            assert archive.matches() == [match], "it can still be told from"
            archive.close()
        finally:
            os.seteuid(0)
        assert (folder / "matches.sqlite3").read_bytes() == content
    finally:
        shutil.rmtree(folder)


@contextmanager
def small_disk(place: Path) -> Iterator[None]:
    """A disk of its own, of 256 KiB."""
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", os.fsencode(place), b"tmpfs", 0, b"size=256k") != 0:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        libc.umount2(os.fsencode(place), 2)


def fill(place: Path) -> None:
    with (place / "beer").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"b" * 512)
        except OSError:
            pass


@pytest.mark.parametrize("used", ["in mid-match", "with the next match", "when the table is switched off"])
def test_a_disk_that_fills_up_in_a_match_does_not_stop_it_and_room_brings_it_back(tmp_path: Path, used: str) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        journal = Journal(place / "matches.sqlite3")
        match = started(journal)
        journal.write(match, action_line(FIRST, 0))
        fill(place)
        for count in range(200):
            journal.write(match, action_line(SECOND, count))
        assert "full" in sentence(journal)
        assert len(actions_of(journal.lines(match))) == 201
        journal.retry(0.0)
        assert "full" in sentence(journal), "and is full still"
        (place / "beer").unlink()
        if used == "in mid-match":
            journal.retry(RETRY_S - 0.1)
            assert journal.trouble is not None, "it is not tried all the time"
            journal.retry(RETRY_S)
            assert journal.trouble is None
            assert len(actions_of(Archive(place / "matches.sqlite3").lines(match))) == 201
        if used == "with the next match":
            started(journal)
            assert journal.trouble is None
        journal.close()
        on_disk = Journal(place / "matches.sqlite3")
        assert len(actions_of(on_disk.lines(match))) == 201
        on_disk.close()


def test_a_match_begun_while_there_was_no_room_goes_on_in_the_file_beside_those_of_before(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        match = one_throw(place / "matches.sqlite3")
        fill(place)
        journal = Journal.open(place / "matches.sqlite3")
        following = started(journal)
        journal.write(following, action_line(SECOND, 0))
        (place / "beer").unlink()
        journal.retry(0.0)
        journal.write(following, action_line(FIRST, 1))
        fill(place)
        for count in range(200):
            journal.write(following, action_line(FIRST, count))
        assert "full" in sentence(journal), "a second time"
        (place / "beer").unlink()
        journal.retry(RETRY_S)
        assert actions_of(journal.lines(following)) == [SECOND, *[FIRST] * 201]
        assert [actions_of(journal.lines(one)) for one in journal.matches()] == [[FIRST], [SECOND, *[FIRST] * 201]]
        assert journal.matches()[0] == match
        journal.close()


def test_a_disk_that_is_full_from_the_start_says_so(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        match = one_throw(place / "matches.sqlite3")
        fill(place)
        journal = Journal.open(place / "matches.sqlite3")
        assert "no room left" in sentence(journal)
        assert goes_on(journal, match)
        journal.close()


def test_a_match_that_a_pulled_plug_ended_goes_on_from_a_full_disk(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place):
        journal = Journal(tmp_path / "matches.sqlite3")
        match = started(journal)
        journal.write(match, action_line(FIRST, 0))
        for name in ("matches.sqlite3", "matches.sqlite3-wal"):  # what was synced; the third file never is
            shutil.copy(tmp_path / name, place)
        journal.close()
        fill(place)
        journal = Journal.open(place / "matches.sqlite3")
        assert "no room left" in sentence(journal)
        assert goes_on(journal, match)
        (place / "beer").unlink()
        journal.retry(RETRY_S)
        assert journal.trouble is None
        assert journal.matches() == [match]
        assert actions_of(journal.lines(match)) == [FIRST, SECOND]
        journal.close()


def test_a_file_that_may_not_grow_lets_the_match_go_on_in_memory(path: Path) -> None:
    script = f"""
import pathlib, resource, signal
from kiosk.games.core import Stop
from kiosk.journal import Journal, action_line, actions_of
journal = Journal(pathlib.Path({str(path)!r}))
match = journal.start("le_421", None, {{}}, ["A", "B"], None)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({100 * 1024}, {100 * 1024}))
for number in range(100):
    journal.write(match, action_line(Stop(), number))
assert journal.trouble is not None and "memory" in journal.trouble.message
print(len(actions_of(journal.lines(match))))
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("100\n", "")
    left = Journal(path)
    assert left.trouble is None, "what was on disk stays sound"


# --- the clock -------------------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_years_changes_no_order(path: Path) -> None:
    days = iter(
        [datetime(2026, 11, 21, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), datetime(2038, 1, 19, tzinfo=UTC)] * 9
    )
    journal = Journal(path, clock=lambda: next(days))
    match = started(journal)
    for number in range(7):
        journal.write(match, action_line(Roll((number,)), number))
    last = started(journal)
    assert actions_of(journal.lines(match)) == [Roll((number,)) for number in range(7)]
    assert journal.unfinished() == last
    assert {line.at[:4] for line in journal.lines(match) if line.at} == {"1970", "2038", "2026"}


# --- earlier versions ------------------------------------------------------------------------------------------------


def test_there_is_a_file_of_every_earlier_schema() -> None:
    assert len(OLD_SCHEMAS) == SCHEMA_VERSION - 1


@pytest.fixture(params=OLD_SCHEMAS, ids=lambda file: file.stem)
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    path.parent.mkdir()
    database = sqlite3.connect(path)
    database.executescript(request.param.read_text(encoding="utf-8"))
    database.close()
    return path


def test_an_older_file_is_upgraded_and_kept(old: Path) -> None:
    before = list(sqlite3.connect(old).iterdump())
    journal = Journal.open(old)
    assert journal.trouble is None
    assert journal.notice is not None
    [kept] = old.parent.glob("*.schema-*")
    assert kept.name in str(journal.notice.values)
    assert list(sqlite3.connect(kept).iterdump()) == before
    record = journal.unfinished()
    assert record is not None
    assert (record.id, record.players, record.house) == (2, ("Marie", "House"), {1})
    match = Match(journal, record, game(record.game)(record.preset, record.options))
    assert match.actions == [Roll((4, 2, 1))]
    journal.close()
    again = Journal(old)
    assert again.notice is None, "once is enough"
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        again._database.execute("DELETE FROM line")


def test_an_older_file_is_told_from_without_being_upgraded(old: Path) -> None:
    content = old.read_bytes()
    archive = Archive(old)
    assert [record.id for record in archive.matches()] == [1, 2]
    assert actions_of(archive.lines(archive.matches()[1])) == [Roll((4, 2, 1))]
    archive.close()
    assert old.read_bytes() == content


def test_an_older_file_that_cannot_be_upgraded_stays_as_it_is(old: Path) -> None:
    database = sqlite3.connect(old, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN EXCLUSIVE")
    journal = Journal.open(old)
    assert "in use" in sentence(journal)
    assert journal.unfinished() is not None, "its match goes on in memory"
    database.execute("ROLLBACK")
    database.close()
