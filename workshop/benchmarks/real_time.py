"""A session in real time, watched from outside: what memory it takes, and whether every press is answered.

The kiosk runs as `dice-table --simulate --auto` runs it: its threads, its journal on disk, its pictures, on SDL's dummy
display. Counted are the fingers on the pins, the presses that reached the session, and the pictures that showed what
followed.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from hardware.panel import Button, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.core import Roll
from kiosk.runtime.startup import open_kiosk
from kiosk.screen.window import Screen
from kiosk.session.session import Session
from kiosk.settings.config import Settings
from kiosk.view import TableView

WARM_MINUTES = 10
"""By then every scene was drawn once and every cache is full: what is taken from then on is growth."""
SEED = 7
GROWTH_MB = 8.0
"""More than the pictures of one long match, which are kept until it ends."""


@dataclass(frozen=True, slots=True)
class Minute:
    """How it stood after this many minutes.

    Attributes:
        rss_mb: resident memory of the process.
        used_mb: pictures and other large things, as the C library's heap counts them, without the holes it keeps.
        pressed: buttons that fingers pushed and let go; `answered` are those after which the screen showed a view that
            was made since.
        slowest_s: from a finger's letting go (or holding long enough) to the end of the picture that answers it.
        matches: ended; `throws` counted.
    """

    minute: int
    rss_mb: float
    used_mb: float
    pressed: int
    answered: int
    slowest_s: float
    matches: int
    throws: int


class Watch:
    """Counts presses on their way from finger to screen; `over` lets everything it looks at go its way."""

    def __init__(self) -> None:
        self._down: set[Button] = set()
        self._let_go: dict[Button, float] = {}
        """When a finger last let go of each."""
        self._waiting: deque[float] = deque()
        """Since when each press waits for its answer."""
        self._views: deque[tuple[TableView, int]] = deque(maxlen=32)
        """The latest views, and how many presses had been taken when they were made."""
        self._ended: set[str] = set()
        self.pressed = self.taken = self.answered = self.throws = 0
        self.slowest_s = 0.0
        self._serial: tuple[str, int] = ("", 0)

    @contextmanager
    def over(self) -> Iterator[None]:
        """As long as this lasts."""
        press, release, heard, shown = Fingers.press, Fingers.release, Session.press, Screen.show
        made = vars(Session)["view"].fget

        def push(fingers: Fingers, button: Button, now: float) -> None:
            self._down.add(button)
            press(fingers, button, now)

        def let_go(fingers: Fingers, button: Button, now: float) -> None:
            if button in self._down:
                self._down.remove(button)
                self.pressed += 1
                self._let_go[button] = time.monotonic()
            release(fingers, button, now)

        def hear(session: Session, given: Press) -> None:
            heard(session, given)
            now = time.monotonic()
            long = given.kind is PressKind.LONG
            self._waiting += [now if long else self._let_go.get(button, now) for button in given.buttons]
            self.taken += len(given.buttons)

        def make(session: Session) -> TableView:
            view: TableView = made(session)
            self._views.append((view, self.taken))
            self._look(session)
            return view

        def show(screen: Screen, view: TableView, now: float) -> bool:
            moving = shown(screen, view, now)
            self._answer(next((taken for known, taken in reversed(tuple(self._views)) if known is view), 0))
            return moving

        with (
            patch.object(Fingers, "press", push),
            patch.object(Fingers, "release", let_go),
            patch.object(Session, "press", hear),
            patch.object(Session, "view", property(make)),
            patch.object(Screen, "show", show),
        ):
            yield

    def _look(self, session: Session) -> None:
        match = session.match
        if match is None or (match.record.id, match.serial) == self._serial:
            return
        self._serial = (match.record.id, match.serial)
        self.throws += bool(match.actions) and isinstance(match.actions[-1], Roll)
        if match.over:
            self._ended.add(match.record.id)

    def _answer(self, taken: int) -> None:
        now = time.monotonic()
        while self.answered < taken:
            self.answered += 1
            self.slowest_s = max(self.slowest_s, now - self._waiting.popleft())

    def minute(self, number: int) -> Minute:
        """How it stands now."""
        return Minute(
            number,
            round(resident_mb(), 1),
            round(used_mb(), 1),
            self.pressed,
            self.answered,
            round(self.slowest_s, 3),
            len(self._ended),
            self.throws,
        )


def resident_mb() -> float:
    """What this process holds in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class _Heap(ctypes.Structure):
    """What glibc's mallinfo2 tells: ten sizes in bytes, of which two are what is in use, large pieces and small."""

    _fields_ = [("sizes", ctypes.c_size_t * 10)]
    LARGE, SMALL = 4, 7


def used_mb() -> float:
    """What this process has asked of the C library's heap and not given back; 0 where that library is another."""
    told = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if told is None:
        return 0.0
    told.restype = _Heap
    sizes = told().sizes
    return float(sizes[_Heap.LARGE] + sizes[_Heap.SMALL]) / 1e6


def play(minutes: int, out: Path, game: str | None) -> list[Minute]:
    """Let guests play for `minutes`; a line a minute goes to `out`."""
    watch, found = Watch(), list[Minute]()

    def look_on() -> None:
        began = time.monotonic()
        for number in range(1, minutes + 1):
            time.sleep(max(0.0, began + 60.0 * number - time.monotonic()))
            found.append(watch.minute(number))
            with out.open("a") as lines:
                lines.write(json.dumps(asdict(found[-1])) + "\n")
        os.kill(os.getpid(), signal.SIGTERM)  # as the service is stopped

    with tempfile.TemporaryDirectory() as folder, watch.over():
        settings = Settings(data=Path(folder))
        if game is not None:
            settings = settings.model_copy(update={"game": game})
        threading.Thread(target=look_on, daemon=True).start()
        open_kiosk(settings, simulate=True, auto=True, seed=SEED, windowed=True)
    return found


def verdict(found: list[Minute]) -> tuple[str, bool]:
    """The minutes with what they say, and whether all is well."""
    last = found[-1]
    # One may be on its way as a minute ends, but not as each does.
    dropped = min(minute.pressed - minute.answered for minute in found[-5:])
    lines = [*map(str, found), f"{last.pressed} presses, {dropped} without an answer; slowest: {last.slowest_s} s"]
    if len(found) <= WARM_MINUTES:
        return "\n".join(
            [*lines, f"Too short to tell of memory: it takes {WARM_MINUTES} minutes to warm up."]
        ), not dropped
    warm, late = found[WARM_MINUTES - 5 : WARM_MINUTES], found[-WARM_MINUTES:]
    grown = min(minute.used_mb for minute in late) - min(minute.used_mb for minute in warm)
    lines.append(f"The least in use in the last {WARM_MINUTES} minutes, beside the least once warm: {grown:+.1f} MB")
    return "\n".join(lines), not dropped and grown < GROWTH_MB


def run(minutes: int, out: Path, game: str | None) -> int:
    """Play, tell, and give the exit code."""
    text, well = verdict(play(minutes, out, game))
    print(text)
    return 0 if well else 1
