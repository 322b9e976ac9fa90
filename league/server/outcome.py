"""What a match came to, worked out from its lines by the rules that the table played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import factorial, prod
from typing import Any

from kiosk.games.core import Action, Game, Happening, Keep, Over, Roll, Throw
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.log import Entry, Record, actions_of, end_of
from kiosk.match.progress import Progress
from league import reasons

PLAYED, UNDER_WAY, GIVEN_UP, REFUSED = "played", "under way", "given up", "refused"
MOST_PLAYS = 5
"""Of one match: the rarest."""
RARE = 1 / 6
"""A throw that falls more often is no play to tell of."""


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What a match came to.

    Attributes:
        state: one of the four above.
        standing: the seats by place, first to last, equals together; without those of the house.
        throws: that stand; `faces`: how often each face fell, 1 to 6.
        plays: the rarest throws that made the best hand there is.
        reason: why it is refused.
    """

    state: str
    standing: tuple[tuple[int, ...], ...] = ()
    throws: int = 0
    faces: tuple[int, ...] = (0,) * 6
    plays: tuple[Mapping[str, Any], ...] = ()
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A throw that made the best hand: what stayed, what was thrown, and how often that falls, as 1 in so many."""

    seat: int
    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    one_in: float
    action: int


def outcome(record: Record, entries: Sequence[Entry]) -> MatchOutcome:
    """What the lines of a match, as far as they are here, come to; `REFUSED` where the rules never allowed them."""
    try:
        rules = game(record.game)(record.preset, record.options)
        actions = actions_of(entries)
        match = Progress(record, rules)
        plays = _play(match, rules, actions)
    except Exception as error:  # noqa: BLE001  lines come from outside: nobody foresees how they break the rules
        return MatchOutcome(REFUSED, reason=reasons.not_allowed(record.game, type(error).__name__))
    rolled = [value for action in actions if isinstance(action, Roll) for value in action.values]
    faces = tuple(rolled.count(face) for face in range(1, 7))
    throws = sum(isinstance(action, Roll) for action in actions)
    end = end_of(entries)
    if end is None or not end.get("standing"):
        state = UNDER_WAY if end is None else GIVEN_UP
        return MatchOutcome(state, throws=throws, faces=faces, plays=plays)
    told = end["standing"]
    if not isinstance(match.wait, Over) or [list(seats) for seats in match.wait.standing] != told:
        return MatchOutcome(REFUSED, reason=reasons.OTHERWISE)
    people = (tuple(seat for seat in seats if seat not in record.house) for seats in match.wait.standing)
    return MatchOutcome(PLAYED, tuple(seats for seats in people if seats), throws, faces, plays)


def one_in(thrown: Sequence[int]) -> float:
    """How often these values fall together, in whatever order: once in so many throws of as many dice."""
    ways = factorial(len(thrown)) / prod(factorial(count) for count in Counter(thrown).values())
    return 6 ** len(thrown) / ways


def _play(match: Progress, rules: Game[Any], actions: Sequence[Action]) -> tuple[Mapping[str, Any], ...]:
    """Lead the match through its actions; the rarest throws that made a best hand."""
    found: list[BestPlay] = []
    thrown: BestPlay | None = None
    state = match.state
    for index, action in enumerate(actions):
        wait = rules.waits(state)
        if isinstance(action, Roll) and isinstance(wait, Throw):
            hand = rules.view(state).hand
            kept = tuple(value for slot, value in enumerate(hand, 1) if value and slot not in wait.slots)
            thrown = BestPlay(wait.seat, kept, action.values, one_in(action.values), index)
        elif isinstance(action, Keep):
            thrown = None
        state, events = rules.apply(state, action)
        for event in events:
            best = event.what is Happening.TURN_ENDED and event.hand is not None and event.hand.rank == 1
            if best and thrown is not None and thrown.one_in * RARE >= 1:
                found.append(thrown)
    match.follow(0, actions)
    found.sort(key=lambda play: -play.one_in)
    return tuple(asdict(play) for play in found[:MOST_PLAYS])
