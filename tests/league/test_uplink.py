"""A table's way to the league, through a real broker that fails: what was written arrives, and the cursor is honest."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from keeper import Keeper
from made_journal import make_journal
from mosquitto import PATIENCE_S, Mosquitto, speaking, until
from paho.mqtt.client import MQTTMessage

from kiosk.commands.base import NOT_SET_UP
from kiosk.games.core import Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.match import Match
from league import broker as files
from league import topics
from league.connection import Broker, BrokerError, secret
from league.uplink import uplink as module
from league.uplink.cursor import Cursor, read
from league.uplink.payloads import BEST_HAND, MATCH_OVER
from league.uplink.uplink import Uplink

QUICK = ("cochon", "mexico")
"""Games that are over in few throws."""

Begin = Callable[[Broker], Uplink]
Hears = Callable[..., Keeper]


def lines_in(journal: Path) -> list[int]:
    reader = JournalReader(journal)
    numbers = [number for number, _, _ in reader.lines(0, 1_000_000)]
    reader.close()
    return numbers


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    make_journal(tmp_path / "matches.sqlite3", 4, kinds=QUICK, templates=1)
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def cursor(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3-uplink"


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent again because time went by."""
    monkeypatch.setattr(module, "PATIENCE_S", 3600.0)


@pytest.fixture
def begin(journal: Path, cursor: Path) -> Iterator[Begin]:
    begun = []

    def one(broker: Broker) -> Uplink:
        begun.append(Uplink(journal, cursor, "zinc", "Le Zinc", broker))
        begun[-1].start()
        return begun[-1]

    yield one
    for uplink in begun:
        uplink.stop()


@pytest.fixture
def hears(broker: Mosquitto) -> Iterator[Hears]:
    hearing = []

    def one(*, deaf: bool = False) -> Keeper:
        hearing.append(Keeper(broker, deaf=deaf))
        return hearing[-1]

    yield one
    for keeper in hearing:
        keeper.stop()


def works(uplink: Uplink, done: Callable[[], object]) -> None:
    """Step until it is done."""

    def look() -> bool:
        uplink.step(time.monotonic())
        return bool(done())

    until(look)


