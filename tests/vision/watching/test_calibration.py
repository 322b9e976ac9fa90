"""What a table knows of itself once dice were laid against its rim."""

import cv2
import numpy as np
import pytest
from readers import ReadsAtOnce, read_die

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

EDGE_PX = 40.0
PICTURE: Image = np.zeros((720, 1280, 3), np.uint8)
CORNERS = [(300, 150), (900, 150), (900, 600), (300, 600)]


def die(at: Point, edge: float = EDGE_PX, colour: tuple[int, int, int] = (200, 210, 220)) -> Die:
    return read_die(4, at, edge, colour=colour)


@pytest.fixture
def table() -> Calibration:
    """A tray of 600 x 450 pixels in the middle of the picture."""
    return calibrate(PICTURE, [die(corner) for corner in CORNERS])


def test_a_round_tray_is_shown_by_three_dice_laid_four_times() -> None:
    turns = np.arange(12) * np.pi / 6
    table = calibrate(PICTURE, [die((640 + 300 * np.cos(turn), 360 + 300 * np.sin(turn))) for turn in turns])
    for turn in np.linspace(0, 2 * np.pi, 50):
        assert table.holds((640 + 305 * np.cos(turn), 360 + 305 * np.sin(turn)))
        assert not table.holds((640 + 375 * np.cos(turn), 360 + 375 * np.sin(turn)))


def test_a_mark_beside_the_tray_is_no_die_and_one_of_another_size_is_in_doubt(table: Calibration) -> None:
    beside, print_on_a_mat = die((100, 100)), die((500, 400), edge=90)
    blurred = Doubt(DoubtKind.BLUR, beside.box)
    judged = table.restrict(Reading((die((600, 300)), beside, print_on_a_mat), (blurred,)), None)
    assert judged.dice == (die((600, 300)), print_on_a_mat)
    assert judged.doubts == (Doubt(DoubtKind.VALUE, print_on_a_mat.box),)


@pytest.mark.parametrize(
    ("expected", "doubts"),
    [(1, [DoubtKind.COUNT]), (2, []), (3, [DoubtKind.COUNT, DoubtKind.HIDDEN])],
    ids=["one too many", "as many", "one missing"],
)
def test_a_die_beside_the_tray_is_asked_about_only_where_one_is_missing(
    table: Calibration, expected: int, doubts: list[DoubtKind]
) -> None:
    beside = die((100, 100))
    judged = table.restrict(Reading((die((600, 300)), die((700, 400)), beside), ()), expected)
    assert judged.dice == (die((600, 300)), die((700, 400)))
    assert [doubt.kind for doubt in judged.doubts] == doubts
    assert all(doubt.box == beside.box for doubt in judged.doubts if doubt.kind is DoubtKind.HIDDEN)


def test_a_second_set_lends_its_colours_and_sizes() -> None:
    blue = (180, 60, 20)
    table = calibrate(
        PICTURE, [die(corner) for corner in CORNERS], [die((600, 300), 60.0, blue), die((600, 400), 30.0)]
    )
    assert [len(colours) for colours in table.colours] == [4, 2]
    assert table.colours[1][0] == blue
    assert table.edges == pytest.approx((0.65 * 30, 1.5 * 60))


