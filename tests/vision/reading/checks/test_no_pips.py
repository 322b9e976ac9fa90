"""A die that shows no pips is in doubt; what has another colour, no print or another size, or was read, is not."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from seen_face import EDGE_PX, a_four, seen_as

from hardware.simulator import SimulatedTable
from vision.reading.candidates import Candidate, Detections
from vision.reading.checks import no_pips
from vision.reading.checks.protocol import Evidence
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.reader import Reader
from vision.reading.resolve import resolve
from vision.types import Doubt, Image, Point, Reading, at_once

EMBLEMS: tuple[Point, ...] = ((300.0, 250.0), (900.0, 480.0))
PIPS: tuple[Point, ...] = ((640.0, 360.0), (950.0, 200.0))


@pytest.fixture(scope="module")
def tray() -> Image:
    """Two dice that show emblems, and two that show pips."""
    table = SimulatedTable(3, 4, fps=8, look="emblems", brisk=True)
    for die, (value, at) in enumerate(zip((1, 6, 3, 5), (*EMBLEMS, *PIPS), strict=True)):
        table.place(die, value, at)
    image = table.advance()
    while not table.idle:
        image = table.advance()
    return image


def with_pips_alone(image: Image) -> tuple[Reading, Evidence]:
    """What was read as if the dice without pips had been passed over."""
    reader = Reader()
    detections = at_once(reader.detect(image))
    resolved = resolve(image, detections)
    dice = tuple(die for die in resolved.reading.dice if any(math.dist(die.centre, at) < 60 for at in PIPS))
    assert sorted(die.value for die in dice) == [3, 5]
    return Reading(dice, ()), Evidence(Pyramid(image), Networks(), resolved)


def beside_a_four(face: Candidate) -> tuple[Doubt, ...]:
    """What is in doubt if this is seen on a blank die beside a four, and not believed to be a die."""
    blank = a_four()
    cv2.rectangle(blank, (70, 70), (130, 130), (235, 240, 245), cv2.FILLED)
    image = np.hstack([a_four(), blank])
    resolved = resolve(image, Detections([seen_as(4, 0.99), face]))
    evidence = Evidence(Pyramid(image), None, resolved)  # type: ignore[arg-type]  # no network is asked
    return no_pips.check(Reading(resolved.reading.dice[:1], ()), evidence).doubts


def test_dice_without_pips_are_in_doubt(tray: Image) -> None:
    doubts = no_pips.check(*with_pips_alone(tray)).doubts
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in (doubt.box for doubt in doubts if doubt.box)]
    assert len(middles) == len(EMBLEMS)
    for at in EMBLEMS:
        assert any(math.dist(at, middle) < 60 for middle in middles)


def test_what_has_another_colour_than_the_dice_is_not(tray: Image) -> None:
    image = tray.copy()
    for x, y in EMBLEMS:
        part = image[int(y) - 60 : int(y) + 60, int(x) - 60 : int(x) + 60]
        light = part.max(2) > 120
        part[light] = (part[light] * np.array((0.2, 0.3, 1.0))).astype(np.uint8)
    assert no_pips.check(*with_pips_alone(image)).doubts == ()


def test_without_a_die_nothing_is_known_of_bodies(tray: Image) -> None:
    _, evidence = with_pips_alone(tray)
    assert no_pips.check(Reading((), ()), evidence).doubts == ()


def test_print_on_the_body_of_a_die_is_an_emblem() -> None:
    [doubt] = beside_a_four(seen_as(0, 0.5, 300.0, printed=0.4, heat=0.5))
    assert doubt.box == (300 - EDGE_PX / 2, 100 - EDGE_PX / 2, EDGE_PX, EDGE_PX)


@pytest.mark.parametrize(
    "face",
    [
        pytest.param(seen_as(0, 0.5, 300.0, printed=0.4, heat=0.1), id="hardly seen at all"),
        pytest.param(seen_as(0, 0.9, 300.0, heat=0.5), id="no print"),
        pytest.param(seen_as(0, 0.5, 300.0, 0.5 * EDGE_PX, printed=0.4, heat=0.5), id="too small"),
        pytest.param(seen_as(0, 0.5, 300.0, 2 * EDGE_PX, printed=0.4, heat=0.5), id="too large"),
        pytest.param(seen_as(0, 0.5, 120.0, printed=0.4, heat=0.5), id="the side of a die that was read"),
    ],
)
def test_what_is_no_emblem(face: Candidate) -> None:
    assert beside_a_four(face) == ()
