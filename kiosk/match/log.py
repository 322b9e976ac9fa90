"""The entries that a match is written in, and what they mean: the list of actions is derived from them.

Lines are only ever added: what was read, what was done, corrected, undone. `actions_of` is the saved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from kiosk.games.core import Action, Keep, Lead, Leave, Over, Roll, Stop
from kiosk.games.options import Value


class EntryKind(StrEnum):
    """What a line tells."""

    READ = "read"
    """What the camera showed when a throw was counted; only for the record."""
    ACTION = "action"
    CORRECT = "correct"
    """A roll already counted was another: its place in the list of actions, its values."""
    UNDO = "undo"
    END = "end"
    """The match was played to its end or given up; a later line opens it again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match.

    Attributes:
        kind: what it tells.
        body: what exactly; see `kiosk/README.md`.
        time: the data's own, seconds, monotonic: right as a difference, and only until the machine starts anew.
        at: the wall clock's, UTC as ISO 8601, when it was written; None where an older version did not note it.
    """

    kind: EntryKind
    body: Mapping[str, Any]
    time: float = 0.0
    at: str | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was set up; `started` is UTC, as ISO 8601; the house plays the seats `house` from the start."""

    id: int
    game: str
    preset: str | None
    options: Mapping[str, Value]
    players: tuple[str, ...]
    first: int | None
    started: str = field(compare=False, default="")
    house: frozenset[int] = frozenset()


def action_entry(action: Action, time: float) -> Entry:
    """The line that says an action was taken."""
    match action:
        case Roll(values):
            body: dict[str, Any] = {"roll": list(values)}
        case Keep(slots):
            body = {"keep": sorted(slots)}
        case Stop():
            body = {"stop": True}
        case Lead(seat):
            body = {"lead": seat}
        case Leave(seat):
            body = {"leave": seat}
    return Entry(EntryKind.ACTION, body, time)


def correction_entry(index: int, values: Sequence[int], length: int, time: float, *, amended: bool = False) -> Entry:
    """Action `index` was a roll of these values; of all actions the first `length` still stand.

    `amended`: a die tipped over after the count; else people said so.
    """
    body = {"index": index, "roll": list(values), "length": length}
    return Entry(EntryKind.CORRECT, body | ({"amended": True} if amended else {}), time)


def undo_entry(length: int, time: float) -> Entry:
    """Only the first `length` actions stand."""
    return Entry(EntryKind.UNDO, {"length": length}, time)


def end_entry(over: Over, time: float) -> Entry:
    """The match was played to its end."""
    return Entry(EntryKind.END, {"standing": [list(place) for place in over.standing]}, time)


def given_up_entry(time: float) -> Entry:
    """The match ended unplayed."""
    return Entry(EntryKind.END, {"given_up": True}, time)


def action_of(entry: Entry) -> Action:
    """The action that an `ACTION` line says was taken."""
    body = entry.body
    if "roll" in body:
        return Roll(tuple(body["roll"]))
    if "keep" in body:
        return Keep(frozenset(body["keep"]))
    if "lead" in body:
        return Lead(body["lead"])
    if "leave" in body:
        return Leave(body["leave"])
    return Stop()


def actions_of(entries: Iterable[Entry]) -> list[Action]:
    """The actions that stand after all these entries."""
    actions: list[Action] = []
    for entry in entries:
        follow(actions, entry)
    return actions


def follow(actions: list[Action], entry: Entry) -> None:
    """Change the actions that stand as one more line says."""
    if entry.kind is EntryKind.ACTION:
        actions.append(action_of(entry))
    elif entry.kind is EntryKind.CORRECT:
        actions[entry.body["index"]] = Roll(tuple(entry.body["roll"]))
        del actions[entry.body["length"] :]
    elif entry.kind is EntryKind.UNDO:
        del actions[entry.body["length"] :]


def corrections_in(entries: Iterable[Entry]) -> int:
    """How many throws were corrected by hand, before they were counted or after."""
    return sum(
        not entry.body.get("amended") if entry.kind is EntryKind.CORRECT else bool(entry.body.get("corrected"))
        for entry in entries
    )


def path_of(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The actions that lead to a throw; who left on the way has moved no die."""
    return tuple(action for action in actions if not isinstance(action, Leave))


def throws_after(actions: Sequence[Action], length: int) -> dict[tuple[Action, ...], Roll]:
    """The throws among the actions after the first `length`, each by the path that led to it."""
    late = ((place, action) for place, action in enumerate(actions) if place >= length)
    return {path_of(actions[:place]): action for place, action in late if isinstance(action, Roll)}


def taken_back(entries: Iterable[Entry]) -> dict[tuple[Action, ...], Roll]:
    """All throws that were ever taken back, by the path that led to them."""
    actions: list[Action] = []
    found: dict[tuple[Action, ...], Roll] = {}
    for entry in entries:
        if entry.kind is EntryKind.UNDO:
            found |= throws_after(actions, entry.body["length"])
        follow(actions, entry)
    return found
