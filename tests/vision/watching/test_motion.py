"""Small pictures: what counts as a difference, and how long the picture has been still."""

from itertools import pairwise

import numpy as np
import pytest

from vision.types import Image
from vision.watching.light import Reference
from vision.watching.motion import Stillness
from vision.watching.thumbnail import coarse, shrink

RNG = np.random.default_rng(3)
FELT: Image = np.clip(RNG.normal(90, 10, (360, 640, 3)) * [0.6, 1.2, 0.5], 0, 255).astype(np.uint8)


def with_square(x: int, level: int = 220) -> Image:
    image = FELT.copy()
    image[150:180, x : x + 30] = level
    return image


def grainy(image: Image, sigma: float) -> Image:
    return np.clip(image + RNG.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)


def test_a_difference_of_hue_alone_is_a_difference() -> None:
    red, green = FELT.copy(), FELT.copy()
    red[150:180, 300:330] = (40, 60, 150)
    green[150:180, 300:330] = (40, 106, 60)  # of the same grey
    assert Reference(shrink(red).colours).differing(shrink(green), noise=0.5).any()


def test_stillness_counts_the_seconds_since_the_last_change() -> None:
    stillness = Stillness()
    places = [300, 310, 320, 330, 330, 330, 330]
    seconds = [stillness.still_for(shrink(grainy(with_square(x), 3)), n / 10) for n, x in enumerate(places)]
    assert seconds == pytest.approx([0, 0, 0, 0, 0.1, 0.2, 0.3])


