"""Packs what helps to find a fault into one file, with the names of the players left out."""

import json
import re
import zipfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiosk.appliance.doctor.checks import Check
from kiosk.appliance.machine import system_log
from kiosk.history.history import document
from kiosk.match.database import JournalError
from kiosk.match.journal import JOURNAL
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError
from kiosk.settings.config import Settings, commented

MATCHES = 20
"""The latest 20 matches are packed, line by line."""


def save_bundle(file: Path, settings: Settings, checks: Sequence[Check], *, home: Path | None = None) -> None:
    """Write `file` (zip): the checks, the settings without the PIN, the system's log, the latest matches.

    Raises:
        OSError: it cannot be written.
    """
    path = settings.data / JOURNAL
    try:
        told, names = _latest(path)
    except JournalError as error:
        told, names = [{"error": str(error)}], set()
    aliases = _aliases(names, Path("~").expanduser() if home is None else home)
    contents = {
        "checks.json": json.dumps(_renamed([asdict(check) for check in checks], aliases), indent=1, ensure_ascii=False),
        "config.toml": _renamed(commented(settings.model_copy(update={"pin": ""})), aliases),
        "log.txt": _renamed(system_log().decode(errors="replace"), aliases),
        "matches.jsonl": "\n".join(json.dumps(_renamed(match, aliases), ensure_ascii=False) for match in told),
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in contents.items():
            packed.writestr(name, text)


def _latest(path: Path) -> tuple[list[dict[str, Any]], set[str]]:
    """The latest matches, and the names of all who ever played."""
    if not path.exists():
        return [], set()
    with closing(JournalReader(path)) as reader:
        records, told = reader.matches(), []
        for match in records[-MATCHES:]:
            try:
                told.append(document(match, reader.entries(match)))
            except DamagedMatchError as error:
                told.append({"match": match.number, "error": str(error)})
    return told, {name for match in records for seat, name in enumerate(match.players) if seat not in match.house}


def _aliases(names: set[str], home: Path) -> dict[str, str]:
    """What replaces each name; the longest name first, since one may be part of another."""
    players = sorted(names, key=lambda name: (-len(name), name))
    found = {name: f"Player {number}" for number, name in enumerate(players, 1)}
    return {**found, str(home): "~"} if home != home.parent else found


def _renamed(value: Any, aliases: dict[str, str]) -> Any:
    """The same data with names replaced in every text; keys are the program's own words."""
    if isinstance(value, str):
        for name, alias in aliases.items():
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", alias, value)
        return value
    if isinstance(value, list):
        return [_renamed(item, aliases) for item in value]
    if isinstance(value, dict):
        return {key: _renamed(item, aliases) for key, item in value.items()}
    return value
