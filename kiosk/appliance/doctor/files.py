"""The table's own files: settings, matches, games."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from kiosk.appliance.doctor.checks import Check, Level
from kiosk.files import BadFileError, StoredFile
from kiosk.games.registry import games, left_out
from kiosk.match.database import JournalError
from kiosk.match.journal import JOURNAL
from kiosk.match.journal_reader import JournalReader
from kiosk.session.guide.guide import BOOKMARK
from kiosk.session.kept_tray import TRAY
from kiosk.session.preferences import CHANGES
from kiosk.settings.config import Settings, check_settings, config_path
from kiosk.settings.noted import MOUNTING, SEEN

OWN: tuple[StoredFile[Any], ...] = (SEEN, CHANGES, BOOKMARK, MOUNTING, TRAY)


def check_files(settings: Settings, config: Path | None) -> Iterator[Check]:
    yield from _settings(config)
    yield from _own(settings.data)
    yield _journal(settings.data / JOURNAL)
    yield from _games()


def _settings(config: Path | None) -> Iterator[Check]:
    place = config or config_path()
    mistakes = check_settings(config)
    for mistake in mistakes:
        yield Check("settings", Level.FAULT, mistake, "Mend it, and start the table anew: until then it plays without.")
    if not mistakes:
        yield Check("settings", Level.OK, str(place) if place.exists() else f"as by default, without a {place}")


def _own(data: Path) -> Iterator[Check]:
    """What the table keeps for itself, looked at as a start does."""
    for stored in OWN:
        try:
            stored.read(data)
        except BadFileError as error:
            yield Check("own files", Level.FAULT, str(error), "The next start keeps it aside, and begins without it.")


def _games() -> Iterator[Check]:
    """The games, and those of other packages that can't be offered."""
    yield Check("games", Level.OK, f"{len(games())}: {', '.join(kind.name for kind in games())}")
    for sentence in left_out():
        yield Check("games", Level.WARNING, sentence, "Upgrade that package, or tell its author; the others are there.")


def _journal(path: Path) -> Check:
    if not path.exists():
        return Check("matches", Level.INFO, f"none yet in {path}")
    try:
        with closing(JournalReader(path)) as reader:
            count = len(reader.endings())
            if reader.sound():
                if damaged := reader.damaged():
                    told = ", ".join(map(str, damaged))
                    return Check("matches", Level.FAULT, f"of {count} in {path} damaged: {told}", "Others are whole.")
                return Check("matches", Level.OK, f"{count} in {path}, the file is sound")
    except JournalError as error:
        return Check("matches", Level.FAULT, str(error), "Leave the file: the table keeps it, and begins a new one.")
    return Check(
        "matches", Level.FAULT, f"{path} is damaged", "Leave the file: the table keeps it, and begins a new one."
    )
