"""Publishes the match under way to a bar's own MQTT broker, in English: for lamps, and as a device of Home Assistant.

That needs no league. The table only publishes; it subscribes to nothing.
"""

import json
import logging
import ssl
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from kiosk.games.core import Happening, IllegalActionError
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.database import JournalError
from kiosk.match.log import DamagedMatchError, Entry, EntryKind, Record, end_of, walk
from kiosk.match.progress import Progress
from kiosk.match.seating import counts
from league.uplink.feed import Feed

logger = logging.getLogger(__name__)

ROOT = "dice-table"
LIVE, MOMENT, STATE = "live", "moment", "state"
ONLINE, OFFLINE = "online", "offline"
BEST_HAND, MATCH_OVER = "best_hand", "match_over"
MOMENTS = (BEST_HAND, MATCH_OVER)
"""Events at which lamps may flash."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEP_ALIVE_S = 30
"""The client speaks at least every 30 s; after 1.5 times that the broker tells everybody that the table is offline."""
UNKNOWN_RULES = (OptionError, IllegalActionError, LookupError)
"""Errors that come of replaying a match by rules that this version does not have."""


class Lamps:
    """Publishes what a table does; `step` is called several times a second."""

    def __init__(self, feed: Feed, broker: str, table: str, title: str, login: Sequence[str]) -> None:
        self._feed, self._table, self._title = feed, table, title
        self._shown: tuple[str, int] | None = None
        """Match and last line of what was published last."""
        parts = urlsplit(broker)
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=f"{ROOT}-{table}", protocol=MQTTv5)
        if parts.scheme == "mqtts":
            self._client.tls_set_context(ssl.create_default_context())
        if login:
            self._client.username_pw_set(*login)
        # Published by the broker when the connection is lost.
        self._client.will_set(self._topic(STATE), OFFLINE, qos=1, retain=True)
        self._client.on_connect = self._on_connect
        self._client.reconnect_delay_set(1, 60)
        self._client.connect_async(parts.hostname or "", parts.port or PORTS[parts.scheme], KEEP_ALIVE_S)
        self._client.loop_start()

    def step(self, _: float) -> bool:
        """Publish the match as it stands, if it has changed. Returns False: there is never more to do at once."""
        with suppress(JournalError, DamagedMatchError):
            if self._feed.refresh() and (latest := self._feed.latest()) is not None:
                self._tell(*latest)
        return False

    def stop(self) -> None:
        """Say good-bye, and let go of everything."""
        with suppress(RuntimeError):  # not connected: the broker has said so already
            self._client.publish(self._topic(STATE), OFFLINE, qos=1, retain=True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()
        self._feed.close()

    def _tell(self, record: Record, lines: Sequence[tuple[int, Entry]]) -> None:
        state = record.id, lines[-1][0] if lines else 0
        if state == self._shown:
            return
        # At the start nothing that happened before is a moment.
        known = state[1] if self._shown is None else self._shown[1]
        stands, moments = state_and_moments(self._title, record, lines, known)
        for moment in moments:
            self._client.publish(self._topic(MOMENT), json.dumps(moment), qos=1)
        self._shown = state
        self._client.publish(self._topic(LIVE), json.dumps(stands), qos=1, retain=True)

    def _on_connect(self, client: Client, _: Any, __: Any, code: Any, ___: Any) -> None:
        if code.is_failure:
            logger.warning("The broker refuses this table: %s.", code)
            return
        client.publish(self._topic(STATE), ONLINE, qos=1, retain=True)
        device = json.dumps(self._announcement())
        client.publish(f"homeassistant/device/{ROOT}/{self._table}/config", device, qos=1, retain=True)

    def _topic(self, what: str) -> str:
        return f"{ROOT}/{self._table}/{what}"

    def _announcement(self) -> dict[str, Any]:
        """From this Home Assistant makes a device: whether it is online, the match, and an event for lamps.

        https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
        """
        live, name = self._topic(LIVE), f"{ROOT}-{self._table}"
        playing = "{{ 'ON' if value_json.state == 'under way' else 'OFF' }}"
        title = "{{ value_json.title | default(value_json.game) }}"
        components: dict[str, dict[str, Any]] = {
            "match": {
                "platform": "sensor",
                "name": "Match",
                "icon": "mdi:dice-multiple",
                "value_template": title,
                "json_attributes_topic": live,
                "state_topic": live,
            },
            "playing": {"platform": "binary_sensor", "name": "Playing", "value_template": playing, "state_topic": live},
            "moment": {
                "platform": "event",
                "name": "Moment",
                "event_types": list(MOMENTS),
                "state_topic": self._topic(MOMENT),
            },
        }
        return {
            "device": {"identifiers": [name], "name": self._title, "manufacturer": "Dice Table"},
            "origin": {"name": ROOT},
            "availability_topic": self._topic(STATE),
            "components": {key: part | {"unique_id": f"{name}-{key}"} for key, part in components.items()},
        }


def state_and_moments(
    table: str, record: Record, lines: Sequence[tuple[int, Entry]], known: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The match at a table of this title, in a few hundred bytes; and its moments for lamps after the line `known`.

    If its rules are not known here, it has no scores and no moments.
    """
    entries = [entry for _, entry in lines]
    fresh = {id(entry) for number, entry in lines if number > known}
    end, moments = end_of(entries), list[dict[str, Any]]()
    stands = {
        "table": table,
        "match": record.number,
        "game": record.game,
        "players": list(record.players),
        "state": "under way" if end is None else "over" if end.get("standing") else "given up",
        "at": entries[-1].at if entries else record.started,
    }
    try:
        match = Progress(record, game(record.game)(record.preset, record.options))
        for step in walk(entries):
            if step.entry.kind is EntryKind.END:
                continue
            match.follow(step.kept, step.added)
            for event in match.events if id(step.entry) in fresh else ():
                if event.what is Happening.TURN_ENDED and event.hand is not None and event.hand.rank == 1:
                    hand = translate(event.hand.name, SOURCE_LANGUAGE, record.players)
                    who = None if event.seat is None else record.players[event.seat]
                    moments.append({"event_type": BEST_HAND, "match": record.number, "hand": hand, "player": who})
    except UNKNOWN_RULES:
        return stands, []
    if end and end.get("standing") and id(entries[-1]) in fresh:
        moments.append({"event_type": MATCH_OVER, "match": record.number, "standing": end["standing"]})
    stands |= {
        "title": translate(match.title, SOURCE_LANGUAGE),
        "scores": list(counts(match.board)),
        "turn": match.view.seat,
        "dice": [match.hand[slot] for slot in sorted(match.hand)],
        "said": [translate(event.text, SOURCE_LANGUAGE, record.players) for event in match.events[-1:]],
    }
    return stands, moments
