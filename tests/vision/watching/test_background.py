"""The learned empty tray, and what lies over it that is no die."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.types import Image
from vision.watching.background import Background
from vision.watching.thumbnail import shrink

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


def test_the_tray_is_bare_until_something_lies_on_it(background: Background) -> None:
    assert background.bare(shrink(FELT), 0.5)
    assert not background.bare(shrink(square(FELT, (600, 300), (56, 56), (220, 225, 230))), 0.5)


def test_dice_side_by_side_are_no_hand_and_a_cup_is(background: Background) -> None:
    assert not sees_hand(background, five_dice(500, 300))
    assert sees_hand(background, cv2.circle(FELT.copy(), (640, 360), 140, (20, 30, 60), cv2.FILLED).astype(np.uint8))


def test_with_dice_of_unknown_size_only_what_is_larger_than_any_die_is_a_hand(background: Background) -> None:
    assert not sees_hand(background, square(FELT, (500, 0), (200, 250), (220, 225, 230)), None)
    assert sees_hand(background, square(FELT, (400, 0), (350, 400), (100, 140, 205)), None)


def grey(level: float, size: tuple[int, int] = (180, 320)) -> Image:
    return np.full((*size, 3), level, np.uint8)


def learned_from(image: Image) -> Background:
    background = Background()
    background.learn(shrink(image), [])
    return background


def test_four_fifths_of_an_edge_around_a_die_are_not_learned() -> None:
    background = Background()
    background.learn(shrink(grey(90)), [(100, 60, 30, 20)])
    free = background._known
    assert free is not None
    assert (free[80, :] > 0).tolist() == [x < 76 or x > 154 for x in range(320)]
    assert (free[:, 110] > 0).tolist() == [y < 36 or y > 104 for y in range(180)]


def test_three_tenths_of_each_picture_go_into_what_is_known_and_all_into_what_is_not() -> None:
    background = Background()
    background.learn(shrink(grey(100)), [(100, 60, 30, 20)])
    later = grey(100)
    later[:, 200:] = 150
    later[70:75, 110:115] = 150
    background.learn(shrink(later), [])
    assert background._empty is not None
    assert background._known.all()
    colours = background._empty.colours[0]
    assert colours[20, 20] == 100
    assert colours[20, 300] == pytest.approx(115)
    assert colours[72, 112] == pytest.approx(150, abs=10), "in the light of the rest"


def test_what_was_learned_in_pictures_of_another_size_is_forgotten() -> None:
    background = learned_from(grey(90))
    other = shrink(grey(90, (240, 320)))
    assert background.knows(shrink(grey(90)))
    assert not background.knows(other)
    assert background.occupied(other, 0.5) is None
    background.learn(other, [])
    assert background.knows(other)
    assert background.bare(other, 0.5)


def test_things_are_boxed_in_pixels_of_the_frame_and_so_is_what_is_unknown() -> None:
    background = Background()
    background.learn(shrink(FELT), [(200, 200, 56, 56)])
    assert Background().occupied(shrink(FELT), 0.5) is None
    found = background.occupied(shrink(square(FELT, (600, 300), (56, 56), (220, 225, 230))), 0.5)
    assert found is not None
    assert len(found) == 2
    (x, y, width, height), thing = sorted(found)
    assert (x, y, x + width, y + height) == pytest.approx((155, 155, 301, 301), abs=8)
    assert (*thing[:2], thing[0] + thing[2], thing[1] + thing[3]) == pytest.approx((600, 300, 656, 356), abs=12)


def test_of_what_stands_there_only_what_is_brighter_in_some_colour_is_lighter() -> None:
    image = square(square(FELT, (200, 300), (60, 60), (220, 110, 50)), (600, 300), (60, 60), (30, 20, 90))
    shaded = square(image, (900, 300), (60, 60), (39, 71, 33))  # two thirds of the felt's light
    foreground = learned_from(FELT).foreground(shrink(shaded), 0.5)
    assert foreground is not None
    blue, dark, shadow = (82, 57), (82, 157), (82, 232)
    assert [foreground.lighter[at] for at in (blue, dark, shadow)] == [255, 255, 0]
    assert [foreground.unshaded[at] for at in (blue, dark, shadow)] == [255, 255, 0]
    assert foreground.known.all()
    assert Background().foreground(shrink(shaded), 0.5) is None


@pytest.mark.parametrize(
    ("light", "shadow"),
    [
        ((0.7, 0.7, 0.7), True),
        ((0.5, 0.5, 0.5), True),
        ((0.38, 0.38, 0.38), False),
        ((0.7, 0.66, 0.7), True),
        ((0.8, 0.65, 0.7), False),
        ((1.3, 1.3, 1.3), False),
    ],
)
def test_a_shadow_darkens_all_colours_alike_and_not_too_far(light: tuple[float, float, float], *, shadow: bool) -> None:
    felt = np.full((180, 320, 3), (120, 150, 110), np.uint8)
    image = felt.copy()
    image[84:96, 154:166] = (felt[0, 0] * np.array(light)).astype(np.uint8)
    foreground = learned_from(felt).foreground(shrink(image), 0.5)
    assert foreground is not None
    assert (foreground.unshaded[90, 160] == 0) == shadow


@pytest.mark.parametrize(("area", "hand"), [(3.6, False), (4.6, True)])
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_what_reaches_in_over_more_than_four_dice_is_a_hand(side: str, area: float, *, hand: bool) -> None:
    background = learned_from(FELT)
    along, deep = round(area * DIE_PX), round(DIE_PX)
    place, size = {
        "left": ((0, 200), (deep, along)),
        "top": ((500, 0), (along, deep)),
        "right": ((1279 - deep, 200), (deep, along)),
        "bottom": ((500, 719 - deep), (along, deep)),
    }[side]
    assert sees_hand(background, square(FELT, place, size, (100, 140, 205))) == hand
    assert not sees_hand(background, square(FELT, (400, 300), size, (100, 140, 205))), "it reaches in from nowhere"


@pytest.mark.parametrize(("radius", "hand"), [(1.15, False), (1.5, True)])
def test_what_is_broader_than_dice_is_a_hand_wherever_it_lies(radius: float, *, hand: bool) -> None:
    background = learned_from(FELT)
    thing = cv2.circle(FELT.copy(), (640, 360), round(radius * DIE_PX), (20, 30, 160), cv2.FILLED)
    assert sees_hand(background, np.asarray(thing, np.uint8)) == hand


@pytest.mark.parametrize(("levels", "hand"), [(18, False), (45, True)])
def test_what_differs_less_than_a_hand_does_is_none(levels: int, *, hand: bool) -> None:
    background = learned_from(FELT)
    lit = FELT.copy()
    lit[:400, 300:700, 2] += np.uint8(levels)
    assert sees_hand(background, lit) == hand


def spotted(image: Image, x: float, y: float, gains: tuple[float, float, float] = (1.5, 1.0, 1.3)) -> Image:
    """Under a soft coloured spot, a sixth of the picture wide."""
    columns, rows = np.meshgrid(np.arange(1280, dtype=np.float32) - x, np.arange(720, dtype=np.float32) - y)
    there = np.exp(-(columns**2 + rows**2) / (2 * 180.0**2))[..., None]
    return np.asarray(np.clip(image * (1 + there * (np.array(gains) - 1)), 0, 255), np.uint8)


def test_a_spot_of_light_is_no_hand_nor_with_dice_in_it(background: Background) -> None:
    assert not sees_hand(background, spotted(FELT, 500, 300))
    assert not sees_hand(background, spotted(five_dice(450, 280), 500, 300))
    assert not sees_hand(background, spotted(FELT, 500, 300, (1.9, 1.7, 1.9))), "however bright and broad"
    assert background.bare(shrink(spotted(FELT, 500, 300)), 0.5)


def test_what_may_be_made_up_along_the_edges_is_not_learned() -> None:
    background = Background()
    background.learn(replace(shrink(FELT), unseen=4), [])
    known = background._known
    assert [int(np.count_nonzero(edge)) for edge in (known[3], known[-4], known[:, 3], known[:, -4])] == [0] * 4
    assert known[4:-4, 4:-4].all()


def test_a_hand_in_a_spot_of_light_is_a_hand(background: Background) -> None:
    hand = square(FELT, (500, 0), (150, 300), (100, 140, 205))
    assert sees_hand(background, spotted(hand, 560, 250))


def test_under_a_spot_things_lie_where_they_lie(background: Background) -> None:
    lying = spotted(square(FELT, (600, 300), (56, 56), (220, 225, 230)), 560, 320)
    ((x, y, width, height),) = background.occupied(shrink(lying), 0.5) or ()
    assert (x, y, x + width, y + height) == pytest.approx((600, 300, 656, 356), abs=16)


def test_what_a_spot_falls_on_is_learned_as_it_is_without_it() -> None:
    background = Background()
    background.learn(shrink(FELT), [(600, 300, 56, 56)])
    background.learn(shrink(spotted(FELT, 780, 320, (1.9, 1.0, 1.6))), [])
    assert background._empty is not None
    blue = background._empty.colours[0]
    assert blue[82, 157] == pytest.approx(blue[82, 140], abs=8), "no edge around what was learned last"


def test_where_a_cup_stood_that_was_taken_for_tray_is_a_thing_and_no_light() -> None:
    background = Background()
    cup = cv2.circle(FELT.copy(), (640, 360), 160, (40, 80, 36), cv2.FILLED)
    background.learn(shrink(np.asarray(cup, np.uint8)), [])
    foreground = background.foreground(shrink(square(FELT, (610, 330), (56, 56), (220, 225, 230))), 0.5)
    assert foreground is not None
    disc = cv2.circle(np.zeros((180, 320), np.uint8), (160, 90), 36, 1, cv2.FILLED)
    assert np.mean(foreground.lighter[disc > 0] > 0) > 0.9
