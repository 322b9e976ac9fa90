"""Past matches, told from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kiosk.journal import Journal, Kind, Line, Record, corrections_in


def past_matches(path: Path) -> list[dict[str, Any]]:
    """Every match in the journal at `path`, oldest first; none if there is no such file.

    Raises:
        JournalError: the file cannot be used.
    """
    if not path.exists():
        return []
    journal = Journal(path)
    try:
        return [_told(match, journal.lines(match)) for match in journal.matches()]
    finally:
        journal.close()


def _told(match: Record, lines: Sequence[Line]) -> dict[str, Any]:
    end = lines[-1].body if lines and lines[-1].kind is Kind.END else None
    standing = end.get("standing") if end else None
    return {
        "match": match.id,
        "started": match.started,
        "game": match.game,
        "preset": match.preset,
        "options": dict(match.options),
        "players": list(match.players),
        "state": "under way" if end is None else "played" if standing else "given up",
        "standing": [[match.players[seat] for seat in place] for place in standing] if standing else None,
        "corrections": corrections_in(lines),
    }
