"""A whole league to look at: three tables at which made-up people play, their uplinks, and the pages."""

import logging
import signal
import sys
import time
import webbrowser
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread

from kiosk.games.registry import games
from kiosk.match.by_chance import action
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.match import Match
from league.pages.app import serve
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.uplink.feed import Feed
from league.uplink.link import Link
from league.uplink.uplink import Uplink

PLACES = {
    "zinc": ("Le Zinc", ("Anaïs", "Bastien", "Cécile", "Driss")),
    "comptoir": ("Au Comptoir", ("Anaïs", "Élodie", "Farid", "Gwen")),
    "phare": ("Le Phare", ("Hélène", "Iris", "Joël", "Driss")),
}
"""The tables: title, and who plays there. Two names are at two tables, for the admin to join or not."""
SEATS = 3
PAST, EVERY = 6, timedelta(hours=31)
"""Each table has six matches in its past, 31 hours apart."""
ACT = timedelta(seconds=9)
"""In the past an action follows the one before after 9 s."""
PACE_S = (0.8, 2.6)
"""From now on an action follows after 0.8 to 2.6 s: a match is worth watching."""
LOOK_S = 0.2
LONGEST = 400
"""A match is given up after 400 actions: whoever plays by chance might go on for ever."""


def played(file: Path, people: Sequence[str], chance: Random) -> Generator[bool]:
    """Play by chance, one match after the other; yields after each action whether it lies in the past."""
    day = datetime.now(UTC) - PAST * EVERY
    with closing(Journal(file, clock=lambda: min(day, datetime.now(UTC)))) as journal:
        while True:
            rules = chance.choice(games()[:4])()
            match = Match(journal, journal.start(rules.name, None, {}, chance.sample(people, SEATS), None), rules)
            while not match.over and len(match.actions) < LONGEST:
                day += ACT
                match.act(action(match.wait, chance), time=time.monotonic())
                yield day < datetime.now(UTC)
            if not match.over:
                match.give_up(time.monotonic())
            day += EVERY


def demo(port: int, password: str, begun: Callable[[], object], *, browser: bool) -> None:
    """Run a league of three tables until Ctrl-C or SIGTERM, with this password of the admin's.

    Raises:
        PortError: the port is taken.
    """
    # SIGTERM and SIGHUP end it as Ctrl-C does, so that its folder is removed. Its tables end last, and need not
    # complain that the league is gone.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    logging.getLogger("league.uplink").setLevel(logging.ERROR)
    ended = Event()
    with TemporaryDirectory(prefix="dice-league-") as name:
        folder, address = Path(name), f"http://127.0.0.1:{port}"
        database = f"sqlite:///{folder / 'league.sqlite3'}"
        with closing(Store(database)) as store:
            AdminStore(store).set_password(password)
            links = [Link(address, table, AdminStore(store).admit(table)) for table in PLACES]
        tables = [Thread(target=_play, args=(folder / link.table, link, ended)) for link in links]

        def begin() -> None:
            for table in tables:
                table.start()
            begun()
            if browser:
                Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        try:
            serve(database, begin, host="127.0.0.1", port=port)
        finally:
            ended.set()
            for table in tables:
                if table.is_alive():
                    table.join()


def _play(folder: Path, link: Link, ended: Event) -> None:
    """One table and its uplink, which share nothing but the journal, as at a real one."""
    folder.mkdir()
    chance, (title, people) = Random(), PLACES[link.table]
    uplink = Uplink(Feed(folder / JOURNAL, link.table), link, title)
    for past in played(folder / JOURNAL, people, chance):
        due = time.monotonic() + (0.0 if past else chance.uniform(*PACE_S))
        while not ended.is_set() and (now := time.monotonic()) < due:
            uplink.step(now)
            ended.wait(LOOK_S)
        if ended.is_set():
            break
    uplink.stop()
