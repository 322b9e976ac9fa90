"""The demo in real time: three tables with their uplinks, and the league; all of it ends together."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread

from kiosk.match.journal import JOURNAL
from league.demo.table import DemoTable
from league.pages.serving import serve
from league.server.admin_store import Office
from league.server.store import Store
from league.uplink.feed import Feed
from league.uplink.link import Link
from league.uplink.uplink import Uplink

LOOK_S = 0.2
PACE_S = (0.8, 2.6)
"""From one thing that somebody does to the next."""


class DemoError(Exception):
    """The demo cannot begin; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table: its name and title, and who plays there, with the share of their choices that they think about."""

    name: str
    title: str
    people: Mapping[str, float]


PLACES_SET_UP = (
    Place("zinc", "Le Zinc", {"Anaïs": 0.95, "Bastien": 0.6, "Cécile": 0.8, "Driss": 0.4}),
    Place("comptoir", "Au Comptoir", {"Anaïs": 0.95, "Élodie": 0.7, "Farid": 0.85, "Gwen": 0.3}),
    Place("phare", "Le Phare", {"Hélène": 0.9, "Iris": 0.5, "Joël": 0.75, "Driss": 0.4}),
)
"""Two names play at two tables each: whether they are one player is for the admin to say."""


def demo(port: int, password: str, begun: Callable[[], object], *, browser: bool) -> None:
    """Run a league of three tables until Ctrl-C or SIGTERM.

    Args:
        port: of its pages.
        password: the admin's.
        begun: is called when all but the pages is there.
        browser: whether to open the first page.

    Raises:
        DemoError: the port is taken.
    """
    # As with Ctrl-C, nothing is left of it; and its tables, which end last, need not say that they miss it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    logging.getLogger("league.uplink").setLevel(logging.ERROR)
    address = f"http://127.0.0.1:{port}"
    if _answers(port):
        raise DemoError(f"Port {port} is taken: choose another one with --port.")
    with TemporaryDirectory(prefix="dice-league-") as folder:
        database = f"sqlite:///{Path(folder) / 'league.sqlite3'}"
        store = Store(database)
        office = Office(store)
        office.set_password(password)
        tokens = {place.name: office.admit(place.name) for place in PLACES_SET_UP}
        store.close()
        with _tables(Path(folder), address, tokens) as ended:
            if browser:
                Thread(target=_open, args=(port, ended), daemon=True).start()
            serve(database, begun, host="127.0.0.1", port=port)


@contextmanager
def _tables(folder: Path, address: str, tokens: Mapping[str, str]) -> Iterator[Event]:
    """Tables that are played at; the event says that they end."""
    ended = Event()
    threads = [
        Thread(target=_play, args=(place, folder / place.name, Link(address, place.name, tokens[place.name]), ended))
        for place in PLACES_SET_UP
    ]
    for thread in threads:
        thread.start()
    try:
        yield ended
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _play(place: Place, folder: Path, link: Link, ended: Event) -> None:
    """One table and its uplink, which takes nothing but the journal from it."""
    folder.mkdir()
    chance, journal = Random(), folder / JOURNAL
    table = DemoTable(journal, place.people, chance.randrange(2**32))
    uplink = Uplink(Feed(journal, place.name), link, place.title)
    due = time.monotonic()
    while not ended.wait(0 if table.behind else LOOK_S):
        now = time.monotonic()
        if table.behind or now >= due:
            table.step(now)
            due = now + chance.uniform(*PACE_S)
        if not table.behind:
            uplink.step(now)
    uplink.stop()
    table.close()


def _open(port: int, ended: Event) -> None:
    """Open the first page, as soon as it is there."""
    while not ended.is_set() and not _answers(port):
        ended.wait(LOOK_S)
    if not ended.is_set():
        webbrowser.open(f"http://127.0.0.1:{port}")


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
