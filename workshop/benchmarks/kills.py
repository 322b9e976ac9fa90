"""A running match is killed 200 times at random moments, and resumed each time: nothing acknowledged may be lost.

python -m workshop.benchmarks.kills [--kills 200] [--seed 1]
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import typer
from killed_match import kills as killed_matches


def main(kills: int = 200, seed: int = 1) -> None:
    """A running match is killed at random moments, and resumed each time."""
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for killed in killed_matches(Path(folder) / "matches.sqlite3", seed, kills):
            count["killed"] += 1
            count["… in the middle of a step"] += killed.announced is not None
            count["  … that was on disk already"] += killed.announced is not None and killed.found == killed.announced
            count["acknowledged and lost, or half done"] += not killed.whole
            if not killed.whole:
                print(killed)
    for what, number in count.items():
        print(f"{number:5} {what}")
    if count["acknowledged and lost, or half done"]:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
