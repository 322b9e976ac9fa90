"""What the kiosk's threads are made of: a thread that does its work again and again, and a queue that is emptied."""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

HEALTHY_S = 10.0
"""A thread that has not finished a turn for 10 s hangs: the watchdog is not fed any more, and systemd starts anew."""

T = TypeVar("T")


class Turning(threading.Thread):
    """A thread that calls `turn` again and again until it is told to stop.

    Attributes:
        error: what ended it; None while it turns, and after it was told to stop.
        turned_at: when it last finished a turn, seconds, monotonic.
    """

    def __init__(self, name: str, turn: Callable[[], None], pause_s: float) -> None:
        super().__init__(name=name, daemon=True)
        self._turn = turn
        self._pause_s = pause_s
        self._stop_asked = threading.Event()
        self.error: BaseException | None = None
        self.turned_at = time.monotonic()

    def run(self) -> None:
        try:
            while not self._stop_asked.is_set():
                self._turn()
                self.turned_at = time.monotonic()
                self._stop_asked.wait(self._pause_s)
        except BaseException as error:  # noqa: BLE001  told to the main thread, which ends the program
            self.error = error

    def healthy(self, now: float) -> bool:
        return now - self.turned_at < HEALTHY_S

    def stop(self) -> None:
        """Ask it to stop; `ended` waits for it."""
        self._stop_asked.set()

    def ended(self, within_s: float) -> bool:
        """Whether it ends within this time, or never began."""
        if self.ident is not None:
            self.join(within_s)
        return not self.is_alive()


def drained(queue: SimpleQueue[T]) -> list[T]:
    """All that is in a queue, oldest first; nobody else may take from it, or this could block."""
    return [queue.get_nowait() for _ in range(queue.qsize())]
