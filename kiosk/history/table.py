"""Matches and throws as tables of comma-separated values (RFC 4180), for a spreadsheet or a statistician."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from kiosk.history.history import HistoryError, standing, state, steps, word
from kiosk.match.log import Entry, EntryKind, Record, end_of, walk

Row = Mapping[str, Any]
MATCHES = ("match", "started", "game", "preset", "house_rules", "state", "players", "standing", "corrections")
THROWS = ("match", "game", "what", "at", "seconds", "seat", "player", "dice", "read", "by_hand")
THROWN = {EntryKind.ACTION: "throw", EntryKind.CORRECT: "correct"}


def match_rows(match: Record, entries: Sequence[Entry]) -> Iterator[Row]:
    """A match in one row; lists in a cell are parted by spaces, equal places by "=", players by "; "."""
    end = end_of(entries)
    yield {
        "match": match.number,
        "started": match.started,
        "game": match.game,
        "preset": match.preset or "",
        "house_rules": " ".join(f"{name}={str(value).lower()}" for name, value in match.options.items()),
        "state": state(end),
        "players": "; ".join(match.players),
        "standing": "; ".join(" = ".join(names) for names in standing(match, end) or ()),
        "corrections": sum(step.said_by_people for step in walk(entries)),
    }


def throw_rows(match: Record, entries: Sequence[Entry]) -> Iterator[Row]:
    """A row for each throw, and one for each correction of a throw after it was counted.

    `dice` is what counted, `read` what the camera read, or what counted before, where that was something else. Of a
    match by rules that this version does not have nobody knows whose throws they are.
    """
    seats: list[int | None] = []
    with suppress(HistoryError):
        seats = [step.seat for step in steps(match, entries) if step.told.rolled]
    thrown = [(step, rolled.values) for step in walk(entries) if (rolled := step.rolled) is not None]
    for (step, dice), seat in zip_longest(thrown, seats):
        yield {
            "match": match.number,
            "game": match.game,
            "what": THROWN[step.entry.kind],
            "at": step.entry.at or "",
            "seconds": round(step.elapsed_s, 1),
            "seat": "" if seat is None else seat + 1,
            "player": "" if seat is None else match.players[seat],
            "dice": word(dice),
            "read": word(step.misread),
            "by_hand": "yes" if step.by_hand else "",
        }
