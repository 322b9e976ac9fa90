"""What a guest can put on a table to fool the reader is declined, never read: a dozen of each kind, staged."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from staged import (
    EDGE,
    LOOKS,
    ODD,
    PLAIN,
    Stage,
    beer_mat,
    button,
    coin,
    cut_off,
    domino_tile,
    glare,
    half_hidden,
    in_motion,
    phone,
    spinning,
    tally,
)

from vision.reading.reader import Reader
from vision.types import Hint

STAGED = 12


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(
    ("put", "named"),
    [
        (cut_off, 10),
        (in_motion, 11),
        (spinning, 9),
        (glare, 11),
        (phone, 11),
        (half_hidden, 10),
    ],
)
def test_what_can_not_be_read_is_declined_with_its_place(
    reader: Reader, put: Callable[[Stage], None], named: int
) -> None:
    declined, vouched, _ = tally(reader, put, range(STAGED))
    assert vouched == 0
    assert declined >= named


@pytest.mark.parametrize("seed", [20, 44, 68])
def test_a_die_in_motion_is_not_passed_over_at_a_glance(reader: Reader, seed: int) -> None:
    # No network that looks for faces sees these.
    stage = Stage(seed)
    stage.die(PLAIN)
    in_motion(stage)
    picture = stage.filmed()
    assert reader.glance(picture) is None
    assert not reader.read(picture).certain


def test_told_how_many_dice_lie_there_no_half_of_a_domino_is_vouched_for(reader: Reader) -> None:
    _, vouched, _ = tally(reader, domino_tile, range(STAGED), 1)
    assert vouched == 0


@pytest.mark.parametrize("put", [coin, button, beer_mat])
def test_what_is_no_die_is_never_read_as_one_and_seldom_keeps_dice_from_being_told(
    reader: Reader, put: Callable[[Stage], None]
) -> None:
    declined, vouched, _ = tally(reader, put, range(STAGED))
    assert vouched == 0
    assert declined <= 1


def test_a_lamp_on_the_middle_pip_makes_no_other_value(reader: Reader) -> None:
    fooled = 0
    for seed in range(2 * STAGED):
        stage = Stage(seed)
        stage.look = LOOKS[0]
        stage.die(PLAIN)
        value = stage.die(ODD, (3, 5))
        x, y = np.array(ODD) + stage.rng.uniform(-3, 3, 2)
        angle = stage.rng.uniform(0, np.pi)
        dx, dy = 0.3 * EDGE * np.cos(angle), 0.3 * EDGE * np.sin(angle)
        width = int(stage.rng.integers(3, 8))
        cv2.line(
            stage.image, (int(x - dx), int(y - dy)), (int(x + dx), int(y + dy)), (255, 255, 255), width, cv2.LINE_AA
        )
        reading = reader.read(stage.filmed(), Hint(dice=2))
        fooled += reading.certain and max(reading.dice, key=lambda die: die.centre[0]).value != value
    assert fooled <= 3
