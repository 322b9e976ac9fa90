"""Posts a table's journal to the league, and goes on from where the league says that it has it.

The table remembers nothing: whatever either of them lost, or got back from an old copy, the next answer tells.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kiosk.match.database import JournalError
from league.uplink.feed import Feed
from league.uplink.link import Link, LinkError, Reply
from league.wire import BEGINNING, FeedLine, Intro, LeagueAnswer, packed

logger = logging.getLogger(__name__)

AT_ONCE = 1000
"""Lines in a post: some 100 kB, unpacked."""
BEAT_S = 60.0
"""Without anything new, the table says this often that it is still there."""
LONGEST_WAIT_S = 60.0
"""Between two tries."""
REFUSED = {400, 413, 422}
"""Something in the post is not understood, whoever sends it again."""


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
            return self._step(now)
        except JournalError as error:
            self._complain(str(error))
            self._feed.close()
        except LinkError as error:
            self._complain(str(error))
            self._later(now)
        return False

    def stop(self) -> None:
        """Let go of everything."""
        self._link.close()
        self._feed.close()

    def _step(self, now: float) -> bool:
        if self._mark is None:
            return self._ask(now)
        lines = self._feed.after(self._number, self._most + 1)
        if not lines and now < self._due:
            return False
        more, lines = len(lines) > self._most, lines[: self._most]
        upto = lines[-1].mark if lines else self._mark
        reply = self._post(self._mark, upto, lines, more=more)
        if reply.status in REFUSED and lines:
            self._refused(reply, lines)
            return True
        answer = self._answer(reply, now)
        if answer is None:
            return False
        if answer.has != upto:  # it lost what it had, or another table of this name posts
            self._mark = None
            self._later(now)
            return False
        self._mark, self._number, self._most = upto, lines[-1].number if lines else self._number, AT_ONCE
        self.whole = not more
        for match in answer.misses:
            self._send_whole(match)
        return more

    def _ask(self, now: float) -> bool:
        """Hear where the league has this journal: from there on, or from the beginning where it is another one now."""
        answer = self._answer(self._post("?", "?", (), more=True), now)
        if answer is None:
            return False
        number = 0 if answer.has == BEGINNING else self._feed.holds(answer.has)
        self._mark, self._number = (BEGINNING, 0) if number is None else (answer.has, number)
        return True

    def _send_whole(self, match: str) -> None:
        """A match of which the league misses lines, from its first one on."""
        lines, mark = self._feed.whole(match), self._mark or BEGINNING
        for first in range(0, len(lines), AT_ONCE):
            self._post(mark, mark, lines[first : first + AT_ONCE], more=True)

    def _refused(self, reply: Reply, lines: Sequence[FeedLine]) -> None:
        """Find the line that the league does not understand, by halves, and go on without it."""
        if len(lines) > 1:
            self._most = len(lines) // 2
            return
        line = lines[0]
        logger.warning("The league refuses line %d of match %d: %s", line.number, line.record.number, reply.why)
        self._number, self._most = line.number, AT_ONCE

    def _post(self, after: str, upto: str, lines: Sequence[FeedLine], *, more: bool) -> Reply:
        return self._link.post(packed(Intro(title=self._title, after=after, upto=upto, more=more), lines))

    def _answer(self, reply: Reply, now: float) -> LeagueAnswer | None:
        """What the league has; None where it does not say, and is asked again later."""
        if reply.status == 200:
            try:
                answer = LeagueAnswer.model_validate(reply.told)
            except ValueError:
                self._complain(f"{self._link.address} is no league: its answer is none of a league's.")
            else:
                self._wait_s, self._due, self._said = 0.0, now + BEAT_S, ""
                return answer
        elif reply.status in {401, 403, 404}:
            self._complain(f"The league does not know this table: {reply.why or reply.status}")
        elif reply.status != 429:
            self._complain(f"The league answers {reply.status}: {reply.why or 'it is tried again'}")
        self._later(now, reply.wait_s)
        return None

    def _later(self, now: float, wait_s: float = 0.0) -> None:
        self.whole = False
        self._wait_s = min(LONGEST_WAIT_S, max(wait_s, 2 * self._wait_s, 1.0))
        self._due = now + self._wait_s

    def _complain(self, sentence: str) -> None:
        """Say it once for each reason in a row."""
        if sentence != self._said:
            self._said = sentence
            logger.warning("%s", sentence)
