"""A table learns a face without pips on its own screen, with buttons alone, and reads it from then on."""

from dataclasses import replace
from pathlib import Path

import pytest
from drawn_face import LETTERED_PX, TRAY, Lying, box_at, lettered
from sitting import Sitting

from hardware.presses import KEEPS, Button
from kiosk.locale import translate
from kiosk.session import kept_tray
from kiosk.session.dice_lesson import ALONE, ANOTHER, ASK, FURTHER, STEADY_S, taken_for
from kiosk.session.lesson_pages import TeachingPage
from kiosk.session.session import ATTRACT_S, MENU_IDLE_S
from kiosk.view import AttractView
from vision.types import (
    NOTHING_KNOWN,
    Doubt,
    DoubtKind,
    Expectation,
    Frame,
    Hint,
    Image,
    Reading,
    Scene,
    SceneState,
    Steps,
    count_doubts,
)
from vision.watching.calibration import Calibration, make_watcher
from vision.watching.taught import TaughtExample

PLACES = ((400.0, 300.0), (700.0, 420.0), (560.0, 250.0))
LINE = "Teach the dice"
R_LIES: tuple[Lying, ...] = tuple(("R", place, turn) for place, turn in zip(PLACES, (15.0, 140.0, 260.0), strict=True))


class Teacher(Sitting):
    """Somebody who teaches a table that knows its tray what stands on its dice."""

    def __init__(self, data: Path, calibration: Calibration | None = TRAY, value: int | None = 1) -> None:
        self.data, self.broken = data, False
        super().__init__(calibration=calibration, learn=self._keep)
        self.choose("Service", LINE)
        if value is not None:
            self.press(KEEPS[value - 1])

    def _keep(self, learned: Calibration) -> None:
        if self.broken:
            raise OSError("read-only")
        kept_tray.save(learned, self.data)

    def lay(self, *dice: Lying) -> None:
        """Hands lay these dice; they are doubted, and lie there for a while."""
        image = lettered(*dice)
        doubts = tuple(Doubt(DoubtKind.VALUE, box_at(at)) for _, at, _ in dice)
        for state, seen in ((SceneState.HAND, ()), (SceneState.SETTLED, doubts)):
            self.show(doubts=seen, image=image, state=state, seconds=STEADY_S + 0.2)

    def teach(self, letter: str = "R") -> None:
        """One die shows this face, three times, each turned otherwise."""
        for _, at, turn in R_LIES:
            self.lay((letter, at, turn))

    @property
    def prompt(self) -> str:
        return translate(self.page.said or "", "en")


