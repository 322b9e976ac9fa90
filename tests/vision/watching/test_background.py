"""The learned empty tray, and what lies over it that is no die."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.types import Image
from vision.watching.background import Background
from vision.watching.motion import shrink

FELT: Image = np.full((720, 1280, 3), (60, 110, 50), np.uint8)
DIE_PX = 56.0


def square(image: Image, place: tuple[int, int], size: tuple[int, int], colour: tuple[int, int, int]) -> Image:
    drawn = image.copy()
    cv2.rectangle(drawn, place, (place[0] + size[0], place[1] + size[1]), colour, cv2.FILLED)
    return drawn


def five_dice(x: int, y: int) -> Image:
    image = FELT
    for i in range(5):
        image = square(image, (x + 57 * (i % 3), y + 57 * (i // 3)), (56, 56), (220, 225, 230))
    return image


@pytest.fixture
def background() -> Background:
    background = Background()
    background.learn(shrink(FELT), [])
    return background


def sees_hand(background: Background, image: Image, die_px: float | None = DIE_PX) -> bool:
    return background.hand(shrink(image), 0.5, die_px)


def test_nothing_is_known_before_anything_is_learned() -> None:
    assert Background().covered(shrink(FELT), 0.5) is None
    assert not Background().bare(shrink(FELT), 0.5)
    assert not sees_hand(Background(), FELT)


def test_the_tray_is_bare_until_something_lies_on_it(background: Background) -> None:
    assert background.bare(shrink(FELT), 0.5)
    assert not background.bare(shrink(square(FELT, (600, 300), (56, 56), (220, 225, 230))), 0.5)


def test_what_lies_below_a_die_is_not_known_until_it_is_lifted() -> None:
    background = Background()
    background.learn(shrink(square(FELT, (600, 300), (56, 56), (220, 225, 230))), [(600, 300, 56, 56)])
    assert not background.bare(shrink(FELT), 0.5)
    background.learn(shrink(FELT), [])
    assert background.bare(shrink(FELT), 0.5)


def test_a_hand_reaches_in_from_the_edge_and_is_larger_than_a_die(background: Background) -> None:
    assert sees_hand(background, square(FELT, (500, 0), (150, 300), (100, 140, 205)))
    assert not sees_hand(background, square(FELT, (500, 0), (56, 70), (220, 225, 230)))


def test_dice_side_by_side_are_no_hand_and_a_cup_is(background: Background) -> None:
    assert not sees_hand(background, five_dice(500, 300))
    assert sees_hand(background, cv2.circle(FELT.copy(), (640, 360), 140, (20, 30, 60), cv2.FILLED).astype(np.uint8))


def test_a_shadow_is_no_hand(background: Background) -> None:
    shaded = FELT.copy()
    shaded[:, :600] = (FELT[:, :600] * 0.7).astype(np.uint8)
    assert not sees_hand(background, shaded)


def test_with_dice_of_unknown_size_only_what_is_larger_than_any_die_is_a_hand(background: Background) -> None:
    assert not sees_hand(background, square(FELT, (500, 0), (200, 250), (220, 225, 230)), None)
    assert sees_hand(background, square(FELT, (400, 0), (350, 400), (100, 140, 205)), None)
