"""A die leans if its top face slants otherwise than that of a flat die would there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from readers import read_die

from vision.reading.tilt_net import Slant
from vision.types import Die, Image
from vision.watching.background import Foreground
from vision.watching.tilt import LEANS, LEARNED_DICE, TiltModel

PICTURE = np.zeros((720, 1280, 3), np.uint8)
EDGE = 44.0
FOCAL = 2500.0
Point = tuple[float, float]


class Dice:
    """Makes dice, and tells the table how their faces slant under a camera that stands over one point of it."""

    def __init__(self, below: Point = (640, 360)) -> None:
        self._below = below
        self._slants: dict[Point, Slant] = {}

    def lay(self, x: float, y: float, leaning: Point = (0.0, 0.0)) -> Die:
        """A die whose slant is that of a flat one, plus `leaning`."""
        flat = np.array([x - self._below[0], y - self._below[1]]) / FOCAL
        self._slants[x, y] = flat + leaning
        return read_die(3, (x, y), EDGE)

    def scatter(self, count: int) -> list[Die]:
        places = np.random.default_rng(1).uniform((150, 150), (1130, 570), (count, 2))
        return [self.lay(float(x), float(y)) for x, y in places]

    def slant(self, _: Image, die: Die) -> Slant:
        return self._slants[die.centre]


def seen(leaning: TiltModel, dice: list[Die]) -> list[Die]:
    """Those of the dice that are said to lean."""
    return [die for die, odd in zip(dice, leaning.oddness(PICTURE, dice, None, 1.0), strict=True) if odd > LEANS]


@pytest.mark.parametrize("side", [(0.0, 0.5), (0.5, 0.0)])
def test_leaning_dice_are_outweighed_whichever_way_they_lean(side: Point) -> None:
    dice = Dice()
    model = TiltModel(dice.slant)
    for number, die in enumerate(dice.scatter(60)):
        seen(model, [die if number % 4 else dice.lay(*die.centre, side)])
    assert model._by_net._middle == pytest.approx([0, 0], abs=0.045)
    assert model._by_net._growth == pytest.approx(1280 / FOCAL, abs=0.1)


@pytest.mark.parametrize(
    ("length", "confidence", "leans"), [(1.0, 0.75, False), (1.1, 0.75, True), (1.1, 0.99, False), (1.25, 0.99, True)]
)
def test_what_lies_across_two_faces_and_is_read_less_surely_leans(
    length: float, confidence: float, leans: bool
) -> None:
    dice = Dice()
    leaning = TiltModel(dice.slant)
    seen(leaning, dice.scatter(LEARNED_DICE))
    die = dice.lay(500, 300)
    x = die.centre[0]
    corners = tuple((x + length * (u - x), v) for u, v in die.corners)
    across = replace(die, corners=corners, confidence=confidence)  # type: ignore[arg-type]  # four of them
    assert seen(leaning, [across]) == ([across] if leans else [])


@pytest.mark.parametrize(("pips", "leans"), [([(-1, -1), (0, 0), (1, 1)], False), ([(-2, 0), (0, 1), (0, -1)], True)])
def test_what_slants_a_little_and_shows_pips_where_no_face_has_them_leans(pips: list[Point], leans: bool) -> None:
    dice = Dice()
    leaning = TiltModel(dice.slant)
    picture = PICTURE.copy()

    def paint(die: Die, pips: list[Point]) -> None:
        (x, y), half = np.rint(die.centre).astype(int).tolist(), round(EDGE / 2)
        cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), (220, 230, 230), -1)
        for across, down in pips:
            cv2.circle(picture, (x + round(across * half / 2), y + round(down * half / 2)), 4, (20, 20, 20), -1)

    for die in dice.scatter(LEARNED_DICE):
        paint(die, [(-1, -1), (0, 0), (1, 1)])
        assert leaning.oddness(picture, [die], None, 1.0)[0] <= LEANS
    die = dice.lay(500, 300, (0.18, 0.0))
    paint(die, pips)
    assert (leaning.oddness(picture, [die], None, 1.0)[0] > LEANS) == leans


def test_before_anything_is_learned_only_what_slants_by_more_than_a_third_leans() -> None:
    dice = Dice()
    for lean, leans in ((0.3, False), (0.4, True)):
        assert bool(seen(TiltModel(dice.slant), [dice.lay(640, 360, (lean, 0.0))])) == leans


def test_once_nine_dice_were_seen_what_slants_by_a_quarter_leans() -> None:
    dice = Dice()
    for count, lean, leans in ((9, 0.2, False), (9, 0.28, True), (8, 0.28, False)):
        model = TiltModel(dice.slant)
        for die in dice.scatter(count):
            seen(model, [die])
        assert bool(seen(model, [dice.lay(640, 360, (lean, 0.0))])) == leans


def test_where_slants_are_hard_to_tell_more_is_borne() -> None:
    rng, dice = np.random.default_rng(4), Dice()
    unsteady, steady = TiltModel(dice.slant), TiltModel(dice.slant)
    for die in dice.scatter(40):
        seen(steady, [die])
        turn = rng.uniform(0, 2 * np.pi)
        seen(unsteady, [dice.lay(*die.centre, (0.12 * np.cos(turn), 0.12 * np.sin(turn)))])
    leans = dice.lay(640, 360, (0.33, 0.0))
    assert seen(steady, [leans]) == [leans]
    assert seen(unsteady, [leans]) == []


def body(*dice: tuple[Die, Point]) -> Foreground:
    """Faces, and the sides that reach this many edges beyond them, in a picture a quarter as large."""
    mask = np.zeros((180, 320), np.uint8)
    for die, reach in dice:
        top = np.array(die.corners)
        hull = cv2.convexHull(np.concatenate([top, top + np.array(reach) * EDGE]).astype(np.float32))
        cv2.fillPoly(mask, [np.rint(hull * 0.25).astype(np.int32)], 255)
    return Foreground(mask, mask, np.full((180, 320), 255, np.uint8))


@pytest.mark.parametrize(
    ("by_net", "by_sides", "leans"),
    [(0.0, 0.0, False), (0.2, 0.0, False), (0.2, 0.35, True), (0.22, 0.0, False), (0.24, 0.0, True)],
)
def test_the_net_and_the_sides_are_weighed_together(by_net: float, by_sides: float, *, leans: bool) -> None:
    dice = Dice()
    model = TiltModel(dice.slant)
    for die in dice.scatter(20):
        flat = dice.slant(PICTURE, die)
        model.oddness(PICTURE, [die], body((die, (-float(flat[0]), -float(flat[1])))), 0.25)
    asked = dice.lay(640, 360, (by_net, 0.0))
    odd = model.oddness(PICTURE, [asked], body((asked, (-by_sides, 0.0))), 0.25)
    assert (odd[0] > LEANS) == leans


def test_where_no_sides_are_known_the_net_alone_counts() -> None:
    dice = Dice()
    model = TiltModel(dice.slant)
    for die in dice.scatter(20):
        seen(model, [die])
    asked = dice.lay(640, 360, (0.26, 0.0))
    unknown = body((asked, (0.0, 0.0)))
    unknown.known[:] = 0
    assert model.oddness(PICTURE, [asked], unknown, 0.25) == pytest.approx([0.26 / 0.24], abs=0.02)
    assert model.oddness(PICTURE, [asked], None, 0.25, learn=False) == pytest.approx([0.26 / 0.24], abs=0.06)


def test_being_read_badly_makes_no_die_lean_alone() -> None:
    dice = Dice()
    model = TiltModel(dice.slant)
    seen(model, dice.scatter(LEARNED_DICE))
    doubted = replace(dice.lay(640, 360), confidence=0.0)
    assert model.oddness(PICTURE, [doubted], None, 1.0) == pytest.approx([0.97], abs=0.01)


def test_a_die_is_as_odd_for_its_length_however_it_is_turned() -> None:
    dice = Dice()
    model = TiltModel(dice.slant)
    seen(model, dice.scatter(LEARNED_DICE))
    die = dice.lay(640, 360)
    for x, y in ((1.15, 1.0), (1.0, 1.15)):
        corners = tuple((640 + x * (u - 640), 360 + y * (v - 360)) for u, v in die.corners)
        stretched = replace(die, corners=corners)  # type: ignore[arg-type]  # four of them
        (odd,) = model.oddness(PICTURE, [stretched], None, 1.0, learn=False)
        assert odd == pytest.approx(np.log(1.15) / 0.17, rel=0.02)
    assert model.oddness(PICTURE, [], None, 1.0) == []


def test_a_camera_that_looks_on_askew_is_no_five_leaning_dice() -> None:
    askew = Dice(below=(640, -700))
    assert seen(TiltModel(askew.slant), askew.scatter(5)) == []


def test_one_die_of_three_that_leans_is_told_though_nothing_was_learned() -> None:
    dice = Dice()
    lying = [dice.lay(400, 300), dice.lay(800, 500)]
    leaning = dice.lay(640, 200, leaning=(0.5, 0.1))
    assert seen(TiltModel(dice.slant), [*lying, leaning]) == [leaning]
