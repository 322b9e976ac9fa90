"""The league's database: what tables sent, names apart from it, and what was made of both as it came.

What pages show is rows written in the transaction in which a match ends or is corrected: no page counts.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy import UniqueConstraint as Unique

VERSION = "1"
"""Of the schema."""

metadata = MetaData()

about = Table("about", metadata, Column("name", String(20), primary_key=True), Column("value", String(200)))
"""The schema's version, and which program read last what others could not."""

place = Table(
    "place",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("title", String(60)),
    Column("token", String(64)),
    Column("mark", String(80), nullable=False, default=""),
    Column("heard", Float(53), nullable=False, default=0.0),
    Column("whole", Float(53), nullable=False, default=0.0),
    Column("changed", BigInteger, nullable=False, default=0, index=True),
    Column("current", String(12)),
    Column("card", Text),
    Column("faces", String(120), nullable=False, default="0 0 0 0 0 0"),
)
"""A table in a bar. `token`: a hash, none where it was let in no longer; `mark`: up to where its journal is here;
`heard`: when it posted last, seconds since 1970; `whole`: when it had nothing left to post; `changed`: when its `card`
was, in milliseconds; that is the match that came last, `current`, as it stands; `faces`: how often each fell there.
"""

player = Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("place", ForeignKey("place.name"), nullable=False),
    Column("name", String(40)),
    Column("folded", String(80), index=True),
    Column("guest", Boolean, nullable=False, default=False),
    Column("same_as", ForeignKey("player.id"), index=True),
    Column("gone", String(20)),
    Column("hash", String(64), index=True),
    Unique("place", "name"),
)
"""Who plays: a name at one table; `folded`: by which it is found; `same_as`: the player of another table who this is.
Without a name: forgotten, when it was `gone`; `hash`: by which matches of before that come late are known to be theirs.
"""

match = Table(
    "match",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("place", ForeignKey("place.name"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("heading", Text, nullable=False),
    Column("lines", Integer, nullable=False, default=0),
    Column("state", String(10), nullable=False),
    Column("game", String(40), nullable=False),
    Column("season", String(6)),
    Column("ended", String(20)),
    Column("standing", Text),
    Column("faces", String(120)),
    Column("counted", String(120)),
    Column("plays", Text),
    Column("reason", Text),
    Index("match_latest", "state", "ended"),
    Index("match_of_place", "place", "number"),
)
"""A match and what it came to. `heading`: how it was set up, without names; `ended`: within what its table can mean;
`counted`: the faces that are in its table's.
"""

course = Table(
    "course",
    metadata,
    Column("match", ForeignKey("match.code"), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)
"""All lines of a match as they came, compressed."""

seat = Table(
    "seat",
    metadata,
    Column("match", ForeignKey("match.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", ForeignKey("player.id"), nullable=False, index=True),
    Column("who", Integer),
    Column("season", String(6)),
    Column("game", String(40)),
    Column("ended", String(20)),
    Column("points", Float(53)),
    Column("others", Integer),
    Column("won", Integer),
    Column("rank", Integer),
    Index("seat_of_player", "who", "ended"),
)
"""Who sat where; and, from `who` on, what was counted for it, and for whom: nothing for guests."""

standing = Table(
    "standing",
    metadata,
    Column("season", String(6), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("who", Integer, primary_key=True, index=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Float(53), nullable=False),
    Column("others", Integer, nullable=False),
    Index("standing_in_order", "season", "game", "points"),
    Index("standing_by_matches", "season", "game", "matches"),
)
"""What somebody's matches came to, by season and game; without both, in all."""

ladder = Table(
    "ladder",
    metadata,
    Column("season", String(6), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("matches", Integer, nullable=False),
)
"""The seasons and games of which there is a table."""

play = Table(
    "play",
    metadata,
    Column("match", ForeignKey("match.code"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", Integer, nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("dice", String(40), nullable=False),
    Column("ended", String(20), nullable=False),
    Index("play_latest", "game", "dice", "ended"),
)
"""A throw that made the best hand; `dice`: "kept/thrown", from the highest."""

feat = Table(
    "feat",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("dice", String(40), primary_key=True),
    Column("one_in", Float(53), nullable=False, index=True),
    Column("times", Integer, nullable=False),
)
"""How often each of them was thrown."""

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
"""The admin's password as a hash."""

session = Table(
    "session",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("token", String(64), nullable=False),
    Column("ends", Float(53), nullable=False),
    Column("said", Text),
)
"""Who is signed in: by a hash of the cookie; `token`: what its forms hold; `said`: what the next page says once."""
