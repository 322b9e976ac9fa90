"""Hears the tables through the broker, keeps their lines, and tells them so.

A message is acknowledged to the broker, and a receipt sent to its table, after its line is in the database: whatever
is killed in between, the line comes again.
"""

from __future__ import annotations

import json
import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from sqlalchemy.exc import DataError, SQLAlchemyError

from kiosk.games.text import Text
from league import reasons, topics
from league.connection import KEEP_ALIVE_S, Broker
from league.lines import Line, LineError
from league.server.store import Heard, Note, Store

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""Lines that are kept in one transaction."""
SETTLED_AT_ONCE = 10
"""Matches that are worked out before lines that wait are kept."""
UNACKNOWLEDGED = 2000
"""Messages that the broker sends before the first of them is acknowledged."""
GATHER_S = 0.02
LONGEST_TITLE = 60
RETRY_S = 2.0
STUCK_S = 120.0
"""Nothing that it waits for takes so long."""
SHARED = "$share/league/"
"""Several workers share what comes on these topics."""
SESSION_S = 300
"""The broker keeps what it has for a worker that is away so long. Of one that is gone for good the others then have the
share; until then its lines arrive when their tables send them again."""


class Intake:
    """One worker. `start` it, `stop` it; what is `kept` by then goes up.

    Args:
        name: of its session, which the broker keeps while it is away; another worker has another.
    """

    def __init__(self, store: Store, broker: Broker, name: str = "league-1") -> None:
        self.kept = 0
        self._store = store
        self._heard: SimpleQueue[MQTTMessage] = SimpleQueue()
        self._titles: dict[str, str] = {}
        """What tables are called; each says it with every throw."""
        self._ended = Event()
        self._turned_at = time.monotonic()
        self._client = broker.client(name, manual_ack=True)
        self._client.on_connect, self._client.on_message = self._on_connect, self._on_message
        properties: Any = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval, properties.ReceiveMaximum = SESSION_S, UNACKNOWLEDGED
        self._client.connect_async(broker.host, broker.port, KEEP_ALIVE_S, clean_start=False, properties=properties)
        self._work = Thread(target=self._run, name="intake", daemon=True)

    def start(self) -> None:
        """Begin, in threads of its own."""
        self._client.loop_start()
        self._work.start()

    def stop(self) -> None:
        """Let go; what was not kept yet comes again."""
        self._client.disconnect()
        self._client.loop_stop()
        self._ended.set()
        self._work.join()

    def turns(self, now: float) -> bool:
        """Whether it is still at work; `now` in seconds, monotonic."""
        return now - self._turned_at < STUCK_S

    # --- the broker ---

    def _on_connect(self, client: Client, _: Any, __: ConnectFlags, code: ReasonCode, ___: Any) -> None:
        if code.is_failure:
            logger.warning("The broker refuses the league: %s.", code)
            return
        shared = [SHARED + topics.topic("+", what) for what in (topics.LINE, topics.LIVE)]
        # What is retained does not come through a shared subscription, by MQTT 5 (Mosquitto 2.0 sends it all the same):
        # each worker hears which tables are there.
        client.subscribe([(topic, 1) for topic in (*shared, topics.topic("+", topics.STATE))])

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._heard.put(message)

    # --- keeping ---

    def _run(self) -> None:
        while not self._ended.is_set():
            batch = self._gather()
            while batch and not self._ended.is_set():
                self._turned_at = time.monotonic()
                try:
                    self._keep(batch)
                    batch = []
                except SQLAlchemyError as error:
                    logger.warning("The database does not take lines now (%s): again soon.", type(error).__name__)
                    self._ended.wait(RETRY_S)
            self._turned_at = time.monotonic()
            try:
                while self._store.settle(SETTLED_AT_ONCE) and self._heard.empty() and not self._ended.is_set():
                    pass
            except SQLAlchemyError as error:
                logger.warning("The database does not work now (%s): again soon.", type(error).__name__)
                self._ended.wait(RETRY_S)

    def _gather(self) -> list[MQTTMessage]:
        """What was heard, a little later if little was; nothing if it stays quiet."""
        try:
            batch = [self._heard.get(timeout=0.2)]
        except Empty:
            return []
        ended = time.monotonic() + GATHER_S
        while len(batch) < AT_ONCE and (left := ended - time.monotonic()) > 0:
            try:
                batch.append(self._heard.get(timeout=left))
            except Empty:
                break
        return batch

    def _keep(self, batch: Sequence[MQTTMessage]) -> None:
        lines: list[Heard] = []
        aside: list[tuple[str, Text, bytes]] = []
        notes: dict[str, Note] = defaultdict(Note)
        for message in batch:
            table, what = topics.table_of(message.topic) or ("", "")
            if not table:
                continue
            if what != topics.LINE:
                notes[table] |= self._note(table, what, message)
                continue
            try:
                lines.append(Heard(table, Line.read(bytes(message.payload))))
            except LineError as error:
                aside.append((table, error.reason, bytes(message.payload)))
        self._store.show({table: note for table, note in notes.items() if note})
        self._titles |= {table: note["title"] for table, note in notes.items() if "title" in note}
        self._store_lines(lines)
        for one in aside:  # last: lines that are kept again are the same, what is set aside again is not
            self._store.set_aside(*one)
        self.kept += len(lines)
        receipts: dict[str, list[str]] = defaultdict(list)
        for message in batch:
            table, what = topics.table_of(message.topic) or ("", "")
            number = getattr(message.properties, "CorrelationData", None)
            if what == topics.LINE and number is not None:
                receipts[table].append(number.decode("ascii", "replace")[:40])
            self._client.ack(message.mid, message.qos)
        for table, numbers in receipts.items():
            self._client.publish(topics.topic(table, topics.RECEIPT), json.dumps(numbers), qos=1)

    def _store_lines(self, lines: Sequence[Heard]) -> None:
        """Keep lines; one that the database cannot hold is set aside, and stops no other."""
        try:
            self._store.keep(lines)
        except DataError as error:
            if len(lines) == 1:
                reason = reasons.not_stored(str(error.orig))
                self._store.set_aside(lines[0].table, reason, lines[0].line.written())
                return
            for line in lines:
                self._store_lines([line])

    def _note(self, table: str, what: str, message: MQTTMessage) -> Note:
        """What a table says beside its lines."""
        if what == topics.STATE:
            online = message.payload == topics.ONLINE.encode()
            if online and message.retain:  # it was there before us: whatever it waits for may never have come
                self._client.publish(topics.topic(table, topics.RECEIPT), "[]", qos=1)
            return {"online": online}
        try:
            title = json.loads(message.payload)["table"][:LONGEST_TITLE]
        except (ValueError, TypeError, LookupError):
            return {}
        fresh = isinstance(title, str) and "\0" not in title and title != self._titles.get(table)
        return {"title": title} if fresh else {}
