"""The demo in real time: a broker, three tables with their uplinks, and the pages; all of it ends together."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread

from kiosk.match.journal import JOURNAL
from league import broker as files
from league import topics
from league.connection import Broker
from league.demo.table import DemoTable
from league.pages.serving import serve
from league.server.admin_store import Office
from league.server.store import Store
from league.uplink.cursor import SUFFIX
from league.uplink.uplink import Uplink

PATIENCE_S = 10.0
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
        DemoError: Mosquitto is not installed or does not start, or the port is taken.
    """
    program = files.mosquitto()
    if program is None:
        raise DemoError(
            "The demo needs the broker Mosquitto: install it (Debian: apt install mosquitto), and try again."
        )
    if _answers(port):
        raise DemoError(f"Port {port} is taken: choose another one with --port.")
    # The server of the pages ends with SIGTERM and then sends it once more: that must not kill us before we tidied up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # A terminal that is closed ends it as Ctrl-C does; Windows knows no such signal.
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="dice-league-")))
        broker = stack.enter_context(_mosquitto(program))
        ended = stack.enter_context(_tables(folder, broker))
        database = f"sqlite:///{folder / 'league.sqlite3'}"
        store = Store(database)
        Office(store).set_password(password)
        store.close()
        if browser:
            Thread(target=_open, args=(port, ended), daemon=True).start()
        serve(database, _of(broker, topics.LEAGUE), begun, worker="demo", host="127.0.0.1", port=port)


@dataclass(frozen=True, slots=True)
class _Running:
    """A broker that runs: its folder and port."""

    folder: Path
    port: int


@contextmanager
def _mosquitto(program: str) -> Iterator[_Running]:
    """A broker of its own, as `dice-table league broker` and `admit` set one up."""
    with TemporaryDirectory(prefix="dice-league-broker-") as place:
        folder = Path(place)
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = int(found.getsockname()[1])
        files.give_to_the_broker(folder)
        (folder / files.ACL).write_text(files.acl(), encoding="utf-8")
        (folder / files.CONFIGURATION).write_text(files.configuration(folder, port=port), encoding="utf-8")
        for name in (topics.LEAGUE, *(one.name for one in PLACES_SET_UP)):
            files.write_credentials(folder / f"{name}.credentials", name, files.admit(folder, name))
        # In a session of its own: Ctrl-C is for us, and we end it when nobody needs it any more.
        process = subprocess.Popen(  # noqa: S603  our own words
            [program, "-c", folder / files.CONFIGURATION], stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            _wait_for(process, port)
            yield _Running(folder, port)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    ended = time.monotonic() + PATIENCE_S
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > ended:
            raise DemoError("Mosquitto does not start: try mosquitto -v, which says why.")
        time.sleep(0.05)


@contextmanager
def _tables(folder: Path, broker: _Running) -> Iterator[Event]:
    """Tables that are played at; the event says that they end."""
    ended = Event()
    threads = [
        Thread(target=_play, args=(place, folder / place.name, broker, ended), name=place.name)
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


def _play(place: Place, folder: Path, broker: _Running, ended: Event) -> None:
    """One table and its uplink, which takes nothing but the journal from it."""
    folder.mkdir()
    chance, journal = Random(), folder / JOURNAL
    table = DemoTable(journal, place.people, chance.randrange(2**32))
    uplink = Uplink(journal, folder / (JOURNAL + SUFFIX), place.name, place.title, _of(broker, place.name))
    uplink.start()
    due = time.monotonic()
    while not ended.wait(0 if table.behind else LOOK_S):
        now = time.monotonic()
        if table.behind or now >= due:
            table.step(now)
            due = now + chance.uniform(*PACE_S)
        uplink.step(now)
    uplink.stop()
    table.close()


def _of(broker: _Running, name: str) -> Broker:
    return Broker("127.0.0.1", broker.port, credentials=broker.folder / f"{name}.credentials")


def _open(port: int, ended: Event) -> None:
    """Open the first page, as soon as it is there."""
    while not ended.is_set() and not _answers(port):
        ended.wait(LOOK_S)
    if not ended.is_set():
        webbrowser.open(f"http://127.0.0.1:{port}")


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
