"""Somebody who hears what tables say, as the league does, and says that lines are kept."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

from mosquitto import PATIENCE_S, Mosquitto
from paho.mqtt.client import Client, MQTTMessage

from league import topics


class Keeper:
    """Hears everything from now on; `deaf` hears lines and does not say so."""

    def __init__(self, broker: Mosquitto, *, deaf: bool = False) -> None:
        self.lines: list[tuple[str, int]] = []
        """Table and number of every line, as often as it came."""
        self.said: list[tuple[str, bytes]] = []
        """All other topics and what was said."""
        self.deaf = deaf
        self._client = broker.of(topics.LEAGUE).client("keeper")
        self._client.on_message, self._client.on_connect = self._on_message, self._on_connect
        listening = Event()
        self._client.on_subscribe = lambda *_: listening.set()
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()
        assert listening.wait(PATIENCE_S), "the broker does not let the league listen"

    def numbers(self) -> list[int]:
        """Of the lines that came, once each."""
        return sorted({number for _, number in self.lines})

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Client, *_: Any) -> None:
        client.subscribe(f"{topics.ROOT}/#", 1)

    def _on_message(self, client: Client, _: Any, message: MQTTMessage) -> None:
        table, what = topics.table_of(message.topic) or ("", "")
        if what != topics.LINE:
            self.said.append((message.topic, bytes(message.payload)))
            return
        self.lines.append((table, json.loads(message.payload)["line"]))
        if not self.deaf:
            properties: Any = message.properties
            receipt = json.dumps([properties.CorrelationData.decode()])
            client.publish(topics.topic(table, topics.RECEIPT), receipt, 1)
