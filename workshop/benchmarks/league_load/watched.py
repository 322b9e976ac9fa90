"""One real table among the others, and somebody who watches it on the league's first page, as `live.js` does."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread

from mosquitto import Mosquitto, until
from one_throw import FIRST
from worker import address_of

from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.log import action_entry

EVERY_S = 0.5
TABLE = "watched"
SHOWN = re.compile(rb"Guest No ?(\d+)")


class Watched:
    """Begins a match with its first throw every half second, each by a player of another name.

    Attributes:
        lags: seconds from a throw's being written in the journal to the page that shows it.
        begun: how many matches.
        uplink: the process that sends the journal.
    """

    def __init__(self, folder: Path, broker: Mosquitto, page_port: int) -> None:
        self.lags: list[float] = []
        self.begun = 0
        self._thrown: dict[int, float] = {}
        self._ended = Event()
        self._page_port = page_port
        folder.mkdir()
        self._journal = folder / JOURNAL
        reached = broker.admit(TABLE)
        (folder / "config.toml").write_text(
            f'data = "{folder}"\n[league]\nbroker = "{address_of(reached)}"\ntable = "{TABLE}"\n'
            f'credentials = "{reached.credentials}"\nauthority = "{reached.authority or ""}"\n'
        )
        words = [sys.executable, "-m", "kiosk", "league", "uplink", "--config", str(folder / "config.toml")]
        self.uplink = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        self._work = [Thread(target=work, daemon=True) for work in (self._throw, self._watch)]
        for work in self._work:
            work.start()

    def is_seen(self) -> bool:
        """Whether the first throws are on the page; they do not count, since the table was just switched on."""
        seen = bool(self.lags)
        self.lags.clear()
        return seen

    def throw_no_more(self) -> None:
        """Give the page time to show the last throws."""
        self._ended.set()
        with suppress(AssertionError):
            until(lambda: not self._thrown, 5)

    def stop(self) -> None:
        """Switch the table off."""
        self._ended.set()
        self.uplink.terminate()
        self.uplink.wait(10)

    def _throw(self) -> None:
        journal = Journal(self._journal)
        while not self._ended.wait(EVERY_S):
            name = f"Guest No {self.begun + 1}"
            match = journal.start("le_421", "classique", {"tokens": 11}, [name, "Jean"], None)
            journal.write(match, action_entry(FIRST, 0))
            self.begun += 1
            self._thrown[self.begun] = time.monotonic()
        journal.close()

    def _watch(self) -> None:
        while True:
            with suppress(OSError, HTTPException):
                events = HTTPConnection("127.0.0.1", self._page_port, timeout=30)
                events.request("GET", "/events")
                answer = events.getresponse()
                while said := answer.readline():
                    if said.startswith(b"data"):
                        self._look()
            time.sleep(0.2)

    def _look(self) -> None:
        page = HTTPConnection("127.0.0.1", self._page_port, timeout=30)
        page.request("GET", "/?part")
        shown = max((int(number) for number in SHOWN.findall(page.getresponse().read())), default=0)
        page.close()
        now = time.monotonic()
        # The page shows a table's latest match: those before it were there already.
        for number in [one for one in self._thrown if one <= shown]:
            self.lags.append(now - self._thrown.pop(number))
