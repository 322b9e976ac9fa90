"""How far the league has a table's journal, kept on disk: a small file beside the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from kiosk.files import write_atomic

SUFFIX = "-uplink"
"""Of the cursor's file, after the journal's own name."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last line of which, and of all before it, the league has said that it keeps them; 0 for none.

    Attributes:
        line: its number.
        key: its key, by which a journal is seen that is no longer the same.
    """

    line: int = 0
    key: str = ""


def read(place: Path) -> Cursor:
    """What was written there; the beginning where there is nothing, or nothing that can be read."""
    try:
        told = json.loads(place.read_text(encoding="utf-8"))
        return Cursor(int(told["line"]), str(told["key"]))
    except (OSError, ValueError, TypeError, KeyError):
        return Cursor()


def write(place: Path, cursor: Cursor) -> None:
    """Keep it.

    Raises:
        OSError: it cannot be written.
    """
    write_atomic(place, json.dumps(asdict(cursor)) + "\n")
