"""The league's database, written so that nothing counts twice: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Insert,
    create_engine,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy import Table as Relation
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from kiosk.match.log import Entry, Record
from league import texts
from league.server import schema
from league.server.counting import recount, write_matches
from league.server.course import Course
from league.server.days import DAY, FIRST_DAY, moment, season_of
from league.server.outcome import REFUSED, STRUCK, UNDER_WAY, UNREAD, match_of, outcome
from league.server.seating import several
from league.server.taking import Taking
from league.wire import Answer, Post

LOCK = 421
"""Of PostgreSQL's advisory locks, while tables are made."""
NOBODY = "–"
"""Whoever is forgotten."""
TRIES = 3
"""Of a transaction that another one stood in the way of."""
DRIVERS = ("sqlite", "postgresql+psycopg")
"""Of SQLAlchemy: what addresses begin with."""


class StoreError(Exception):
    """The database cannot be used now; the message is one English sentence."""


class AddressError(StoreError):
    """It cannot be used at all: another address, another package or another version is needed."""


class Store:
    """A database by its address: sqlite:///FILE, or postgresql+psycopg://NAME@HOST/DATABASE.

    Attributes:
        engine: to read it; `writing`: to write it.

    Raises:
        StoreError: there is none, or it does not let us in.
    """

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.writing = self.engine.execution_options(writes=True)
        if self.engine.dialect.name == "sqlite":
            _keep_to_oneself(self.engine.url.database)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        try:
            with self.writing.begin() as connection:
                if self.engine.dialect.name == "postgresql":  # else workers that begin together would make it twice
                    connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
                self._bring_up_to_date(connection)
        except DBAPIError as error:
            place, why = self.engine.url.render_as_string(), " ".join(str(error.orig).split()).rstrip(".")
            raise StoreError(f"The database {place} cannot be used ({why}).") from error

    def close(self) -> None:
        """Let go of it."""
        self.engine.dispose()

    # --- writing ---

    def take(self, table: str, post: Post, now: float | None = None) -> Answer:
        """Keep what a table that was let in has sent; `now`: seconds since 1970.

        Raises:
            SQLAlchemyError: nothing of it was kept.
            LookupError: no such table was let in.
        """
        for tries in range(1, TRIES + 1):
            try:
                with self.writing.begin() as connection:
                    return Taking(self, connection, table, time.time() if now is None else now).take(post)
            except OperationalError:  # PostgreSQL ends one of two that wait for one another
                if tries == TRIES:
                    raise
        raise AssertionError

    def read_again(self, version: str) -> int:
        """Work out anew what this version may understand and an earlier one did not; how many matches those were."""
        known, count = schema.about.c, 0
        with self.engine.connect() as connection:
            if connection.scalar(select(known.value).where(known.name == "read by")) == version:
                return 0
            unclear = select(schema.match.c.code).where(schema.match.c.state.in_([UNREAD, REFUSED]))
            codes = connection.scalars(unclear.order_by(schema.match.c.code)).all()
        for some in several(codes):
            with self.writing.begin() as connection:
                rows = connection.execute(select(schema.match).where(schema.match.c.code.in_(some))).mappings().all()
                courses = self.courses(connection, some)
                settled = [self.settled(dict(row), courses[row["code"]]) for row in rows]
                write_matches(connection, [one | {"this": row["code"]} for one, row in zip(settled, rows, strict=True)])
                recount(connection, some, self.moving)
                count += len(some)
        with self.writing.begin() as connection:
            connection.execute(schema.about.delete().where(known.name == "read by"))
            connection.execute(insert(schema.about), {"name": "read by", "value": version})
        return count

    def adding(self, relation: Relation) -> Insert:
        """Adds rows; those that are there stay as they are."""
        return self._insert(relation).on_conflict_do_nothing()

    def moving(self, relation: Relation) -> Insert:
        """Adds rows; to the numbers of those that are there it adds."""
        adds = self._insert(relation)
        sums = {
            column.name: column + adds.excluded[column.name]
            for column in relation.columns
            if not column.primary_key and column.name != "one_in"
        }
        return adds.on_conflict_do_update(index_elements=[*relation.primary_key], set_=sums)

    def replacing(self, relation: Relation) -> Insert:
        """Adds rows in the place of those that are there."""
        adds = self._insert(relation)
        new = {column.name: adds.excluded[column.name] for column in relation.columns if not column.primary_key}
        return adds.on_conflict_do_update(index_elements=[*relation.primary_key], set_=new)

    # --- reading ---

    def match(self, code: str) -> tuple[Record, list[Entry]]:
        """A match and its entries.

        Raises:
            LookupError: there is no such match, or it is not shown.
            DamagedMatchError: this version cannot read it.
        """
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.match).where(schema.match.c.code == code)).mappings().first()
            if row is None or row["state"] == STRUCK:
                raise LookupError(code)
            names = self.names(connection, [code])[code]
            course = self.courses(connection, [code])[code]
        return match_of(json.loads(row["heading"]), names, course.ordered())

    def courses(self, connection: Connection, codes: Sequence[str]) -> dict[str, Course]:
        """The lines of some matches."""
        found: dict[str, Course] = {}
        for some in several(codes):
            rows = connection.execute(select(schema.course).where(schema.course.c.match.in_(some)))
            found |= {code: Course(code, packed) for code, packed in rows}
        return found

    def names(self, connection: Connection, codes: Sequence[str]) -> dict[str, list[str]]:
        """Of some matches, what each seat is called; a forgotten one is `NOBODY`."""
        found: dict[str, list[str]] = {code: [] for code in codes}
        seat = schema.seat.c
        for some in several(codes):
            query = select(seat.match, schema.player.c.name).join(schema.player).where(seat.match.in_(some))
            for code, name in connection.execute(query.order_by(seat.match, seat.seat)):
                found[code].append(name or NOBODY)
        return found

    # --- inside ---

    def settled(self, row: Mapping[str, Any], course: Course, span: tuple[str, str] | None = None) -> dict[str, Any]:
        """What a match comes to, as it is written; `span`: between which days it can have ended."""
        found = outcome(json.loads(row["heading"]), course.ordered())
        first, last = span or (FIRST_DAY, moment(datetime.now(UTC) + DAY))
        ended = min(max(found.at or last, first), last)
        plays = [[one.seat, f"{_dice(one.kept)}/{_dice(one.thrown)}", one.one_in] for one in found.plays]
        over = found.state not in {UNDER_WAY, UNREAD}
        return {
            "lines": len(course.lines),
            "state": found.state,
            "ended": ended if over else None,
            "season": season_of(ended) if over else None,
            "standing": json.dumps(found.standing),
            "faces": " ".join(map(str, found.faces)),
            "plays": json.dumps(plays),
            "reason": texts.written(found.reason),
        }

    def _insert(self, relation: Relation) -> Any:
        return (postgresql_insert if self.engine.dialect.name == "postgresql" else sqlite_insert)(relation)

    def _bring_up_to_date(self, connection: Connection) -> None:
        place, tables = self.engine.url.render_as_string(), inspect(connection).get_table_names()
        if tables and schema.about.name not in tables:
            raise AddressError(f"The database {place} holds something else: name another one.")
        schema.metadata.create_all(connection)
        connection.execute(self.adding(schema.about), {"name": "schema", "value": schema.VERSION})
        found = connection.scalar(select(schema.about.c.value).where(schema.about.c.name == "schema"))
        if found != schema.VERSION:
            raise AddressError(f"The database {place} is of a newer league ({found}): upgrade this one.")


def _dice(values: Sequence[int]) -> str:
    return "".join(map(str, sorted(values, reverse=True)))


def _engine(address: str) -> Engine:
    try:
        if make_url(address).drivername in DRIVERS:
            return create_engine(address, pool_pre_ping=True)
    except ArgumentError:
        pass
    except ModuleNotFoundError as error:
        missing = f"A league in PostgreSQL needs one package more ({error.name}): pip install '.[postgresql]'"
        raise AddressError(f"{missing} where dice-table was installed from.") from error
    words = "sqlite:///FILE, or postgresql+psycopg://NAME@HOST/DATABASE"
    raise AddressError(f"What --store names is no database: write {words}.")


def _keep_to_oneself(file: str | None) -> None:
    """Make a database's file, which holds names and passwords, so that nobody else reads it."""
    if file:
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
            Path(file).chmod(0o600)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin ourselves
    # `secure_delete`: whoever is forgotten is gone from the file's free parts, too. Debian builds SQLite so that it is
    # on; elsewhere it is off.
    settings = ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON")
    for setting in (*settings, "secure_delete = ON", "cache_size = -65536"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    # Whoever begins by reading and then writes would be refused where somebody else wrote meanwhile.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
