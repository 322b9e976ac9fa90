"""Guests with human habits play every game, seed after seed, among faults: does a match end wrong, or hang?

    python tests/benchmarks/soak.py --out soak.jsonl --seeds 8 --jobs 2 [--game le_421] [--habits drunk] [--again]
    python tests/benchmarks/soak.py --out hour.jsonl --real-time --minutes 60 [--game zanzibar]

Who sits there, and how often they do what a table must bear, says kiosk/habits.py: slow, hasty, clumsy and drunk guests
in turn, by tables that are assumptions. A line is written for each match as soon as it is over; what is already there
for the same commit is not played again, so that a run goes on where it was cut short. 77 seeds are 1,000 matches.

In real time the kiosk itself runs for so many minutes (real_time.py): its memory by the minute, and every press.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from campaign import Job, Line, arguments, ended, jobs, run, table, total
from real_time import resident_mb
from real_time import run as run_in_real_time

from kiosk.evening import Evening
from kiosk.games.core import DiceSet, Roll, game
from kiosk.guests import BRISK
from kiosk.habits import HABITS, People
from kiosk.journal import JOURNAL, Journal
from kiosk.match import Match
from kiosk.mischief import Mischief, Table
from kiosk.play import Sitting, StuckError
from kiosk.play import _judged as judged
from kiosk.setup import NAMES
from kiosk.view import PlayView, TableView

HUMAN = ("slow", "hasty", "clumsy", "drunk")


class Watched(Sitting):
    """A sitting that notes how long the dice lay before they were counted, seconds of the table's time.

    Throws that the table asked something about say how long people took, and are left out.
    """

    match: Match

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waits: list[float] = []
        self._rested: float | None = None
        self._rolls = 0
        self._asked = False

    def step(self) -> TableView:
        """Let one picture's time pass."""
        view = super().step()
        rolls = sum(isinstance(action, Roll) for action in self.match.actions)
        self._asked |= isinstance(view.scene, PlayView) and view.scene.warning
        if rolls > self._rolls:
            if not self._asked:
                self.waits.append(0.0 if self._rested is None else round(self.table.time - self._rested, 3))
            self._asked = False
        self._rolls = rolls
        if not self.table.idle:
            self._rested = None
        elif self._rested is None:
            self._rested = self.table.time
        return view


def play(job: Job) -> Line:
    """The match's result, and what it took."""
    rules = game(job.game)(job.preset, dict(job.options))
    sets = 2 if rules.dice_set is DiceSet.OWN else 1
    before = resident_mb()
    with tempfile.TemporaryDirectory() as folder, closing(Journal(Path(folder) / JOURNAL)) as journal:
        evening = Evening(journal, rng=Random(job.seed), resume=False)
        with closing(Watched(evening, rules.dice * sets, job.seed, sets=sets)) as sitting:
            table, fingers = sitting.table, sitting.fingers
            mischief = Mischief((), Table(table, sitting.camera, fingers), job.seed)
            sitting.guests = People(
                table, fingers, job.seed, BRISK, sets=sets, once_more=False, habits=job.habits, mischief=mischief
            )
            sitting.match = evening.begin(job.game, rules.preset, dict(job.options), NAMES[: job.players])
            try:
                result = judged(sitting, sitting.match, mischief)
            except StuckError as error:
                return {"failure": str(error), "hung": True}
    return {
        **result.document(),
        "turns": turns(sitting.match),
        "waits": sitting.waits,
        "process": os.getpid(),
        "rss_mb": [round(before, 1), round(resident_mb(), 1)],
    }


def turns(match: Match) -> int:
    """How many turns were begun."""
    state, count = match.game.start(len(match.record.players), match.record.first), 0
    for action in match.actions:
        count += isinstance(action, Roll) and match.game.view(state).rolls_used == 0
        state, _ = match.game.apply(state, action)
    return count


def _waits(lines: list[Line]) -> str:
    """The middle one, and the one that a twentieth exceeds."""
    waits = [wait for line in ended(lines) for wait in line["waits"]]
    return f"{median(waits):.2f} / {quantiles(waits, n=20)[-1]:.2f}" if len(waits) > 1 else "-"


COLUMNS = {
    "matches": lambda lines: str(len(lines)),
    "wrong": lambda lines: str(sum(bool(line["mismatches"]) for line in ended(lines))),
    "hung": lambda lines: str(sum(line.get("hung", False) for line in lines)),
    "failed": lambda lines: str(sum("failure" in line and not line.get("hung", False) for line in lines)),
    "throws": lambda lines: f"{total(lines, 'throws'):.0f}",
    "prompts/turn": lambda lines: f"{total(lines, 'prompts') / max(total(lines, 'turns'), 1):.3f}",
    "corrections": lambda lines: f"{total(lines, 'corrections'):.0f}",
    "rest to score, s": _waits,
    "s/throw": lambda lines: f"{total(lines, 'seconds') / max(total(lines, 'throws'), 1):.2f}",
}


def memory(lines: list[Line]) -> str:
    """What each process held before its first match and after its last."""
    told = []
    for process in dict.fromkeys(line["process"] for line in ended(lines)):
        mine = [line for line in ended(lines) if line["process"] == process]
        first, last = mine[0]["rss_mb"][0], mine[-1]["rss_mb"][1]
        after = mine[min(3, len(mine) - 1)]["rss_mb"][1]
        told.append(f"memory: {first} MB at the start, {after} after 4 matches, {last} after {len(mine)}")
    return "\n".join(told)


def main() -> None:
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--habits", choices=HABITS, help="these alone")
    parser.add_argument("--real-time", action="store_true", help="run the kiosk itself, at its own pace")
    parser.add_argument("--minutes", type=int, default=60, help="how long, in real time")
    given = parser.parse_args()
    if given.real_time:
        raise SystemExit(run_in_real_time(given.minutes, given.out, given.game))
    habits = HUMAN if given.habits is None else (given.habits,)
    lines = run(given, jobs(given, habits), play)
    for by in ("title", "habits"):
        print(table(lines, by, COLUMNS), end="\n\n")
    print(table([{**line, "all": "all"} for line in lines], "all", COLUMNS))
    print(memory(lines))
    if any("failure" in line or line["mismatches"] for line in lines):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
