"""The pipeline in two threads: one looks, one plays, and neither waits for the other.

What was seen goes from the first to the second in a queue, as every scene counts. Back, and on to the screen, goes only
the newest of what is shown.
"""

import sys
from dataclasses import replace
from queue import SimpleQueue

from kiosk.match.journal import Journal
from kiosk.pipeline.pipeline import Pipeline, Seen
from kiosk.runtime.devices import Devices
from kiosk.runtime.keyboard import Keyboard
from kiosk.runtime.threads import Turning, drained

PLAY_EVERY_S = 0.01
"""The playing thread turns every 0.01 s: a press is answered within that and a picture of the screen."""
SEE_PAUSE_S = 0.004
"""The looking thread asks for a frame every 0.004 s: a picture of 33 ms is hardly delayed."""
SAVING_S, CLOSING_S = 5.0, 1.0
"""At the end the playing thread has 5 s, as a disk may be slow to save the match, and the looking one and the camera 1
s."""


class Running:
    """A table with its two threads.

    Args:
        pipeline: what the threads call.
        devices: the table's.
        journal: where the match is kept.

    Attributes:
        shown: what the newest turn shows. Read without a lock: only one thread sets it, to frozen values.
        clock: the table's clock.
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
            BaseException: the error that ended one of them.
        """
        for thread in self.threads:
            if thread.error is not None:
                raise thread.error
        return all(thread.healthy(now) for thread in self.threads)

    def close(self) -> None:
        """Stop, and let go of everything; of panel and journal only once the playing thread has ended.

        If a disk does not answer in time they stay open: to close the journal during a write could only harm it, what
        was written before is safe anyway, and the system takes the pins back.
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
        seen = self._pipeline.see(frame, grabber.fault, self.shown.hint)
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
