"""Many matches, a line of JSON each: which there are, which were played already, and what all of them say together."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2

from kiosk.commands.play import chances
from kiosk.games.registry import games
from kiosk.simulation.guests.habits import SOBER

BESIDE_PRESETS: dict[str, tuple[Mapping[str, str], ...]] = {"four_twenty": ({"dice_set": "own"},)}
"""House rules that change what lies on the table, and are no preset; played by two."""

Line = dict[str, Any]
"""What is written of a match: the fields of its `Job`, `commit`, `title`, and its result or `failure`."""


@dataclass(frozen=True, slots=True)
class Job:
    """One match."""

    game: str
    preset: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int
    habits: str = SOBER
    faults: tuple[tuple[str, float], ...] = ()
    """What goes wrong besides, and its chance with each throw."""

    @property
    def title(self) -> str:
        """Game, preset and house rules in a line of the table."""
        return " ".join([self.game, self.preset, *(f"{name}={value}" for name, value in self.options)])


def jobs(given: argparse.Namespace, habits: Sequence[str] = (SOBER,)) -> Iterator[Job]:
    """Seed by seed through all games, so that a run cut short has seen a little of each; habits in turn."""
    faults = tuple(chances(given.fault).items())
    for seed in given.seeds:
        place = 0
        for known in games():
            ways: list[tuple[str, tuple[tuple[str, str], ...], int]]
            ways = [(preset, (), given.players or 2 + seed % 3) for preset in known.presets]
            ways += [(next(iter(known.presets)), tuple(o.items()), 2) for o in BESIDE_PRESETS.get(known.name, ())]
            for preset, options, players in ways:
                if given.game in {None, known.name}:
                    yield Job(known.name, preset, options, players, seed, habits[(seed + place) % len(habits)], faults)
                place += 1


def commit() -> str:
    """What is checked out."""
    here = Path(__file__).parent
    name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True, check=True)
    return name.stdout.strip()


def arguments(about: str) -> argparse.ArgumentParser:
    """What every such program is asked."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", type=Path, required=True, help="JSON Lines; added to, never overwritten")
    parser.add_argument("--seeds", type=_seeds, default=range(1, 21), help="1 to this, or those from-to: 8, 3-8")
    parser.add_argument("--players", type=int, help="how many; two to four in turn, if not said")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="matches at once")
    parser.add_argument("--game", choices=[known.name for known in games()], help="this one alone")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME[=CHANCE]", help="as of play --headless; repeatable"
    )
    return parser


def _seeds(text: str) -> range:
    first, dash, last = text.partition("-")
    return range(int(first), int(last) + 1) if dash else range(1, int(text) + 1)


def run(given: argparse.Namespace, every: Iterable[Job], play: Callable[[Job], Line]) -> list[Line]:
    """Play what is not there yet, and write it down; the newest line of each match of this commit."""
    here, done = commit(), {_key(line) for line in read(given.out)}
    todo = [job for job in every if (here, *_name(asdict(job))) not in done]
    with ProcessPoolExecutor(given.jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        running = {pool.submit(_played, play, job): job for job in todo}
        with given.out.open("a") as out:
            for future in as_completed(running):
                job = running[future]
                line = {"commit": here, "title": job.title, **asdict(job), **future.result()}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                out.flush()
                wrong = [line["failure"]] if "failure" in line else line["mismatches"]
                if wrong:
                    under = "".join(f", {name}={chance:g}" for name, chance in job.faults)
                    who = f"{job.players} players, {job.habits}, seed {job.seed}{under}"
                    print(f"{job.title}, {who}: {'; '.join(wrong)}", flush=True)
    return list({_key(line): line for line in read(given.out) if line["commit"] == here}.values())


def _played(play: Callable[[Job], Line], job: Job) -> Line:
    try:
        return play(job)
    except Exception as error:  # noqa: BLE001  whatever ends a match is what these programs are here to write down
        return {"failure": f"{type(error).__name__}: {error}"}


def _name(line: Mapping[str, Any]) -> tuple[object, ...]:
    options = tuple(tuple(option) for option in line["options"])
    faults = tuple(tuple(fault) for fault in line.get("faults", ()))
    return line["game"], line["preset"], options, line["players"], line["seed"], line.get("habits", SOBER), faults


def _key(line: Mapping[str, Any]) -> tuple[object, ...]:
    return line["commit"], *_name(line)


def read(path: Path) -> list[Line]:
    """The lines written so far; one cut short by a power failure counts as not written."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def ended(lines: Iterable[Line]) -> list[Line]:
    """Those of matches that were played to their end."""
    return [line for line in lines if "failure" not in line]


def total(lines: Iterable[Line], what: str) -> float:
    """The sum over the matches that were played to their end."""
    return float(sum(line[what] for line in ended(lines)))


def table(lines: Sequence[Line], by: str, columns: Mapping[str, Callable[[list[Line]], str]]) -> str:
    """A row for each value of `by`; each column says something of that row's lines."""
    rows = [("", *columns)]
    for name in dict.fromkeys(line[by] for line in lines):
        mine = [line for line in lines if line[by] == name]
        rows.append((name, *(tell(mine) for tell in columns.values())))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    )