def test_every_line_arrives_in_order_and_the_cursor_stands_at_the_last(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    keeper, uplink, numbers = hears(), begin(broker.admit("zinc")), lines_in(journal)
    works(uplink, lambda: read(cursor).line == numbers[-1])
    assert keeper.lines == [("zinc", number) for number in numbers]
    uplink.stop()
    keeper.said.clear()
    again = begin(broker.of("zinc"))
    works(again, lambda: topics.topic("zinc", topics.LIVE) in dict(keeper.said))
    assert len(keeper.lines) == len(numbers), "nothing is sent twice"


def test_the_cursor_does_not_move_before_the_league_has_a_line(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    keeper, uplink, numbers = hears(deaf=True), begin(broker.admit("zinc")), lines_in(journal)
    works(uplink, lambda: keeper.numbers() == numbers)
    uplink.step(time.monotonic())
    assert (read(cursor), uplink.waiting) == (Cursor(), True)
    keeper.deaf = False
    uplink.step(time.monotonic() + module.PATIENCE_S + 1)
    works(uplink, lambda: read(cursor).line == numbers[-1])


@pytest.mark.usefixtures("patience")
def test_what_a_broker_had_acknowledged_and_lost_is_sent_again_as_soon_as_it_is_back(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    uplink, numbers = begin(broker.admit("zinc")), lines_in(journal)
    works(uplink, lambda: not uplink.step(time.monotonic()) and uplink.waiting)
    broker.kill()
    broker.forget()
    broker.start()
    keeper = hears()
    works(uplink, lambda: read(cursor).line == numbers[-1])
    assert keeper.numbers() == numbers


def test_without_a_broker_nothing_is_lost(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    credentials, numbers = broker.admit("zinc"), lines_in(journal)
    broker.stop()
    uplink = begin(credentials)
    for _ in range(20):
        assert uplink.step(time.monotonic()) == 0
    broker.start()
    hears()
    works(uplink, lambda: read(cursor).line == numbers[-1])


def test_another_journal_in_its_place_is_sent_from_its_beginning(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    keeper, uplink, last = hears(), begin(broker.admit("zinc")), lines_in(journal)[-1]
    works(uplink, lambda: read(cursor).line == last)
    journal.rename(journal.with_name("old"))
    keeper.lines.clear()
    make_journal(journal, 3, seed=2, kinds=QUICK, templates=1)
    works(uplink, lambda: read(cursor).line == lines_in(journal)[-1])
    assert keeper.numbers() == lines_in(journal)


def test_a_journal_that_begins_after_the_uplink_is_seen(
    broker: Mosquitto, journal: Path, cursor: Path, begin: Begin, hears: Hears
) -> None:
    keeper, later = hears(), journal.with_name("later")
    journal.rename(later)
    journal.touch()  # as SQLite does, a moment before it has any tables
    uplink = begin(broker.admit("zinc"))
    works(uplink, lambda: (topics.topic("zinc", topics.STATE), b"online") in keeper.said)
    with closing(sqlite3.connect(later)) as source, closing(sqlite3.connect(journal)) as file:
        source.backup(file)
    works(uplink, lambda: read(cursor).line == lines_in(later)[-1])


def test_birth_will_and_the_match_under_way_are_told(broker: Mosquitto, begin: Begin, hears: Hears) -> None:
    uplink = begin(broker.admit("zinc"))
    live, state = topics.topic("zinc", topics.LIVE), topics.topic("zinc", topics.STATE)
    keeper = hears()
    works(uplink, lambda: {live, state} <= set(dict(keeper.said)))
    told = json.loads(dict(keeper.said)[live])
    assert (told["match"], len(told["players"])) == (4, len(told["scores"]))
    assert len(dict(keeper.said)[live]) < 1000
    assert dict(keeper.said)[state] == b"online"
    uplink._client.socket().shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]  # as a cut cable does
    until(lambda: (state, b"offline") in keeper.said)


def test_a_table_says_what_it_is_called_before_all_that_it_has_played(
    broker: Mosquitto, begin: Begin, hears: Hears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IN_FLIGHT", 5)
    keeper, uplink = hears(), begin(broker.admit("zinc"))
    until(lambda: uplink.step(time.monotonic()))
    until(lambda: topics.topic("zinc", topics.LIVE) in dict(keeper.said))
    assert json.loads(dict(keeper.said)[topics.topic("zinc", topics.LIVE)])["table"] == "Le Zinc"
    assert len(keeper.numbers()) <= 5


def test_lamps_flash_at_a_best_hand_without_code(broker: Mosquitto, journal: Path, begin: Begin, hears: Hears) -> None:
    """By Home Assistant's discovery: a device, and an event of its that says what to flash at."""
    uplink, moment = begin(broker.admit("zinc")), topics.topic("zinc", topics.MOMENT)
    assistant: list[MQTTMessage] = []
    with (broker.folder / files.ACL).open("a") as acl:
        acl.write(f"\nuser {topics.LEAGUE}\ntopic read homeassistant/#\n")
    broker.read_files()
    keeper = hears()
    works(uplink, lambda: topics.topic("zinc", topics.LIVE) in dict(keeper.said))
    with speaking(broker.of(topics.LEAGUE), "assistant") as listening:
        listening.on_message = lambda _, __, message: assistant.append(message)
        listening.subscribe("homeassistant/#", 1)
        works(uplink, lambda: assistant)
    told = json.loads(assistant[0].payload)["components"]["moment"]
    assert (assistant[0].topic, assistant[0].retain) == (topics.discovery("zinc"), True)
    assert (told["platform"], told["state_topic"]) == ("event", moment)
    with closing(Journal(journal)) as table:
        record = table.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)
        works(
            uplink, lambda: record.number == json.loads(dict(keeper.said)[topics.topic("zinc", topics.LIVE)])["match"]
        )
        match = Match(table, record, game("le_421")("classique", {"tokens": 11}))
        while not match.over:
            rolled = Roll((4, 2, 1) if getattr(match.wait, "seat", 0) == 0 else (1, 1, 3))
            match.act(rolled if isinstance(match.wait, Throw) else Stop(), time=1.0)

    def flashed() -> list[dict[str, Any]]:
        return [json.loads(said) for topic, said in keeper.said if topic == moment]

    works(uplink, lambda: [one for one in flashed() if one["event_type"] == MATCH_OVER])
    assert {one["event_type"] for one in flashed()} == set(told["event_types"])
    assert {(one["player"], one["hand"]) for one in flashed() if one["event_type"] == BEST_HAND} == {("Marie", "4-2-1")}


def test_a_table_says_nothing_in_the_name_of_another(broker: Mosquitto, hears: Hears) -> None:
    keeper, zinc = hears(), broker.admit("zinc")
    broker.admit("comptoir")
    with speaking(zinc, "forger") as forger:
        forger.publish(topics.topic("comptoir", topics.STATE), "forged", 1).wait_for_publish(PATIENCE_S)
        forger.publish(topics.topic("zinc", topics.STATE), "own", 1).wait_for_publish(PATIENCE_S)
    until(lambda: keeper.said)
    assert keeper.said == [(topics.topic("zinc", topics.STATE), b"own")]


def test_credentials_that_others_may_read_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "credentials"
    for text, mode in (("zinc\nsecret\n", 0o644), ("zinc\n", 0o600), ("zinc\n\n", 0o600)):
        file.write_text(text)
        file.chmod(mode)
        with pytest.raises(BrokerError, match="credentials"):
            secret(file)
    file.write_text("zinc\nsecret\n")
    assert secret(file) == ("zinc", "secret")


@pytest.mark.parametrize("address", ["", "http://bar", "mqtt://", "mqtt://bar:x", "mqtts://bar/topic"])
def test_what_is_no_broker_is_refused(address: str) -> None:
    with pytest.raises(BrokerError, match="mqtts://HOST"):
        Broker.of(address)


def test_a_broker_is_private_by_its_address() -> None:
    assert (Broker.of("mqtts://bar").port, Broker.of("mqtts://bar").private) == (8883, True)
    assert (Broker.of("mqtt://bar:99").port, Broker.of("mqtt://bar:99").private) == (99, False)


def test_a_table_that_cannot_reach_a_league_as_it_is_set_up_says_why_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the code for which its unit is not started again."""
    settings = tmp_path / "config.toml"
    settings.write_text("")
    words = ("league", "uplink", "--config", str(settings))
    assert run(capsys, monkeypatch, *words)[::2] == (
        NOT_SET_UP,
        "No league is set: name `broker` and `table` in [league] of the settings.\n",
    )
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    code, _, said = run(capsys, monkeypatch, *words)
    assert (code, "pip install '.[uplink]'" in said) == (NOT_SET_UP, True)
    unit = Path(__file__).parents[2] / "systemd" / "dice-table-uplink.service"
    assert f"RestartPreventExitStatus={NOT_SET_UP}\n" in unit.read_text()
