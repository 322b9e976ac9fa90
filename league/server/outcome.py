"""What a match came to and how it stands, worked out from its lines by the rules that the table played by."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import factorial, prod
from typing import Any

from kiosk.games.core import Action, Happening, Keep, Over, Roll, Throw
from kiosk.games.game import Game
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.forms import entry_of, record_of
from kiosk.match.log import DamagedMatchError, Entry, Record, actions_of, end_of
from kiosk.match.progress import Progress
from kiosk.match.seating import counted, counts
from league.wire import Says

UNDER_WAY, PLAYED, GIVEN_UP, REFUSED, UNREAD, STRUCK = "under way", "played", "given up", "refused", "unread", "struck"
"""States of a match; one in the last three is shown to the admin alone. REFUSED: its throws do not lead to the end that
it claims. UNREAD: this version can't read it. STRUCK: the admin does not let it count."""
COUNTED = {PLAYED, GIVEN_UP}
HIDDEN = (REFUSED, UNREAD, STRUCK)
MOST_PLAYS = 5
"""Of a match the 5 rarest plays are kept."""
RARE = 6.0
"""A play worth telling falls once in 6 throws or more seldom."""
NOBODY = "–"
"""Stands for a name that is not told, or was forgotten."""
SET_UP, SAYS = ("id", "number", "started", "game", "preset", "first"), {"kind", "body", "time", "at"}
"""The keys that this version knows in how a match was set up, besides options and players, and in a line."""
OTHER_VERSION = (DamagedMatchError, OptionError, LookupError, TypeError)
"""Errors that come of a match that another version set up or wrote."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A throw that made the best hand: what stayed, what was thrown, and how often that falls, as 1 in `one_in`."""

    seat: int
    kept: Sequence[int]
    thrown: Sequence[int]
    one_in: float


