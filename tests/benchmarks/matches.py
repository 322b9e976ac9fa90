"""Every game and preset played to its end before the judge, seed after seed: what goes wrong, and how often.

    python tests/benchmarks/matches.py --out matches.jsonl --seeds 20 --jobs 2 [--game le_421] [--again]

A line is written for each match as soon as it is over; what is already there for the same commit is not played again.
The table counts, for each game and preset, what the lines of this commit say.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2

from kiosk.games.core import games
from kiosk.play import play_match

BESIDE_PRESETS: dict[str, tuple[Mapping[str, str], ...]] = {"four_twenty": ({"dice_set": "own"},)}
"""House rules that change what lies on the table, and are no preset; played by two."""


@dataclass(frozen=True, slots=True)
class Job:
    """One match."""

    game: str
    preset: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int

    @property
    def title(self) -> str:
        """Game, preset and house rules in a line of the table."""
        return " ".join([self.game, self.preset, *(f"{name}={value}" for name, value in self.options)])


def jobs(seeds: range, only: str | None) -> Iterator[Job]:
    """Seed by seed through all games, so that a run cut short has seen a little of each."""
    for seed in seeds:
        for known in games():
            if only not in {None, known.name}:
                continue
            for preset in known.presets:
                yield Job(known.name, preset, (), 2 + seed % 3, seed)
            for options in BESIDE_PRESETS.get(known.name, ()):
                yield Job(known.name, next(iter(known.presets)), tuple(options.items()), 2, seed)


def play(job: Job) -> dict[str, Any]:
    """The match's result, or what ended it."""
    cv2.setNumThreads(1)
    try:
        played = play_match(job.game, job.preset, dict(job.options), players=job.players, seed=job.seed, turbo=True)
    except Exception as error:  # noqa: BLE001  whatever ends a match is what this program is here to write down
        return {"failure": f"{type(error).__name__}: {error}"}
    return played.document()


def commit() -> str:
    """What is checked out."""
    here = Path(__file__).parent
    name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True, check=True)
    return name.stdout.strip()


def table(lines: list[dict[str, Any]]) -> str:
    """A row for each game and preset."""
    head = ("", "matches", "throws", "s/throw", "prompts/throw", "corrections", "mismatches", "failures")
    rows = [head]
    for title in dict.fromkeys(line["title"] for line in lines):
        mine = [line for line in lines if line["title"] == title]
        ended = [line for line in mine if "failure" not in line]
        throws = sum(line["throws"] for line in ended)
        each = max(throws, 1)
        rows.append(
            (
                title,
                str(len(mine)),
                str(throws),
                f"{sum(line['seconds'] for line in ended) / each:.2f}",
                f"{sum(line['prompts'] for line in ended) / each:.3f}",
                str(sum(line["corrections"] for line in ended)),
                str(sum(len(line["mismatches"]) for line in ended)),
                str(len(mine) - len(ended)),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    )


def read(path: Path) -> list[dict[str, Any]]:
    """The lines written so far; one cut short by a power failure counts as not written."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="JSON Lines; added to, never overwritten")
    parser.add_argument("--seeds", type=int, default=20, help="seeds 1 to this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="matches at once")
    parser.add_argument("--game", choices=[known.name for known in games()], help="this one alone")
    parser.add_argument("--again", action="store_true", help="play also what is there for this commit")
    parser.add_argument("--commit", default=commit(), help="the name the lines go under; what is checked out, if none")
    given = parser.parse_args()

    def key(line: Mapping[str, Any]) -> tuple[object, ...]:
        return (line["commit"], line["title"], line["players"], line["seed"])

    done = {} if given.again else {key(line): line for line in read(given.out)}
    every = jobs(range(1, given.seeds + 1), given.game)
    todo = [job for job in every if (given.commit, job.title, job.players, job.seed) not in done]
    with ProcessPoolExecutor(given.jobs) as pool, given.out.open("a") as out:
        running = {pool.submit(play, job): job for job in todo}
        for future in as_completed(running):
            job = running[future]
            line = {"commit": given.commit, "title": job.title, **asdict(job), **future.result()}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            out.flush()
            wrong = [line["failure"]] if "failure" in line else line["mismatches"]
            if wrong:
                print(f"{job.title}, {job.players} players, seed {job.seed}: {'; '.join(wrong)}", flush=True)
    newest = {key(line): line for line in read(given.out) if line["commit"] == given.commit}
    print(table(list(newest.values())))


if __name__ == "__main__":
    main()
