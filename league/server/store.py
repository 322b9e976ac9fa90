"""The league's database, written so that nothing counts twice: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypedDict

from sqlalchemy import (
    Boolean,
    Connection,
    Engine,
    Insert,
    String,
    bindparam,
    case,
    create_engine,
    event,
    func,
    insert,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy import Table as Relation
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import ArgumentError, DBAPIError

from kiosk.games.text import Text
from kiosk.match.log import Entry, EntryKind, Record
from league import reasons
from league.lines import Line
from league.server import schema
from league.server.chain import ChainLink, ordered
from league.server.outcome import UNDER_WAY, MatchOutcome, outcome
from league.server.seating import SEVERAL, several, sitting

LOCK = 421
"""Of PostgreSQL's advisory locks, while tables are made."""
LONGEST_ASIDE = 2000
NOBODY = "–"
"""Whoever is forgotten."""
MOST_ASIDE = 1000
"""Of one table: who forges fills no disk."""


DRIVERS = ("sqlite", "postgresql+psycopg")
"""Of SQLAlchemy: what addresses begin with."""


class StoreError(Exception):
    """The database cannot be used; the message is one English sentence. `lasting`: not before its address changes."""

    def __init__(self, sentence: str, *, lasting: bool) -> None:
        super().__init__(sentence)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Heard:
    """A line as it was heard from a table."""

    table: str
    line: Line


class Note(TypedDict, total=False):
    """What a table says beside its lines: whether it is there, and what it is called."""

    online: bool
    title: str


