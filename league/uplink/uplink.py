"""Posts a table's journal to the league, and goes on from where the league says that it has it.

The table remembers nothing: whatever either of them lost, or got back from an old copy, the next answer tells.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING

from kiosk.appliance.systemd import Service
from kiosk.match.database import JournalError
from league.uplink.feed import Feed
from league.uplink.link import Link, LinkError, RefusedError
from league.wire import BEGINNING, FeedLine, Intro, LeagueAnswer, packed

if TYPE_CHECKING:
    from league.uplink.lamps import Lamps

logger = logging.getLogger(__name__)

AT_ONCE = 1000
"""Lines in a post: some 100 kB, unpacked."""
LOOK_S = 0.3
"""How often the journal is looked at: a throw is on the league's pages within a second."""
BEAT_S = 60.0
"""Without anything new, the table says this often that it is still there."""
LONGEST_WAIT_S = 60.0
"""Between two tries."""


class Uplink:
    """One table's way to the league; `step` is called often, everything else follows.

    Attributes:
        whole: whether the league has all that is written, as far as its last answer goes.
    """

    def __init__(self, feed: Feed, link: Link, title: str) -> None:
        self.whole = False
        self._feed, self._link, self._title = feed, link, title
        self._opened = 0
        self._mark: str | None = None
        """Up to where the league has the journal; None: it was not asked since the file was opened."""
        self._number = 0
        """The line of that mark."""
        self._most = AT_ONCE
        self._due = self._wait_s = 0.0
        self._said = ""

    def step(self, now: float) -> bool:
        """Post what is new; `now` in seconds, monotonic. Whether there is more to post at once."""
        if now < self._due and self._wait_s:
            return False
        try:
            if not self._feed.refresh():
                return False
            if self._feed.opened != self._opened:
                self._opened, self._mark = self._feed.opened, None
            return self._ask(now) if self._mark is None else self._send(self._mark, now)
        except JournalError as error:
            self._complain(str(error))
            self._feed.close()
        except LinkError as error:
            self._complain(str(error))
            self._later(now, error.wait_s)
        return False

    def stop(self) -> None:
        """Let go of everything."""
        self._link.close()
        self._feed.close()

    def _ask(self, now: float) -> bool:
        """Hear where the league has this journal: from there on, or from the beginning where it is another one now."""
        has = self._post("?", "?", (), now, more=True).has
        number = 0 if has == BEGINNING else self._feed.holds(has)
        self._mark, self._number = (BEGINNING, 0) if number is None else (has, number)
        return True

    def _send(self, mark: str, now: float) -> bool:
        """Post what follows this mark."""
        lines = self._feed.after(self._number, self._most + 1)
        if not lines and now < self._due:
            return False
        more, lines = len(lines) > self._most, lines[: self._most]
        upto = lines[-1].mark if lines else mark
        try:
            answer = self._post(mark, upto, lines, now, more=more)
        except RefusedError as error:
            if not lines:
                raise
            self._refused(str(error), lines)
            return True
        if answer.has != upto:  # it lost what it had, or another table of this name posts
            self._mark = None
            self._later(now)
            return False
        self._mark, self._number, self._most = upto, lines[-1].number if lines else self._number, AT_ONCE
        self.whole = not more
        for match in answer.misses:  # of which lines are not there: it comes from its first line on
            every = self._feed.whole(match)
            for first in range(0, len(every), AT_ONCE):
                self._post(upto, upto, every[first : first + AT_ONCE], now, more=True)
        return more

    def _refused(self, why: str, lines: Sequence[FeedLine]) -> None:
        """Find the line that the league does not understand, by halves, and go on without it."""
        if len(lines) > 1:
            self._most = len(lines) // 2
            return
        line = lines[0]
        logger.warning("The league refuses line %d of match %d: %s", line.number, line.record.number, why)
        self._number, self._most = line.number, AT_ONCE

    def _post(self, after: str, upto: str, lines: Sequence[FeedLine], now: float, *, more: bool) -> LeagueAnswer:
        answer = self._link.post(packed(Intro(title=self._title, after=after, upto=upto, more=more), lines))
        self._wait_s, self._due, self._said = 0.0, now + BEAT_S, ""
        return answer

    def _later(self, now: float, wait_s: float = 0.0) -> None:
        self.whole = False
        self._wait_s = min(LONGEST_WAIT_S, max(wait_s, 2 * self._wait_s, 1.0))
        self._due = now + self._wait_s

    def _complain(self, sentence: str) -> None:
        """Say it once for each reason in a row."""
        if sentence != self._said:
            self._said = sentence
            logger.warning("%s", sentence)


def run(*parts: Uplink | Lamps) -> None:
    """Let each do its work several times a second, until SIGTERM or Ctrl-C."""
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    service = Service()
    service.ready()
    while not ended.is_set():
        now = time.monotonic()
        service.alive(now)
        more = [part.step(now) for part in parts]
        if not any(more):
            ended.wait(LOOK_S)
    service.stopping()
    for part in parts:
        part.stop()
