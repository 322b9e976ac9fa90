"""What a table does that has stood in a bar for years: how long it takes as its journal grows.

python -m workshop.benchmarks.history_grows [10 1000 20000] [--keep FOLDER]

The matches are made up, of some 25 kB each; 20,000 of them are 490 MB. While the file is locked, as it comes
back, and while the disk is full, throws and the look for the file go on for ten seconds of the table's clock.
"""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated

import typer
from made_journal import make_journal
from one_throw import SECOND, cut_off
from small_disk import BEER, NoDiskError, fill, small_disk

from kiosk.history.history import endings, pasts
from kiosk.history.stats import stats
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry
from kiosk.session.attract import last_winners
from kiosk.session.naming import roster

MATCHES = (10, 1000, 20_000)
PRESSES = 100
PRESS_EVERY_S = 0.1
MOST_PRESSES = 5000
"""While something is waited for."""


def main(matches: Annotated[list[int] | None, typer.Argument()] = None, keep: Path | None = None) -> None:
    """How long a table takes as its journal grows; `keep`: where the journals made are kept, and found again."""
    with tempfile.TemporaryDirectory() as temporary:
        columns = [measured(made(keep or Path(temporary), count), count) for count in matches or MATCHES]
    for name in columns[0]:
        print(f"{name:48}" + "".join(f"{column[name]:>12}" for column in columns), flush=True)


def made(folder: Path, count: int) -> Path:
    """A journal of this many matches."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{count}.sqlite3"
    if not path.exists():
        make_journal(path, count)
    return path


def measured(path: Path, count: int) -> dict[str, str]:
    """What each thing takes."""
    found = {"matches": f"{count:,}", "journal, MB": f"{path.stat().st_size / 1e6:.0f}"}

    def timed(name: str, work: Callable[[], object]) -> None:
        began = time.perf_counter()
        work()
        found[name] = f"{time.perf_counter() - began:.3f} s"

    opened: list[Journal] = []
    timed("open, after a clean end", lambda: opened.append(Journal.open(path)))
    journal = opened[0]
    timed("the winners on the attract screen", lambda: last_winners(journal))
    timed("the names to choose from", lambda: roster(journal))
    check = journal._check
    assert check is not None
    timed("the check of the file, beside the game", check._found.result)
    record = journal.unfinished()
    assert record is not None
    journal.write(record, action_entry(SECOND, 0))
    cut_off(journal)
    timed("open, after a power cut", lambda: opened.append(Journal.open(path)))
    journal = opened[1]
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    found["slowest press while the file is locked"] = f"{slowest(journal):.3f} s"
    assert journal.trouble is not None
    other.close()
    found["slowest press as it comes back to the file"] = f"{slowest(journal, healed):.3f} s"
    journal.close()
    with suppress(NoDiskError):
        found["slowest press while the disk is full"] = f"{on_a_full_disk(path):.3f} s"
    looked_back(path, timed)
    return found


def on_a_full_disk(path: Path) -> float:
    """The longest press there; the disk is one in memory."""
    place = path.with_name("disk")
    with small_disk(place, path.stat().st_size // 1024 + 2048):
        journal = Journal.open(Path(shutil.copy(path, place)))
        fill(place)
        longest = slowest(journal)
        assert journal.trouble is not None
        longest = max(longest, slowest(journal))
        (place / BEER).unlink()
        longest = max(longest, slowest(journal, healed))
        journal.close()
    place.rmdir()
    return longest


def looked_back(path: Path, timed: Callable[[str, Callable[[], object]], None]) -> None:
    """Whoever runs the bar looks back."""
    timed("history", lambda: endings(path))
    timed("stats", lambda: stats(pasts(path)))
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DELETE FROM digest")
    timed("stats of an older file", lambda: stats(pasts(path)))


def healed(journal: Journal) -> bool:
    """Whether a journal is whole again: it looks for its file beside the game, and a busy machine takes its time."""
    return journal.trouble is None


def slowest(journal: Journal, until: Callable[[Journal], bool] = lambda _: True) -> float:
    """The longest of many throws, ten seconds' worth of them by the table's clock, and of more `until` something is."""
    record = journal.unfinished()
    assert record is not None
    longest = 0.0
    for number in range(MOST_PRESSES):
        if number >= PRESSES and until(journal):
            return longest
        began = time.perf_counter()
        journal.write(record, action_entry(SECOND, number))
        journal.retry(time.monotonic() + number * PRESS_EVERY_S)
        longest = max(longest, time.perf_counter() - began)
        time.sleep(0.02)
    raise TimeoutError(f"the journal still says {journal.trouble}")


if __name__ == "__main__":
    typer.run(main)
