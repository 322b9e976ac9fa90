"""What several benchmarks share: labelled photographs, what a reading of them comes to, and tables on the terminal."""

import json
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.types import Image, Reading
from workshop.benchmarks import HOUSE

SHARED = HOUSE.parent / "shared"
"""The measuring set beside the checkout."""
PHOTOS = SHARED / "photos"
OUTCOMES = ("exact", "silent", "declined")
"""What a reading comes to; a wrong one without a doubt is silent."""


def labels(folder: Path, name: str = "labels.jsonl") -> list[dict[str, Any]]:
    """What lies on each photograph, or clip, of a folder of the measuring set; nothing where that is not there."""
    file = folder / name
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def photograph(folder: Path, label: dict[str, Any]) -> Image:
    picture = cv2.imread(str(folder / label["file"]))
    assert picture is not None, label["file"]
    return np.asarray(picture, np.uint8)


def outcome(reading: Reading, values: Iterable[int] | None) -> str:
    """One of OUTCOMES where dice of these values lie; None: something that is to be declined."""
    if not reading.certain:
        return "declined"
    right = values is not None and sorted(die.value for die in reading.dice) == sorted(values)
    return "exact" if right else "silent"


def shares(counts: Counter[str]) -> list[str]:
    """Of each of OUTCOMES."""
    return [f"{counts[what] / max(counts.total(), 1):.1%}" for what in OUTCOMES]


def header(*columns: str) -> None:
    """Print the first lines of a table as a README holds it."""
    row(*columns)
    print("|---" * len(columns) + "|", flush=True)


def row(*cells: object) -> None:
    """Print another line of it."""
    print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


def taken_ms(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Milliseconds of one run, by a clock of seconds."""
    began = clock()
    work()
    return (clock() - began) * 1e3


def median_ms(work: Callable[[], object], times: int) -> float:
    """Milliseconds of a run, after one to warm up."""
    work()
    return statistics.median(taken_ms(work) for _ in range(times))
