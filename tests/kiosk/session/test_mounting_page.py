"""How the camera hangs is found out with two dice, whichever of the eight ways it is, and kept; a tray goes with it."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from sitting import Sitting, laid

from hardware.camera.mounting import UPRIGHT, Mounting
from hardware.presses import Button
from hardware.simulator import SimulatedTable
from kiosk.games.text import Text
from kiosk.pipeline.pipeline import Pipeline, Seen
from kiosk.session import kept_tray, tray_lesson
from kiosk.session.kept_tray import HANGS_OTHERWISE
from kiosk.session.mounting_page import EVERY, LAY, NEARER, found
from kiosk.session.start import Start
from kiosk.settings.model import Settings
from kiosk.settings.noted import keep_mounting, mounting_of
from kiosk.view import PageView, Rotation
from vision.reading.reader import Reader
from vision.types import Frame, Image, Point, Scene, SceneState
from vision.watching.calibration import Calibration, CalibrationError

SIZE = (48, 80)
"""Height and width of a made-up picture."""
ONE, FIVE = (16, 40), (64, 40)
"""Where dice lie in the upright one, in front of the buttons 1 and 5."""
KNOWN = Calibration((1280, 720), ((100.0, 100.0), (900.0, 100.0), (500.0, 600.0)), (20.0, 40.0), (((1, 2, 3),),))


def hanging(mounting: Mounting, image: Image) -> Image:
    """What a camera that hangs so films of this."""
    return next(seen for seen in (other.upright(image) for other in EVERY) if same(mounting.upright(seen), image))


def same(image: Image, other: Image) -> bool:
    return image.shape == other.shape and bool((image == other).all())


def marked() -> Image:
    image = np.zeros((*SIZE, 3), np.uint8)
    image[ONE[1], ONE[0]], image[FIVE[1], FIVE[0]] = 1, 5
    return image


def spot(image: Image, value: int) -> Point:
    down, right = np.argwhere(image[..., 0] == value)[0]
    return float(right), float(down)


def test_two_dice_tell_each_of_the_eight() -> None:
    for mounting in EVERY:
        filmed = hanging(mounting, marked())
        assert found(spot(filmed, 1), spot(filmed, 5), filmed.shape) == mounting


@pytest.mark.parametrize(("first", "five"), [((30, 40), (34, 40)), ((16, 24), (64, 25)), ((16, 44), (64, 6))])
def test_dice_that_lie_otherwise_tell_nothing(first: Point, five: Point) -> None:
    assert found(first, five, (*SIZE, 3)) is None


@pytest.mark.parametrize(
    ("mounting", "corner"), [(UPRIGHT, (0, 0)), (Mounting(180), (-1, -1)), (Mounting(90, mirrored=True), (0, 0))]
)
def test_it_is_turned_clockwise_and_then_mirrored(mounting: Mounting, corner: tuple[int, int]) -> None:
    image = np.zeros((48, 64, 3), np.uint8)
    image[:8, :8] = 255
    upright = mounting.upright(image)
    assert upright.shape[:2] == ((64, 48) if mounting.turned == 90 else (48, 64))
    assert upright[corner].tolist() == [255, 255, 255]


def test_one_mounting_after_another_is_what_both_do() -> None:
    image = np.random.default_rng(1).integers(0, 255, (4, 6, 3), np.uint8)
    for first, more in product(EVERY, repeat=2):
        assert same(first.then(more).upright(image), more.upright(first.upright(image)))


class Teacher(Sitting):
    """Somebody who teaches the tray at a table whose camera is known to hang as `known`."""

    def __init__(self, known: Mounting = UPRIGHT, calibration: Calibration | None = None) -> None:
        self.kept: list[Mounting] = []
        start = Start(mounting=known, hang=self.kept.append)
        super().__init__(start, calibration=calibration)

    def open_page(self) -> None:
        self.choose("Service", "Teach the tray")

    def lay(self, image: Image, *values: int, seconds: float = 3.0) -> None:
        self.show(*(laid(value, spot(image, value), 4.0) for value in values), image=image, seconds=seconds)

    @property
    def prompt(self) -> Text | None:
        return self.page.said


@pytest.mark.parametrize("mounting", [UPRIGHT, Mounting(90), Mounting(180, mirrored=True)], ids=str)
@pytest.mark.parametrize("known", [UPRIGHT, Mounting(90, mirrored=True)], ids=str)
def test_teaching_the_tray_finds_it_out_keeps_it_and_goes_on(mounting: Mounting, known: Mounting) -> None:
    owner = Teacher(known, KNOWN)
    owner.open_page()
    assert owner.prompt == LAY
    owner.lay(hanging(mounting, marked()), 1, 5)
    assert owner.prompt == tray_lesson.NOT_CLEAR, "the tray is taught now"
    assert owner.session.operator.mounting == known.then(mounting)
    assert owner.kept == ([] if mounting == UPRIGHT else [known.then(mounting)])
    owner.press(Button.MENU)
    assert (owner.session.operator.calibration is None) == (mounting != UPRIGHT), (
        "what was learned otherwise is not used"
    )


def test_one_press_says_that_all_is_upright() -> None:
    owner = Teacher(calibration=KNOWN)
    owner.open_page()
    owner.press(Button.END)
    assert owner.prompt == tray_lesson.CLEAR
    assert (owner.kept, owner.session.operator.mounting) == ([], UPRIGHT)


def test_other_dice_and_a_moment_tell_nothing() -> None:
    owner = Teacher()
    owner.open_page()
    assert owner.page.steps == 0, "nothing is counted, and so nothing is learned yet"
    owner.lay(marked(), 1)
    owner.lay(marked(), 1, 5, seconds=1.0)
    assert owner.prompt == LAY
    near = np.zeros((*SIZE, 3), np.uint8)
    near[24, 30], near[24, 50] = 1, 5
    owner.lay(near, 1, 5)
    assert owner.prompt == NEARER
    assert owner.kept == []


@pytest.mark.parametrize("mounting", [Mounting(270, mirrored=True)], ids=str)
def test_the_real_reader_finds_it_in_the_pictures_of_a_camera_that_hangs_so(mounting: Mounting) -> None:
    owner = Teacher()
    pipeline = Pipeline(owner.session, owner.journal, Reader(), relock=lambda: None)
    table = SimulatedTable(1, 2, fps=5, brisk=True)
    shown: list[tuple[int, ...]] = []

    def look() -> None:
        owner.table.time += 0.2
        image = hanging(mounting, table.advance())
        result = pipeline.step(Frame(image, owner.table.time), None, (), (), owner.table.time)
        scene = result.view.scene
        if isinstance(scene, PageView) and scene.tray is not None and scene.tray.image is not None:
            shown.append(scene.tray.image.shape)

    owner.open_page()
    table.place(0, 1, (250, 600))
    table.place(1, 5, (1030, 600))
    while not owner.kept and owner.table.time < 8.0:
        look()
    assert owner.kept == [mounting]
    for _ in range(5):
        look()
    assert shown[0][:2] == (1280, 720)
    assert shown[-1][:2] == (720, 1280), "the picture is upright from then on"


def test_what_was_seen_before_it_was_known_is_not_taken_for_upright() -> None:
    owner = Teacher()
    pipeline = Pipeline(owner.session, owner.journal, Reader(), relock=lambda: None)
    owner.open_page()
    owner.lay(hanging(Mounting(180), marked()), 1, 5)
    assert owner.session.operator.mounting == Mounting(180)
    old, new = (np.full((*SIZE, 3), level, np.uint8) for level in (1, 2))
    for image, upright in ((old, UPRIGHT), (new, Mounting(180))):
        owner.table.time += 1.0
        scene = Scene(owner.table.time, SceneState.EMPTY, (), (), image)
        pipeline.play((), (), [Seen(scene, image, None, upright=upright)], owner.table.time)
        assert owner.page.tray is not None
        shown = owner.page.tray.image
        assert shown is not None
        assert not same(shown, old)
        assert same(shown, new) is (upright != UPRIGHT)


# --- kept ------------------------------------------------------------------------------------------------------------


def test_it_is_kept_beside_the_matches_until_the_settings_say_otherwise(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    assert mounting_of(settings) == UPRIGHT
    keep_mounting(settings, Mounting(90, mirrored=True))
    assert mounting_of(settings) == Mounting(90, mirrored=True)
    assert mounting_of(settings.model_copy(update={"camera_turned": Rotation.OVER})) == Mounting(180)


def test_a_tray_learned_while_the_camera_hung_otherwise_is_not_used(tmp_path: Path) -> None:
    kept_tray.save(KNOWN, tmp_path, Mounting(90))
    assert kept_tray.load(tmp_path, Mounting(90)) == KNOWN
    with pytest.raises(CalibrationError, match=HANGS_OTHERWISE.message):
        kept_tray.load(tmp_path, UPRIGHT)
    file = tmp_path / kept_tray.TRAY.name
    written = json.loads(file.read_text(encoding="utf-8"))
    del written["mounting"], written["sum"]
    file.write_text(json.dumps(written), encoding="utf-8")
    assert kept_tray.load(tmp_path, UPRIGHT) == KNOWN, "who did not say so hung upright"
