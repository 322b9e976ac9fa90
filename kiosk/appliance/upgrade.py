"""A newer program in the place of the one that runs: made and tried beside it, put there in one rename; the way back.

The programs are virtual environments that stay where they were made, and `home` is a link to the one that plays:

    /opt/dice-table -> dice-table.versions/2
    /opt/dice-table.versions/1           the one before
    /opt/dice-table.versions/2           the one that plays
    /opt/dice-table.versions/before -> 1
    /opt/dice-table.versions/trial       is there until 2 has shown its first picture (systemd/dice-table.service)

Only the program that goes back knows which files it can read, so it is the one that takes its place again.
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
from typing import Any
from urllib.parse import unquote, urlsplit

from kiosk.appliance.bundle import EXTRA, find, program, take
from kiosk.appliance.install import BACK, CAGE, DATA, SETTINGS, UNIT, VERSIONS
from kiosk.appliance.machine import PACKAGE
from kiosk.appliance.steps import InstallError, InstallStep, delete, link, move, run, write
from kiosk.files import renames_aside
from kiosk.match.database import SCHEMA_VERSION
from kiosk.match.journal import JOURNAL
from kiosk.settings.config_file import FORMAT

STARTS = 3
"""To show its picture, for a version on trial (systemd/dice-table-back.service)."""


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


def fetch(checkout: Path) -> Iterator[InstallStep]:
    """The step that brings a checkout up to date, as whoever owns it."""
    if sys.platform == "win32":
        return
    if (checkout / ".git").exists():
        yield run("runuser", "-u", checkout.owner(), "--", "git", "-C", str(checkout), "pull", "--ff-only", "--quiet")


def versions(home: Path) -> Path:
    return home.with_name(home.name + VERSIONS)


def before(home: Path) -> Path:
    """The link to the program before.

    Raises:
        InstallError: there is none.
    """
    place = versions(home) / "before"
    if not place.exists():
        raise InstallError(f"There is no {place}: nothing was upgraded, so there is no way back.")
    return place


def tidy(home: Path) -> Iterator[InstallStep]:
    """The steps that take away what neither plays nor is the way back, such as an upgrade that was not finished."""
    beside = versions(home)
    kept = {"before", "trial", *(link.resolve().name for link in (home, beside / "before"))}
    for found in sorted(beside.iterdir()) if beside.is_dir() else ():
        if found.name not in kept:
            yield run("rm", "-rf", str(found))


def fresh(home: Path) -> Path:
    """A place for one more program.

    Raises:
        InstallError: `home` is no link to one, so none can take its place.
    """
    if not home.is_symlink():
        raise InstallError(f"{home} leads to no version of the table: install it as its guide says.")
    numbers = (int(found.name) for found in versions(home).iterdir() if found.name.isdecimal())
    return versions(home) / str(max(numbers, default=0) + 1)


def make(home: Path, source: Path, place: Path) -> Iterator[InstallStep]:
    """The steps that make `source` ready at `place`: a checkout, a wheel, a release or a folder with one.

    The table goes on meanwhile. Of a release nothing is used that its checksums do not vouch for, and no network.
    """
    yield from tidy(home)
    python = str(home / "bin/python")
    wanted: tuple[str, ...] = (f"{source.absolute()}[{EXTRA}]",)
    if (release := find([source])) is not None:
        taken = place.with_name("release")
        yield take(release.absolute(), taken)
        wanted = ("--no-index", "--find-links", str(taken), f"{taken / program(release).name}[{EXTRA}]")
    yield run(python, "-m", "venv", "--system-site-packages", "--without-pip", str(place))
    # The next upgrade needs pip too, and on a card made without a network only the release has it.
    pip = (python, "-P", "-m", "pip", "--python", str(place / "bin/python"))
    yield run(*pip, "install", "-qq", *wanted, "pip")
    yield run(str(place / "bin/dice-table"), "config", "check")  # it starts, and takes the settings
    yield run("sync")


def swap(home: Path, place: Path, root: Path = Path("/")) -> Iterator[InstallStep]:
    """The steps that put what was made in its place, on trial, and start it."""
    yield link(versions(home) / "before", home.resolve())
    yield write(versions(home) / "trial", "")
    yield link(home, place)
    yield _start(home, root)


def give_back(home: Path) -> Iterator[InstallStep]:
    """The steps that end the trial at once, unless it has ended: all its starts are used up."""
    yield write(versions(home) / "trial", "\n" * STARTS)
    yield run("systemctl", "start", BACK)


def back(home: Path, root: Path = Path("/")) -> Iterator[InstallStep]:
    """The steps by which this program, being the one before, takes its place again; the other one is then before it.

    Matches and settings that are too new for it are kept beside those that it left behind.
    """
    config, ours, other = root / SETTINGS, before(home).resolve(), home.resolve()
    settings = _settings(config)
    journal = root / settings.get("data", DATA) / JOURNAL
    yield run("systemctl", "stop", UNIT)
    yield from _make_readable(journal, "schema", _schema(journal), SCHEMA_VERSION)
    yield from _make_readable(config, "format", settings.get("format", 1), FORMAT)
    yield link(home, ours)
    yield link(versions(home) / "before", other)
    yield delete(versions(home) / "trial")
    yield _start(home, root)


def _make_readable(path: Path, label: str, version: int, readable: int) -> Iterator[InstallStep]:
    """Set a file aside that is too new for a program; the latest kept that it can read takes its place."""
    if version <= readable:
        return
    for file, aside in renames_aside(path, f"{label}-{version}"):
        yield move(file, aside)
    for old in range(readable, 0, -1):
        # Without a number where it is the first: so settings were kept once.
        name = re.compile(rf"{re.escape(path.name)}\.{label}-{old}(-\d+)?")
        kept = [file for file in path.parent.iterdir() if name.fullmatch(file.name)]
        if kept:
            yield move(max(kept, key=lambda file: file.stat().st_mtime), path)
            return


def _start(home: Path, root: Path) -> InstallStep:
    display = ("--display", "cage") if (root / CAGE).exists() else ()
    return run(str(home / "bin/dice-table"), "service", "install", *display)


def _schema(journal: Path) -> int:
    """The version of the journal's file; 0 where there is none."""
    if not journal.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0  # damaged: the program sets it aside itself


def _settings(config: Path) -> dict[str, Any]:
    """What the settings say of their format and of the matches' place, whatever else is in them."""
    try:
        found = tomllib.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: found[key] for key, kind in (("format", int), ("data", str)) if isinstance(found.get(key), kind)}
