"""The league's database: lines as the tables sent them, names apart from them, and what was worked out of both."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy import UniqueConstraint as Unique

metadata = MetaData()

place = Table(
    "place",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("title", String(60)),
    Column("online", Boolean, nullable=False, default=False),
    Column("current", String(12)),
    Column("last", String(40)),
    Column("beat", Integer, nullable=False, default=0),
)
"""A table in a bar. `current`: the match that was played last, at `last`; `beat`: goes up with all that it says."""

player = Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("place", ForeignKey("place.name"), nullable=False),
    Column("name", String(40)),
    Column("guest", Boolean, nullable=False, default=False),
    Column("same_as", ForeignKey("player.id")),
    Unique("place", "name"),
)
"""Who plays: a name at one table. Without a name: forgotten. `same_as`: the player of another table who this is."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("player", ForeignKey("player.id"), primary_key=True),
    Column("name", String(64), nullable=False, index=True),
    Column("at", String(20), nullable=False),
)
"""Who was forgotten when. `name`: a hash, by which matches of before that come late are known to be theirs."""

match = Table(
    "match",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("place", ForeignKey("place.name"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("started", String(20), nullable=False),
    Column("game", String(40), nullable=False),
    Column("preset", String(40)),
    Column("options", JSON, nullable=False),
    Column("first", Integer),
    Column("house", JSON, nullable=False),
    Column("lines", Integer, nullable=False, default=0),
    Column("last", String(40)),
    Column("ended", Boolean, nullable=False, default=False),
    Column("stale", Boolean, nullable=False, default=False, index=True),
)
"""A match. `lines`: how many came; `last`: the time of day of the latest; `ended`: a line says that it is over,
whatever came after it; `stale`: what it came to is to be worked out.
"""

seat = Table(
    "seat",
    metadata,
    Column("match", ForeignKey("match.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", ForeignKey("player.id"), nullable=False, index=True),
)

line = Table(
    "line",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("match", ForeignKey("match.code"), nullable=False, index=True),
    Column("before", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", String(40)),
    Column("time", Float(53), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("body", JSON, nullable=False),
)
"""A line of a journal, by its key."""

result = Table(
    "result",
    metadata,
    Column("match", ForeignKey("match.code"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("season", String(6), nullable=False),
    Column("ended", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("standing", JSON, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("faces", JSON, nullable=False),
    Column("plays", JSON, nullable=False),
    Column("reason", Text),
    Index("result_of_season", "season", "game"),
)
"""What a match came to; always the same for the same lines."""

aside = Table(
    "aside",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("place", String(40), nullable=False),
    Column("heard", String(20), nullable=False),
    Column("reason", Text, nullable=False),
    Column("payload", Text, nullable=False),
)
"""What was sent and is no line: shown to nobody but the admin."""

personal_code = Table(
    "personal_code",
    metadata,
    Column("player", ForeignKey("player.id"), primary_key=True),
    Column("code", String(64), nullable=False, unique=True),
)
"""With what a player says that a name at another table is theirs too; as a hash."""

secret = Table(
    "secret", metadata, Column("name", String(20), primary_key=True), Column("value", String(200), nullable=False)
)
"""The admin's password as a hash, and the key that sessions are signed with."""
