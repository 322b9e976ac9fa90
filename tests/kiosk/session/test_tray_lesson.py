"""The guided minute on the table's own screen: what is asked for, what is taken, and what is kept of it."""

from collections.abc import Callable

import numpy as np
import pytest
from made_up import PICTURE
from sitting import RIM, Sitting, laid

from hardware.panel import KEEPS, Button
from hardware.simulator import conditions
from hardware.simulator.conditions import Condition
from kiosk.locale import translate
from kiosk.session.lesson_pages import CalibrationPage
from kiosk.session.session import ATTRACT_S, MENU_IDLE_S
from kiosk.session.tray_lesson import CLEAR, DONE, LAYS, PIPS_KEPT, SMALL, TrayLesson
from kiosk.view import AttractView
from vision.types import Doubt, DoubtKind, Point, Scene, SceneState, Signal, TrackedDie
from vision.watching.calibration import Calibration
from vision.watching.disturbance import DisturbanceKind
from vision.watching.taught import LEAST_EXAMPLES, TaughtExample

TRAY = np.full((180, 320, 3), 70, np.uint8)
TRAY[20:160, 30:290] = 120
DOUBT = Doubt(DoubtKind.VALUE)


class Teacher(Sitting):
    """Somebody who teaches a table its tray."""

    def __init__(
        self,
        learn: Callable[[Calibration], object] | None = None,
        *,
        edge: float = 40.0,
        two_sets: bool = False,
        known: Calibration | None = None,
    ) -> None:
        super().__init__(learn=learn, calibration=known)
        self.edge = edge
        self.choose("Service")
        self.go_to("Teach the tray")
        self.press(*[KEEPS[3]] * two_sets, Button.END)

    def die(self, x: float, y: float, *, thrown: bool = True) -> TrackedDie:
        return laid(1 + (x > 500), (x, y), self.edge, thrown=thrown)

    def lay(self, *at: Point | TrackedDie, doubts: tuple[Doubt, ...] = (), seconds: float = 3.0) -> str:
        """Dice are laid at these places, or lie there; what is said after a while."""
        dice = (die if isinstance(die, TrackedDie) else self.die(*die) for die in at)
        self.show(*dice, doubts=doubts, seconds=seconds)
        return translate(self.page.said or "", "en")


def test_buttons_alone_teach_the_table_its_tray() -> None:
    kept: list[Calibration] = []
    owner = Teacher(kept.append)
    assert owner.lay((600, 300)).startswith("Something still lies")
    assert owner.page.done == 0
    assert owner.lay().startswith("Lay all your dice")
    for done, lay in enumerate(RIM, 1):
        assert (owner.page.done, owner.page.steps) == (done, LAYS + 1)
        assert owner.lay(*lay).startswith("The table knows" if done == LAYS else "Now in other places")
    table = owner.session.operator.calibration
    assert table is not None
    assert [table] == kept
    assert (table.holds((990, 590)), table.holds((1100, 700))) == (True, False)
    assert len(table.faces) == 2 * PIPS_KEPT, "four lays showed a one and a two each, or two twos"
    assert {face.edge for face in table.faces} == {40 / 1280}
    owner.press(Button.END)
    assert owner.page.title.message == "Service"


def test_end_need_not_wait_for_what_lies_there_already() -> None:
    owner = Teacher()
    owner.press(Button.END)
    assert owner.page.done == 0, "nothing was seen yet"
    for lay in ((), *RIM):
        owner.lay(*lay, seconds=0.3)
        assert Button.END in owner.session.view.lamps
        owner.press(Button.END)
    assert owner.page.said == DONE
    assert owner.session.operator.calibration is not None


@pytest.mark.parametrize("wrong", ["one die", "left lying", "doubtful", "for a moment"])
def test_what_was_not_asked_for_is_not_taken(wrong: str) -> None:
    owner = Teacher()
    owner.lay()
    dice = [owner.die(*at, thrown=wrong != "left lying") for at in RIM[0]][: 1 if wrong == "one die" else 2]
    doubts = (DOUBT,) if wrong == "doubtful" else ()
    owner.lay(*dice, doubts=doubts, seconds=1.0 if wrong == "for a moment" else 3.0)
    assert owner.page.done == 1


def test_dice_may_be_laid_one_after_the_other() -> None:
    owner = Teacher()
    owner.lay()
    first = owner.die(200, 100)
    owner.lay(first)
    owner.lay(TrackedDie(first.track, thrown=False, die=first.die), owner.die(1000, 100))
    assert owner.page.done == 2


