"""Posts a table's journal to the league, from the line on up to which the league says that it has it.

The table itself keeps no record of what it posted. So whatever either side lost, or got back from an old copy, is found
out from the next answer.
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
"""A post has up to 1,000 lines: some 100 kB, unpacked."""
LOOK_S = 0.3
"""The journal is looked at every 0.3 s, so that a throw is on the league's pages within a second."""
BEAT_S = 60.0
"""A table with nothing new posts every 60 s that it is still there."""
LONGEST_WAIT_S = 60.0
"""After a failure the next try comes after 1 s, then after twice as long each time, up to 60 s."""


class Uplink:
    """One table's way to the league; everything happens in `step`, which is called several times a second.

    Attributes:
        caught_up: whether the league has all that was written, by its last answer.
    """

    def __init__(self, feed: Feed, link: Link, title: str) -> None:
        self.caught_up = False
        self._feed, self._link, self._title = feed, link, title
        self._opened = 0
        """`Feed.opened` of the file that the mark is of."""
        self._mark: str | None = None
        """The mark up to which the league has the journal; None if it is to be asked."""
        self._number = 0
        """The line of that mark."""
        self._most = AT_ONCE
        """Lines in the next post: fewer while a line is sought that the league refuses."""
        self._due = self._wait_s = 0.0
        """When to post next though there is nothing new; and the pause after the last failure, 0 if there was none."""
        self._said = ""
        """The last complaint: the same one is logged once."""

    def step(self, now: float) -> bool:
        """Post what is new; `now` in seconds, monotonic. Returns whether there is more to post at once."""
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
        """Ask the league up to which line it has this journal; if this is another journal by now, all is posted."""
        # "?" is no line's mark, so the league takes nothing of this post and answers where it stands.
        has = self._post("?", "?", (), now, more=True).has
        number = 0 if has == BEGINNING else self._feed.holds(has)
        self._mark, self._number = (BEGINNING, 0) if number is None else (has, number)
        return True

    def _send(self, mark: str, now: float) -> bool:
        """Post what follows this mark."""
        # One line more than fits shows whether there is more.
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
        if answer.has != upto:  # the league lost lines, or another table posts under this name: ask it anew
            self._mark = None
            self._later(now)
            return False
        self._mark, self._number, self._most = upto, lines[-1].number if lines else self._number, AT_ONCE
        self.caught_up = not more
        for match in answer.misses:  # it lacks earlier lines of these: they are posted from their first line on
            every = self._feed.lines_of(match)
            for first in range(0, len(every), AT_ONCE):
                self._post(upto, upto, every[first : first + AT_ONCE], now, more=True)
        return more

    def _refused(self, why: str, lines: Sequence[FeedLine]) -> None:
        """Halve the next post until the one line is found that the league does not understand, and skip that."""
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
        self.caught_up = False
        self._wait_s = min(LONGEST_WAIT_S, max(wait_s, 2 * self._wait_s, 1.0))
        self._due = now + self._wait_s

    def _complain(self, sentence: str) -> None:
        """Log a sentence, unless it was the last one too."""
        if sentence != self._said:
            self._said = sentence
            logger.warning("%s", sentence)


def run(*parts: Uplink | Lamps) -> None:
    """Let each part do its work several times a second, until SIGTERM or Ctrl-C."""
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
