"""The kiosk on a machine that has a sixth of the time: does the table ask guests for what the dice did not do?

    python -m workshop.benchmarks.slow_machine [--game yams] [--share 0.167] [--jobs 2] [--minutes 40]

Each game is played once as `dice-table --simulate --auto` plays it, its threads and pictures included, on SDL's dummy
display. The process is stopped and let go on 15 times a second, so that it runs for `--share` of the time; 1 leaves it
alone. Told are the throws, whether the match ended, and every question with how the dice lay: that a die leans, or lies
on another, is what the dice did; where all lie flat and apart the question is a false one.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from hardware.simulator.table import SimulatedTable
from kiosk.games.core import Roll
from kiosk.games.registry import games
from kiosk.runtime.startup import open_kiosk
from kiosk.session.session import Session
from kiosk.settings.config import Settings
from kiosk.simulation import desk
from kiosk.view import PlayView, TableView

CYCLE_S = 1 / 15
SEED = 7


class Onlooker:
    """Notes every question, and ends the kiosk as a service is stopped once its first match is over."""

    def __init__(self) -> None:
        self.tables: list[SimulatedTable] = []
        self.questions: list[str] = []
        self.throws, self.over = 0, False
        self._asked: object = None

    @contextmanager
    def over_it(self) -> Iterator[None]:
        """As long as this lasts."""
        made = vars(Session)["view"].fget

        def table(seed: int, dice: int, *, sets: int) -> SimulatedTable:
            self.tables.append(SimulatedTable(seed, dice, sets=sets))
            return self.tables[-1]

        def make(session: Session) -> TableView:
            view: TableView = made(session)
            self._look(session, view)
            return view

        with patch.object(desk, "SimulatedTable", table), patch.object(Session, "view", property(make)):
            yield

    def _look(self, session: Session, view: TableView) -> None:
        scene, match = view.scene, session.match
        asked = scene.ruling.topic if isinstance(scene, PlayView) and scene.warning else view.alert
        if asked is not None and asked != self._asked:
            said = scene.prompt if isinstance(scene, PlayView) and scene.warning else view.alert
            assert said is not None
            lying = "".join(str(die.value or "/") for die in self.tables[-1].truth())
            self.questions.append(f"{said.message.format(**dict(said.values))} [{lying}]")
        self._asked = asked
        if match is not None and not self.over:
            self.throws = sum(isinstance(action, Roll) for action in match.actions)
            if match.over:
                self.over = True
                os.kill(os.getpid(), signal.SIGTERM)


def play(game: str) -> None:
    """Play one match of it here, and print what was seen as a line of JSON."""
    onlooker = Onlooker()

    def cut_short() -> None:
        sys.stdin.read()  # until the parent closes it
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=cut_short, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder, onlooker.over_it():
        settings = Settings(data=Path(folder)).model_copy(update={"game": game})
        open_kiosk(settings, simulate=True, auto=True, seed=SEED, windowed=True)
    print(json.dumps({"throws": onlooker.throws, "over": onlooker.over, "questions": onlooker.questions}))


def slowed(game: str, share: float, minutes: float) -> str:
    """What a match of this game told, in a process that runs for this share of the time."""
    command = [sys.executable, "-m", "workshop.benchmarks.slow_machine", "--here", game]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    began = time.monotonic()
    while child.poll() is None:
        if time.monotonic() - began > minutes * 60 and child.stdin is not None:
            child.stdin.close()
            child.stdin = None
        time.sleep(CYCLE_S * share)
        if share < 1:
            child.send_signal(signal.SIGSTOP)
            time.sleep(CYCLE_S * (1 - share))
            child.send_signal(signal.SIGCONT)
    assert child.stdout is not None
    told = json.loads(child.stdout.read().splitlines()[-1])
    lines = [f"{game}: {told['throws']} throws, {'to the end' if told['over'] else 'cut short'}"]
    return "\n".join([*lines, *(f"    {question}" for question in told["questions"])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    names = [known.name for known in games()]
    parser.add_argument("--game", choices=names, action="append", help="these alone")
    parser.add_argument("--share", type=float, default=1 / 6, help="of the time that the process runs")
    parser.add_argument("--jobs", type=int, default=2, help="matches at once")
    parser.add_argument("--minutes", type=float, default=40, help="after which a match is cut short")
    parser.add_argument("--here", choices=names, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        play(given.here)
        return
    with ThreadPoolExecutor(given.jobs) as pool:
        for text in pool.map(lambda game: slowed(game, given.share, given.minutes), given.game or names):
            print(text, flush=True)


if __name__ == "__main__":
    main()
