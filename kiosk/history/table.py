"""Matches and throws as tables of comma-separated values (RFC 4180), for a spreadsheet or a statistician."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kiosk.history.history import HistoryError, standing, state, steps
from kiosk.history.steps import StepKind
from kiosk.match.log import Entry, EntryKind, Record, end_of, walk

Row = Mapping[str, Any]
MATCHES = ("match", "started", "game", "preset", "house_rules", "state", "players", "standing", "corrections")
THROWS = ("match", "game", "what", "at", "seconds", "seat", "player", "dice", "read", "by_hand")


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
    try:
        found = [step for step in steps(match, entries) if step.kind in {StepKind.THROW, StepKind.CORRECT}]
    except HistoryError:
        yield from _bare(match, entries)
        return
    for step in found:
        player = "" if step.seat is None else match.players[step.seat]
        yield _row(match, step.kind.value, step.entry, step.elapsed_s) | {
            "seat": "" if step.seat is None else step.seat + 1,
            "player": player,
            "dice": _word(step.dice),
            "read": _word(step.read),
            "by_hand": "yes" if step.by_hand else "",
        }


def _bare(match: Record, entries: Sequence[Entry]) -> Iterator[Row]:
    for step in walk(entries):
        if (rolled := step.rolled) is not None:
            what = StepKind.THROW if step.entry.kind is EntryKind.ACTION else StepKind.CORRECT
            yield _row(match, what.value, step.entry, step.elapsed_s) | {"dice": _word(rolled.values)}


def _row(match: Record, what: str, entry: Entry, seconds: float) -> dict[str, Any]:
    told = {"match": match.number, "game": match.game, "what": what, "at": entry.at or "", "seconds": round(seconds, 1)}
    return dict.fromkeys(THROWS, "") | told


def _word(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))
