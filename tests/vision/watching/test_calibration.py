"""What a table knows of itself once dice were laid against its rim."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.types import (
    NOTHING_KNOWN,
    Die,
    Doubt,
    DoubtKind,
    Expectation,
    Frame,
    Hint,
    Image,
    Point,
    Reading,
    SceneState,
)
from vision.watching.calibration import Calibration, CalibrationError, calibrate, make_watcher
from vision.watching.watcher import Watcher

EDGE_PX = 40.0
PICTURE: Image = np.zeros((720, 1280, 3), np.uint8)
CORNERS = [(300, 150), (900, 150), (900, 600), (300, 600)]


def die(at: Point, edge: float = EDGE_PX, colour: tuple[int, int, int] = (200, 210, 220)) -> Die:
    (x, y), half = at, edge / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die(4, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0), at, corners, edge, colour, 0.99)


@pytest.fixture
def table() -> Calibration:
    """A tray of 600 x 450 pixels in the middle of the picture."""
    return calibrate(PICTURE, [die(corner) for corner in CORNERS])


@pytest.mark.parametrize("at", [(300, 150), (600, 375), (270, 375), (600, 630)])
def test_dice_on_the_tray_are_on_it_also_a_little_beyond_where_they_were_laid(table: Calibration, at: Point) -> None:
    assert table.holds(at)


@pytest.mark.parametrize("at", [(200, 375), (600, 690), (1000, 100)])
def test_what_lies_beside_the_tray_does_not(table: Calibration, at: Point) -> None:
    assert not table.holds(at)


def test_a_round_tray_is_shown_by_three_dice_laid_four_times() -> None:
    turns = np.arange(12) * np.pi / 6
    table = calibrate(PICTURE, [die((640 + 300 * np.cos(turn), 360 + 300 * np.sin(turn))) for turn in turns])
    for turn in np.linspace(0, 2 * np.pi, 50):
        assert table.holds((640 + 305 * np.cos(turn), 360 + 305 * np.sin(turn)))
        assert not table.holds((640 + 375 * np.cos(turn), 360 + 375 * np.sin(turn)))


def test_dice_in_a_heap_show_no_tray() -> None:
    with pytest.raises(CalibrationError, match="against the rim"):
        calibrate(PICTURE, [die((600, 300)), die((650, 300)), die((600, 350))])


def test_a_mark_beside_the_tray_is_no_die_and_one_of_another_size_is_in_doubt(table: Calibration) -> None:
    beside, print_on_a_mat = die((100, 100)), die((500, 400), edge=90)
    blurred = Doubt(DoubtKind.BLUR, beside.box)
    judged = table.restrict(Reading((die((600, 300)), beside, print_on_a_mat), (blurred,)), None)
    assert judged.dice == (die((600, 300)), print_on_a_mat)
    assert judged.doubts == (Doubt(DoubtKind.VALUE, print_on_a_mat.box),)


def test_the_number_is_counted_anew_without_what_lies_beside(table: Calibration) -> None:
    reading = Reading((die((600, 300)), die((100, 100))), (Doubt(DoubtKind.COUNT),))
    assert table.restrict(reading, 1).doubts == ()


def test_where_a_die_is_missing_those_beside_the_tray_are_shown(table: Calibration) -> None:
    beside = die((100, 100))
    judged = table.restrict(Reading((die((600, 300)), beside), ()), 2)
    assert judged.dice == (die((600, 300)),)
    assert judged.doubts == (Doubt(DoubtKind.COUNT), Doubt(DoubtKind.HIDDEN, beside.box))


def test_it_holds_for_pictures_of_another_size_but_not_of_another_shape(table: Calibration) -> None:
    half = table.scaled_to(np.zeros((360, 640, 3), np.uint8))
    assert half is not None
    assert half.holds((300, 180))
    assert not half.holds((600, 375))
    assert half.smallest == EDGE_PX / 2
    assert table.scaled_to(np.zeros((480, 640, 3), np.uint8)) is None


def test_a_second_set_lends_its_colours() -> None:
    blue = die((600, 300), colour=(180, 60, 20))
    table = calibrate(PICTURE, [die(corner) for corner in CORNERS], [blue])
    assert [len(colours) for colours in table.colours] == [4, 1]
    assert table.colours[1] == ((180, 60, 20),)


class Eyes:
    """Reads the white squares of a picture, as dice; and what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def read(self, image: Image, _hint: Hint = NOTHING_KNOWN) -> Reading:
        self.shown.append(image.shape)
        _, _, stats, _ = cv2.connectedComponentsWithStats((image[..., 0] > 128).astype(np.uint8))
        return Reading(tuple(die((x + w / 2, y + h / 2), edge=float(w)) for x, y, w, h, _ in stats[1:].tolist()), ())


def picture(*squares: Point) -> Image:
    image = np.full((720, 1280, 3), 60, np.uint8)
    for x, y in squares:
        cv2.rectangle(image, (int(x - 20), int(y - 20)), (int(x + 19), int(y + 19)), (230, 230, 230), cv2.FILLED)
    return image


def test_only_the_tray_is_watched_and_told_in_pixels_of_the_whole_picture(table: Calibration) -> None:
    eyes = Eyes()
    watcher = make_watcher(eyes, table)
    expectation = Expectation(1)
    for k in range(20):  # something moves beside the tray all the time
        scene = watcher.see(Frame(picture((600, 300), (40 + 3 * k, 60)), k / 10), expectation)
    assert scene.state is SceneState.SETTLED
    assert [one.die.centre for one in scene.dice] == [pytest.approx((600, 300), abs=1)]
    assert scene.doubts == ()
    assert scene.image.shape == (720, 1280, 3)
    assert eyes.shown == [(table.part[3] - table.part[1], table.part[2] - table.part[0], 3)]


def test_a_camera_with_pictures_of_another_shape_is_watched_as_if_nothing_were_known(table: Calibration) -> None:
    watcher = make_watcher(Eyes(), table)
    for k in range(10):
        scene = watcher.see(Frame(picture((600, 300), (60, 60))[:, :960], k / 10), Expectation())
    assert len(scene.dice) == 2


def test_a_table_that_knows_nothing_of_itself_is_watched_as_ever() -> None:
    assert isinstance(make_watcher(Eyes(), None), Watcher)
