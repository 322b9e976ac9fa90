"""The league's database by its address, SQLite in a file or PostgreSQL: plain SQL that both understand."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, TextClause, bindparam, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

VERSION = "2"
"""The version of the schema."""
LOCK = 421
"""The number of the PostgreSQL advisory lock under which tables are made: workers that begin together would make them
twice. Any number that nobody else uses."""
KINDS = {"sqlite": ("INTEGER PRIMARY KEY", "BLOB"), "postgresql": ("SERIAL PRIMARY KEY", "BYTEA")}
"""The types of a number that the database gives, and of bytes, which differ between the two."""
DRIVERS = ("sqlite", "postgresql+psycopg")
"""What addresses of databases begin with: SQLAlchemy's names of the drivers."""


class StoreError(Exception):
    """The database cannot be used now; the message is one English sentence."""


class AddressError(StoreError):
    """It cannot be used at all: another address, another package or another version is needed."""


class Ask:
    """Runs statements on a connection: with values, of which lists are for IN; or once for each of several rows."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __call__(self, sql: str, rows: Sequence[dict[str, Any]] | None = None, /, **values: Any) -> Any:
        """What it found."""
        if rows == []:
            return None
        # An empty list becomes (NULL), which nothing is in: PostgreSQL can't tell the type of ().
        lists = {name: value or [None] for name, value in values.items() if isinstance(value, list)}
        return self.connection.execute(_statement(sql, tuple(lists)), {**values, **lists} if rows is None else rows)


class Database:
    """A database by its address: sqlite:///FILE, or postgresql+psycopg://NAME@HOST/DATABASE.

    Raises:
        StoreError: there is none, or it does not let us in.
    """

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        if self.engine.dialect.name == "sqlite":
            _keep_to_oneself(self.engine.url.database)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        try:
            with self.writing() as ask:
                self._bring_up_to_date(ask)
        except DBAPIError as error:
            place, why = self.engine.url.render_as_string(), " ".join(str(error.orig).split()).rstrip(".")
            raise StoreError(f"The database {place} cannot be used ({why}).") from error

    def close(self) -> None:
        """Let go of it."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Ask]:
        """Ask for something."""
        with self.engine.connect() as connection:
            yield Ask(connection)

    def rows(self, sql: str, **values: Any) -> Sequence[Any]:
        """What one statement finds."""
        with self.reading() as ask:
            return ask(sql, **values).all()

    @contextmanager
    def writing(self) -> Iterator[Ask]:
        """Change something in one transaction."""
        with self.engine.execution_options(writes=True).begin() as connection:
            yield Ask(connection)

    def _bring_up_to_date(self, ask: Ask) -> None:
        kind, place = self.engine.dialect.name, self.engine.url.render_as_string()
        if kind == "postgresql":
            ask("SELECT pg_advisory_xact_lock(:lock)", lock=LOCK)
        tables = inspect(ask.connection).get_table_names()
        if tables and "about" not in tables:
            raise AddressError(f"The database {place} holds something else: name another one.")
        found = ask("SELECT value FROM about WHERE name = 'schema'").scalar() if tables else VERSION
        if found != VERSION:
            raise AddressError(f"The database {place} is of another version of the league ({found}, not {VERSION}).")
        # Each statement leaves alone what exists, so this serves for a new database and for one that is complete.
        number, blob = KINDS[kind]
        schema = files("league.server").joinpath("schema.sql").read_text("utf-8").format(id=number, bytes=blob)
        plain = "\n".join(line for line in schema.splitlines() if not line.startswith("--"))
        for statement in plain.strip().removesuffix(";").split(";\n"):
            ask(statement)
        ask("INSERT INTO about VALUES ('schema', :version) ON CONFLICT DO NOTHING", version=VERSION)


@lru_cache(512)
def _statement(sql: str, lists: tuple[str, ...]) -> TextClause:
    return text(sql).bindparams(*(bindparam(name, expanding=True) for name in lists))


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
    """Let nobody else read a database's file, which holds names and passwords; SQLite itself would make it readable."""
    if file:
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
            Path(file).chmod(0o600)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # Python is not to begin transactions: `_begin_sqlite` does
    # `secure_delete`: a forgotten name is overwritten in the file too. It is on in Debian's SQLite, off in others.
    # `cache_size`: in KiB where it is negative.
    settings = ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON")
    for setting in (*settings, "secure_delete = ON", "cache_size = -65536"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins with reading and writes later fails if another one has written in between: so those that
    # write take the lock at once.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