def test_slow_motion_adds_up() -> None:
    stillness = Stillness()
    seconds = [stillness.still_for(shrink(with_square(300 + n // 4)), n / 30) for n in range(60)]
    assert max(seconds) < 0.5


def plain(level: float, noise: float = 0.0) -> Image:
    return np.clip(RNG.normal(level, noise, (180, 320, 3)), 0, 255).round().astype(np.uint8)


@pytest.mark.parametrize("shape", [(720, 1280), (2224, 1080)])
def test_a_small_picture_averages_the_grain_away_and_moves_nothing(shape: tuple[int, int]) -> None:
    image = np.full((*shape, 3), 100, np.uint8)
    image[shape[0] // 2 :, shape[1] // 4 :] = 180
    grainless, grainy_too = shrink(image), shrink(grainy(image, 12))
    assert (grainy_too.grey.astype(float) - grainless.grey).std() < 12 / 3
    high, wide = grainless.grey.shape
    assert grainless.grey[[high // 2 - 1, high // 2 + 1], -1] == pytest.approx([100, 180], abs=10)
    assert grainless.grey[-1, [wide // 4 - 1, wide // 4 + 1]] == pytest.approx([100, 180], abs=10)


def test_a_small_picture_knows_its_scale_and_keeps_colours_apart() -> None:
    image = np.full((720, 1280, 3), (10, 60, 200), np.uint8)
    small = shrink(image)
    assert small.scale == 0.25
    assert shrink(image[:100, :80]).scale == 1.0
    assert small.colours.shape == (3, 180, 320)
    assert small.colours[:, 90, 160].tolist() == [10, 60, 200]
    assert coarse(small.colours).shape == (3, 240)
    assert coarse(small.colours)[:, 0] == pytest.approx([10, 60, 200])


@pytest.mark.parametrize(("share", "black"), [(0.0, True), (0.008, True), (0.012, False)])
def test_a_picture_is_black_unless_a_hundredth_of_it_is_brighter_than_16(share: float, *, black: bool) -> None:
    lit = np.full((200, 200, 3), 15, np.uint8)
    seen = lit[::4, ::4].reshape(-1, 3)
    seen[: round(share * len(seen))] = 16
    lit[::4, ::4] = seen.reshape(50, 50, 3)
    assert shrink(lit).black == black


@pytest.mark.parametrize(
    ("noise", "levels", "differs"), [(0.0, 5, False), (0.0, 8, True), (2.0, 13, False), (2.0, 18, True)]
)
def test_a_difference_exceeds_six_levels_and_four_times_the_noise(noise: float, levels: int, *, differs: bool) -> None:
    other = plain(90)
    other[60:68, 100:108] += np.uint8(levels)
    assert Reference(shrink(plain(90)).colours).differing(shrink(other), noise).any() == differs


def test_a_difference_is_shown_where_it_is_and_a_speck_is_none() -> None:
    other = plain(90)
    other[60:90, 100:130] = 200
    mask = Reference(shrink(plain(90)).colours).differing(shrink(other), 0.5)
    rows, columns = np.nonzero(mask)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == pytest.approx((60, 90, 100, 130), abs=2)
    speck = shrink(plain(90))
    speck.colours[:, 50, 50] = 200
    assert not Reference(shrink(plain(90)).colours).differing(speck, 0.5).any()


@pytest.mark.parametrize(("light", "differs"), [(0.4, True), (0.55, False), (1.9, False), (2.2, True)])
def test_light_that_changes_everything_within_bounds_is_no_difference(light: float, *, differs: bool) -> None:
    reference = Reference(shrink(plain(100)).colours)
    assert reference.differing(shrink(plain(100 * light)), 0.0).any() == differs


def test_the_light_is_that_of_most_of_the_picture_in_each_colour() -> None:
    other = np.full((180, 320, 3), (110, 90, 100), np.uint8)
    other[:, :100] = 250
    gain = Reference(shrink(plain(100)).colours).gain(shrink(other))
    assert gain.shape == (3, 1, 1)
    assert gain.ravel() == pytest.approx([112 / 102, 92 / 102, 1.0], abs=1e-4)


def test_half_of_the_contrast_around_a_pixel_is_forgiven() -> None:
    edge = plain(60)
    edge[:, 160:] = 120
    for levels, differs in ((20, False), (45, True)):
        other = edge.copy()
        other[40:140, 158:163] += np.uint8(levels)
        assert Reference(shrink(edge).colours).differing(shrink(other), 0.0)[60:120, 159:161].any() == differs


def test_noise_is_measured_where_nothing_changes_and_rises_by_a_level_a_second() -> None:
    stillness = Stillness()
    seen = []
    for n in range(60):
        stillness.still_for(shrink(plain(90, 9.0)), n / 10)
        seen.append(stillness.noise)
    assert stillness.noise == pytest.approx(3.7, abs=0.5)
    assert max(b - a for a, b in pairwise(seen[::3])) <= 0.3 + 1e-6
    for n in range(60, 66):
        stillness.still_for(shrink(plain(90)), n / 10)
    assert stillness.noise < 1.0, "and falls ten times as fast"


def test_a_light_that_changes_slowly_here_and_there_is_no_motion_and_a_quick_one_is() -> None:
    for per_second, moves in ((3.0, False), (30.0, True)):
        stillness, still_s = Stillness(), []
        for n in range(40):
            image = plain(90)
            image[:, :100] += np.uint8(per_second * n / 10)
            still_s.append(stillness.still_for(shrink(image), n / 10))
        assert (0.0 in still_s[1:]) == moves


def test_what_is_forgotten_begins_anew_as_do_pictures_of_another_size() -> None:
    stillness = Stillness()
    for n in range(5):
        still_s = stillness.still_for(shrink(FELT), n / 10)
    assert still_s == pytest.approx(0.4)
    assert stillness.still_for(shrink(FELT[:200]), 0.5) == 0.0
    assert stillness.still_for(shrink(FELT[:200]), 0.6) == pytest.approx(0.1)
    stillness.forget()
    assert stillness.still_for(shrink(FELT[:200]), 0.7) == 0.0


def lit(image: Image, gain: np.ndarray) -> Image:
    return np.asarray(np.clip(image * gain, 0, 255), np.uint8)


def test_light_with_soft_edges_is_no_difference_and_what_moves_in_it_is() -> None:
    bands = 1 + 0.15 * np.sin(np.arange(360) / 360 * 4 * np.pi)[:, None, None]
    reference = Reference(shrink(lit(with_square(300), bands)).colours)
    other = lit(with_square(300), bands[::-1])
    assert not reference.differing(shrink(other), 0.5).any()
    assert reference.differing(shrink(other), 0.5, evenly_lit=True).any(), "not for light that falls everywhere"
    assert reference.differing(shrink(lit(with_square(330), bands[::-1])), 0.5).any()


def test_white_may_have_been_brighter_than_the_camera_tells() -> None:
    white = plain(90)
    white[60:80, 100:120] = 255
    reference = Reference(shrink(white).colours)
    dimmer = lit(white, np.full((1, 1, 1), 0.7))
    dimmer[60:80, 100:120] = 210
    assert not reference.differing(shrink(dimmer), 0.5).any()
    dimmer[60:80, 100:120] = 110
    assert reference.differing(shrink(dimmer), 0.5).any(), "and not darker than the light around it"


def soft_spot(gain: float, radius: float) -> np.ndarray:
    columns, rows = np.meshgrid(np.arange(320) - 160.0, np.arange(180) - 90.0)
    light: np.ndarray = 1 + (gain - 1) * np.exp(-(columns**2 + rows**2) / (2 * radius**2))
    return light[..., None]


def test_where_the_light_curves_it_may_be_told_a_little_wrongly() -> None:
    reference = Reference(shrink(plain(110)).colours)
    assert not reference.differing(shrink(lit(plain(110), soft_spot(1.6, 15))), 0.2).any()


def test_what_is_white_tells_little_of_a_difference() -> None:
    reference = Reference(shrink(plain(230)).colours)
    brighter = plain(220)
    brighter[80:90, 150:160] = 255
    assert not reference.differing(shrink(brighter), 0.5).any()


def test_a_brighter_light_shows_more_of_everything() -> None:
    brighter = lit(plain(60), np.full((1, 1, 1), 1.9))
    brighter[60:68, 100:108] += np.uint8(16)
    assert not Reference(shrink(plain(60)).colours).differing(shrink(brighter), 1.0).any()


def test_bands_are_told_where_a_die_hides_them() -> None:
    bands = 1 + 0.25 * np.sin(np.arange(180) / 180 * 4 * np.pi)[:, None, None]
    reference, other = Reference(shrink(plain(100)).colours), lit(plain(100), bands)
    free = np.full((180, 320), 255, np.uint8)
    free[4:42, 141:179] = 0
    assert reference.in_light_of(shrink(other), free)[0, 23, 160] == pytest.approx(125, abs=4)


def test_light_that_changes_is_no_noise() -> None:
    stillness = Stillness()
    rows = np.arange(180) / 180 * 4 * np.pi
    for n in range(60):
        stillness.still_for(shrink(lit(plain(150), 1 + 0.15 * np.sin(rows + n / 2)[:, None, None])), n / 30)
    assert stillness.noise < 0.5
