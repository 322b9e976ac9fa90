"""What a table posts to the league: lines of its journal as JSON lines; and what the league answers.

A line has no number that a restored disk could give out twice: its key is made of what it says and of the key of the
line before it in its match. The same line always has the same key, however often it is sent; and a match that went on
in two ways, since its table was restored from an old copy, has two ends, not mixed lines.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from kiosk.match.forms import LONGEST_NAME, MOST_SEATS
from kiosk.match.log import Entry, Record
from kiosk.match.online import match_code

LARGEST_POST = 1 << 20
"""Bytes of a post, unpacked: of some 8,000 lines, a table's for three days."""
LARGEST_LINE = 32_768
"""Bytes: the longest line that a table writes has some 300."""
MOST_MATCHES = 2000
"""Of which lines are in one post: a table posts a thousand lines at once."""
KEY_LETTERS = 32
"""Hexadecimal: 128 bits, so that no two lines ever meet by chance."""
LONGEST_TITLE = 60
LONGEST_MARK = 80
"""Letters: a line's number and its key."""
BEGINNING = ""
"""The mark of a table of which the league has nothing."""

Says = Mapping[str, Any]
"""What a line says: `kind`, `body`, `time` and `at`, as in `kiosk/match/README.md`; a newer table may say more."""

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_GZIP = 16 + zlib.MAX_WBITS
_Visible = r"^[^\x00-\x1f\x7f]*$"


class WireError(ValueError):
    """A post that cannot be understood; the message is one sentence."""


def _is_named(match: str) -> str:
    match_code("", match)
    return match


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Intro(_Part):
    """A post's first line.

    Attributes:
        title: what the table is called where people read it.
        after: up to where the league has the table's journal, as the table knows; `BEGINNING`: it begins anew.
        upto: up to where the league has it then.
        more: whether lines are left that are written already.
    """

    title: Annotated[str, StringConstraints(max_length=LONGEST_TITLE, pattern=_Visible)]
    after: Annotated[str, StringConstraints(max_length=LONGEST_MARK, pattern=_Visible)]
    upto: Annotated[str, StringConstraints(max_length=LONGEST_MARK, pattern=_Visible)]
    more: bool


class _HouseLine(_Part):
    house: Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class MatchSetup(_Part):
    """How a match was set up: what every version needs to understand of it."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    id: Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=_Visible), AfterValidator(_is_named)]
    number: Annotated[int, Field(ge=0, le=2**31 - 1)]
    players: Annotated[
        list[Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=_Visible)] | _HouseLine],
        Field(min_length=1, max_length=MOST_SEATS),
    ]
    started: Annotated[str, StringConstraints(max_length=40)] = ""

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [one if isinstance(one, str) else one.house for one in self.players]


class _Opens(_Part):
    setup: MatchSetup


class _Said(_Part):
    match: str
    before: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
    says: dict[str, Any]


_LINE: TypeAdapter[_Said | _Opens | Intro] = TypeAdapter(
    Annotated[_Said | _Opens | Intro, Field(union_mode="left_to_right")]
)
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """Of a match, how it was set up, and lines: the key of the line before, and what it says, canonical."""

    setup: MatchSetup
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Post:
    """What a table sent at once; matches by their names."""

    intro: Intro
    matches: Mapping[str, Sent] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A line to send: its match, its number in the journal, its key and that of the line before, and what it says."""

    record: Record
    number: int
    key: str
    before: str
    says: Says

    @property
    def mark(self) -> str:
        """What names this line and all before it."""
        return f"{self.number}:{self.key}"


class LeagueAnswer(_Part):
    """What the league has.

    Attributes:
        has: up to where it has the table's journal.
        misses: matches, by their names, of which a line came whose line before it is not there.
    """

    has: str
    misses: list[str] = []


class LeagueRefusal(_Part):
    """Why the league took nothing, in a sentence."""

    error: str


def is_table(name: str) -> bool:
    """Whether a table may be called so: it is a part of addresses."""
    return _NAME.fullmatch(name) is not None


def says(entry: Entry) -> Says:
    """What a line says."""
    return {"kind": entry.kind.value, "body": dict(entry.body), "time": float(entry.time), "at": entry.at}


def key(code: str, before: str, said: str) -> str:
    """A line's: the same whenever it comes, and nothing else's; of its match's code, and what it `said`, canonical."""
    return hashlib.sha256(f'["{code}","{before}",{said}]'.encode()).hexdigest()[:KEY_LETTERS]


def canonical(told: object) -> str:
    """As JSON, always the same for the same.

    Raises:
        ValueError: it holds what no JSON holds.
    """
    return _CANONICAL.encode(told)


def heading(record: Record) -> dict[str, Any]:
    """How a match was set up, as `kiosk.match.forms.record_of` reads it, but for what is JSON there."""
    players = [{"house": name} if seat in record.house else name for seat, name in enumerate(record.players)]
    names = ("id", "number", "started", "game", "preset", "first")
    return {name: getattr(record, name) for name in names} | {"options": dict(record.options), "players": players}


def packed(intro: Intro, lines: Iterable[FeedLine]) -> bytes:
    """A post as it travels: lines in their order, before those of each match how it was set up."""
    told: list[object] = [intro.model_dump()]
    match = None
    for line in lines:
        if line.record.id != match:
            match = line.record.id
            told.append({"setup": heading(line.record)})
        told.append({"match": match, "before": line.before, "says": line.says})
    packer = zlib.compressobj(wbits=_GZIP)
    return packer.compress("\n".join(map(canonical, told)).encode()) + packer.flush()


def unpacked(body: bytes, *, gzip: bool) -> bytes:
    """A post's lines.

    Raises:
        WireError: they are too many, or were packed otherwise.
    """
    if gzip:
        unpacker = zlib.decompressobj(_GZIP)
        try:
            body = unpacker.decompress(body, LARGEST_POST + 1)
        except zlib.error as error:
            raise WireError("The post is no gzip.") from error
        if not unpacker.eof and len(body) <= LARGEST_POST:
            raise WireError("The post ends too early.")
    if len(body) > LARGEST_POST:
        raise WireError(f"A post has {LARGEST_POST} bytes at most.")
    return body


def read(body: bytes) -> Post:
    """A table's post, unpacked.

    Raises:
        WireError: it is none.
    """
    intro, matches = None, dict[str, Sent]()
    for number, line in enumerate(body.splitlines(), 1):
        if len(line) > LARGEST_LINE:
            raise WireError(f"Line {number} of the post has more than {LARGEST_LINE} bytes.")
        try:
            part = _LINE.validate_json(line)
            said = canonical(part.says if isinstance(part, _Said) else part.model_dump())
        except (ValueError, RecursionError) as error:
            raise WireError(f"Line {number} of the post is not understood.") from error
        match part:
            case Intro() if number == 1:
                intro = part
            case _Opens() if intro and len(matches) < MOST_MATCHES:
                matches.setdefault(part.setup.id, Sent(part.setup))
            case _Said() if part.match in matches:
                matches[part.match].lines.append((part.before, said))
            case _:
                raise WireError(f"Line {number} of the post does not belong there.")
    if intro is None:
        raise WireError("The first line of a post says title, after, upto and more.")
    return Post(intro, matches)
