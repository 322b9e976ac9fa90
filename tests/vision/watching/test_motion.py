"""Small pictures: what counts as a difference, and how long the picture has been still."""

from __future__ import annotations

import numpy as np
import pytest

from vision.types import Image
from vision.watching.motion import Reference, Stillness, shrink

RNG = np.random.default_rng(3)
FELT: Image = np.clip(RNG.normal(90, 10, (360, 640, 3)) * [0.6, 1.2, 0.5], 0, 255).astype(np.uint8)


def with_square(x: int, level: int = 220) -> Image:
    image = FELT.copy()
    image[150:180, x : x + 30] = level
    return image


def grainy(image: Image, sigma: float) -> Image:
    return np.clip(image + RNG.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("shape", "small"), [((720, 1280), (180, 320)), ((100, 80), (100, 80)), ((800, 600), (320, 240))]
)
def test_the_longer_side_shrinks_to_320_and_never_grows(shape: tuple[int, int], small: tuple[int, int]) -> None:
    assert shrink(np.zeros((*shape, 3), np.uint8)).grey.shape == small


def test_grain_and_light_are_no_difference_and_a_moved_die_is() -> None:
    reference = Reference(shrink(grainy(with_square(300), 6)).colours)
    brighter = np.clip(with_square(300) * 1.15, 0, 255).astype(np.uint8)
    assert not reference.differing(shrink(grainy(with_square(300), 6)), noise=0.5).any()
    assert not reference.differing(shrink(brighter), noise=0.5).any()
    assert reference.differing(shrink(with_square(308)), noise=0.5).any()


def test_half_a_small_pixel_of_shift_is_forgiven() -> None:
    reference = Reference(shrink(with_square(300)).colours)
    assert not reference.differing(shrink(with_square(301)), noise=0.5).any()


def test_a_pip_that_comes_or_goes_is_a_difference() -> None:
    without = with_square(300)
    pip = without.copy()
    pip[162:168, 312:318] = 30
    assert Reference(shrink(without).colours).differing(shrink(pip), noise=0.5).any()


def test_a_difference_of_hue_alone_is_a_difference() -> None:
    red, green = FELT.copy(), FELT.copy()
    red[150:180, 300:330] = (40, 60, 150)
    green[150:180, 300:330] = (40, 106, 60)  # of the same grey
    assert Reference(shrink(red).colours).differing(shrink(green), noise=0.5).any()


def test_stillness_counts_the_seconds_since_the_last_change() -> None:
    stillness = Stillness()
    places = [300, 310, 320, 330, 330, 330, 330]
    seconds = [stillness.see(shrink(grainy(with_square(x), 3)), n / 10) for n, x in enumerate(places)]
    assert seconds == pytest.approx([0, 0, 0, 0, 0.1, 0.2, 0.3])


def test_slow_motion_adds_up() -> None:
    stillness = Stillness()
    seconds = [stillness.see(shrink(with_square(300 + n // 4)), n / 30) for n in range(60)]
    assert max(seconds) < 0.5


def test_noise_is_learned_slowly_so_that_a_hand_is_not_taken_for_it() -> None:
    stillness = Stillness()
    for n in range(30):
        stillness.see(shrink(np.roll(FELT, 40 * n, axis=1) if n % 2 else 255 - FELT), n / 30)
    assert stillness.noise < 2.1


def test_a_black_picture_is_told_from_a_dark_one() -> None:
    assert shrink(np.full((360, 640, 3), 4, np.uint8)).black
    assert not shrink(with_square(300) // 4).black
