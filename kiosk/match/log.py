"""The lines that a match is written in, and what they mean: the list of actions is derived from them.

Lines are only ever added: what was read, what was done, corrected, undone. `actions_of` is the saved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from kiosk.games.core import Action, Keep, Lead, Leave, Over, Roll, Stop
from kiosk.games.options import Value


class Kind(StrEnum):
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
class Line:
    """One line of a match.

    Attributes:
        kind: what it tells.
        body: what exactly; see `kiosk/README.md`.
        time: the data's own, seconds, monotonic: right as a difference, and only until the machine starts anew.
        at: the wall clock's, UTC as ISO 8601, when it was written; None where an older version did not note it.
    """

    kind: Kind
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


def action_line(action: Action, time: float) -> Line:
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
    return Line(Kind.ACTION, body, time)


def correct_line(index: int, values: Sequence[int], length: int, time: float, *, amended: bool = False) -> Line:
    """Action `index` was a roll of these values; of all actions the first `length` still stand.

    `amended`: a die tipped over after the count; else people said so.
    """
    body = {"index": index, "roll": list(values), "length": length}
    return Line(Kind.CORRECT, body | ({"amended": True} if amended else {}), time)


def undo_line(length: int, time: float) -> Line:
    """Only the first `length` actions stand."""
    return Line(Kind.UNDO, {"length": length}, time)


def end_line(over: Over, time: float) -> Line:
    """The match was played to its end."""
    return Line(Kind.END, {"standing": [list(place) for place in over.standing]}, time)


def given_up_line(time: float) -> Line:
    """The match ended unplayed."""
    return Line(Kind.END, {"given_up": True}, time)


def action_of(line: Line) -> Action:
    """The action that an `ACTION` line says was taken."""
    body = line.body
    if "roll" in body:
        return Roll(tuple(body["roll"]))
    if "keep" in body:
        return Keep(frozenset(body["keep"]))
    if "lead" in body:
        return Lead(body["lead"])
    if "leave" in body:
        return Leave(body["leave"])
    return Stop()


def actions_of(lines: Iterable[Line]) -> list[Action]:
    """The actions that stand after all these lines."""
    actions: list[Action] = []
    for line in lines:
        follow(actions, line)
    return actions


def follow(actions: list[Action], line: Line) -> None:
    """Change the actions that stand as one more line says."""
    if line.kind is Kind.ACTION:
        actions.append(action_of(line))
    elif line.kind is Kind.CORRECT:
        actions[line.body["index"]] = Roll(tuple(line.body["roll"]))
        del actions[line.body["length"] :]
    elif line.kind is Kind.UNDO:
        del actions[line.body["length"] :]


def corrections_in(lines: Iterable[Line]) -> int:
    """How many throws were corrected by hand, before they were counted or after."""
    return sum(
        not line.body.get("amended") if line.kind is Kind.CORRECT else bool(line.body.get("corrected"))
        for line in lines
    )


def path_of(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The actions that lead to a throw; who left on the way has moved no die."""
    return tuple(action for action in actions if not isinstance(action, Leave))


def throws_after(actions: Sequence[Action], length: int) -> dict[tuple[Action, ...], Roll]:
    """The throws among the actions after the first `length`, each by the path that led to it."""
    late = ((place, action) for place, action in enumerate(actions) if place >= length)
    return {path_of(actions[:place]): action for place, action in late if isinstance(action, Roll)}


def taken_back(lines: Iterable[Line]) -> dict[tuple[Action, ...], Roll]:
    """All throws that were ever taken back, by the path that led to them."""
    actions: list[Action] = []
    found: dict[tuple[Action, ...], Roll] = {}
    for line in lines:
        if line.kind is Kind.UNDO:
            found |= throws_after(actions, line.body["length"])
        follow(actions, line)
    return found
