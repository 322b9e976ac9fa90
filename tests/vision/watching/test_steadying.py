"""Trembling is taken out of pictures: as far as everything trembles together, and no farther."""

import cv2
import numpy as np
import pytest

from vision.types import Image
from vision.watching.steadying import STEADY, Steadier, farthest, put_in_place
from vision.watching.thumbnail import shrink

RNG = np.random.default_rng(4)
SCALE = 0.25
"""Small pixels per pixel of these pictures, 1280 wide."""


def tray(*dice: tuple[int, int]) -> Image:
    """Felt with a rim, and white squares with a pip as dice."""
    picture = np.full((720, 1280, 3), (60, 110, 50), np.uint8)
    cv2.rectangle(picture, (60, 50), (1220, 670), (30, 50, 80), 18)
    for x, y in dice:
        cv2.rectangle(picture, (x, y), (x + 60, y + 60), (225, 225, 230), cv2.FILLED)
        cv2.circle(picture, (x + 30, y + 30), 8, (20, 20, 20), cv2.FILLED)
    return np.clip(picture + RNG.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def moved(picture: Image, x: float, y: float, degrees: float = 0.0) -> Image:
    matrix = cv2.getRotationMatrix2D((640, 360), degrees, 1.0)
    matrix[:, 2] += np.array((x, y))
    return np.asarray(cv2.warpAffine(picture, matrix, (1280, 720), borderMode=cv2.BORDER_REFLECT_101), np.uint8)


DICE = (300, 200), (700, 400), (950, 160)


@pytest.fixture
def steadier() -> Steadier:
    steadier = Steadier()
    steadier.set_tray(steadier.steady(shrink(tray(*DICE))), ())
    return steadier


@pytest.mark.parametrize(("x", "y"), [(1.5, -1), (4, 4), (-8, 3), (12.8, -12.8)])
def test_a_shift_of_up_to_a_hundredth_of_the_width_is_taken_out(steadier: Steadier, x: float, y: float) -> None:
    steady = steadier.steady(shrink(moved(tray(*DICE), x, y)))
    assert steadier.matrix[:, 2] == pytest.approx([x * SCALE, y * SCALE], abs=0.15)
    still = shrink(tray(*DICE)).grey.astype(int)
    edge = steady.unseen
    inside = np.s_[edge:-edge, edge:-edge]
    assert np.abs(steady.grey.astype(int) - still)[inside].mean() < 2.0


def test_a_turn_of_a_hand_held_camera_is_taken_out(steadier: Steadier) -> None:
    steadier.steady(shrink(moved(tray(*DICE), 6, -4, degrees=0.5)))
    turn = np.degrees(np.arctan2(steadier.matrix[1, 0], steadier.matrix[0, 0]))
    assert abs(turn) == pytest.approx(0.5, abs=0.1)


def test_what_does_not_tremble_is_left_as_it_is(steadier: Steadier) -> None:
    small = shrink(tray(*DICE))
    assert steadier.steady(small) is small
    assert steadier.matrix is STEADY


def test_dice_that_move_by_themselves_are_outvoted(steadier: Steadier) -> None:
    one_pushed = tray((304, 204), *DICE[1:])
    steadier.steady(shrink(one_pushed))
    assert farthest(steadier.matrix, (180, 320)) < 0.3


def test_a_throw_does_not_take_the_landmarks_away() -> None:
    """They are sought beside the dice: else each rest has a place of its own, and dice left lying seem to move."""
    marks = [(150 + 245 * k % 1000, 120 + 170 * k % 500) for k in range(30)]
    before = [(x, y) for x in range(200, 1100, 300) for y in (240, 440)]
    after = [(x + 75, y - 90) for x, y in before]

    def cloth(*dice: tuple[int, int]) -> Image:
        picture = np.full((720, 1280, 3), (60, 110, 50), np.uint8)
        for x, y in marks:
            cv2.circle(picture, (x, y), 14, (25, 60, 20), cv2.FILLED)
        for x, y in dice:
            cv2.rectangle(picture, (x, y), (x + 60, y + 60), (225, 225, 230), cv2.FILLED)
        return picture

    steadier = Steadier()
    steadier.set_tray(steadier.steady(shrink(cloth(*before))), [(x, y, 60, 60) for x, y in before])
    steadier.steady(shrink(moved(cloth(*after), 8, -5)))
    assert steadier.matrix[:, 2] == pytest.approx([8 * SCALE, -5 * SCALE], abs=0.3)


def test_nothing_is_taken_out_where_most_of_it_moves_otherwise(steadier: Steadier) -> None:
    steadier.steady(shrink(np.roll(tray(*DICE)[::-1], 300, axis=1)))
    assert steadier.matrix is STEADY


def test_dice_that_each_go_another_way_are_no_trembling() -> None:
    """On a felt that shows nothing else: not even where half of them go one way."""
    steadier, felt = Steadier(), np.full((720, 1280, 3), (60, 110, 50), np.uint8)

    def lying(*dice: tuple[int, int]) -> Image:
        picture = felt.copy()
        for x, y in dice:
            cv2.rectangle(picture, (x, y), (x + 60, y + 60), (225, 225, 230), cv2.FILLED)
            cv2.circle(picture, (x + 30, y + 30), 8, (20, 20, 20), cv2.FILLED)
        return picture

    steadier.set_tray(steadier.steady(shrink(lying(*DICE, (400, 560)))), ())
    steadier.steady(shrink(lying((312, 200), (712, 400), (938, 184), (400, 536))))
    assert steadier.matrix is STEADY


def test_what_moves_farther_than_a_table_trembles_is_motion(steadier: Steadier) -> None:
    found = []
    for x in (24, 48, 72):  # so slowly that each step is followed
        steadier.steady(shrink(moved(tray(*DICE), x, 0)))
        found.append(steadier.matrix[0, 2])
    assert found == [pytest.approx(6, abs=0.3), pytest.approx(12, abs=0.3), 0]


def test_light_that_falls_on_a_part_of_it_does_not_mislead(steadier: Steadier) -> None:
    lit = tray(*DICE).astype(np.float32)
    lit *= np.linspace(0.3, 1.9, 1280, dtype=np.float32)[None, :, None] ** 2
    steadier.steady(shrink(moved(np.clip(lit, 0, 255).astype(np.uint8), 8, 0)))
    assert steadier.matrix[:, 2] == pytest.approx([2.0, 0.0], abs=0.2)


def test_over_an_empty_felt_that_shows_nothing_nothing_is_made_up() -> None:
    steadier, felt = Steadier(), np.full((720, 1280, 3), (60, 110, 50), np.uint8)
    for _ in range(3):
        noisy = np.clip(felt + RNG.normal(0, 6, felt.shape), 0, 255).astype(np.uint8)
        steadier.steady(shrink(noisy))
        assert farthest(steadier.matrix, (180, 320)) < 1.0


def test_pictures_of_another_size_begin_anew(steadier: Steadier) -> None:
    steadier.steady(shrink(moved(tray(*DICE), 8, 0)))
    small = shrink(tray(*DICE)[:, :800])
    assert steadier.steady(small) is small


def test_a_whole_frame_is_put_where_its_small_picture_was_put_by_whole_pixels(steadier: Steadier) -> None:
    frame = moved(tray(*DICE), 8, -4)
    steadier.steady(shrink(frame))
    placed = put_in_place(frame, steadier.matrix, SCALE)
    assert (placed[50:600, 50:1200] == frame[46:596, 58:1208]).all()
    assert put_in_place(frame, STEADY, SCALE) is frame
