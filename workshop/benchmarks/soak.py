"""Guests with human habits play every game, seed after seed, among faults: does a match end wrong, or hang?

    python -m workshop.benchmarks.soak --out soak.jsonl --seeds 8 [--game le_421] [--habits drunk] [--fault shake]
    python -m workshop.benchmarks.soak --out matches.jsonl --seeds 20 --habits sober    # nobody does anything wrong
    python -m workshop.benchmarks.soak --out hour.jsonl --real-time --minutes 60 [--game zanzibar]

Who sits there, and how often they do what a table must bear, says
kiosk/simulation/guests/habits.py: slow, hasty, clumsy and drunk guests in turn, by tables that are assumptions. A
line is written for each match as soon as it is over; what is already there for the same commit is not played again, so
that a run goes on where it was cut short. 77 seeds are 1,000 matches.

Of a match that ended wrong the table says whether a die that leaned was read as if it lay flat (`leaning`) or anything
else (`wrong`). `unnoticed` is no error, the hand is what lies there: a kept die was thrown with the others, and it or
another fell as it had lain and counts as kept.

In real time the kiosk itself runs for `--minutes` (real_time.py): its memory by the minute, and every press.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from statistics import median, quantiles

from kiosk.games.core import Roll
from kiosk.match.match import Match
from kiosk.simulation.guests.habits import HABITS, SOBER
from kiosk.simulation.headless import HeadlessTable, StuckError, play_match
from kiosk.view import PlayView
from workshop.benchmarks.campaign import Job, Line, arguments, ended, jobs, run, table, total
from workshop.benchmarks.real_time import run as run_in_real_time


class Onlooker:
    """Notes how long dice lay before they were counted, seconds of the table's time.

    Throws that the table asked something about say how long people took, and are left out.
    """

    match: Match

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._rested: float | None = None
        self._rolls = 0
        self._asked = False

    def __call__(self, headless: HeadlessTable, match: Match) -> None:
        """Look at the table after a picture."""
        self.match, table, view = match, headless.table, headless.session.view.scene
        rolls = sum(isinstance(action, Roll) for action in match.actions)
        self._asked |= isinstance(view, PlayView) and view.warning
        if rolls > self._rolls:
            if not self._asked:
                self.waits.append(0.0 if self._rested is None else round(table.time - self._rested, 3))
            self._asked = False
        self._rolls = rolls
        if not table.idle:
            self._rested = None
        elif self._rested is None:
            self._rested = table.time


def play(job: Job) -> Line:
    """The match's result, and what it took."""
    onlooker = Onlooker()
    try:
        result = play_match(
            job.game,
            job.preset,
            dict(job.options),
            players=job.players,
            seed=job.seed,
            turbo=True,
            habits=job.habits,
            faults=dict(job.faults),
            onlooker=onlooker,
        )
    except StuckError as error:
        return {"failure": str(error), "hung": True}
    return {**asdict(result), "turns": turns(onlooker.match), "waits": onlooker.waits}


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


def cause(line: Line) -> str:
    """What a match that ended wrong went wrong by first; "" if it ended right."""
    if not line["mismatches"]:
        return ""
    told = re.fullmatch(r"throw \d+ was counted as \w+, and ([\d?]+) lay there", line["mismatches"][0])
    return "leaning" if told is not None and "?" in told[1] else "wrong"


def _wrong(what: str) -> Callable[[list[Line]], str]:
    return lambda lines: str(sum(cause(line) == what for line in ended(lines)))


COLUMNS: dict[str, Callable[[list[Line]], str]] = {
    "matches": lambda lines: str(len(lines)),
    "leaning": _wrong("leaning"),
    "wrong": _wrong("wrong"),
    "unnoticed": lambda lines: f"{total(lines, 'unnoticed'):.0f}",
    "hung": lambda lines: str(sum(line.get("hung", False) for line in lines)),
    "failed": lambda lines: str(sum("failure" in line and not line.get("hung", False) for line in lines)),
    "throws": lambda lines: f"{total(lines, 'throws'):.0f}",
    "prompts/throw": lambda lines: f"{total(lines, 'prompts') / max(total(lines, 'throws'), 1):.3f}",
    "prompts/turn": lambda lines: f"{total(lines, 'prompts') / max(total(lines, 'turns'), 1):.3f}",
    "corrections": lambda lines: f"{total(lines, 'corrections'):.0f}",
    "rest to score, s": _waits,
}


def main() -> None:
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--habits", choices=HABITS, help="these alone")
    parser.add_argument("--real-time", action="store_true", help="run the kiosk itself, at its own pace")
    parser.add_argument("--minutes", type=int, default=60, help="how long, in real time")
    given = parser.parse_args()
    if given.real_time:
        raise SystemExit(run_in_real_time(given.minutes, given.out, given.game))
    habits = [name for name in HABITS if name != SOBER] if given.habits is None else [given.habits]
    lines = run(given, jobs(given, habits), play)
    for by in ("title", "habits"):
        print(table(lines, by, COLUMNS), end="\n\n")
    print(table([{**line, "all": "all"} for line in lines], "all", COLUMNS))
    if any("failure" in line or line["mismatches"] for line in lines):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
