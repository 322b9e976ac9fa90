"""A table learns its tray on its own screen, with buttons alone; the owner has no keyboard there."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
from owner import Owner

from hardware.panel import Button
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.session.fault_texts import SIGNALS
from kiosk.session.session import ATTRACT_S, MENU_IDLE_S, Session
from kiosk.session.tray_lesson import DONE, LAYS, NOT_KEPT, NOT_LEARNED, SMALL
from kiosk.view import (
    AttractView,
    PageView,
)
from vision.types import Die, Scene, SceneState, Signal, TrackedDie
from vision.watching.calibration import Calibration

PICTURE = np.zeros((720, 1280, 3), np.uint8)
RIM = [((200, 100), (1000, 100)), ((200, 600), (1000, 600)), ((200, 350), (1000, 350)), ((600, 100), (600, 600))]
PICTURES_S = 0.1


class Teacher(Owner):
    """Somebody who teaches a table its tray."""

    def __init__(self, learn: Callable[[Calibration], object] | None = None, *, edge: float = 40.0) -> None:
        super().__init__(Session(Journal(), learn=learn))
        self.edge = edge
        self._tracks = itertools.count(1)

    def open_page(self) -> None:
        self.open("Teach the tray")

    def wait(self, *at: tuple[float, float], seconds: float, state: SceneState | None = None) -> None:
        """These dice lie there for so long."""
        state = state or (SceneState.SETTLED if at else SceneState.EMPTY)
        dice = tuple(TrackedDie(next(self._tracks), thrown=True, die=self._die(x, y)) for x, y in at)
        for _ in range(round(seconds / PICTURES_S)):
            self.time += PICTURES_S
            self.session.scene(Scene(self.time, state, dice, (), PICTURE))
            self.session.tick(self.time)

    def _die(self, x: float, y: float) -> Die:
        h = self.edge / 2
        corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
        return Die(1, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), (x, y), corners, self.edge, (9, 9, 9), 0.99)


def test_a_tray_half_taught_is_waited_for_as_long_as_a_match_and_then_said_to_be_lost() -> None:
    owner = Teacher()
    owner.open_page()
    owner.wait(seconds=3)
    owner.wait(*RIM[0], seconds=3)
    done = owner.page.done
    assert done == 2
    owner.session.tick(owner.time + MENU_IDLE_S + 1)
    assert owner.page.done == done
    owner.session.tick(owner.time + ATTRACT_S + 1)
    assert isinstance(owner.session.view.scene, AttractView)
    assert owner.session.view.alert == NOT_LEARNED


def teach(owner: Teacher) -> None:
    """The whole minute."""
    owner.open_page()
    owner.wait(seconds=3)
    for lay in RIM:
        owner.wait(*lay, seconds=3)


def test_buttons_alone_teach_the_table_its_tray() -> None:
    kept: list[Calibration] = []
    owner = Teacher(kept.append)
    owner.open_page()
    assert owner.page.done == 0
    owner.wait(seconds=3)
    for done, lay in enumerate(RIM, 1):
        assert (owner.page.done, owner.page.steps) == (done, LAYS + 1)
        owner.wait(*lay, seconds=3)
    assert owner.page.said == DONE
    assert owner.session.calibration is kept[0]
    owner.press(Button.END)
    assert isinstance(owner.session.view.scene, PageView)


def test_end_need_not_wait_for_what_lies_there_already() -> None:
    owner = Teacher()
    owner.open_page()
    owner.press(Button.END)
    assert owner.page.done == 0, "nothing was seen yet"
    owner.wait(seconds=0.3)
    owner.press(Button.END)
    for lay in RIM:
        owner.wait(*lay, seconds=0.3)
        assert Button.END in owner.session.view.lamps
        owner.press(Button.END)
    assert owner.page.said == DONE


def test_who_leaves_has_changed_nothing_and_nothing_was_known_meanwhile() -> None:
    owner = Teacher()
    teach(owner)
    owner.press(Button.END)
    known = owner.session.calibration
    assert known is not None
    owner.choose("Teach the tray")
    assert owner.session.calibration is None, "the tray may have moved to where nobody looks any more"
    owner.wait(seconds=3)
    owner.press(Button.MENU)
    assert owner.session.calibration is known


def test_a_disk_that_takes_nothing_and_dice_that_look_small_are_told() -> None:
    def full(_: Calibration) -> None:
        raise OSError

    owner = Teacher(full)
    teach(owner)
    assert owner.page.said == NOT_KEPT
    assert owner.session.calibration is not None
    small = Teacher(edge=16.0)
    teach(small)
    assert small.page.said == SMALL


def test_the_page_says_how_still_camera_and_light_are() -> None:
    owner = Teacher()
    owner.open_page()
    owner.wait(seconds=1)
    assert owner.page.steadiness is None
    owner.wait(seconds=2)
    steady = owner.page.steadiness
    assert steady is not None
    assert steady.signal is Signal.AMBER, "ten pictures a second are few"
    assert steady.verdict == SIGNALS[Signal.AMBER]
    assert steady.mend is not None
    assert translate(steady.mend, "en").endswith("pictures a second. Give it more light, or another USB socket.")
    owner.wait(*RIM[0], seconds=3)
    assert owner.page.steadiness == steady, "it stays while the dice are laid"
