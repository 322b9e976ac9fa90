"""Copies are whole: of one moment, read back and compared, and never half a file by the name of a whole one."""

import errno
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from made_journal import many_matches
from one_throw import FIRST, SECOND, one_throw

from kiosk.appliance import copying
from kiosk.appliance.copying import CopyError, copy_all, copy_file
from kiosk.appliance.machine import FOLDER, save_logs
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record, action_entry, actions_of


def held(path: Path) -> list[tuple[Record, list[Entry]]]:
    reader = JournalReader(path)
    assert reader.sound()
    found = [(match, reader.entries(match)) for match in reader.matches()]
    reader.close()
    return found


@contextmanager
def a_table_that_plays(path: Path) -> Iterator[Journal]:
    """Throws are counted as fast as the disk takes them, and the log is written back all the time."""
    journal, stopped = Journal(path), threading.Event()
    journal._database.execute("PRAGMA wal_autocheckpoint = 2")
    journal._database.execute("PRAGMA synchronous = OFF")
    match = journal.unfinished()
    assert match is not None

    def play() -> None:
        while not stopped.wait(0.001):
            journal.write(match, *[action_entry(SECOND, number) for number in range(5)])

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield journal
    finally:
        stopped.set()
        thread.join()
        journal.close()


def test_a_copy_made_while_the_table_plays_is_of_one_moment(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    data.mkdir()
    many_matches(data / JOURNAL, 100)
    lengths = []
    with a_table_that_plays(data / JOURNAL):
        for _ in range(5):
            copy_all(data, stick)
            lengths.append(len(held(stick / JOURNAL)[-1][1]))
    assert all(length % 5 == 0 for length in lengths), "a throw is there whole or not at all"
    assert lengths[-1] > lengths[0]
    assert sorted(file.name for file in stick.iterdir()) == [JOURNAL]


def test_all_that_is_worth_keeping_is_copied_and_nothing_else(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    match = one_throw(data / JOURNAL)
    (data / "corrected").mkdir()
    (data / "corrected" / "1.png").write_bytes(b"a picture")
    (data / "preferences.json").write_text("{}")
    (data / f"{JOURNAL}.damaged-1").write_bytes(b"SQLite format 3\0" + b"beer" * 1000)
    (data / f"{JOURNAL}.damaged-1-wal").write_bytes(b"its log")
    stick.mkdir()
    (stick / JOURNAL).write_bytes(b"an older copy")
    journal = Journal(data / JOURNAL)
    journal.write(match, action_entry(SECOND, 1))
    assert (data / f"{JOURNAL}-wal").stat().st_size > 0
    copy_all(data, stick)
    journal.close()
    found = {str(file.relative_to(stick)): file for file in stick.rglob("*") if file.is_file()}
    damaged = f"{JOURNAL}.damaged-1"
    assert set(found) == {JOURNAL, "corrected/1.png", "preferences.json", damaged, f"{damaged}-wal"}
    assert found[damaged].read_bytes() == (data / damaged).read_bytes()
    assert actions_of(held(stick / JOURNAL)[0][1]) == [FIRST, SECOND], "with what only the log holds"
    after = Journal(stick / JOURNAL)
    assert after.unfinished() == match
    after.close()


def test_a_damaged_journal_is_copied_as_it_is(tmp_path: Path) -> None:
    one_throw(tmp_path / JOURNAL)
    content = (tmp_path / JOURNAL).read_bytes()[:4096] + b"\xff" * 4096 * 8
    (tmp_path / JOURNAL).write_bytes(content)
    assert not copy_file(tmp_path / JOURNAL, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == content


class WornStick:
    """Takes everything, and gives back something else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(copying, "on_disk", self.write)

    def write(self, file: Path) -> None:
        content = bytearray(file.read_bytes())
        content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
        file.write_bytes(content)


def test_a_stick_that_gives_back_something_else_never_says_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    one_throw(data / JOURNAL)
    assert save_logs([stick], data, bytes).message.startswith("Saved")
    before = (stick / FOLDER / JOURNAL).read_bytes()
    WornStick(monkeypatch)
    assert "something else" in save_logs([stick], data, bytes).message
    assert (stick / FOLDER / JOURNAL).read_bytes() == before, "the good copy of before is kept"
    (data / JOURNAL).unlink()
    (data / "notes.txt").write_text("beer, ice, lemons")
    with pytest.raises(CopyError):
        copy_all(data, stick)
    assert not list(stick.rglob("*.new"))


def test_a_stick_that_is_full_keeps_the_copy_of_before_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    one_throw(data / JOURNAL)
    (data / "preferences.json").write_text("{}")
    save_logs([stick], data, bytes)
    (data / "preferences.json").write_text('{"volume": 1}')

    def full(_source: Path, target: Path) -> None:
        target.write_bytes(b"{")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    assert save_logs([stick], data, bytes).message == "There is no room left on the stick"
    assert (stick / FOLDER / "preferences.json").read_text() == "{}"
    assert not list(stick.rglob("*.new"))


def test_it_tells_how_far_it_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    many_matches(data / JOURNAL, 700)
    heard: list[float] = []
    copy_all(data, tmp_path / "stick", lambda done, of: heard.append(done / of))
    assert len(heard) > 1, "not all at once"
    assert heard == sorted(heard)
    assert heard[-1] == 0.5, "it is compared as well"
