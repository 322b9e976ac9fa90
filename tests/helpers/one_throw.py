"""A match under way with one throw in its journal: what must be found again, whatever becomes of the file."""

from concurrent.futures import wait
from pathlib import Path

from kiosk.games.core import Action, Roll
from kiosk.match.journal import Journal
from kiosk.match.log import Record, action_entry, actions_of

FIRST, SECOND = Roll((1, 2, 3)), Roll((6, 6, 6))


def started(journal: Journal) -> Record:
    return journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)


def one_throw(path: Path) -> Record:
    """A journal with a match under way, let go of."""
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_entry(FIRST, 0))
    journal.close()
    return match


def matches(journal: Journal) -> list[Record]:
    """All of them, oldest first."""
    return journal.latest(99)[::-1]


def all_actions(journal: Journal) -> list[list[Action]]:
    return [actions_of(journal.entries(match)) for match in matches(journal)]


def cut_off(journal: Journal) -> None:
    """What a power cut leaves: nothing is written any more, and the system lets go of the file."""
    journal._database.close()
    journal._let_go()


def retried(journal: Journal, now: float) -> None:
    """Let the journal look for its file, and wait until it has looked."""
    journal.retry(now)
    if journal._attempt is not None:
        wait([journal._attempt])
        journal.retry(now)


def goes_on(journal: Journal, match: Record) -> bool:
    """Whether the match under way is found and takes another throw."""
    assert journal.unfinished() == match
    journal.write(match, action_entry(SECOND, 1))
    return actions_of(journal.entries(match)) == [FIRST, SECOND]


def sentence(journal: Journal) -> str:
    assert journal.trouble is not None
    return journal.trouble.message.format(**dict(journal.trouble.values))
