"""The form of what is written of a match: all that comes from a disk or a wire is checked against it first.

Bounds are wider than any game's own: what is wrong within them, the rules refuse when the match is played again.
"""

from collections.abc import Mapping, Sized
from typing import Annotated, Any, Literal, NotRequired, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter, with_config
from pydantic_core import from_json
from typing_extensions import TypedDict

from kiosk.match.log import DamagedMatchError, Entry, EntryKind, Record

MOST_SEATS = 12
MOST_DICE = 12
MOST_ACTIONS = 100_000
"""A match has up to 100,000 actions; the longest that people have played had 4,000."""
MOST_POINTS = 1_000_000
"""A seat has up to 1,000,000 points, or as many below zero: a hundred times the target of Dix mille."""
LONGEST_NAME = 40
"""Names of players, games, presets and house rules have up to 40 letters."""
TIME = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"
"""A time of day in UTC, as a journal writes it: 2025-12-31T23:59:59Z."""

Face = Annotated[int, Field(ge=1, le=6)]
Slot = Annotated[int, Field(ge=1, le=MOST_DICE)]
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Place = Annotated[int, Field(ge=0, le=MOST_ACTIONS)]
"""An index among the actions of a match, from 0."""
Word = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Faces = Annotated[list[Face], Field(min_length=1, max_length=MOST_DICE)]
Slots = Annotated[list[Slot], Field(max_length=MOST_DICE)]
Count = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Seats = Annotated[list[Seat], Field(max_length=MOST_SEATS)]

T = TypeVar("T", bound=Sized)

_STRICT = with_config(ConfigDict(strict=True, extra="forbid"))
_FOR_THE_RECORD = with_config(ConfigDict(strict=True, extra="ignore"))
"""For what the camera read: no game depends on it, and older versions noted other fields."""


@_STRICT
class _Action(TypedDict, total=False):
    roll: Faces
    keep: Slots
    stop: Literal[True]
    lead: Seat
    leave: Seat
    back: Seat
    carry: Annotated[list[Count], Field(min_length=1, max_length=MOST_SEATS)]
    choose: Word
    turned: Slots


@_FOR_THE_RECORD
class _ReadDie(TypedDict):
    value: Face
    confidence: NotRequired[Number]
    box: NotRequired[Annotated[list[Number], Field(min_length=4, max_length=4)]]
    colour: NotRequired[Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(min_length=3, max_length=3)]]


@_FOR_THE_RECORD
class _Read(TypedDict, total=False):
    dice: Annotated[list[_ReadDie], Field(max_length=MOST_DICE)]
    corrected: Slots
    light: Number | None
    by_hand: bool


@_STRICT
class _Correct(TypedDict):
    index: Place
    roll: Faces
    length: Place
    amended: NotRequired[bool]


@_STRICT
class _Undo(TypedDict):
    length: Place


@_STRICT
class _End(TypedDict, total=False):
    standing: Annotated[list[Annotated[Seats, Field(min_length=1)]], Field(min_length=1, max_length=MOST_SEATS)]
    given_up: Literal[True]


def _just_one(told: T) -> T:
    if len(told) != 1:
        raise ValueError("one thing is told, not several or none")
    return told


_BODIES: Mapping[EntryKind, TypeAdapter[Any]] = {
    EntryKind.READ: TypeAdapter(_Read),
    EntryKind.ACTION: TypeAdapter(Annotated[_Action, AfterValidator(_just_one)]),
    EntryKind.CORRECT: TypeAdapter(_Correct),
    EntryKind.UNDO: TypeAdapter(_Undo),
    EntryKind.END: TypeAdapter(Annotated[_End, AfterValidator(_just_one)]),
}


@_STRICT
class _House(TypedDict):
    house: Word


@_STRICT
class _Heading(TypedDict):
    id: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    number: Annotated[int, Field(ge=1)]
    started: Annotated[str, StringConstraints(pattern=TIME)]
    game: Annotated[str, StringConstraints(pattern=r"^\w{1,40}$")]
    preset: Word | None
    options: Annotated[dict[Word, bool | int | Annotated[str, Field(max_length=LONGEST_NAME)]], Field(max_length=40)]
    players: Annotated[list[Word | _House], Field(min_length=1, max_length=MOST_SEATS)]
    first: Seat | None


_HEADING = TypeAdapter(_Heading)
_TIME = TypeAdapter(Annotated[float, Field(allow_inf_nan=False, strict=True)])
_AT = TypeAdapter(Annotated[str, StringConstraints(pattern=TIME, strict=True)] | None)


def entry_of(kind: object, body: str | bytes, time: object, at: object) -> Entry:
    """An entry of what is written of it; `body` is JSON; raises a DamagedMatchError if no table writes that."""
    try:
        known = EntryKind(str(kind))
        told = _BODIES[known].validate_json(body)
        return Entry(known, told, _TIME.validate_python(time), _AT.validate_python(at))
    except ValueError as error:
        raise DamagedMatchError(f"an entry {kind!r} is {body!r}") from error


def record_of(heading: Mapping[str, Any]) -> Record:
    """How a match was set up, from its stored heading, in which `options` and `players` are JSON."""
    try:
        told = {**heading, "options": from_json(heading["options"]), "players": from_json(heading["players"])}
        found = _HEADING.validate_python(told)
    except ValueError as error:
        raise DamagedMatchError(f"a match is set up as {heading}") from error
    players, first = found["players"], found["first"]
    if first is not None and first >= len(players):
        raise DamagedMatchError(f"nobody sits at {first} in {heading}")
    # A player is a name, or an object where the house plays.
    names = tuple(player["house"] if isinstance(player, dict) else player for player in players)
    house = frozenset(seat for seat, player in enumerate(players) if isinstance(player, dict))
    told = {name: found[name] for name in ("id", "number", "started", "game", "preset", "options", "first")}
    return Record(**told, players=names, house=house)
