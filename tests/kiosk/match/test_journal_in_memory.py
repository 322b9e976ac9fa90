"""A journal that is locked, may not be written or is of a newer version stays as it is; play goes on in memory."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest
from one_throw import FIRST, SECOND, all_actions, goes_on, matches, one_throw, retried, sentence, started

from kiosk.match.database import JournalError
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import action_entry, actions_of

NOBODY = 65534


def test_a_locked_file_is_left_alone_and_play_goes_on_in_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.match.database.BUSY_TIMEOUT_S", 0.05)
    match = one_throw(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    journal = Journal.open(path)
    assert "in use" in sentence(journal)
    assert goes_on(journal, match)
    other.close()
    assert actions_of(Journal(path).entries(match)) == [FIRST]


def test_a_file_locked_in_the_middle_of_a_match_is_gone_back_to_with_the_next_one(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_entry(FIRST, 0))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    journal.write(match, action_entry(SECOND, 1))
    assert "memory only" in sentence(journal)
    other.execute("ROLLBACK")
    other.close()
    following = started(journal)
    retried(journal, 0.0)
    assert journal.trouble is None
    journal.close()
    on_disk = Journal(path)
    assert matches(on_disk) == [match, following]
    assert actions_of(on_disk.entries(match)) == [FIRST, SECOND], "what was kept in memory is on disk as well"


def test_matches_kept_in_memory_never_replace_one_on_disk(path: Path) -> None:
    match = one_throw(path)
    journal = Journal.open(path)
    journal._database.execute("PRAGMA query_only = ON")
    other = started(journal)
    journal.write(other, action_entry(SECOND, 0))
    started(journal)
    journal.close()
    on_disk = Journal(path)
    assert all_actions(on_disk) == [[FIRST], [SECOND], []]
    assert matches(on_disk)[0] == match


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
            archive = JournalReader(folder / "matches.sqlite3")
            assert archive.matches() == [match], "it can still be told from"
            archive.close()
        finally:
            os.seteuid(0)
        assert (folder / "matches.sqlite3").read_bytes() == content
    finally:
        shutil.rmtree(folder)


def test_a_file_that_may_not_grow_lets_the_match_go_on_in_memory(path: Path) -> None:
    script = f"""
import pathlib, resource, signal
from kiosk.games.core import Stop
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import action_entry, actions_of
journal = Journal(pathlib.Path({str(path)!r}))
match = journal.start("le_421", None, {{}}, ["A", "B"], None)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({100 * 1024}, {100 * 1024}))
for number in range(100):
    journal.write(match, action_entry(Stop(), number))
assert journal.trouble is not None and "memory" in journal.trouble.message
print(len(actions_of(journal.entries(match))))
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("100\n", "")
    left = Journal(path)
    assert left.trouble is None, "what was on disk stays sound"
