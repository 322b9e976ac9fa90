"""The kiosk in real time, watched from outside: its memory, whether every press is answered, and what it asks.

    python -m workshop.benchmarks.real_time --game zanzibar --minutes 60
    python -m workshop.benchmarks.real_time --share 0.167 --matches 1 --minutes 90 --jobs 4

It runs as `dice-table --simulate --auto` runs it: its threads, its journal on disk, its pictures, on SDL's dummy
display; each game in a process of its own, which is stopped and let go on 15 times a second where it is to have but a
`--share` of the time, as on a slow machine. Counted are the fingers on the pins, the presses that reached the session,
and the pictures that showed what followed. Each question is told with how the dice lay: that a die leans, or lies on
another (/), is what the dice did; where all lie flat and apart the question is a false one.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from unittest.mock import patch

import typer

from hardware.panel import Button, Press, PressKind
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.games.core import Roll
from kiosk.games.registry import games
from kiosk.runtime.startup import open_kiosk
from kiosk.screen.window import Screen
from kiosk.session.session import Session
from kiosk.settings.config import Settings
from kiosk.simulation import desk
from kiosk.view import PlayView, TableView

SEED, CYCLE_S = 7, 1 / 15


class Onlooker:
    """Follows presses from finger to screen, and notes throws, matches and questions; `over` lets all go its way."""

    def __init__(self, matches: int) -> None:
        self._matches = matches
        self._tables: list[SimulatedTable] = []
        self._let_go: dict[Button, float] = {}
        """When a finger last let go of each."""
        self._waiting: deque[float] = deque()
        """Since when each press waits for its answer."""
        self._views: deque[tuple[TableView, int]] = deque(maxlen=32)
        """The latest views, and how many presses had been heard when they were made."""
        self._ended: set[str] = set()
        self._serial: tuple[str, int] = ("", 0)
        self._asked: object = None
        self.questions: list[str] = []
        self.pressed = self.heard = self.answered = self.throws = 0
        self.slowest_s = 0.0

    @contextmanager
    def over(self) -> Iterator[None]:
        """As long as this lasts."""
        release, press, show, made = Fingers.release, Session.press, Screen.show, vars(Session)["view"].fget

        def table(seed: int, dice: int, *, sets: int) -> SimulatedTable:
            self._tables.append(SimulatedTable(seed, dice, sets=sets))
            return self._tables[-1]

        def let_go(fingers: Fingers, button: Button, now: float) -> None:
            if not fingers.factory.pin(fingers._pins.buttons[button]).state:
                self.pressed += 1
                self._let_go[button] = time.monotonic()
            release(fingers, button, now)

        def hear(session: Session, given: Press) -> None:
            press(session, given)
            now, long = time.monotonic(), given.kind is PressKind.LONG
            self._waiting += [now if long else self._let_go.get(button, now) for button in given.buttons]
            self.heard += len(given.buttons)

        def make(session: Session) -> TableView:
            view: TableView = made(session)
            self._views.append((view, self.heard))
            self._look(session, view)
            return view

        def shown(screen: Screen, view: TableView, now: float) -> bool:
            moving = show(screen, view, now)
            heard = next((heard for known, heard in reversed(tuple(self._views)) if known is view), 0)
            while self.answered < heard:
                self.answered += 1
                self.slowest_s = max(self.slowest_s, time.monotonic() - self._waiting.popleft())
            return moving

        with (
            patch.object(desk, "SimulatedTable", table),
            patch.object(Fingers, "release", let_go),
            patch.object(Session, "press", hear),
            patch.object(Session, "view", property(make)),
            patch.object(Screen, "show", shown),
        ):
            yield

    def _look(self, session: Session, view: TableView) -> None:
        scene, match = view.scene, session.match
        warned = scene if isinstance(scene, PlayView) and scene.warning else None
        asked, said = (warned.ruling.topic, warned.prompt) if warned else (view.alert, view.alert)
        if said is not None and asked != self._asked:
            lying = "".join(str(die.value or "/") for die in self._tables[-1].truth())
            self.questions.append(f"{said.message.format(**dict(said.values))} [{lying}]")
        self._asked = asked
        if match is not None and (match.record.id, match.serial) != self._serial:
            self._serial = (match.record.id, match.serial)
            self.throws += bool(match.actions) and isinstance(match.actions[-1], Roll)
            if match.over:
                self._ended.add(match.record.id)
                if len(self._ended) == self._matches:
                    os.kill(os.getpid(), signal.SIGTERM)  # as the service is stopped

    def told(self) -> str:
        """How it stands now; a press may be on its way."""
        memory_mb = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        return (
            f"{len(self._ended)} matches, {self.throws} throws, {self.pressed} presses, {self.pressed - self.answered} "
            f"without an answer, the slowest {self.slowest_s:.2f} s; {memory_mb:.0f} MB"
        )


def play(game: str, matches: int, minutes: int) -> None:
    """Run the kiosk here, and print how it stands each minute and at the end, and what it asked."""
    onlooker = Onlooker(matches)

    def look_on() -> None:
        for _ in range(minutes):
            time.sleep(60)
            print(onlooker.told(), flush=True)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look_on, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder, onlooker.over():
        settings = Settings(data=Path(folder)).model_copy(update={"game": game})
        open_kiosk(settings, simulate=True, auto=True, seed=SEED, windowed=True)
    print(f"{game}: {onlooker.told()}", *onlooker.questions, sep="\n    ")


def watched(game: str, matches: int, minutes: int, share: float) -> str:
    """What the kiosk told in a process that runs for this share of the time."""
    command = [sys.executable, "-m", "workshop.benchmarks.real_time", "--here", "--game", game]
    command += ["--matches", str(matches), "--minutes", str(minutes)]
    silent = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=silent)
    while share < 1 and child.poll() is None:
        time.sleep(CYCLE_S * share)
        child.send_signal(signal.SIGSTOP)
        time.sleep(CYCLE_S * (1 - share))
        child.send_signal(signal.SIGCONT)
    return child.communicate()[0]


def main(
    game: Annotated[list[str] | None, typer.Option()] = None,
    *,
    minutes: int = 60,
    matches: int = 0,
    share: float = 1.0,
    jobs: int = 1,
    here: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """Let guests play each game, or these, in real time, for this many minutes, or until this many matches end."""
    if here:
        play((game or ["le_421"])[0], matches, minutes)
        return
    with ThreadPoolExecutor(jobs) as pool:
        for text in pool.map(
            lambda name: watched(name, matches, minutes, share), game or [known.name for known in games()]
        ):
            print(text, flush=True)


if __name__ == "__main__":
    typer.run(main)
