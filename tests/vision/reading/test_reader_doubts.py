"""What a guest can put on a table to fool the reader is declined, never read: eight of each kind, staged."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.reading.reader import Reader
from vision.types import Hint
from workshop.benchmarks.staged import (
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

STAGED = 8


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(("put", "named"), [(cut_off, 6), (glare, 7), (phone, 7)])
def test_what_can_not_be_read_is_declined_with_its_place(
    reader: Reader, put: Callable[[Stage], None], named: int
) -> None:
    declined, vouched, _ = tally(reader, put, range(STAGED))
    assert vouched == 0
    assert declined >= named


@pytest.mark.parametrize(
    ("put", "dice", "believed"), [(in_motion, 2, 1), (spinning, 2, 0), (half_hidden, 2, 3), (domino_tile, 1, 0)]
)
def test_told_how_many_dice_lie_there_none_is_passed_over_and_hardly_any_made_up(
    reader: Reader, put: Callable[[Stage], None], dice: int, believed: int
) -> None:
    """In motion a die may show no face, half a die may show enough of one, and each half of a domino is one."""
    _, vouched, passed = tally(reader, put, range(STAGED), dice)
    assert vouched <= believed
    assert dice == 1 or passed == 0


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
