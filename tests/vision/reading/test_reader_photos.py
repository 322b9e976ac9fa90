"""The reader on a fixed sample of the measuring set: what it can do, it goes on doing."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.reading.reader import Reader
from vision.types import Hint, Reading

EVERY = 27
"""Of 650 photographs, 25."""


Told = list[tuple[list[int], Reading, Reading]]
"""What lies on each, what is read where nobody knows how many dice there are, and told their number."""


@pytest.fixture(scope="module")
def told(measuring_set: Path) -> Told:
    folder = measuring_set / "photos" / "dev"
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()][::EVERY]
    reader = Reader()
    made: Told = []
    for label in labels:
        picture = np.asarray(cv2.imread(str(folder / label["file"])), np.uint8)
        values = sorted(label["values"] or [])
        made.append((values, reader.read(picture), reader.read(picture, Hint(dice=len(values)))))
    return made


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("known", "silent"), [(False, 1), (True, 0)])
def test_what_could_be_read_on_photographs_still_can(told: Told, known: bool, silent: int) -> None:
    came: Counter[str] = Counter()
    for values, *both in told:
        reading = both[known]
        right = sorted(die.value for die in reading.dice) == values
        came["declined" if not reading.certain else "exact" if right else "silent"] += 1
    assert came["exact"] >= 0.95 * len(told), came
    assert came["silent"] <= silent, came


def test_being_told_the_number_that_is_read_adds_no_doubt(told: Told) -> None:
    for values, untold, counted in told:
        if untold.certain and len(untold.dice) == len(values):
            assert counted.certain
