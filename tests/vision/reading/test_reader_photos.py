"""The reader on a fixed sample of the measuring set: what it can do, it goes on doing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.reading.reader import Reader
from vision.types import Hint

EVERY = 18
"""Of 650 photographs, 37."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("known", "silent"), [(False, 1), (True, 0)])
def test_what_could_be_read_on_photographs_still_can(measuring_set: Path, known: bool, silent: int) -> None:
    folder = measuring_set / "photos" / "dev"
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()][::EVERY]
    reader = Reader()
    told: Counter[str] = Counter()
    for label in labels:
        picture = cv2.imread(str(folder / label["file"]))
        assert picture is not None, label["file"]
        values = label["values"] or []
        reading = reader.read(np.asarray(picture, np.uint8), Hint(dice=len(values) if known else None))
        right = sorted(die.value for die in reading.dice) == sorted(values)
        told["declined" if not reading.certain else "exact" if right else "silent"] += 1
    assert told["exact"] >= 0.95 * len(labels), told
    assert told["silent"] <= silent, told
