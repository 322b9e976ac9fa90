"""A newer program in the place of the one that runs: made and tried beside it, put there by renaming; and the way back.

The program is a virtual environment at `home`, which is never run from another place than that. Two others lie beside
it: `home.new` while an upgrade is made, and `home.before`, the one that it took the place of.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kiosk.appliance.bundle import EXTRA, Take, find, program
from kiosk.appliance.install import CAGE, UNIT
from kiosk.appliance.machine import PACKAGE
from kiosk.appliance.steps import Address, InstallError, Move, Run, Step
from kiosk.appliance.versions import versions_of
from kiosk.files import renames_aside
from kiosk.match.journal import JOURNAL


def recorded_source() -> Path:
    """The folder that this program was installed from.

    Raises:
        InstallError: it was not installed from a folder, or that is gone.
    """
    origin = json.loads(distribution(PACKAGE).read_text("direct_url.json") or "{}")
    place = Path(unquote(urlsplit(origin.get("url", "")).path))
    if "dir_info" not in origin or not place.is_dir():
        raise InstallError("Nobody knows where this program came from: name the folder or the wheel to upgrade to.")
    return place


def fetch(checkout: Path) -> Iterator[Run]:
    """The step that brings a checkout up to date, as whoever owns it."""
    if sys.platform == "win32":
        return
    if (checkout / ".git").exists():
        yield Run(("runuser", "-u", checkout.owner(), "--", "git", "-C", str(checkout), "pull", "--ff-only", "--quiet"))


def make(home: Path, source: Path) -> Iterator[Step]:
    """The steps that make `source` ready beside `home`: a checkout, a wheel, a release or a folder with one.

    The table goes on meanwhile. Of a release nothing is used that its checksums do not vouch for, and no network.

    Raises:
        InstallError: `home` is no virtual environment.
    """
    if not (home / "pyvenv.cfg").is_file():
        raise InstallError(f"{home} is no virtual environment: install the table as its guide says.")
    fresh = _fresh(home)
    pip = (str(fresh / "bin/python"), "-P", "-m", "pip")
    yield from discard(home)
    wanted: tuple[str, ...] = (str(source.absolute()),)
    release = find([source])
    if release is not None:
        taken = _taken(home)
        yield Take(release.absolute(), taken)
        wanted = ("--no-index", "--find-links", str(taken), f"{taken / program(release).name}[{EXTRA}]")
    yield Run(("cp", "--archive", str(home), str(fresh)))
    yield Run((*pip, "uninstall", "-qq", "--yes", PACKAGE))  # or the same version would not be installed once more
    yield Run((*pip, "install", "-qq", *wanted))
    if release is not None:
        yield Run(("rm", "-rf", str(_taken(home))))
    yield Run((str(fresh / "bin/dice-table"), "config", "check"))  # it starts, and takes the settings
    yield Address(fresh, home)
    yield Run(("sync",))


def discard(home: Path) -> Iterator[Run]:
    """The steps that forget an upgrade that was not finished."""
    for unfinished in (_fresh(home), _taken(home)):
        if unfinished.exists():
            yield Run(("rm", "-rf", str(unfinished)))


def swap(home: Path, root: Path = Path("/")) -> Iterator[Step]:
    """The steps that put what was made in its place, and start it."""
    before = _before(home)
    if before.exists():
        yield Run(("rm", "-rf", str(before)))
    yield Run(("systemctl", "stop", UNIT))
    yield Move(home, before)
    yield Move(_fresh(home), home)
    yield _start(home, root)


def back(home: Path, data: Path, config: Path, root: Path = Path("/")) -> Iterator[Step]:
    """The steps that put the version before in its place; saying it twice undoes it.

    Matches and settings that are too new for it are kept beside those that it left behind.

    Raises:
        InstallError: there is no version before, or it does not start.
    """
    before, fresh = _before(home), _fresh(home)
    if not before.exists():
        raise InstallError(f"There is no {before}: nothing was upgraded, so there is no way back.")
    readable = versions_of(before)
    if readable is None:
        raise InstallError(f"The program in {before} does not start: install the table as its guide says.")
    yield Run(("systemctl", "stop", UNIT))
    yield from _make_readable(data / JOURNAL, "schema", _schema(data / JOURNAL), readable.journal)
    yield from _make_readable(config, "format", _format(config), readable.settings)
    yield from discard(home)
    yield Move(home, fresh)
    yield Move(before, home)
    yield Move(fresh, before)
    yield _start(home, root)


def _make_readable(path: Path, label: str, version: int, readable: int) -> Iterator[Move]:
    """Set a file aside that is too new for a program; the latest kept that it can read takes its place."""
    if version <= readable:
        return
    for file, aside in renames_aside(path, f"{label}-{version}"):
        yield Move(file, aside)
    for old in range(readable, 0, -1):
        # Without a number where it is the first: so settings were kept once.
        name = re.compile(rf"{re.escape(path.name)}\.{label}-{old}(-\d+)?")
        kept = [file for file in path.parent.iterdir() if name.fullmatch(file.name)]
        if kept:
            yield Move(max(kept, key=lambda file: file.stat().st_mtime), path)
            return


def _start(home: Path, root: Path) -> Run:
    display = ("--display", "cage") if (root / CAGE).exists() else ()
    return Run((str(home / "bin/dice-table"), "service", "install", *display))


def _schema(journal: Path) -> int:
    """The version of the journal's file; 0 where there is none."""
    if not journal.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0  # damaged: the program sets it aside itself


def _format(config: Path) -> int:
    """The format of the settings; 0 where there are none, or none that can be read."""
    try:
        return int(tomllib.loads(config.read_text(encoding="utf-8")).get("format", 1))
    except (OSError, ValueError):
        return 0


def _fresh(home: Path) -> Path:
    return home.with_name(f"{home.name}.new")


def _taken(home: Path) -> Path:
    return home.with_name(f"{home.name}.release")


def _before(home: Path) -> Path:
    return home.with_name(f"{home.name}.before")