class Doubting:
    """Reads no pips where letters lie, and doubts them all."""

    def __init__(self, *boxes: tuple[float, float, float, float]) -> None:
        self.boxes = boxes

    def read_steps(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        yield
        del image
        return Reading((), (*(Doubt(DoubtKind.VALUE, box) for box in self.boxes), *count_doubts(0, hint.dice)))


def seen_at_rest(calibration: Calibration, *dice: Lying) -> Scene:
    """What the table's own watcher makes of dice that lie still, expected in that number."""
    left, top, _, _ = calibration.part
    boxes = [box_at((x - left, y - top)) for _, (x, y), _ in dice]
    watcher, image = make_watcher(Doubting(*boxes), calibration), lettered(*dice)
    scenes = [watcher.watch(Frame(image, number / 10), Expectation(len(dice))) for number in range(12)]
    return scenes[-1]


def test_a_face_is_taught_with_three_pictures_and_read_however_it_lies(tmp_path: Path) -> None:
    owner = Teacher(tmp_path, value=None)
    assert owner.page.said == ASK
    owner.press(KEEPS[0])
    for taken, lying in enumerate(R_LIES):
        assert (owner.page.done, owner.page.steps) == (taken, len(R_LIES)), "the screen says how many are still needed"
        owner.lay(lying)
    assert "reads this face as 1 now" in owner.prompt
    learned = kept_tray.load(tmp_path)
    assert learned is not None
    assert learned.taught == (1,)
    scene = seen_at_rest(learned, ("R", (300.0, 250.0), 77.0), ("R", (820.0, 500.0), -30.0))
    assert ([lying.die.value for lying in scene.dice], scene.doubts) == ([1, 1], ())
    assert seen_at_rest(learned, ("S", (300.0, 250.0), 77.0)).doubts, "what nobody taught stays in doubt"
    assert owner.session.operator.calibration == learned, "whoever watches the table knows it at once"


def test_the_last_key_says_five_and_then_six(tmp_path: Path) -> None:
    owner = Teacher(tmp_path, value=None)
    for value in (5, 6, 5, 6):
        owner.press(KEEPS[-1])
        assert owner.page.title is not None
        assert translate(owner.page.title, "en") == f"This face is {value}"
    owner.teach()
    learned = kept_tray.load(tmp_path)
    assert learned is not None
    assert learned.taught == (6,)


def test_two_dice_at_once_teach_nothing_and_one_that_lies_as_before_has_to_be_turned_further(tmp_path: Path) -> None:
    owner = Teacher(tmp_path, value=3)
    owner.lay(R_LIES[0], R_LIES[1])
    assert (owner.page.said, owner.page.done) == (ALONE, 0)
    owner.lay(R_LIES[0])
    owner.lay(("R", PLACES[1], R_LIES[0][2] + 5))
    assert (owner.page.said, owner.page.done) == (FURTHER, 1)
    owner.lay(R_LIES[1])
    assert owner.page.done == 2


def test_a_face_that_was_taught_for_another_value_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    owner = Teacher(tmp_path)
    owner.teach()
    owner.press(KEEPS[2])
    owner.teach()
    assert (owner.page.said, owner.page.done) == (taken_for(1), 0)
    owner.teach("K")
    assert "reads this face as 3 now" in owner.prompt
    learned = kept_tray.load(tmp_path)
    assert learned is not None
    assert learned.taught == (1, 3)


@pytest.mark.parametrize("aside", [0.0, 2.0], ids=["as like", "more like"])
def test_which_other_face_it_is_taken_for_is_said_where_both_were_taught_long_ago(tmp_path: Path, aside: float) -> None:
    pictures = [
        TaughtExample.of(1, lettered(lying), (lying[1][0] + aside, lying[1][1]), LETTERED_PX) for lying in R_LIES
    ]
    owner = Teacher(tmp_path, TRAY.teach(pictures).teach([replace(picture, value=6) for picture in pictures]))
    owner.teach()
    assert owner.page.said == taken_for(6)


def test_another_face_than_before_is_no_picture_of_the_first(tmp_path: Path) -> None:
    owner = Teacher(tmp_path)
    for letter, lying in zip(" O", R_LIES[:2], strict=True):
        owner.lay(lying)
        done = owner.page.done
        owner.lay((letter, PLACES[2], 200.0))
        assert (owner.page.said, owner.page.done) == (ANOTHER, done)
    owner.lay(R_LIES[2])
    assert "reads this face as 1 now" in owner.prompt


def test_a_face_may_be_taught_anew_for_its_value(tmp_path: Path) -> None:
    owner = Teacher(tmp_path, value=None)
    for _ in range(2):
        owner.press(KEEPS[0])
        owner.teach()
        assert "reads this face as 1 now" in owner.prompt


def test_dice_taught_are_shown_and_forgotten_again(tmp_path: Path) -> None:
    owner = Teacher(tmp_path)
    owner.teach()
    owner.press(Button.END)
    shown = {item.label.message: item.value for item in owner.page.items}
    assert shown["Teach the dice"] is not None
    assert shown["Teach the dice"].message == "1"
    owner.choose("Forget the dice taught")
    learned = kept_tray.load(tmp_path)
    assert learned == TRAY


def test_what_cannot_be_written_is_known_until_the_table_is_switched_off(tmp_path: Path) -> None:
    owner = Teacher(tmp_path)
    owner.broken = True
    owner.teach()
    assert owner.page.said == TeachingPage.not_kept
    assert owner.session.operator.calibration is not None
    assert owner.session.operator.calibration.taught == (1,)


def test_a_face_half_taught_is_waited_for_as_long_as_a_match_and_then_said_to_be_lost(tmp_path: Path) -> None:
    owner = Teacher(tmp_path)
    owner.lay(R_LIES[0])
    owner.session.tick(owner.table.time + MENU_IDLE_S + 1)
    assert owner.page.done == 1
    owner.session.tick(owner.table.time + ATTRACT_S + 1)
    assert isinstance(owner.session.view.scene, AttractView)
    assert owner.session.view.alert == TeachingPage.not_learned


def test_a_table_that_does_not_know_its_tray_learns_that_first(tmp_path: Path) -> None:
    owner = Teacher(tmp_path, None, None)
    assert owner.prompt == "Clear the tray"
