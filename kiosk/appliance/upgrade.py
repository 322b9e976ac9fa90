"""Upgrades the program, and goes back: the newer one is installed beside the one that runs, and then a link is changed.

The programs are virtual environments, which can't be moved, and `home` is a link to the one that plays:

    /opt/dice-table -> dice-table.versions/2
    /opt/dice-table.versions/1           the one before
    /opt/dice-table.versions/2           the one that plays
    /opt/dice-table.versions/before -> 1
    /opt/dice-table.versions/trial       is there until 2 has shown its first picture (systemd/dice-table.service)

To go back, the older program is run, not the newer one: only it knows which files it can read.
"""

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
"""A version on trial has 3 starts to show its picture (systemd/dice-table-back.service)."""


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
    """The step that updates a checkout, run as the user who owns it: Git refuses another's."""
    if sys.platform == "win32":
        return
    if (checkout / ".git").exists():
        yield run("runuser", "-u", checkout.owner(), "--", "git", "-C", str(checkout), "pull", "--ff-only", "--quiet")


def versions(home: Path) -> Path:
    return home.with_name(home.name + VERSIONS)


def before(home: Path) -> Path:
    """The link to the version before; raises an InstallError if there is none."""
    place = versions(home) / "before"
    if not place.exists():
        raise InstallError(f"There is no {place}: nothing was upgraded, so there is no way back.")
    return place


def tidy(home: Path) -> Iterator[InstallStep]:
    """The steps that delete all versions but the one that plays and the one before, as one half installed."""
    beside = versions(home)
    kept = {"before", "trial", *(link.resolve().name for link in (home, beside / "before"))}
    for found in sorted(beside.iterdir()) if beside.is_dir() else ():
        if found.name not in kept:
            yield run("rm", "-rf", str(found))


def fresh(home: Path) -> Path:
    """The folder for one more version.

    Raises:
        InstallError: `home` is no link to one, so none can take its place.
    """
    if not home.is_symlink():
        raise InstallError(f"{home} leads to no version of the table: install it as its guide says.")
    numbers = (int(found.name) for found in versions(home).iterdir() if found.name.isdecimal())
    return versions(home) / str(max(numbers, default=0) + 1)


def make(home: Path, source: Path, place: Path) -> Iterator[InstallStep]:
    """The steps that install `source` at `place`: a checkout, a wheel, a release or a folder with one.

    The table goes on meanwhile. A release is used only if its checksums are right, and needs no network.
    """
    yield from tidy(home)
    python = str(home / "bin/python")
    wanted: tuple[str, ...] = (f"{source.absolute()}[{EXTRA}]",)
    if (release := find([source])) is not None:
        taken = place.with_name("release")
        yield take(release.absolute(), taken)
        wanted = ("--no-index", "--find-links", str(taken), f"{taken / program(release).name}[{EXTRA}]")
    yield run(python, "-m", "venv", "--system-site-packages", "--without-pip", str(place))
    # pip is installed too, for the next upgrade: on a card made without a network only the release has it.
    pip = (python, "-P", "-m", "pip", "--python", str(place / "bin/python"))
    yield run(*pip, "install", "-qq", *wanted, "pip")
    yield run(str(place / "bin/dice-table"), "config", "check")  # it starts, and takes the settings
    yield run("sync")


def swap(home: Path, place: Path, root: Path = Path("/")) -> Iterator[InstallStep]:
    """The steps that let `home` lead to the new version, on trial, and start it."""
    # In this order: wherever the power is cut, the way back is known before it is needed.
    yield link(versions(home) / "before", home.resolve())
    yield write(versions(home) / "trial", "")
    yield link(home, place)
    yield _start(home, root)


def give_back(home: Path) -> Iterator[InstallStep]:
    """The steps that end a trial at once, by counting all its starts as used."""
    yield write(versions(home) / "trial", "\n" * STARTS)
    yield run("systemctl", "start", BACK)


def back(home: Path, root: Path = Path("/")) -> Iterator[InstallStep]:
    """The steps by which this program, the version before, plays again; the newer one is then the version before.

    Matches and settings that are too new for it are set aside, and the latest that it can read take their place.
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
    """Set a file aside that is too new; the latest one kept that is readable takes its place."""
    if version <= readable:
        return
    for file, aside in renames_aside(path, f"{label}-{version}"):
        yield move(file, aside)
    for old in range(readable, 0, -1):
        # The number is missing on files that earlier versions of this program set aside.
        name = re.compile(rf"{re.escape(path.name)}\.{label}-{old}(-\d+)?")
        kept = [file for file in path.parent.iterdir() if name.fullmatch(file.name)]
        if kept:
            yield move(max(kept, key=lambda file: file.stat().st_mtime), path)
            return


def _start(home: Path, root: Path) -> InstallStep:
    display = ("--display", "cage") if (root / CAGE).exists() else ()
    return run(str(home / "bin/dice-table"), "service", "install", *display)


def _schema(journal: Path) -> int:
    """The schema version of the journal's file; 0 if there is none."""
    if not journal.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0  # damaged: the program sets it aside itself


def _settings(config: Path) -> dict[str, Any]:
    """The format and the data folder in a settings file, of any version."""
    try:
        found = tomllib.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: found[key] for key, kind in (("format", int), ("data", str)) if isinstance(found.get(key), kind)}
