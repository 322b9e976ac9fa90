"""What a match came to, worked out from its lines by the rules that the table played by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import Any

from kiosk.games.core import Game, Happening, Keep, Over, Roll, Throw
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.match.forms import entry_of, record_of
from kiosk.match.log import DamagedMatchError, Entry, Record, actions_of, end_of
from league.wire import Says

UNDER_WAY, PLAYED, GIVEN_UP, REFUSED, UNREAD, STRUCK = "under way", "played", "given up", "refused", "unread", "struck"
"""States of a match; of the last three nobody hears but the admin."""
COUNTED = {PLAYED, GIVEN_UP}
HIDDEN = (REFUSED, UNREAD, STRUCK)
MOST_PLAYS = 5
"""Of one match: the rarest."""
RARE = 6.0
"""Throws: one that falls more often than once in these is no play to tell of."""
SAYS = {"kind", "body", "time", "at"}
OTHER_VERSION = (DamagedMatchError, OptionError, LookupError, TypeError)
"""What a match ends in that was set up or written by a version of other rules."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A throw that made the best hand: what stayed, what was thrown, and how often that falls, as 1 in `one_in`."""

    seat: int
    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    one_in: float


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What a match came to.

    Attributes:
        state: one of the above.
        at: when its last line was written.
        standing: the seats by place, first to last, equals together; without those of the house.
        faces: how often each face fell, 1 to 6, in throws that stand.
        plays: the rarest throws that made the best hand there is.
        reason: why it is not shown: the name of the error; none where the throws lead to another end.
    """

    state: str
    at: str | None = None
    standing: tuple[tuple[int, ...], ...] = ()
    faces: tuple[int, ...] = (0,) * 6
    plays: tuple[BestPlay, ...] = ()
    reason: str | None = None


def match_of(heading: Mapping[str, Any], names: Sequence[str], lines: Sequence[Says]) -> tuple[Record, list[Entry]]:
    """A match as its table wrote it, with these names.

    Raises:
        DamagedMatchError, LookupError, TypeError: this version does not understand it.
    """
    players = [
        {"house": name} if isinstance(one, dict) else name for one, name in zip(heading["players"], names, strict=True)
    ]
    known = ("id", "number", "started", "game", "preset", "first")
    told = {name: heading[name] for name in known}
    if set(heading) != {*known, "options", "players"}:
        raise DamagedMatchError("more is set up than this version knows")
    record = record_of(told | {"options": json.dumps(heading["options"]), "players": json.dumps(players)})
    entries = []
    for line in lines:
        if set(line) != SAYS:
            raise DamagedMatchError("a line says more than this version knows")
        entries.append(entry_of(line["kind"], json.dumps(line["body"]), line["time"], line["at"]))
    return record, entries


def outcome(heading: Mapping[str, Any], lines: Sequence[Says]) -> MatchOutcome:
    """What the lines of a match come to; nobody's name is needed for that."""
    at = lines[-1].get("at") if lines else None
    try:
        record, entries = match_of(heading, ["–"] * len(heading["players"]), lines)
        rules = game(record.game)(record.preset, record.options)
    except OTHER_VERSION as error:
        return MatchOutcome(UNREAD, reason=type(error).__name__)
    end = end_of(entries)
    if end is None:
        return MatchOutcome(UNDER_WAY, at)
    try:
        return _ended(record, rules, entries, end.get("standing"))
    except Exception as error:  # noqa: BLE001  lines come from outside: nobody foresees how they break the rules
        return MatchOutcome(REFUSED, at, reason=type(error).__name__)


def one_in(thrown: Sequence[int]) -> float:
    """How often these values fall together, in whatever order: once in this many throws of as many dice."""
    ways = factorial(len(thrown)) / prod(factorial(count) for count in Counter(thrown).values())
    return 6 ** len(thrown) / ways


def _ended(record: Record, rules: Game[Any], entries: Sequence[Entry], told: object) -> MatchOutcome:
    state = rules.start(len(record.players), record.first)
    plays: list[BestPlay] = []
    fell = Counter[int]()
    thrown: tuple[Any, Roll] | None = None
    for action in actions_of(entries):
        if isinstance(action, Roll):
            thrown = state, action
            fell.update(action.values)
        elif isinstance(action, Keep):
            thrown = None
        state, events = rules.apply(state, action)
        for event in events:
            best = event.what is Happening.TURN_ENDED and event.hand is not None and event.hand.rank == 1
            if best and thrown is not None and one_in(thrown[1].values) >= RARE:
                plays.append(_play(rules, *thrown))
    at, faces = entries[-1].at or record.started, tuple(fell[face] for face in range(1, 7))
    rarest = tuple(sorted(plays, key=lambda play: -play.one_in)[:MOST_PLAYS])
    if not told:
        return MatchOutcome(GIVEN_UP, at, faces=faces)
    wait = rules.waits(state)
    if not isinstance(wait, Over) or [list(seats) for seats in wait.standing] != told:
        return MatchOutcome(REFUSED, at)
    people = (tuple(seat for seat in seats if seat not in record.house) for seats in wait.standing)
    return MatchOutcome(PLAYED, at, tuple(seats for seats in people if seats), faces, rarest)


def _play(rules: Game[Any], state: Any, action: Roll) -> BestPlay:
    wait = rules.waits(state)
    assert isinstance(wait, Throw)
    hand = rules.view(state).hand
    kept = tuple(value for slot, value in enumerate(hand, 1) if value and slot not in wait.slots)
    return BestPlay(wait.seat, kept, tuple(sorted(action.values, reverse=True)), one_in(action.values))
