"""The league is measured: lags, lines a second, memory, the size of its database."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import trustme
from mosquitto import Mosquitto, free_port, until
from own_books import leagues_books, leagues_standings, own_books, own_standings
from postgresql import PostgreSQL
from sqlalchemy import func, select, text
from worker import Worker

from league.broker import Private
from league.server import schema
from league.server.store import Store
from workshop.benchmarks.league_load.crowd import Crowd, admit_everybody
from workshop.benchmarks.league_load.watched import TABLE, Watched

LONGEST_S = 60.0
"""Of what is waited for."""
LINES_A_YEAR = 300 * 15 * 130
"""Of a bar's table: 300 evenings of five hours, a match every twenty minutes, of 130 lines (the mean of matches of all
games that `make_journal` plays by chance).
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A league as it is measured."""

    title: str
    workers: int = 1
    postgresql: bool = False
    private: bool = False


KINDS = {
    "sqlite": Kind("SQLite, one worker"),
    "postgresql": Kind("PostgreSQL, two workers", 2, postgresql=True),
    "sqlite-tls": Kind("SQLite, one worker, TLS", private=True),
    "postgresql-one": Kind("PostgreSQL, one worker", postgresql=True),
}


def measured(kinds: Sequence[str], tables: int, rate: float, lines: int) -> None:
    """Measure leagues of some kinds, and print what was found as a table."""
    with TemporaryDirectory() as folder:
        crowd = Crowd(tables, Path(folder))
        server = PostgreSQL()
        server.start()
        try:
            found = {
                KINDS[name].title: measure(crowd, rate, lines, Path(folder) / name, (KINDS[name], server))
                for name in kinds
            }
        finally:
            server.remove()
    each = len(crowd.lines) / tables
    print(f"{tables} tables, {len(crowd.lines)} lines, {each:.0f} a match; {os.cpu_count()} cores for all\n")
    print("| | " + " | ".join(found) + " |\n|---|" + "---|" * len(found))
    for what in next(iter(found.values())):
        print(f"| {what} | " + " | ".join(one[what] for one in found.values()) + " |")


def measure(crowd: Crowd, rate: float, lines: int, folder: Path, league: tuple[Kind, PostgreSQL]) -> Mapping[str, str]:
    """One league from its first line to its last; what was found."""
    kind, server = league
    folder.mkdir()
    broker = broker_of(kind, folder)
    admit_everybody(broker)
    address = server.database() if kind.postgresql else f"sqlite:///{folder / 'league.sqlite3'}"
    with closing(Store(address)) as store, ExitStack() as ended:
        empty = size(store)
        broker.start()
        ended.callback(broker.stop)
        workers = [Worker(f"league-{number}", broker, address) for number in range(kind.workers)]
        for worker in workers:
            ended.callback(worker.stop)
        until(lambda: all(worker.answers() for worker in workers), LONGEST_S)
        ended.callback(crowd.go)
        crowd.come(broker)
        watched = Watched(folder / "watched", broker, workers[0].port)
        ended.callback(watched.stop)
        until(watched.is_seen, LONGEST_S)
        crowd.play(crowd.lines[:lines], rate, LONGEST_S)
        found = lags("from sending to kept", crowd.lags) | lags("from throw to page", watched.lags)
        took = crowd.play(crowd.lines[lines:], 0, LONGEST_S)
        found |= {"lines a second, at most": f"{(len(crowd.lines) - lines - crowd.waiting) / took:.0f}"}
        memory = {"Mosquitto": broker.pid, "each worker": workers[0].process.pid, "an uplink": watched.uplink.pid}
        found |= {f"memory of {name}": f"{proportional(pid) / 1e6:.0f} MB" for name, pid in memory.items()}
        database = sum(proportional(pid) for pid in server.processes()) if kind.postgresql else 0
        found |= {"memory of the database": f"{database / 1e6:.0f} MB" if database else "in the worker"}
        watched.throw_no_more()
        right = until_right(store, crowd)
        lost = crowd.waiting + watched.begun - matches_of(TABLE, store)
        a_line = (size(store) - empty) / len(crowd.lines)
    yearly = a_line * LINES_A_YEAR
    return found | {
        "bytes a line": f"{a_line:.0f}",
        "a year of one table": f"{yearly / 1e6:.0f} MB",
        "a year of all": f"{yearly * len(crowd.played) / 1e9:.0f} GB",
        "lines lost": str(lost),
        "standings": "right to the letter" if right else "WRONG",
    }


def broker_of(kind: Kind, folder: Path) -> Mosquitto:
    """A broker; where it is private, with a certificate of its own authority's."""
    if not kind.private:
        return Mosquitto(folder / "broker")
    authority, trusted = trustme.CA(), folder / "authority.pem"
    authority.cert_pem.write_to_path(str(trusted))
    issued = authority.issue_cert("localhost")
    certificate, key = folder / "broker.pem", folder / "broker.key"
    issued.cert_chain_pems[0].write_to_path(str(certificate))
    issued.private_key_pem.write_to_path(str(key))
    broker = Mosquitto(folder / "broker", Private(certificate, key, free_port()))
    broker.authority = trusted
    return broker


def lags(what: str, found: Sequence[float]) -> dict[str, str]:
    """Half of them, and all but one in a hundred."""
    ninety_ninth = quantiles(found, n=100, method="inclusive")[98]
    return {
        f"{what}, median": f"{1000 * median(found):.0f} ms",
        f"{what}, 99th": f"{1000 * ninety_ninth:.0f} ms ({len(found)})",
    }


def until_right(store: Store, crowd: Crowd) -> bool:
    """Whether the league comes to what the tables' own journals say."""
    books, own = own_books(crowd.played), own_standings(crowd.played)
    ended = time.monotonic() + LONGEST_S
    while time.monotonic() < ended:
        if leagues_books(store) == books and leagues_standings(store) == own:
            return True
        time.sleep(1)
    return False


def matches_of(table: str, store: Store) -> int:
    """How many matches of a table the league has."""
    with store.engine.connect() as connection:
        return connection.scalar(select(func.count()).where(schema.match.c.place == table)) or 0


def proportional(pid: int) -> int:
    """Bytes of memory of a process; what several share counts in parts."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return next(1024 * int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:"))


def size(store: Store) -> int:
    """Bytes of the database."""
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "postgresql":
            return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        pages = connection.scalar(text("PRAGMA page_count")) or 0
        return int(pages) * int(connection.scalar(text("PRAGMA page_size")) or 0)