class Store:
    """A database by its address: sqlite:///FILE, or postgresql+psycopg://NAME@HOST/DATABASE.

    Raises:
        StoreError: there is none, or it does not let us in.
    """

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare_sqlite)
        try:
            with self.engine.begin() as connection:
                if self.engine.dialect.name == "postgresql":  # else workers that begin together would make it twice
                    connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
                schema.metadata.create_all(connection)
        except DBAPIError as error:
            place, why = self.engine.url.render_as_string(), " ".join(str(error.orig).split()).rstrip(".")
            raise StoreError(f"The database {place} cannot be used ({why}).", lasting=False) from error

    def close(self) -> None:
        """Let go of it."""
        self.engine.dispose()

    # --- writing ---

    def keep(self, heard: Sequence[Heard]) -> set[str]:
        """Add lines, those that are there already once only; the matches that have new ones.

        Raises:
            SQLAlchemyError: nothing of it was kept.
        """
        by_key = {one.line.key(one.table): one for one in heard}
        if not by_key:
            return set()
        with self.engine.begin() as connection:
            self._add_matches(connection, by_key.values())
            # In one order everywhere: two workers that wait for one another's rows would wait for ever.
            rows = [_row(key, one) for key, one in sorted(by_key.items())]
            fresh = set(connection.scalars(self.adding(schema.line).returning(schema.line.c.key), rows))
            touched: dict[str, list[dict[str, Any]]] = {}
            for row in rows:
                if row["key"] in fresh:
                    touched.setdefault(row["match"], []).append(row)
            if touched:
                self._note_lines(connection, touched)
                self._note_places(connection, [by_key[key] for key in fresh])
        return set(touched)

    def set_aside(self, table: str, reason: Text, payload: bytes) -> None:
        """Keep what is no line where nobody sees it but the admin."""
        with self.engine.begin() as connection:
            connection.execute(self.adding(schema.place), [{"name": table, "online": False}])
            held = connection.scalar(select(func.count()).where(schema.aside.c.place == table)) or 0
            if held < MOST_ASIDE:
                text = payload[:LONGEST_ASIDE].decode("utf-8", "backslashreplace").replace("\0", "\\0")
                row = {"place": table, "heard": now(), "reason": reasons.written(reason), "payload": text}
                connection.execute(insert(schema.aside), row)

    def show(self, notes: Mapping[str, Note]) -> None:
        """Note which tables are there or gone, and what they are called."""
        if not notes:
            return
        place = schema.place.c
        note = (
            update(schema.place)
            .where(place.name == bindparam("table"))
            .values(
                beat=place.beat + 1,
                online=func.coalesce(bindparam("is_online", type_=Boolean), place.online),
                title=func.coalesce(bindparam("called", type_=String), place.title),
            )
        )
        told = [
            {"table": table, "is_online": one.get("online"), "called": one.get("title")}
            for table, one in sorted(notes.items())
        ]
        with self.engine.begin() as connection:
            connection.execute(self.adding(schema.place), [{"name": one["table"], "online": False} for one in told])
            connection.execute(note, told)

    def settle(self, most: int = SEVERAL) -> int:
        """Work out what some matches came to that have new lines; how many they were."""
        with self.engine.connect() as connection:
            codes = connection.scalars(select(schema.match.c.code).where(schema.match.c.stale).limit(most)).all()
        for code in codes:
            with self.engine.begin() as connection:
                self._settle(connection, code)
        return len(codes)

    def adding(self, relation: Relation) -> Insert:
        """Adds rows; those that are there stay as they are."""
        if self.engine.dialect.name == "postgresql":
            return postgresql_insert(relation).on_conflict_do_nothing()
        return sqlite_insert(relation).on_conflict_do_nothing()

    # --- reading ---

    def match(self, code: str) -> tuple[Record, list[Entry]]:
        """A match and its entries, as far as none is missing.

        Raises:
            LookupError: there is no such match.
        """
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.match).where(schema.match.c.code == code)).mappings().first()
            if row is None:
                raise LookupError(code)
            lines = connection.execute(select(schema.line).where(schema.line.c.match == code)).mappings().all()
            names = [name for _, _, name in self.seats(connection, [code])[code]]
        links = [
            ChainLink(one["key"], one["before"], Entry(EntryKind(one["kind"]), one["body"], one["time"], one["at"]))
            for one in lines
        ]
        record = Record(
            code,
            row["game"],
            row["preset"],
            row["options"],
            tuple(names),
            row["first"],
            row["started"],
            frozenset(row["house"]),
            row["number"],
        )
        return record, ordered(links)

    def seats(self, connection: Connection, codes: Sequence[str]) -> dict[str, list[tuple[int, int, str]]]:
        """Of some matches, who sits where: the seat, the player's number, the name; a forgotten one's is `NOBODY`."""
        found: dict[str, list[tuple[int, int, str]]] = {code: [] for code in codes}
        for some in several(codes):
            query = (
                select(schema.seat.c.match, schema.seat.c.seat, schema.player.c.id, schema.player.c.name)
                .join(schema.player)
                .where(schema.seat.c.match.in_(some))
                .order_by(schema.seat.c.match, schema.seat.c.seat)
            )
            for code, seat, number, name in connection.execute(query):
                found[code].append((seat, number, name or NOBODY))
        return found

    # --- inside ---

    def _add_matches(self, connection: Connection, heard: Iterable[Heard]) -> None:
        new = {one.line.match.code(one.table): one for one in heard}
        for code in _known(connection, schema.match.c.code, new):
            del new[code]
        if not new:
            return
        tables = sorted({one.table for one in new.values()})
        connection.execute(self.adding(schema.place), [{"name": table, "online": False} for table in tables])
        matches = {code: (one.table, one.line.match) for code, one in new.items()}
        seated = sitting(connection, matches, self.adding)
        for code, one in sorted(new.items()):
            heading = one.line.match
            row = heading.model_dump(include={"number", "started", "game", "preset", "options", "first", "house"})
            made = connection.execute(self.adding(schema.match), row | {"code": code, "place": one.table})
            if made.rowcount:  # else another worker was faster
                seats = [{"match": code, "seat": seat, "player": who} for seat, who in enumerate(seated[code])]
                connection.execute(self.adding(schema.seat), seats)

    def _note_places(self, connection: Connection, heard: Iterable[Heard]) -> None:
        """Put down with each table what was played there last."""
        place, latest = schema.place.c, dict[str, tuple[str, str]]()
        for one in heard:
            now = one.line.at or "", one.line.match.code(one.table)
            latest[one.table] = max(now, latest.get(one.table, now))
        later = func.coalesce(place.last, "") <= bindparam("at")
        note = (
            update(schema.place)
            .where(place.name == bindparam("table"))
            .values(
                beat=place.beat + 1,
                last=case((later, bindparam("at")), else_=place.last),
                current=case((later, bindparam("code")), else_=place.current),
            )
        )
        rows = [{"table": table, "at": at, "code": code} for table, (at, code) in sorted(latest.items())]
        connection.execute(note, rows)

    def _note_lines(self, connection: Connection, touched: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """Put down with each match what its new lines mean for it."""
        match = schema.match.c
        over = or_(match.ended, bindparam("over", type_=Boolean))
        later = func.coalesce(match.last, "") < bindparam("at")
        note = (
            update(schema.match)
            .where(match.code == bindparam("this"))
            .values(
                lines=match.lines + bindparam("more"),
                last=case((later, bindparam("at")), else_=match.last),
                ended=over,
                # Nothing is worked out of a match that goes on: it would be done anew with every line.
                stale=or_(match.stale, over),
            )
        )
        rows = [
            {
                "this": code,
                "more": len(new),
                "at": max(row["at"] or "" for row in new),
                "over": any(row["kind"] == EntryKind.END.value for row in new),
            }
            for code, new in sorted(touched.items())
        ]
        connection.execute(note, rows)

    def _settle(self, connection: Connection, code: str) -> None:
        this = schema.match.c.code == code
        # PostgreSQL lets one worker at a time do it, and lines that come meanwhile wait; SQLite has no such lock.
        mine = select(schema.match.c.lines).where(this, schema.match.c.stale).with_for_update(skip_locked=True)
        lines = connection.scalar(mine)
        if lines is None:
            return
        record, entries = self.match(code)
        self._write_outcome(connection, record, code, entries, outcome(record, entries))
        unchanged = this & (schema.match.c.lines == lines)
        connection.execute(update(schema.match).where(unchanged).values(stale=False))

    def _write_outcome(
        self, connection: Connection, record: Record, code: str, entries: Sequence[Entry], found: MatchOutcome
    ) -> None:
        connection.execute(schema.result.delete().where(schema.result.c.match == code))
        if found.state == UNDER_WAY:
            return
        ended = (entries[-1].at if entries else None) or record.started
        row: Mapping[str, Any] = {
            "match": code,
            "game": record.game,
            "season": season_of(ended),
            "ended": ended,
            "state": found.state,
            "standing": found.standing,
            "throws": found.throws,
            "faces": found.faces,
            "plays": found.plays,
            "reason": None if found.reason is None else reasons.written(found.reason),
        }
        connection.execute(insert(schema.result), row)


def _engine(address: str) -> Engine:
    try:
        if make_url(address).drivername in DRIVERS:
            return create_engine(address, pool_pre_ping=True)
    except ArgumentError:
        pass
    except ModuleNotFoundError as error:
        missing = f"A league in PostgreSQL needs one package more ({error.name}): pip install '.[postgresql]'"
        raise StoreError(f"{missing} where dice-table was installed from.", lasting=True) from error
    words = "sqlite:///FILE, or postgresql+psycopg://NAME@HOST/DATABASE"
    raise StoreError(f"What --store names is no database: write {words}.", lasting=True)


def now() -> str:
    """The time of day, as journals write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def season_of(day: str) -> str:
    """The season of a day: a quarter of a year, "2026-4"."""
    return f"{day[:4]}-{(int(day[5:7]) + 2) // 3}"


def _row(key: str, heard: Heard) -> dict[str, Any]:
    line = heard.line
    return {
        "key": key,
        "match": line.match.code(heard.table),
        "before": line.before,
        "number": line.line,
        "at": line.at,
        "time": line.time,
        "kind": line.kind.value,
        "body": line.body,
    }


def _known(connection: Connection, column: Any, keys: Iterable[str]) -> set[str]:
    """Those of the keys that are there."""
    found: set[str] = set()
    for some in several(keys):
        found.update(connection.scalars(select(column).where(column.in_(some))))
    return found


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # `secure_delete`: whoever is forgotten is gone from the file's free parts, too. Debian builds SQLite so that it is
    # on; elsewhere it is off.
    settings = ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON")
    for setting in (*settings, "secure_delete = ON"):
        connection.execute(f"PRAGMA {setting}").close()
