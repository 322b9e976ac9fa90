"""A thousand tables at once: each is connected to the broker; what they say goes through one, to spare this machine."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from made_journal import make_journal
from mosquitto import Mosquitto
from own_books import NAMES, lines_of
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from league import broker as files
from league import topics
from league.server.store import Heard
from league.uplink.payloads import live

GAME = "poker_d_as"
SEEDS = (0, 12, 15, 18, 19, 23)
"""Of matches of some thirty lines; tables beyond the sixth say the same as one of those, under their own names."""
IN_FLIGHT = 1000
EVERYBODY = "bench"
"""Speaks for all tables, which the broker would let nobody else do."""


def admit_everybody(broker: Mosquitto) -> None:
    """Let one speak for all; the broker is to be started afterwards."""
    broker.admit(EVERYBODY)
    with (broker.folder / files.ACL).open("a") as acl:
        acl.write(f"\nuser {EVERYBODY}\ntopic readwrite {topics.ROOT}/#\n")


class Crowd:
    """Tables, each with a match of its own that was played to its end, and what is on their way."""

    def __init__(self, tables: int, folder: Path) -> None:
        journals = [folder / f"journal-{seed}.sqlite3" for seed in SEEDS[:tables]]
        for seed, journal in zip(SEEDS, journals, strict=False):
            make_journal(journal, 2, seed=seed, kinds=[GAME], templates=1, names_from=NAMES)
        names = [f"table-{number}" for number in range(tables)]
        self.played = {name: [journals[number % len(journals)]] for number, name in enumerate(names)}
        ended = [lines_of(name, journal, matches=1) for name, [journal] in self.played.items()]
        """The second match of each goes on, and is not sent."""
        longest = max(map(len, ended))
        self.lines = [lines[turn] for turn in range(longest) for lines in ended if turn < len(lines)]
        """In turn, as if all were playing."""
        self.lags: list[float] = []
        """Seconds from a line's being sent to the league's word that it is kept."""
        self._sent: dict[str, float] = {}
        self._lock = Lock()
        self._clients: list[Client] = []
        self._shown = {lines[0].table: _shown(lines) for lines in ended}

    def come(self, broker: Mosquitto) -> None:
        """Connect all of them."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self._clients = [broker.of(EVERYBODY).client(name) for name in (EVERYBODY, *self.played)]
        self._speaker, *silent = self._clients
        reached = broker.of(EVERYBODY)
        for table in silent:
            table.connect(reached.host, reached.port, keepalive=0)
        self._speaker.max_inflight_messages_set(IN_FLIGHT)
        self._speaker.on_message = self._on_message
        self._speaker.connect(reached.host, reached.port)
        self._speaker.subscribe(topics.topic("+", topics.RECEIPT), 1)
        self._speaker.loop_start()
        for name in self.played:
            self._speaker.publish(topics.topic(name, topics.STATE), topics.ONLINE, 1, retain=True)

    def play(self, lines: Sequence[Heard], rate: float, patience_s: float) -> float:
        """Say these lines, so many a second (0: as fast as the league keeps them), until all are kept; the seconds."""
        self.lags.clear()
        began = time.monotonic()
        for number, line in enumerate(lines):
            if rate:
                time.sleep(max(0.0, began + number / rate - time.monotonic()))
            while self.waiting >= IN_FLIGHT:
                time.sleep(0.001)
            self._say(number, line)
        while self.waiting and time.monotonic() - began < patience_s:
            time.sleep(0.01)
        return time.monotonic() - began

    @property
    def waiting(self) -> int:
        """Lines that were sent and that the league has not said to keep."""
        return len(self._sent)

    def go(self) -> None:
        """Disconnect all of them."""
        for client in self._clients:
            client.disconnect()
            client.loop_stop()
        self._sent.clear()

    def _say(self, number: int, heard: Heard) -> None:
        properties: Any = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.CorrelationData = str(number).encode()
        with self._lock:
            self._sent[str(number)] = time.monotonic()
        place = topics.topic(heard.table, topics.LINE)
        self._speaker.publish(place, heard.line.written(), qos=1, properties=properties)
        self._speaker.publish(topics.topic(heard.table, topics.LIVE), self._shown[heard.table], qos=1, retain=True)

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        now = time.monotonic()
        with self._lock:
            for number in json.loads(message.payload):
                if (sent := self._sent.pop(number, None)) is not None:
                    self.lags.append(now - sent)


def _shown(lines: Sequence[Heard]) -> bytes:
    """The match as a table shows it; at its end, however far it is."""
    entries = [line.line.entry() for line in lines]
    return json.dumps(live(lines[0].table, lines[0].line.match.record(), entries)).encode()
