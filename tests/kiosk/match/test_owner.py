"""A journal has one owner for life: two programs never play one match, and a crash leaves nobody behind."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from one_throw import FIRST, SECOND, all_actions, goes_on, matches, one_throw, retried, sentence, started

from kiosk.match.database import JournalError
from kiosk.match.journal import RETRY_S, Journal
from kiosk.match.log import action_entry, actions_of

OWNER = """
import sys, time
from pathlib import Path
from kiosk.match.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("mine", flush=True)
time.sleep(100)
"""


@contextmanager
def another_program(path: Path) -> Iterator[subprocess.Popen[str]]:
    """It has the journal, until it is killed."""
    words = [sys.executable, "-c", OWNER, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        try:
            yield process
        finally:
            process.kill()


def test_the_second_program_says_who_has_the_journal_and_plays_apart_until_that_crashes(path: Path) -> None:
    match = one_throw(path)
    with another_program(path) as process:
        with pytest.raises(JournalError, match=rf"in use by .*process {process.pid}\)"):
            Journal(path)
        journal = Journal.open(path)
        assert f"(process {process.pid})" in sentence(journal)
        assert journal.unfinished() is None, "what the other plays is not resumed here as well"
        ours = started(journal)
        journal.write(ours, action_entry(SECOND, 0))
        retried(journal, 0.0)
        assert journal.trouble is not None
        process.kill()
        process.wait()
        retried(journal, RETRY_S - 0.1)
        assert journal.trouble is not None, "it is not tried all the time"
        retried(journal, RETRY_S)
        assert journal.trouble is None
        assert all_actions(journal) == [[FIRST], [SECOND]]
        assert matches(journal)[0] == match
        journal.close()


def test_who_has_a_journal_keeps_it_while_the_disk_fails(path: Path) -> None:
    match = one_throw(path)
    journal = Journal(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    journal.write(match, action_entry(SECOND, 1))
    assert journal.trouble is not None
    other.close()
    with pytest.raises(JournalError, match="in use by"):
        Journal(path)
    retried(journal, RETRY_S)
    assert journal.trouble is None
    assert actions_of(journal.entries(match)) == [FIRST, SECOND]
    journal.close()


@pytest.mark.parametrize("left", [b"beer" * 2000, b"", None])
def test_what_becomes_of_the_owners_name_lets_nobody_else_in(path: Path, left: bytes | None) -> None:
    match = one_throw(path)
    journal = Journal(path)
    name = path.with_name(path.name + "-owner")
    if left is None:
        name.unlink()
    else:
        name.write_bytes(left)
    with pytest.raises(JournalError, match="in use by another program"):
        Journal(path)
    assert goes_on(journal, match)
    journal.close()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_deleted_or_replaced_while_somebody_plays_loses_nothing_of_the_match(
    path: Path, *, replaced: bool
) -> None:
    one_throw(path)
    journal = Journal(path)
    match = journal.unfinished()
    assert match is not None
    journal.write(match, action_entry(SECOND, 0))
    for file in path.parent.glob(path.name + "*"):
        file.unlink()
    if replaced:
        other = Journal(path)
        other.write(started(other), action_entry(FIRST, 0))
        other.close()
    retried(journal, 0.0)
    assert journal.trouble is not None
    journal.write(match, action_entry(FIRST, 1))
    retried(journal, RETRY_S)
    assert journal.trouble is None
    with pytest.raises(JournalError, match="in use by"):
        Journal(path)
    journal.close()
    after = Journal(path)
    assert actions_of(after.entries(match)) == [FIRST, SECOND, FIRST]
    assert len(matches(after)) == 1 + replaced
    after.close()
