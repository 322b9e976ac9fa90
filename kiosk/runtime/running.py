"""The pipeline in two threads: one looks, one plays, and neither waits for the other.

From eyes to play goes a queue, as every scene counts; back, and on to the screen, goes the newest of what is shown.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from queue import SimpleQueue

from kiosk.match.journal import Journal
from kiosk.pipeline.messages import Seen
from kiosk.pipeline.pipeline import Pipeline
from kiosk.runtime.devices import Devices
from kiosk.runtime.keyboard import Keyboard
from kiosk.runtime.threads import Turning, drained

PLAY_EVERY_S = 0.01
"""A press is answered within this and a picture."""
SEE_PAUSE_S = 0.004
SAVING_S = 5.0
"""At the end, what is being played is waited for this many seconds, as a disk may be slow…"""
CLOSING_S = 1.0
"""… and who only looks for one."""


class Running:
    """A table that is looked at and played at.

    Args:
        pipeline: what is done at each turn.
        devices: what it is done with.
        journal: where the match is kept.

    Attributes:
        shown: what the newest turn shows; one thread writes it, and it is frozen.
        clock: what time it is at the table.
        keyboard: takes what is done at the screen.
        threads: the one that looks, and the one that plays, which alone touches panel, journal and session.
    """

    def __init__(self, pipeline: Pipeline, devices: Devices, journal: Journal) -> None:
        self._pipeline = pipeline
        self._devices = devices
        self.clock = devices.clock
        self._journal = journal
        self._seen: SimpleQueue[Seen] = SimpleQueue()
        self.shown = pipeline.shown
        self.keyboard = Keyboard(devices.panel, None if devices.desk is None else devices.desk.throw)
        self.threads = (Turning("eyes", self._see, SEE_PAUSE_S), Turning("play", self._play, PLAY_EVERY_S))

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def healthy(self, now: float) -> bool:
        """Whether both threads turn.

        Raises:
            BaseException: what ended one of them.
        """
        for thread in self.threads:
            if thread.error is not None:
                raise thread.error
        return all(thread.healthy(now) for thread in self.threads)

    def close(self) -> None:
        """Stop, and let go of everything: of panel and journal only once nobody plays any more.

        A disk that does not answer in time keeps them: to close the journal under a write could only harm it, while all
        that was written before is safe without, and the system takes the pins back.
        """
        looks, plays = self.threads
        self._devices.grabber.stop()
        looks.stop()
        plays.stop()
        if plays.ended(SAVING_S):
            self._devices.panel.close()
            self._journal.close()
        else:
            sys.stderr.write("The disk did not take the last of the match in time: it may be missing there.\n")
        looks.ended(CLOSING_S)
        self._devices.grabber.join(CLOSING_S)

    def _see(self) -> None:
        grabber = self._devices.grabber
        frame = grabber.take(self.clock())
        seen = self._pipeline.see(frame, grabber.fault, self.shown.advice)
        self._seen.put(replace(seen, notice=grabber.notice))

    def _play(self) -> None:
        panel, desk, now = self._devices.panel, self._devices.desk, self.clock()
        self._pipeline.point(self.keyboard.move(self.shown.view))
        if desk is not None:
            desk.move(now)
        shown = self._pipeline.play(panel.poll(now), panel.held, drained(self._seen), now, panel.faults)
        panel.light(shown.view.lamps)
        self.shown = shown
        if desk is not None:
            desk.act(shown.view, now)
