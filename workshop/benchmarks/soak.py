"""Guests with human habits play every game, seed after seed, among faults: does a match end wrong, or hang?

    python -m workshop.benchmarks.soak --out soak.jsonl --seeds 8 [--game le_421] [--habits drunk] [--fault shake=0.2]
    python -m workshop.benchmarks.soak --out matches.jsonl --seeds 20 --habits sober    # nobody does anything wrong

Who sits there, and how often they do what a table must bear, says kiosk/simulation/guests/habits.py: slow, hasty,
clumsy and drunk guests in turn, by tables that are assumptions. A line is written for each match as soon as it is over;
what is already there for the same commit is not played again, so that a run goes on where it was cut short.

Of a match that ended wrong the table says whether a die that leaned was read as if it lay flat (`leaning`) or anything
else (`wrong`). `unnoticed` is no error, the hand is what lies there: a kept die was thrown with the others, and it or
another fell as it had lain and counts as kept.
"""

import json
import os
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated, Any

import cv2
import typer

from kiosk.commands.play import chances
from kiosk.games.core import Roll
from kiosk.games.registry import games
from kiosk.match.match import Match
from kiosk.simulation.guests.habits import HABITS, SOBER
from kiosk.simulation.headless import HeadlessTable, StuckError, play_match
from kiosk.view import PlayView
from workshop.benchmarks.measuring import header, row

Job = dict[str, Any]
"""A match: what `play_match` is told of it. A line of the file holds this, the commit, and the result or `failure`."""
Line = dict[str, Any]


class Onlooker:
    """Notes how many turns were begun, and how long dice lay before they were counted, seconds of the table's time.

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
        self._rested = (table.time if self._rested is None else self._rested) if table.idle else None

    @property
    def turns(self) -> int:
        state, count = self.match.game.start(len(self.match.record.players), self.match.record.first), 0
        for action in self.match.actions:
            count += isinstance(action, Roll) and self.match.game.view(state).rolls_used == 0
            state, _ = self.match.game.apply(state, action)
        return count


def play(job: Job) -> Line:
    """The match's result, and what it took."""
    onlooker = Onlooker()
    try:
        result = play_match(**job, turbo=True, onlooker=onlooker)
    except StuckError as error:
        return {"failure": str(error), "hung": True}
    except Exception as error:  # noqa: BLE001  whatever ends a match is what this is here to write down
        return {"failure": f"{type(error).__name__}: {error}"}
    return {**asdict(result), "turns": onlooker.turns, "waits": onlooker.waits}


def jobs(seeds: range, habits: list[str], game: str | None, players: int | None, fault: list[str]) -> Iterator[Job]:
    """Seed by seed through all games, so that a run cut short has seen a little of each; habits in turn."""
    ways: list[Job] = [{"name": known.name, "preset": preset} for known in games() for preset in known.presets]
    ways.append({"name": "four_twenty", "options": {"dice_set": "own"}, "players": 2})
    for seed in seeds:
        for place, way in enumerate(ways):
            if game in {None, way["name"]}:
                many, who = players or 2 + seed % 3, habits[(seed + place) % len(habits)]
                yield {"players": many, **way, "seed": seed, "habits": who, "faults": chances(fault)}


def written(out: Path) -> dict[str, Line]:
    """The lines so far, by match; one cut short by a power failure counts as not written."""
    found = {}
    for text in out.read_text().splitlines() if out.exists() else []:
        if text.endswith("}"):
            line = json.loads(text)
            found[json.dumps(line["match"])] = line
    return found


def cause(line: Line) -> str:
    """What a match that ended wrong went wrong by first; "" if it ended right."""
    if not line["mismatches"]:
        return ""
    told = re.fullmatch(r"throw \d+ was counted as \w+, and ([\d?]+) lay there", line["mismatches"][0])
    return "leaning" if told is not None and "?" in told[1] else "wrong"


COLUMNS = (
    *("matches", "leaning", "wrong", "unnoticed", "hung", "failed", "throws", "prompts a throw", "prompts a turn"),
    *("corrections", "rest to score, s: median / one in 20"),
)


def cells(lines: list[Line]) -> list[object]:
    """What lines come to, in COLUMNS."""
    ended = [line for line in lines if "failure" not in line]
    hung = sum("hung" in line for line in lines)
    causes = [cause(line) for line in ended]
    total = Counter[str]()
    for line in ended:
        total.update({what: line[what] for what in ("unnoticed", "throws", "prompts", "turns", "corrections")})
    waits = [wait for line in ended for wait in line["waits"]]
    return [
        *(len(lines), causes.count("leaning"), causes.count("wrong"), total["unnoticed"], hung),
        *(len(lines) - len(ended) - hung, total["throws"]),
        *(f"{total['prompts'] / max(total[of], 1):.3f}" for of in ("throws", "turns")),
        total["corrections"],
        f"{median(waits):.2f} / {quantiles(waits, n=20)[-1]:.2f}" if len(waits) > 1 else "-",
    ]


def main(
    *,
    out: Annotated[Path, typer.Option(help="JSON Lines; added to, never overwritten")],
    seeds: str = "20",
    habits: str | None = None,
    game: str | None = None,
    players: int | None = None,
    fault: Annotated[list[str] | None, typer.Option(metavar="NAME[=CHANCE]")] = None,
    jobs_: Annotated[int, typer.Option("--jobs")] = os.cpu_count() or 1,
) -> None:
    """Play every game for these seeds (8, or 3-8), one line of JSON each, and say how they ended."""
    first, dash, last = seeds.partition("-")
    every = range(int(first) if dash else 1, int(last if dash else first) + 1)
    who = [habits] if habits else [name for name in HABITS if name != SOBER]
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    commit, done = told.stdout.strip(), written(out)
    matches = {json.dumps([commit, job]): job for job in jobs(every, who, game, players, fault or [])}
    with ProcessPoolExecutor(jobs_, initializer=cv2.setNumThreads, initargs=(1,)) as pool, out.open("a") as file:
        playing = {pool.submit(play, job): match for match, job in matches.items() if match not in done}
        for future in as_completed(playing):
            match = playing[future]
            done[match] = {"match": json.loads(match), **future.result()}
            print(json.dumps(done[match], ensure_ascii=False), file=file, flush=True)
            if wrong := done[match].get("failure") or done[match]["mismatches"]:
                print(matches[match], wrong, flush=True)
    lines = [done[match] for match in matches]
    for by in ("name", "preset", "options"), ("habits",), ():
        rows = defaultdict[str, list[Line]](list)
        for line in lines:
            rows[" ".join(str(line["match"][1][what]) for what in by if what in line["match"][1]) or "all"].append(line)
        header(" ".join(by), *COLUMNS)
        for name, mine in rows.items():
            row(name, *cells(mine))
    raise SystemExit(any("failure" in line or line["mismatches"] for line in lines))


if __name__ == "__main__":
    typer.run(main)
