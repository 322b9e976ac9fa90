"""Sends a table's journal to the league, line by line, and goes on from where the league has it.

A line is sent with QoS 1, and again until the league says that it keeps it: a broker that lost what it had
acknowledged, or whose queue was full, costs nothing but lateness. The league drops what it has already.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from kiosk.match.database import JournalError
from kiosk.match.log import DamagedMatchError
from league import topics
from league.connection import KEEP_ALIVE_S, Broker
from league.uplink.cursor import Cursor, read, write
from league.uplink.feed import Feed
from league.uplink.payloads import announcement, live, moments

logger = logging.getLogger(__name__)

IN_FLIGHT = 200
"""Lines that the broker has not acknowledged yet."""
AHEAD = 5_000
"""Lines that the league has not acknowledged yet, so that neither memory nor a broker's queue grows without end."""
PATIENCE_S = 30.0
"""How long the league may take to say that it has a line, before it is sent again: twice as long each time."""
LONGEST_PATIENCE_S = 3600.0


@dataclass(frozen=True, slots=True)
class _Heard:
    """Something the connection tells: it is there or lost, a line was acknowledged, lines are kept, a league began."""

    connected: bool | None = None
    acknowledged: int = 0
    kept: tuple[int, ...] = ()
    begun: bool = False


class Uplink:
    """One table's way to the league; `step` is called often, everything else follows.

    Args:
        journal: the table's file, which is only read.
        cursor: the file that says how far the league has it.
        table: the table's name.
        title: what the table is called where people read it.
        broker: where to.
    """

    def __init__(self, journal: Path, cursor: Path, table: str, title: str, broker: Broker) -> None:
        self._table, self._title, self._place = table, title, cursor
        self._feed = Feed(journal, table)
        self._opened = 0
        self._cursor = self._saved = Cursor()
        self._next = 0
        """The line that was sent last, in this round of sending."""
        self._open: dict[int, str] = {}
        """Lines that were sent and that the league has not, in their order, and their keys."""
        self._kept: set[int] = set()
        """Those after the cursor that it has by now, while others before them are missing: sent no more."""
        self._progress_at = float("-inf")
        self._patience_s = PATIENCE_S
        self._again = True
        """Whether to send anew from the cursor on: the connection, the league or the file is new."""
        self._on_air: set[int] = set()
        """Messages with a line that the broker has not acknowledged, by their numbers."""
        self._connected = False
        self._shown: tuple[str, int] | None = None
        self._heard: SimpleQueue[_Heard] = SimpleQueue()
        """What the connection, in its own thread, has for the next step."""
        self._client = self._made(broker)

    @property
    def waiting(self) -> bool:
        """Whether a line was sent that the league has not acknowledged."""
        return bool(self._open)

    def start(self) -> None:
        """Begin to reach the broker, and go on for ever: in a thread of its own."""
        self._client.loop_start()

    def stop(self) -> None:
        """Say good-bye, and let go of everything."""
        with suppress(RuntimeError):  # where it is cut off, the broker says so by itself
            said = self._client.publish(topics.topic(self._table, topics.STATE), topics.OFFLINE, qos=1, retain=True)
            said.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()
        self._feed.close()

    def step(self, now: float) -> int:
        """Send what is new, as far as the connection takes it; `now` in seconds, monotonic. How many lines were sent.

        A journal that cannot be read now is tried again with the next step.
        """
        self._listen(now)
        self._save()
        try:
            return self._step(now)
        except (JournalError, DamagedMatchError) as error:
            logger.warning("%s", error)
            self._feed.close()
            return 0

    # --- sending ---

    def _step(self, now: float) -> int:
        if not self._feed.refresh():
            return 0
        if self._feed.opened != self._opened:
            self._take_up()
        if not self._connected:
            return 0
        late = bool(self._open) and now - self._progress_at > self._patience_s
        if late:
            self._patience_s = min(2 * self._patience_s, LONGEST_PATIENCE_S)
        if self._again:
            self._kept.clear()
        if self._again or late:
            self._again, self._next, self._progress_at = False, self._cursor.line, now
            self._open.clear()
        sent = self._send(now)
        if not sent or self._shown is None:  # first what is played and what the table is called, then all the years
            self._show()
        return sent

    def _take_up(self) -> None:
        """Begin with a file: from where the league has it, or from its beginning if it is another than it was."""
        self._saved = read(self._place)
        self._cursor = self._saved if self._feed.holds(self._saved) else Cursor()
        self._opened, self._again = self._feed.opened, True

    def _send(self, now: float) -> int:
        room = min(IN_FLIGHT - len(self._on_air), AHEAD - len(self._open))
        lines = self._feed.after(self._next, room) if room > 0 else []
        for line in lines:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.CorrelationData = f"{self._opened}:{line.number}".encode()
            if not self._open:
                self._progress_at = now
            self._open[line.number] = line.key
            self._next = line.number
            if line.number in self._kept:
                continue
            place = topics.topic(self._table, topics.LINE)
            self._on_air.add(self._client.publish(place, line.payload, qos=1, properties=properties).mid)
        return len(lines)

    def _receive(self, numbers: Sequence[int], now: float) -> None:
        """The league keeps these lines: move the cursor past all that are there without a gap."""
        self._kept.update(number for number in numbers if number in self._open)
        passed = None
        for number in list(self._open):
            if number not in self._kept:
                break
            passed = Cursor(number, self._open.pop(number))
            self._kept.discard(number)
        if passed is not None:
            self._cursor, self._patience_s, self._progress_at = passed, PATIENCE_S, now

    def _show(self) -> None:
        """The match under way as a retained message, and what lamps may flash at."""
        record = self._feed.latest()
        if record is None:
            return
        lines = self._feed.lines_of(record)
        state = record.id, lines[-1].line if lines else 0
        if state == self._shown:
            return
        entries = [line.entry() for line in lines]
        if self._shown is not None:
            fresh = sum(line.line > self._shown[1] for line in lines)
            for moment in moments(record, entries, fresh):
                self._client.publish(topics.topic(self._table, topics.MOMENT), json.dumps(moment), qos=1)
        self._shown = state
        self._client.publish(
            topics.topic(self._table, topics.LIVE), json.dumps(live(self._title, record, entries)), qos=1, retain=True
        )

    # --- the broker ---

    def _made(self, broker: Broker) -> Client:
        client = broker.client(f"{topics.ROOT}-{self._table}")
        client.max_inflight_messages_set(IN_FLIGHT)
        client.will_set(topics.topic(self._table, topics.STATE), topics.OFFLINE, qos=1, retain=True)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_message, client.on_publish = self._on_message, self._on_publish
        client.connect_async(broker.host, broker.port, KEEP_ALIVE_S, clean_start=True)
        return client

    def _on_connect(self, client: Client, _: Any, __: ConnectFlags, code: ReasonCode, ___: Any) -> None:
        if code.is_failure:
            logger.warning("The broker refuses this table: %s.", code)
            return
        client.subscribe(topics.topic(self._table, topics.RECEIPT), options=SubscribeOptions(qos=1))
        client.publish(topics.topic(self._table, topics.STATE), topics.ONLINE, qos=1, retain=True)
        device = json.dumps(announcement(self._table, self._title))
        client.publish(topics.discovery(self._table), device, qos=1, retain=True)
        logger.info("Connected.")
        self._heard.put(_Heard(connected=True))

    def _on_disconnect(self, _: Client, __: Any, ___: Any, code: ReasonCode, ____: Any) -> None:
        logger.info("Not connected: %s.", code)
        self._heard.put(_Heard(connected=False))

    def _on_publish(self, _: Client, __: Any, number: int, ___: ReasonCode, ____: Any) -> None:
        self._heard.put(_Heard(acknowledged=number))

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        try:
            whole = json.loads(message.payload)
            told = [str(one).partition(":") for one in whole]
            numbers = tuple(int(number) for opened, _, number in told if opened == str(self._opened))
        except (ValueError, TypeError):
            return
        self._heard.put(_Heard(kept=numbers, begun=not whole))

    def _listen(self, now: float) -> None:
        """Take in what the connection has told."""
        while True:
            try:
                heard = self._heard.get_nowait()
            except Empty:
                return
            if heard.connected is not None:
                self._connected = heard.connected
                self._shown = None
            if heard.begun:
                self._shown = None
            self._again |= bool(heard.connected) or heard.begun
            self._on_air.discard(heard.acknowledged)
            self._receive(heard.kept, now)

    def _save(self) -> None:
        """Put the cursor on the disk, if it has moved; what that fails for is sent again after the next start."""
        if self._cursor != self._saved:
            try:
                write(self._place, self._cursor)
            except OSError as error:
                logger.warning("%s cannot be written: %s.", self._place, error.strerror)
            self._saved = self._cursor
