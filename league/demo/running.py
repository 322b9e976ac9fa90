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


PLACES = {
    "zinc": ("Le Zinc", ("Anaïs", "Bastien", "Cécile", "Driss")),
    "comptoir": ("Au Comptoir", ("Anaïs", "Élodie", "Farid", "Gwen")),
    "phare": ("Le Phare", ("Hélène", "Iris", "Joël", "Driss")),
}
"""Tables: title, and who plays there. Whether a name that plays at two is one player is for the admin to say."""


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
        tokens = {name: office.admit(name) for name in PLACES}
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
        Thread(target=_play, args=(folder / name, Link(address, name, token), ended)) for name, token in tokens.items()
    ]
    for thread in threads:
        thread.start()
    try:
        yield ended
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _play(folder: Path, link: Link, ended: Event) -> None:
    """One table and its uplink, which takes nothing but the journal from it."""
    folder.mkdir()
    chance, journal, (title, people) = Random(), folder / JOURNAL, PLACES[link.table]
    table = DemoTable(journal, people, chance.randrange(2**32))
    uplink = Uplink(Feed(journal, link.table), link, title)
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