class Eyes(ReadsAtOnce):
    """Reads the white squares of a picture, as dice; and what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert hint.places is None or hint.places
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
        scene = watcher.watch(Frame(picture((600, 300), (40 + 3 * k, 60)), k / 10), expectation)
    assert scene.state is SceneState.SETTLED
    assert [tracked.die.centre for tracked in scene.dice] == [pytest.approx((600, 300), abs=1)]
    assert scene.doubts == ()
    assert scene.image.shape == (720, 1280, 3)
    assert eyes.shown == [(table.part[3] - table.part[1], table.part[2] - table.part[0], 3)]


def test_a_camera_with_pictures_of_another_shape_is_watched_as_if_nothing_were_known(table: Calibration) -> None:
    watcher = make_watcher(Eyes(), table)
    for k in range(10):
        scene = watcher.watch(Frame(picture((600, 300), (60, 60))[:, :960], k / 10), Expectation())
    assert len(scene.dice) == 2


def square_tray(frame: tuple[int, int] = (1280, 720), edge: float = 40.0) -> Calibration:
    """Where middles lie within a square in the middle of the picture, of dice of one size."""
    outline = ((400.0, 200.0), (800.0, 200.0), (800.0, 500.0), (400.0, 500.0))
    return Calibration(frame, outline, (0.65 * edge, 1.5 * edge), ())


def test_dice_of_a_tray_are_as_large_as_those_laid_or_a_little_smaller_or_larger() -> None:
    table = calibrate(PICTURE, [die(corner, edge) for corner, edge in zip(CORNERS, (40, 44, 48, 50), strict=True)])
    assert table.frame == (1280, 720)
    assert table.edges == pytest.approx((26.0, 75.0))
    assert table.smallest == pytest.approx(40.0)
    for edge, doubts in ((25.9, 1), (26.1, 0), (74.9, 0), (75.1, 1)):
        assert len(table.restrict(Reading((die((600, 300), edge),), ()), None).doubts) == doubts


def test_the_tray_reaches_an_edge_and_a_half_beyond_the_dice_laid() -> None:
    table = calibrate(PICTURE, [die(corner) for corner in CORNERS])
    for beyond, held in ((59.0, True), (61.0, False)):
        assert table.holds((300 - beyond, 375)) == held
        assert table.holds((900 + beyond, 375)) == held
        assert table.holds((600, 150 - beyond)) == held
        assert table.holds((600, 600 + beyond)) == held


def test_dice_that_span_less_than_a_25th_of_the_picture_show_no_tray() -> None:
    for side, shown in ((190, False), (194, True)):  # 0.04 of the picture is 192 squared
        laid = [die((300 + x, 200 + y)) for x, y in ((0, 0), (side, 0), (side, side), (0, side))]
        if shown:
            assert calibrate(PICTURE, laid).frame == (1280, 720)
        else:
            with pytest.raises(CalibrationError):
                calibrate(PICTURE, laid)


def test_what_is_worth_a_look_is_two_of_the_largest_dice_wider_and_ends_with_the_picture() -> None:
    assert square_tray().part == (280, 80, 920, 620)
    assert square_tray((880, 560), edge=140.0).part == (0, 0, 880, 560)


def test_a_picture_a_pixel_higher_than_its_shape_says_is_of_the_same_shape() -> None:
    table = square_tray()
    for height, fits in ((361, True), (359, True), (362, False), (358, False)):
        assert (table.scaled_to(np.zeros((height, 640, 3), np.uint8)) is not None) == fits
    half = table.scaled_to(np.zeros((360, 640, 3), np.uint8))
    assert half is not None
    assert half.frame == (640, 360)
    assert half.outline == ((200, 100), (400, 100), (400, 250), (200, 250))
    assert half.edges == pytest.approx((13, 30))
    assert half.smallest == pytest.approx(20.0)
    assert half.holds((395, 245))
    assert not half.holds((405, 245))
    assert table.scaled_to(PICTURE) is table


def test_doubts_beside_the_tray_are_nobodys_and_those_on_it_or_everywhere_stay() -> None:
    table = square_tray()
    on_it, beside = Doubt(DoubtKind.BLUR, (395.0, 300.0, 20.0, 20.0)), Doubt(DoubtKind.BLUR, (380.0, 300.0, 30.0, 90.0))
    below, everywhere = Doubt(DoubtKind.BLUR, (600.0, 480.0, 20.0, 50.0)), Doubt(DoubtKind.BLUR)
    assert table.restrict(Reading((), (on_it, beside, below, everywhere)), None).doubts == (on_it, everywhere)


def test_what_a_watcher_says_of_the_tray_is_said_in_pixels_of_the_whole_picture(table: Calibration) -> None:
    class Blurred(Eyes):
        def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
            reading = super().read(image, hint)
            return Reading(reading.dice, (Doubt(DoubtKind.BLUR, reading.dice[0].box), Doubt(DoubtKind.VALUE)))

    watcher = make_watcher(Blurred(), table)
    for k in range(20):
        scene = watcher.watch(Frame(picture((600, 300)), k / 10), Expectation())
    (tracked,) = scene.dice
    assert tracked.die.corners[0] == pytest.approx((580, 280), abs=1.5)
    assert scene.doubts[0].box == pytest.approx((580, 280, 40, 40), abs=1.5)
    assert Doubt(DoubtKind.VALUE) in scene.doubts