def test_dice_in_a_heap_begin_anew() -> None:
    owner = Teacher()
    owner.lay()
    for _ in range(LAYS):
        owner.lay((600, 300), (650, 300))
    assert owner.session.operator.calibration is None
    for lay in RIM:
        owner.lay(*lay)
    assert owner.session.operator.calibration is not None


def test_a_second_set_is_asked_for_last() -> None:
    owner = Teacher(two_sets=True)
    owner.teach_tray()
    assert owner.lay().startswith("Now lay the other player")
    owner.lay((500, 300), (700, 300))
    assert owner.session.operator.calibration is not None
    assert len(owner.session.operator.calibration.colours) == 2


def test_a_tray_half_taught_is_waited_for_as_long_as_a_match_and_then_said_to_be_lost() -> None:
    owner = Teacher()
    owner.lay()
    owner.lay(*RIM[0])
    owner.session.tick(owner.table.time + MENU_IDLE_S + 1)
    assert owner.page.done == 2
    owner.session.tick(owner.table.time + ATTRACT_S + 1)
    assert isinstance(owner.session.view.scene, AttractView)
    assert owner.session.view.alert == CalibrationPage.not_learned


def test_who_leaves_has_changed_nothing_and_nothing_was_known_meanwhile() -> None:
    owner = Teacher()
    owner.teach_tray()
    owner.press(Button.END)
    known = owner.session.operator.calibration
    assert known is not None
    owner.choose("Teach the tray")
    assert owner.session.operator.calibration is None, "the tray may have moved to where nobody looks any more"
    owner.lay()
    owner.press(Button.MENU)
    assert owner.session.operator.calibration is known


def test_a_tray_learned_anew_keeps_the_dice_taught() -> None:
    first = Teacher()
    first.teach_tray()
    assert first.session.operator.calibration is not None
    emblem = TaughtExample.of(6, PICTURE, (640.0, 360.0), 40.0)
    again = Teacher(known=first.session.operator.calibration.teach(LEAST_EXAMPLES * [emblem]))
    again.teach_tray()
    assert again.session.operator.calibration is not None
    assert again.session.operator.calibration.taught == (6,)


def test_a_disk_that_takes_nothing_and_dice_that_look_small_are_told() -> None:
    def full(_: Calibration) -> None:
        raise OSError

    owner, small = Teacher(full), Teacher(edge=16.0)
    owner.teach_tray()
    assert owner.page.said == CalibrationPage.not_kept
    assert owner.session.operator.calibration is not None
    small.teach_tray(small.edge)
    assert small.page.said == SMALL


# --- how still all is ------------------------------------------------------------------------------------------------


def test_the_page_says_how_still_camera_and_light_are() -> None:
    owner = Teacher()
    owner.lay(seconds=1)
    assert owner.page.steadiness is None
    owner.lay(seconds=2)
    steady = owner.page.steadiness
    assert steady is not None
    assert steady.mend is not None
    assert translate(steady.mend, "en").endswith("pictures a second. Give it more light, or another USB socket.")
    owner.lay(*RIM[0])
    assert owner.page.steadiness == steady, "it stays while the dice are laid"


def watch(
    guide: TrayLesson, condition: Condition, state: SceneState, since: float, seconds: float = 3.0
) -> Signal | None:
    """The empty tray as a camera sees it that hangs there for this long; how well the table is said to bear that."""
    for number in range(round(20 * seconds)):
        time = since + number / 20
        guide.learn(Scene(time, state, (), (), condition(TRAY, time)))
    found = guide.disturbance
    return None if found is None else found.signal(found.worst)


def test_a_tray_that_never_comes_to_rest_is_told_why_and_when_it_is_mended() -> None:
    guide = TrayLesson()
    assert watch(guide, conditions.shake(1, 40), SceneState.MOVING, 0.0, seconds=1.0) is None, "nobody knows yet"
    assert watch(guide, conditions.shake(1, 40), SceneState.MOVING, 1.0) is Signal.RED
    assert guide.disturbance is not None
    assert guide.disturbance.worst is DisturbanceKind.TREMBLING
    assert guide.prompt == CLEAR
    assert watch(guide, conditions.shake(1, 10), SceneState.MOVING, 4.0, seconds=4) is Signal.AMBER
    assert watch(guide, conditions.shake(1, 0), SceneState.EMPTY, 8.0, seconds=5) is Signal.GREEN
    assert watch(guide, conditions.shake(1, 40), SceneState.HAND, 13.0) is Signal.GREEN, "hands lay dice now"