@dataclass(frozen=True, slots=True)
class Card:
    """A match as it stands.

    Attributes:
        title: the game and its preset.
        scores: what each seat has; `unit` says of what: points or tokens.
        turn: whose turn it is; None once it is over.
        dice: those of the turn, and whether each stays.
        said: what happened last, in a sentence.
        winners: the seats on the first place, once it is over.
    """

    title: Text
    scores: Sequence[int]
    unit: Text
    turn: int | None
    dice: Sequence[tuple[int, bool]]
    said: Text | None
    winners: Sequence[int]

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.turn is None

    def written(self) -> str:
        """As text, for the row of its table; sentences are kept so that any language can be made of them later."""
        return json.dumps(self, default=_told)

    @classmethod
    def read(cls, column: str) -> "Card":
        """The card that `written` gave this text."""
        return cls(**json.loads(column, object_hook=_of_told))


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What a match came to.

    Attributes:
        state: one of the states above.
        at: when its last line was written.
        card: how it stands, if that can be shown.
        match: the match played so far, to go on from while it is under way.
        standing: the seats by place, first to last, equals together; without those of the house.
        faces: how often each face fell, 1 to 6, in throws that stand.
        plays: the rarest throws that made the best hand there is.
        reason: why it is not shown: the name of the error; None if its throws lead to another end.
    """

    state: str
    at: str | None = None
    card: Card | None = None
    match: Progress | None = None
    standing: Sequence[Sequence[int]] = ()
    faces: Sequence[int] = (0,) * 6
    plays: Sequence[BestPlay] = ()
    reason: str | None = None


def match_of(heading: Mapping[str, Any], lines: Sequence[Says]) -> tuple[Record, list[Entry]]:
    """A match as its table wrote it, but without names: those are kept apart, and no rule depends on them.

    Raises:
        DamagedMatchError, LookupError, TypeError: this version does not understand it.
    """
    players = [{"house": NOBODY} if isinstance(player, dict) else NOBODY for player in heading["players"]]
    # Anything unknown may change the rules: then the match is kept unread rather than judged wrongly.
    told = {name: heading[name] for name in SET_UP}
    if set(heading) != {*SET_UP, "options", "players"}:
        raise DamagedMatchError("more is set up than this version knows")
    record = record_of(told | {"options": json.dumps(heading["options"]), "players": json.dumps(players)})
    entries = []
    for line in lines:
        if set(line) != SAYS:
            raise DamagedMatchError("a line says more than this version knows")
        entries.append(entry_of(line["kind"], json.dumps(line["body"]), line["time"], line["at"]))
    return record, entries


def outcome(heading: Mapping[str, Any], lines: Sequence[Says], known: Progress | None = None) -> MatchOutcome:
    """What the lines of a match come to; of a match under way that is `known` so far, only new actions are played."""
    at = lines[-1].get("at") if lines else None
    try:
        record, entries = match_of(heading, lines)
        rules = game(record.game)(record.preset, record.options)
    except OTHER_VERSION as error:
        return MatchOutcome(UNREAD, reason=type(error).__name__)
    end = end_of(entries)
    try:
        actions, match = actions_of(entries), known if known and not end else Progress(record, rules)
        if end is None:
            # Up to the first action that differs, as after a correction. The last one is played again, for its events.
            same = takewhile(lambda both: both[0] == both[1], zip(match.actions, actions[:-1], strict=False))
            kept = len([*same])
            match.follow(kept, actions[kept:])
            return MatchOutcome(UNDER_WAY, at, card(match), match)
        fell, plays = _played(match, actions)
        now = card(match)
    except Exception as error:  # noqa: BLE001  lines come from outside: nobody foresees how they break the rules
        return MatchOutcome(REFUSED if end else UNDER_WAY, at, reason=type(error).__name__ if end else None)
    at, faces = at or record.started, [fell[face] for face in range(1, 7)]
    if not (told := end.get("standing")):
        return MatchOutcome(GIVEN_UP, at, now, faces=faces)
    # The table's claim must be what its own throws lead to.
    if not isinstance(match.wait, Over) or [list(seats) for seats in match.wait.standing] != told:
        return MatchOutcome(REFUSED, at)
    people = ([seat for seat in seats if seat not in record.house] for seats in told)
    return MatchOutcome(PLAYED, at, now, None, [seats for seats in people if seats], faces, plays)


def one_in(thrown: Sequence[int]) -> float:
    """How rare these values are: they fall together, in any order, once in this many throws of as many dice."""
    ways = factorial(len(thrown)) / prod(factorial(count) for count in Counter(thrown).values())
    return 6 ** len(thrown) / ways


def _played(match: Progress, actions: Sequence[Action]) -> tuple[Counter[int], list[BestPlay]]:
    """Play a match: how often each face fell in it, and its rarest best plays."""
    fell, plays = Counter[int](), list[BestPlay]()
    # The last throw of the turn. Dice that were kept since are not of one throw any more.
    thrown: tuple[Any, Throw, Sequence[int]] | None = None
    for at, action in enumerate(actions):
        if isinstance(action, Roll) and isinstance(match.wait, Throw):
            fell.update(action.values)
            thrown = match.state, match.wait, action.values
        elif isinstance(action, Keep):
            thrown = None
        match.follow(at, [action])
        for event in match.events:
            best = event.what is Happening.TURN_ENDED and event.hand is not None and event.hand.rank == 1
            if best and thrown is not None and one_in(thrown[2]) >= RARE:
                plays.append(_play(match.game, *thrown))
    return fell, sorted(plays, key=lambda play: -play.one_in)[:MOST_PLAYS]


def _play(rules: Game[Any], state: Any, wait: Throw, values: Sequence[int]) -> BestPlay:
    hand = enumerate(rules.view(state).hand, 1)
    kept = [value for slot, value in hand if value and slot not in wait.slots]
    return BestPlay(wait.seat, kept, values, one_in(values))


def card(match: Progress) -> Card:
    """How a match stands."""
    wait, board = match.wait, match.board
    hand = match.hand or match.last_hand
    kept = set(hand) - set(wait.slots) if isinstance(wait, Throw) and match.hand else set()
    over = isinstance(wait, Over)
    return Card(
        match.title,
        counts(board),
        counted(match.game, board),
        None if over else match.view.seat,
        [(value, slot in kept) for slot, value in sorted(hand.items())],
        match.events[-1].text if match.events else None,
        wait.standing[0] if isinstance(wait, Over) else (),
    )


def _told(part: Card | Text) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"say": part.message, "plural": part.plural, "values": dict(part.values)}
    return {name: getattr(part, name) for name in Card.__slots__}


def _of_told(part: dict[str, Any]) -> Any:
    if "say" in part:
        return Text(part["say"], tuple(part["values"].items()), part["plural"])
    return part
