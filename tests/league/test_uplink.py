"""A table's way to the league, whatever happens to either: what was written arrives, once, and nobody is blocked."""

import gzip
import json
import logging
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import run
from loopback import free_port, until
from made_journal import flip, make_journal
from own_books import NAMES, count, is_right, lines_of
from postgresql import PostgreSQL
from served import Worker, page, served
from starlette.testclient import TestClient

from kiosk.commands.base import NOT_SET_UP
from league import wire
from league.pages.app import application
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.uplink import uplink as module
from league.uplink.feed import Feed
from league.uplink.link import Link, SetupError, secret, write_secret
from league.uplink.uplink import Uplink
from league.wire import Intro, packed, unpacked

QUICK = ("cochon", "mexico")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    make_journal(tmp_path / "matches.sqlite3", 6, kinds=QUICK, templates=1, names_from=NAMES)
    return tmp_path / "matches.sqlite3"


class Clock:
    """The machine's own, which goes on faster: whoever waits a minute is not waited for."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def works(uplink: Uplink, done: Callable[[], object]) -> None:
    clock = Clock()

    def look() -> bool:
        uplink.step(clock())
        return bool(done())

    until(look)


def table(journal: Path, address: str, token: str, name: str = "zinc") -> Uplink:
    return Uplink(Feed(journal, name), Link(address, name, token), name.title())


def test_every_line_arrives_and_a_league_or_a_table_that_was_restored_heals(
    store: Store, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 30)
    token, port = AdminStore(store).admit("zinc"), free_port()
    file, backup = tmp_path / "league.sqlite3", tmp_path / "backup"
    with served(store, port) as address:
        uplink = table(journal, address, token)
        works(uplink, lambda: count(store) > 60)
    store.close()
    shutil.copy(file, backup)
    with served(store, port):
        works(uplink, lambda: is_right(store, {"zinc": [journal]}))
    store.close()
    with closing(sqlite3.connect(backup)) as old, closing(sqlite3.connect(file)) as new:
        old.backup(new)  # which whoever still has the file open sees, where a copy over it would break it
    with served(store, port):  # the league has an old copy again: the next answer says so
        works(uplink, lambda: is_right(store, {"zinc": [journal]}))
        journal.unlink()
        make_journal(journal, 3, kinds=QUICK, templates=1, names_from=NAMES)  # so has the table
        before = count(store)
        works(uplink, lambda: uplink.caught_up)
        assert count(store) == before
    uplink.stop()


def test_a_journal_that_begins_after_the_uplink_is_seen(store: Store, journal: Path) -> None:
    later = journal.rename(journal.with_name("later"))
    with served(store) as address:
        uplink = table(journal, address, AdminStore(store).admit("zinc"))
        assert not uplink.step(1.0)
        shutil.copy(later, journal)
        works(uplink, lambda: is_right(store, {"zinc": [journal]}))
        uplink.stop()


def test_a_line_that_the_league_refuses_stops_no_other(
    store: Store, journal: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, bad = wire.read, lines_of("zinc", journal)[10]

    def read(body: bytes) -> object:
        post = real(body)
        told = [json.loads(said) for sent in post.matches.values() for _, said in sent.lines]
        if dict(bad.says) in told:
            raise wire.WireError("It is not understood.")
        return post

    monkeypatch.setattr(wire, "read", read)
    with served(store) as address:
        uplink = table(journal, address, AdminStore(store).admit("zinc"))
        works(uplink, lambda: uplink.caught_up)
        uplink.stop()
    others = [line for line in lines_of("zinc", journal) if line.record != bad.record]
    assert count(store) >= len(others)
    assert "The league refuses line" in caplog.text


def test_what_the_camera_saw_is_not_sent(journal: Path) -> None:
    lines = lines_of("zinc", journal)
    assert b"confidence" in journal.read_bytes()
    sent = unpacked(packed(Intro(title="", after="", upto="", more=False), lines), gzip=True)
    assert len(sent) > 10_000
    assert not any(word in sent for word in (b"confidence", b"colour", b"box", b"light"))


def test_a_match_that_is_damaged_stops_no_other(store: Store, journal: Path) -> None:
    flip(journal, "line", "body", "match = 2")
    with served(store) as address:
        uplink = table(journal, address, AdminStore(store).admit("zinc"))
        works(uplink, lambda: uplink.caught_up)
        uplink.stop()
    with store.reading() as ask:
        assert [*ask("SELECT number FROM match ORDER BY number").scalars()] == [1, 3, 4, 5, 6]


def test_whoever_is_not_let_in_is_told_so_once(store: Store, journal: Path, caplog: pytest.LogCaptureFixture) -> None:
    AdminStore(store).admit("zinc")
    with served(store) as address:
        for token in ("wrong", AdminStore(store).admit("comptoir")):
            caplog.clear()
            uplink, clock = table(journal, address, token), Clock()
            for _ in range(200):
                uplink.step(clock())
            assert [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING] == [
                "The league does not know this table: This is not the token of a table that was let in."
            ]
            uplink.stop()
    assert count(store) == 0


def test_garbage_is_one_refusal_and_blocks_nobody(season: Store) -> None:
    tokens = {name: AdminStore(season).admit(name) for name in ("zinc", "comptoir")}

    def send(name: str, body: bytes, **more: str) -> int:
        heads = {"authorization": f"Bearer {tokens[name]}", **more}
        return browser.post(f"/tables/{name}/lines", content=body, headers=heads).status_code

    with TestClient(application(season)) as browser:
        for body in (b"[" * 39_000, rb'{"title": "\ud800"}', b"", b"\xff" * 100):
            assert send("zinc", body) == 400
        packed = {"content-encoding": "gzip"}
        assert (send("zinc", b"x", **packed), send("zinc", gzip.compress(b"x" * (2 << 20)), **packed)) == (400, 400)
        assert send("zinc", b"x" * (wire.LARGEST_POST + 1)) == 413
        intro = b'{"title": "", "after": "", "upto": "", "more": true}'
        while send("zinc", b"x" * 1_000_000) == 400:
            pass
        assert (send("zinc", intro), send("comptoir", intro), browser.get("/").status_code) == (429, 200, 200)


def test_what_is_not_set_up_is_said_and_not_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("")
    words = ("league", "uplink", "--config", str(settings))
    assert run(capsys, monkeypatch, *words)[::2] == (
        NOT_SET_UP,
        "No league is set: name `address` and `table` in [league] of the settings.\n",
    )
    unit = Path(__file__).parents[2] / "systemd" / "dice-table-uplink.service"
    assert f"RestartPreventExitStatus={NOT_SET_UP}\n" in unit.read_text()
    file = tmp_path / "league.token"
    write_secret(file, "secret\n")
    assert (secret(file), file.stat().st_mode & 0o077) == ("secret", 0)
    file.chmod(0o644)
    with pytest.raises(SetupError, match="chmod 600"):
        secret(file)


def test_kills_of_workers_database_and_table_cost_nothing(
    postgresql: PostgreSQL, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 15)
    address = postgresql.database()
    store = Store(address)
    token = AdminStore(store).admit("zinc")
    workers = [Worker(address) for _ in range(2)]
    expected = len(lines_of("zinc", journal))
    for turn in range(4):
        uplink = table(journal, workers[turn % 2].address, token)  # the table begins anew each time
        done = count(store)
        works(uplink, lambda done=done: count(store) > min(done + 20, expected - 1))  # type: ignore[misc]
        workers[turn % 2].kill()
        if turn == 1:
            postgresql.kill()
            postgresql.start()
            store.engine.dispose()
        uplink.step(time.monotonic() + 1000)
        workers[turn % 2].start()
        uplink.stop()
    uplink = table(journal, workers[0].address, token)
    works(uplink, lambda: is_right(store, {"zinc": [journal]}))
    uplink.stop()
    for worker in workers:
        worker.stop()
    store.close()


def test_a_post_that_breaks_off_is_no_fault_of_the_league(season: Store, capfd: pytest.CaptureFixture[str]) -> None:
    token = AdminStore(season).admit("zinc")
    head = f"POST /tables/zinc/lines HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 99\r\n\r\n"
    form = "POST /admin/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n"
    with served(season) as address:
        port = int(address.rpartition(":")[2])
        for sent in (head, form):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(f"{sent}half".encode())
        assert "sign-in" in page(f"{address}/admin")
    assert "Traceback" not in capfd.readouterr().err
