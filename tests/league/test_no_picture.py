"""No picture of the camera ever leaves a table: what a broker hears over a whole match is short, and words."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import made_up
import numpy as np
import pytest
from made_up import MadeUpTable
from mosquitto import PATIENCE_S, Mosquitto, speaking, until
from paho.mqtt.client import MQTTMessage

from hardware.presses import KEEPS
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.session.cutouts import FOLDER, Cutouts
from kiosk.session.session import Session
from league import broker as files
from league import topics
from league.uplink.uplink import Uplink

MOST_BYTES, MOST_LETTERS, MOST_NUMBERS = 4000, 80, 16
"""Of a message, of one string in it, of one list: no picture is so small."""
THROWS = 12
"""More than the match takes: the next one begins."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a table wrote that keeps pictures of dice: a match in which each throw was corrected once."""
    noise = np.random.default_rng(1).integers(0, 256, made_up.PICTURE.shape, np.uint8)
    monkeypatch.setattr(made_up, "PICTURE", noise)
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        session = Session(journal, cutouts=Cutouts(tmp_path))
        session.begin("mexico", None, {}, ["Marie", "Jean"], 0)
        table = MadeUpTable(session.scene, session.press)
        table.empty()
        for number in range(THROWS):
            table.throw_all(*((2, 1) if number % 2 else (3, 2)))
            table.press(KEEPS[0], long=True)
            table.end()
            table.end()
    with closing(JournalReader(tmp_path / JOURNAL)) as reader:
        assert any("standing" in reader.entries(record)[-1].body for record in reader.matches())
    return tmp_path


def parts(told: object) -> Iterator[object]:
    """A message and everything in it."""
    yield told
    if isinstance(told, dict | list):
        for part in told.values() if isinstance(told, dict) else told:
            yield from parts(part)


def test_of_a_match_with_pictures_only_lines_and_short_states_are_heard(data: Path, broker: Mosquitto) -> None:
    heard: list[MQTTMessage] = []
    with (broker.folder / files.ACL).open("a") as acl:
        acl.write(f"\nuser {topics.LEAGUE}\ntopic read #\n")
    table = broker.admit("zinc")
    with closing(JournalReader(data / JOURNAL)) as reader:
        lines = [number for number, _, _ in reader.lines(0, 10_000)]
    with speaking(broker.of(topics.LEAGUE), "listener") as listener:
        listener.on_message = lambda _, __, message: heard.append(message)
        listening = Event()
        listener.on_subscribe = lambda *_: listening.set()
        listener.subscribe("#", 1)
        assert listening.wait(PATIENCE_S)
        uplink = Uplink(data / JOURNAL, data / "cursor", "zinc", "Le Zinc", table)
        uplink.start()

        def said(what: str) -> list[bytes]:
            return [bytes(message.payload) for message in heard if message.topic == topics.topic("zinc", what)]

        def arrived() -> bool:
            uplink.step(time.monotonic())
            return len(said(topics.LINE)) == len(lines) and bool(said(topics.LIVE))

        until(arrived)
        uplink.stop()
        until(lambda: topics.OFFLINE.encode() in said(topics.STATE))
    own = {topics.topic("zinc", what) for what in (topics.LINE, topics.LIVE, topics.STATE, topics.MOMENT)}
    assert {message.topic for message in heard} <= {*own, topics.discovery("zinc")}
    assert set(said(topics.STATE)) == {b"online", b"offline"}
    pictures = [file.read_bytes() for file in (data / FOLDER).iterdir()]
    assert pictures
    assert min(map(len, pictures)) > MOST_BYTES
    for message in heard:
        assert len(message.payload) < MOST_BYTES
        assert not any(one[100:130] in message.payload for one in pictures)
        assert not any(base64.b64encode(one)[100:130] in message.payload for one in pictures)
        if message.topic != topics.topic("zinc", topics.STATE):
            for part in parts(json.loads(message.payload)):
                assert not isinstance(part, str) or len(part) < MOST_LETTERS
                assert not isinstance(part, list) or len(part) < MOST_NUMBERS
