"""A line of a table's journal as it travels: what it says, which match it belongs to, and after which line it comes.

A line has no number that a restored disk could give out twice: its key is made of what it says and of the key of the
line before it in its match. The same line always has the same key, however often it is sent; and a match that went on
in two ways, since its table was restored from an old copy, has two ends, not mixed lines.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from kiosk.games.options import Value
from kiosk.games.text import Text
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.log import Entry, EntryKind, Record
from kiosk.match.online import match_code
from league import reasons

LARGEST_BYTES = 32_768
"""Of a line: the longest that a table writes, nine dice with all that was seen of them, have some 2,000."""
MOST_SEATS = 12
LARGEST_NUMBER = 2**31 - 1
TIME = r"^\d{4}-(0[1-9]|1[0-2])-\d\dT\d\d:\d\d:\d\dZ$"
"""Of day, UTC, as a journal writes it."""
KEY_LETTERS = 32
"""Hexadecimal: 128 bits, so that no two lines ever meet by chance."""

UNSTORABLE = "\\u0000"


class LineError(ValueError):
    """A line that cannot be understood; `reason` is one sentence, which names no player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(translate(reason, SOURCE_LANGUAGE))
        self.reason = reason


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Heading(_Part):
    """How a match was set up, as `kiosk.match.log.Record` has it."""

    id: str = Field(min_length=1, max_length=120)
    number: int = Field(ge=0, le=LARGEST_NUMBER)
    started: str = Field(pattern=TIME)
    game: str = Field(pattern=r"^\w{1,40}$")
    preset: str | None = Field(max_length=40)
    options: dict[str, bool | int | str]
    players: list[str] = Field(min_length=1, max_length=MOST_SEATS)
    house: list[int]
    first: int | None

    @model_validator(mode="before")
    @classmethod
    def _of_an_older_table(cls, told: Any) -> Any:
        """Tables whose matches had no name yet sent what is one."""
        if isinstance(told, dict) and "id" not in told:
            name = [told.get("number"), told.get("started"), told.get("game")]
            told = told | {"id": json.dumps(name, separators=(",", ":"), ensure_ascii=False)}
        return told

    @model_validator(mode="after")
    def _seats_are_there(self) -> Heading:
        seats = range(len(self.players))
        if not {*self.house, *([] if self.first is None else [self.first])} <= set(seats):
            raise ValueError("a seat is named that nobody sits on")
        if any(not 0 < len(name) <= 40 for name in self.players):
            raise ValueError("a name is empty or too long")
        return self

    @classmethod
    def of(cls, record: Record) -> Heading:
        """A record's."""
        return cls(
            id=record.id,
            number=record.number,
            started=record.started,
            game=record.game,
            preset=record.preset,
            options=dict(record.options),
            players=list(record.players),
            house=sorted(record.house),
            first=record.first,
        )

    def record(self) -> Record:
        """The record that this is of."""
        options: dict[str, Value] = dict(self.options)
        players, house = tuple(self.players), frozenset(self.house)
        return Record(self.id, self.game, self.preset, options, players, self.first, self.started, house, self.number)

    def code(self, table: str) -> str:
        """What this match is called among those of all tables; names of players are no part of it."""
        return match_code(table, self.id)


class Line(_Part):
    """A line of the journal.

    Attributes:
        match: how its match was set up.
        line: its number in the table's journal, which a restored disk may give out twice.
        before: the key of the line before it in its match; empty for the first.
        at, time, kind, body: as `kiosk/match/README.md` has them.
    """

    match: Heading
    line: int = Field(ge=1, le=LARGEST_NUMBER)
    before: str = Field(pattern=r"^([0-9a-f]{32})?$")
    at: str | None = Field(pattern=TIME)
    time: float = Field(allow_inf_nan=False)
    kind: EntryKind = Field(strict=False)
    body: dict[str, Any]

    @classmethod
    def of(cls, heading: Heading, number: int, before: str, entry: Entry) -> Line:
        """An entry's."""
        return cls(
            match=heading,
            line=number,
            before=before,
            at=entry.at,
            time=float(entry.time),
            kind=entry.kind,
            body=dict(entry.body),
        )

    def entry(self) -> Entry:
        """The entry that this is of."""
        return Entry(self.kind, self.body, self.time, self.at)

    def key(self, table: str) -> str:
        """What is the same whenever this line comes, and nothing else's."""
        told = [self.match.code(table), self.before, self.at, self.time, self.kind.value, self.body]
        return _digest(told)[:KEY_LETTERS]

    def written(self) -> bytes:
        """As it travels."""
        return self.model_dump_json().encode()

    @classmethod
    def read(cls, payload: bytes) -> Line:
        """What was `written`.

        Raises:
            LineError: it is no line.
        """
        if len(payload) > LARGEST_BYTES:
            raise LineError(reasons.too_long(len(payload), LARGEST_BYTES))
        try:
            line = cls.model_validate_json(payload)
            if UNSTORABLE in _written(line.model_dump()):
                raise LineError(reasons.NO_SIGN)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise LineError(reasons.wrong_part(place) if place else reasons.NO_LINE) from error
        except ValueError as error:
            raise error if isinstance(error, LineError) else LineError(reasons.NO_NUMBER) from error
        return line


def _digest(told: object) -> str:
    return hashlib.sha256(_written(told).encode()).hexdigest()


def _written(told: object) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
