"""A league under load: many tables replay journals through a real Mosquitto into a real database, on this machine.

`python tests/benchmarks/league_load --tables 1000 [--rate 200] [--postgresql]` prints one line: lines a second, the
lag from a line's sending to the moment it is kept (median, 99th), bytes a line in the database, memory of this process.
Each table says the lines of its own matches, in turn with all others.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
from itertools import zip_longest
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "helpers"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "helpers" / "league"))

from made_journal import make_journal
from mosquitto import Mosquitto
from own_books import NAMES, leagues_books, lines_of, own_books
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from postgresql import PostgreSQL
from sqlalchemy import text

from league import broker as files
from league import topics
from league.server.intake import Intake
from league.server.store import Heard, Store

GAMES = ("cochon", "mexico", "chicago", "poker_d_as")
JOURNALS = 12
"""Different ones; tables beyond them say the same under their own names."""
MATCHES = 2
IN_FLIGHT = 1000
EVERYBODY = "bench"
"""Speaks for all tables, which the broker would let nobody else do."""
LONGEST_S = 170.0


class Tables:
    """All tables at once, over one connection."""

    def __init__(self, broker: Mosquitto) -> None:
        self.lags: list[float] = []
        self._sent: dict[str, float] = {}
        self._lock = Lock()
        self._client = broker.of(EVERYBODY).client(EVERYBODY)
        self._client.max_inflight_messages_set(IN_FLIGHT)
        self._client.on_message = self._on_message
        self._client.connect("127.0.0.1", broker.port)
        self._client.subscribe(topics.topic("+", topics.RECEIPT), 1)
        self._client.loop_start()

    def say(self, number: int, heard: Heard) -> None:
        properties: Any = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.CorrelationData = str(number).encode()
        with self._lock:
            self._sent[str(number)] = time.monotonic()
        place = topics.topic(heard.table, topics.LINE)
        self._client.publish(place, heard.line.written(), qos=1, properties=properties)

    @property
    def waiting(self) -> int:
        return len(self._sent)

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        now = time.monotonic()
        with self._lock:
            for number in json.loads(message.payload):
                if (sent := self._sent.pop(number, None)) is not None:
                    self.lags.append(now - sent)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=1000)
    asked.add_argument("--rate", type=float, default=0.0, help="lines a second of all tables together; 0: all they can")
    asked.add_argument("--lines", type=int, default=20_000, help="at most")
    asked.add_argument("--postgresql", action="store_true")
    given = asked.parse_args()
    signal.alarm(int(LONGEST_S) + 10)
    with TemporaryDirectory() as folder:
        server = PostgreSQL() if given.postgresql else None
        if server is not None:
            server.start()
        broker = Mosquitto(Path(folder) / "broker")
        broker.admit(EVERYBODY)
        with (broker.folder / files.ACL).open("a") as acl:
            acl.write(f"\nuser {EVERYBODY}\ntopic readwrite {topics.ROOT}/#\n")
        broker.start()
        try:
            measure(
                given, Path(folder), broker, f"sqlite:///{folder}/l.sqlite3" if server is None else server.database()
            )
        finally:
            broker.stop()
            if server is not None:
                server.remove()


def measure(given: argparse.Namespace, folder: Path, broker: Mosquitto, database: str) -> None:
    journals = [folder / f"journal-{seed}.sqlite3" for seed in range(min(JOURNALS, given.tables))]
    for seed, journal in enumerate(journals):
        make_journal(journal, MATCHES, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
    names = [f"table-{number}" for number in range(given.tables)]
    played = {name: journals[number % len(journals)] for number, name in enumerate(names)}
    in_turn = zip_longest(*(lines_of(name, journal) for name, journal in played.items()))
    lines = [line for turn in in_turn for line in turn if line is not None]
    whole = len(lines) <= given.lines
    lines = lines[: given.lines]
    store = Store(database)
    intake = Intake(store, broker.of(topics.LEAGUE))
    intake.start()
    tables = Tables(broker)
    time.sleep(1)
    began = time.monotonic()
    for number, line in enumerate(lines):
        if given.rate:
            time.sleep(max(0.0, began + number / given.rate - time.monotonic()))
        while tables.waiting >= IN_FLIGHT:
            time.sleep(0.001)
        tables.say(number, line)
    while tables.waiting and time.monotonic() - began < LONGEST_S:
        time.sleep(0.01)
    took = time.monotonic() - began
    while store.settle():
        pass
    right = not whole or leagues_books(store) == own_books({name: [journal] for name, journal in played.items()})
    lags = tables.lags
    print(
        f"{given.tables} tables, {len(lines)} lines, {tables.waiting} not kept; {len(lines) / took:.0f} lines/s;"
        f" lag {1000 * median(lags):.0f} ms, 99th {1000 * quantiles(lags, n=100)[98]:.0f} ms;"
        f" {size(store) / len(lines):.0f} bytes a line;"
        f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB, tables and league together;"
        f" standings {'right' if right else 'WRONG'}{'' if whole else ' (not looked at)'}; {os.cpu_count()} cores"
    )
    tables.stop()
    intake.stop()
    store.close()


def size(store: Store) -> int:
    """Bytes of the database."""
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "postgresql":
            return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        pages = connection.scalar(text("PRAGMA page_count")) or 0
        return int(pages) * int(connection.scalar(text("PRAGMA page_size")) or 0)


if __name__ == "__main__":
    main()
