"""The guided minute: what is asked for, what is taken, and what is kept of it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.simulator import conditions
from hardware.simulator.conditions import Condition
from kiosk.locale import translate
from kiosk.session import kept_tray
from kiosk.session.kept_tray import load, save
from kiosk.session.tray_lesson import CLEAR, LAYS, PIPS_KEPT, TrayLesson
from vision.types import Die, Doubt, DoubtKind, Scene, SceneState, Signal, TrackedDie
from vision.watching.calibration import CalibrationError
from vision.watching.disturbance import DisturbanceKind

PICTURE = np.zeros((720, 1280, 3), np.uint8)
TRAY = np.full((180, 320, 3), 70, np.uint8)
TRAY[20:160, 30:290] = 120
RIM = [((200, 100), (1000, 100)), ((200, 600), (1000, 600)), ((200, 350), (1000, 350)), ((600, 100), (600, 600))]


class Minute:
    """Somebody who calibrates a table."""

    def __init__(self, sets: int = 1) -> None:
        self.guide = TrayLesson(sets)
        self.time = 0.0
        self.tracks = itertools.count(1)

    def show(self, *at: tuple[float, float], thrown: bool = True, doubts: tuple[Doubt, ...] = (), s: float = 3) -> str:
        """These dice lie there for so many seconds; what is said then."""
        state = SceneState.SETTLED if at or doubts else SceneState.EMPTY
        dice = tuple(TrackedDie(next(self.tracks), thrown, _die(x, y)) for x, y in at)
        for _ in range(round(10 * s)):
            self.guide.see(Scene(self.time, state, dice, doubts, PICTURE))
            self.time += 0.1
        return translate(self.guide.prompt, "en")


def _die(x: float, y: float) -> Die:
    corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return Die(1 + (x > 500), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), (x, y), corners, 40.0, (9, 9, 9), 0.99)


def test_it_begins_with_the_empty_tray() -> None:
    minute = Minute()
    assert minute.show((600, 300)).startswith("Something still lies")
    assert minute.show().startswith("Lay all your dice")


def test_four_lays_against_the_rim_calibrate_the_table() -> None:
    minute = Minute()
    minute.show()
    for lay in RIM[:-1]:
        assert minute.guide.calibration is None
        assert minute.show(*lay).startswith("Now in other places")
    assert minute.show(*RIM[-1]) == "The table knows its tray now"
    table = minute.guide.calibration
    assert table is not None
    assert table.holds((990, 590))
    assert not table.holds((1100, 700))


def test_pictures_of_the_pips_of_each_value_are_kept_and_no_more_than_needed() -> None:
    minute = Minute()
    for lay in ((), *RIM):
        minute.show(*lay)
    table = minute.guide.calibration
    assert table is not None
    ones, twos = table.faces[:PIPS_KEPT], table.faces[PIPS_KEPT:]
    assert len(twos) == PIPS_KEPT, "four lays showed a one and a two each, or two twos"
    assert {one.edge for one in (*ones, *twos)} == {40 / 1280}


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": RIM[0][:1]},
        {"at": RIM[0], "thrown": False},
        {"at": RIM[0], "doubts": (Doubt(DoubtKind.VALUE),)},
        {"at": RIM[0], "s": 1},
    ],
    ids=["one die", "left lying", "doubtful", "for a moment"],
)
def test_what_was_not_asked_for_is_not_taken(wrong: dict[str, object]) -> None:
    minute = Minute()
    minute.show()
    at = wrong.pop("at")
    minute.show(*at, **wrong)  # type: ignore[misc,arg-type]
    for lay in RIM[1:]:
        minute.show(*lay)
    assert minute.guide.calibration is None


def test_dice_may_be_laid_one_after_the_other() -> None:
    minute = Minute()
    minute.show()
    first, second = (TrackedDie(number, thrown=True, die=_die(x, 100)) for number, x in ((901, 200), (902, 1000)))
    for dice in ((first,), (replace(first, thrown=False), second)):
        for _ in range(30):
            minute.guide.see(Scene(minute.time, SceneState.SETTLED, dice, (), PICTURE))
            minute.time += 0.1
    assert minute.guide.steps == (2, LAYS + 1)


def watch(
    guide: TrayLesson, condition: Condition, state: SceneState, since: float, seconds: float = 3.0
) -> Signal | None:
    """The empty tray as a camera sees it that hangs there for so long; how well the table is said to bear that."""
    for number in range(round(20 * seconds)):
        time = since + number / 20
        guide.see(Scene(time, state, (), (), condition(TRAY, time)))
    found = guide.disturbance
    return None if found is None else found.signal(found.worst)


def test_who_shows_the_empty_tray_is_told_how_still_all_is() -> None:
    guide = TrayLesson()
    assert watch(guide, conditions.shake(1, 0), SceneState.EMPTY, 0.0, seconds=1.0) is None, "nobody knows yet"
    assert watch(guide, conditions.shake(1, 0), SceneState.EMPTY, 1.0) is Signal.GREEN
    assert guide.steps == (1, LAYS + 1)


def test_a_tray_that_never_comes_to_rest_is_told_why_and_when_it_is_mended() -> None:
    guide = TrayLesson()
    assert watch(guide, conditions.shake(1, 40), SceneState.MOVING, 0.0) is Signal.RED
    assert guide.disturbance is not None
    assert guide.disturbance.worst is DisturbanceKind.TREMBLING
    assert guide.prompt == CLEAR
    assert watch(guide, conditions.shake(1, 10), SceneState.MOVING, 3.0, seconds=4) is Signal.AMBER
    assert watch(guide, conditions.shake(1, 0), SceneState.EMPTY, 7.0, seconds=5) is Signal.GREEN
    assert watch(guide, conditions.shake(1, 40), SceneState.HAND, 12.0) is Signal.GREEN, "hands lay dice now"


def test_dice_in_a_heap_begin_anew() -> None:
    minute = Minute()
    minute.show()
    for _ in range(LAYS):
        minute.show((600, 300), (650, 300))
    assert minute.guide.calibration is None
    for lay in RIM:
        minute.show(*lay)
    assert minute.guide.calibration is not None


def test_a_second_set_is_asked_for_last() -> None:
    minute = Minute(sets=2)
    minute.show()
    for lay in RIM:
        said = minute.show(*lay)
    assert said.startswith("Now lay the other player")
    minute.show((500, 300), (700, 300))
    assert minute.guide.calibration is not None
    assert len(minute.guide.calibration.colours) == 2


def test_what_was_learned_is_kept_and_a_spoilt_file_is_told(tmp_path: Path) -> None:
    minute = Minute()
    minute.show()
    for lay in RIM:
        minute.show(*lay)
    assert load(tmp_path) is None
    assert minute.guide.calibration is not None
    save(minute.guide.calibration, tmp_path)
    assert load(tmp_path) == minute.guide.calibration
    (tmp_path / kept_tray.TRAY.name).write_text("{")
    with pytest.raises(CalibrationError, match="dice-table calibrate"):
        load(tmp_path)
