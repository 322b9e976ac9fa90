"""A bar's own broker hears of the match under way: for lamps, and for Home Assistant, by a real Mosquitto."""

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loopback import Running, free_port, until
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from kiosk.games.core import Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from league.uplink.feed import Feed
from league.uplink.lamps import BEST_HAND, MATCH_OVER, MOMENTS, Lamps

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/bin:/usr/local/sbin:/opt/homebrew/sbin")
LONGEST = 4000
"""Bytes of a message: no picture is so small."""


@pytest.fixture
def broker() -> Iterator[Running]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed here (Debian: apt install mosquitto)")
    port = free_port()
    running = Running([MOSQUITTO, "-p", port], port)
    yield running
    running.stop()


def test_the_match_its_best_hand_and_its_end_are_told_and_home_assistant_finds_the_table(
    broker: Running, tmp_path: Path
) -> None:
    heard: dict[str, list[MQTTMessage]] = {}
    listener = Client(CallbackAPIVersion.VERSION2)
    listener.on_message = lambda _, __, message: heard.setdefault(message.topic, []).append(message)
    listener.on_connect = lambda client, *_: client.subscribe("#", 1)
    listener.connect("127.0.0.1", broker.port)
    listener.loop_start()

    def said(what: str) -> list[Any]:
        return [json.loads(one.payload) for one in heard.get(f"dice-table/zinc/{what}", [])]

    def tells(what: object) -> bool:
        lamps.step(time.monotonic())
        return bool(what)

    with closing(Journal(tmp_path / "journal")) as journal:
        lamps = Lamps(Feed(tmp_path / "journal", "zinc"), f"mqtt://127.0.0.1:{broker.port}", "zinc", "Le Zinc", [])
        record = journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)
        until(lambda: tells(said("live")) and said("live")[-1]["match"] == record.number)
        match = Match(journal, record, game("le_421")("classique", {"tokens": 11}))
        while not match.over:
            rolled = Roll((4, 2, 1) if getattr(match.wait, "seat", 0) == 0 else (1, 1, 3))
            match.act(rolled if isinstance(match.wait, Throw) else Stop(), time=1.0)
        until(lambda: tells(MATCH_OVER in {one["event_type"] for one in said("moment")}))
    lamps.stop()
    until(lambda: [one.payload for one in heard["dice-table/zinc/state"]] == [b"online", b"offline"])
    listener.disconnect()
    listener.loop_stop()
    [found] = heard["homeassistant/device/dice-table/zinc/config"]
    told = json.loads(found.payload)["components"]["moment"]
    assert (told["platform"], told["state_topic"]) == ("event", "dice-table/zinc/moment")
    assert {one["event_type"] for one in said("moment")} == set(MOMENTS) == set(told["event_types"])
    assert {(one["player"], one["hand"]) for one in said("moment") if one["event_type"] == BEST_HAND} == {
        ("Marie", "4-2-1")
    }
    assert (said("live")[-1]["state"], said("live")[-1]["players"]) == ("over", ["Marie", "Jean"])
    assert max(len(one.payload) for every in heard.values() for one in every) < LONGEST
