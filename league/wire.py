"""What a table posts to the league: lines of its journal as JSON lines; and what the league answers.

A line has no number that a restored disk could give out twice: its key is made of what it says and of the key of the
line before it in its match. The same line always has the same key, however often it is sent; and a match that went on
in two ways, since its table was restored from an old copy, has two ends, not mixed lines.
"""

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
"""A post has up to 1 MiB, unpacked: some 8,000 lines, as many as a table writes in three days."""
LARGEST_LINE = 32_768
"""A line has up to 32 KiB; the longest that a table writes has some 300 bytes."""
MOST_MATCHES = 2000
"""A post has lines of up to 2,000 matches: a table posts a thousand lines at once."""
KEY_LETTERS = 32
"""A key has 32 hexadecimal digits, 128 bits: no two different lines ever have the same one by chance."""
LONGEST_TITLE = 60
LONGEST_MARK = 80
"""A mark, a line's number and its key, has up to 80 letters."""
BEGINNING = ""
"""The mark of a table from which the league has no line yet."""

Says = Mapping[str, Any]
"""What a line says: `kind`, `body`, `time` and `at`, as in `kiosk/match/README.md`; a newer table may say more."""

# As in the name of a host: a part of the addresses of pages.
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_GZIP = 16 + zlib.MAX_WBITS
"""What tells zlib to write and read gzip's header."""
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
        title: the table's name as people read it.
        after: the mark up to which the league has the table's journal, as far as the table knows; `BEGINNING`: the
            table begins anew.
        upto: the mark up to which the league has it after this post.
        more: whether the table has more lines to post at once.
    """

    title: Annotated[str, StringConstraints(max_length=LONGEST_TITLE, pattern=_Visible)]
    after: Annotated[str, StringConstraints(max_length=LONGEST_MARK, pattern=_Visible)]
    upto: Annotated[str, StringConstraints(max_length=LONGEST_MARK, pattern=_Visible)]
    more: bool


class _HouseLine(_Part):
    house: Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class MatchSetup(_Part):
    """How a match was set up: the part of it that every version understands; a newer table may say more."""

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
        return [player if isinstance(player, str) else player.house for player in self.players]


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
    """A match in a post: its setup, and for each line the key of the line before and what it says, canonical."""

    setup: MatchSetup
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Post:
    """A table's post; matches by their names."""

    intro: Intro
    matches: Mapping[str, Sent] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A line to send: its match, its number in the journal, its key, the key of the line before, and what it says."""

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
        has: the mark up to which it has the table's journal.
        misses: names of matches of which a line came but not the one before it: the table posts those matches whole.
    """

    has: str
    misses: list[str] = []


class LeagueRefusal(_Part):
    """Why the league took nothing, in a sentence."""

    error: str


def is_table(name: str) -> bool:
    """Whether a table may have this name."""
    return _NAME.fullmatch(name) is not None


def says(entry: Entry) -> Says:
    """What a line says."""
    return {"kind": entry.kind.value, "body": dict(entry.body), "time": float(entry.time), "at": entry.at}


def key(code: str, before: str, said: str) -> str:
    """A line's key, from its match's code, the key of the line `before`, and what it `said`, canonical.

    The same line always has the same key, and no other line has it.
    """
    return hashlib.sha256(f'["{code}","{before}",{said}]'.encode()).hexdigest()[:KEY_LETTERS]


def canonical(told: object) -> str:
    """As JSON, written always in the same way, so that equal values give equal keys.

    Raises:
        ValueError: it can't be written as JSON.
    """
    return _CANONICAL.encode(told)


def heading(record: Record) -> dict[str, Any]:
    """How a match was set up, as `kiosk.match.forms.record_of` reads it, but with options and players not as JSON."""
    players = [{"house": name} if seat in record.house else name for seat, name in enumerate(record.players)]
    names = ("id", "number", "started", "game", "preset", "first")
    return {name: getattr(record, name) for name in names} | {"options": dict(record.options), "players": players}


def packed(intro: Intro, lines: Iterable[FeedLine]) -> bytes:
    """A post as it travels: lines in their order, and before those of each match how it was set up."""
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
        WireError: there are too many, or they are not gzip.
    """
    if gzip:
        unpacker = zlib.decompressobj(_GZIP)
        try:
            # One byte more than allowed shows that there is too much; the rest is never unpacked (a "zip bomb").
            body = unpacker.decompress(body, LARGEST_POST + 1)
        except zlib.error as error:
            raise WireError("The post is no gzip.") from error
        if not unpacker.eof and len(body) <= LARGEST_POST:
            raise WireError("The post ends too early.")
    if len(body) > LARGEST_POST:
        raise WireError(f"A post has {LARGEST_POST} bytes at most.")
    return body


def read(body: bytes) -> Post:
    """A table's post, unpacked; raises a WireError if it is no such post."""
    intro, matches = None, dict[str, Sent]()
    for number, line in enumerate(body.splitlines(), 1):
        if len(line) > LARGEST_LINE:
            raise WireError(f"Line {number} of the post has more than {LARGEST_LINE} bytes.")
        try:
            part = _LINE.validate_json(line)
            # This also refuses NaN, which Python's JSON has and no other.
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
