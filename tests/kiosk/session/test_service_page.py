"""The page for whoever looks after the table: every button, every lamp, and what the camera sees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up import PICTURE, die

from hardware.presses import Button, Press, PressKind
from kiosk.appliance.machine import Machine
from kiosk.session.lock import Lock
from kiosk.session.modes import Stack
from kiosk.session.operator_menu import ServicePages
from kiosk.session.preferences import Preferences
from kiosk.session.service_page import PICTURE_EVERY_S, ServicePage
from vision.types import Doubt, DoubtKind, Scene, SceneState, TrackedDie


class At:
    """The service page, open over nothing."""

    def __init__(self) -> None:
        self.stack, self.taught = Stack(), list[int]()
        self.page = ServicePage(self.stack, Preferences(), calibrate=self.taught.append)
        self.stack.open(self.page)

    def press(self, *buttons: Button) -> None:
        self.page.press(Press(frozenset(buttons), PressKind.SHORT, 0.0), lambda: True)

    def go_to(self, label: str) -> None:
        while self.chosen[0] != label:
            self.press(Button.KEEP_2)

    @property
    def chosen(self) -> tuple[str, str | None]:
        item = self.page.view.menu.items[self.page.view.menu.chosen]
        return item.label.message, None if item.value is None else item.value.message


@pytest.fixture
def at() -> At:
    return At()


def test_every_button_pressed_is_shown_and_the_last_one_apart(at: At) -> None:
    assert (at.page.view.pressed, at.page.view.last) == (frozenset(), None)
    at.press(Button.KEEP_3)
    at.press(Button.KEEP_5)
    assert (at.page.view.pressed, at.page.view.last) == ({Button.KEEP_3, Button.KEEP_5}, Button.KEEP_5)


def test_while_the_lamps_are_tested_all_are_lit_and_the_list_says_so(at: At) -> None:
    at.go_to("Lamps")
    assert at.chosen == ("Lamps", "As usual")
    assert not all(at.page.keys[button].lit for button in at.page.keys)
    at.press(Button.END)
    assert at.chosen == ("Lamps", "All lit")
    assert set(at.page.keys) == set(Button)
    assert all(key.lit for key in at.page.keys.values())
    at.press(Button.END)
    assert at.chosen == ("Lamps", "As usual")


def test_the_tray_is_taught_with_one_set_or_two(at: At) -> None:
    at.go_to("Teach the tray")
    at.press(Button.END)
    at.press(Button.KEEP_4)
    at.press(Button.END)
    at.press(Button.KEEP_3)
    at.press(Button.END)
    assert at.taught == [1, 2, 1]


def test_the_camera_shows_dice_and_doubts_and_not_every_picture(at: At) -> None:
    one = TrackedDie(1, thrown=False, die=die(4, 300.0))
    doubts = (Doubt(DoubtKind.HIDDEN, (10.0, 20.0, 30.0, 40.0)), Doubt(DoubtKind.COUNT))
    scene = Scene(5.0, SceneState.SETTLED, (one,), doubts, PICTURE)
    assert at.page.view.image is None
    at.page.scene(scene)
    assert at.page.view.image is PICTURE
    assert [(view.value, view.box) for view in at.page.view.dice] == [(4, one.die.box), (None, doubts[0].box)]
    at.page.scene(replace(scene, time=5.0 + 0.9 * PICTURE_EVERY_S, dice=()))
    assert len(at.page.view.dice) == 2
    at.page.scene(replace(scene, time=5.0 + PICTURE_EVERY_S, dice=()))
    assert len(at.page.view.dice) == 1


def test_the_last_line_and_menu_lead_back(at: At) -> None:
    at.press(Button.KEEP_1)
    assert at.chosen[0] == "Back to the table"
    at.press(Button.END)
    assert at.stack.pages == []


def test_a_network_that_came_later_is_told_when_the_page_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.appliance.machine._network", lambda: "table")
    machine, stack = Machine(), Stack()
    pages = ServicePages(stack, Preferences(), machine, lock=Lock(stack, lambda: 0.0))
    monkeypatch.setattr("kiosk.appliance.machine._network", lambda: "table · 192.168.1.20")
    pages.open(playing=True)
    page = stack.pages[-1]
    assert isinstance(page, ServicePage)
    assert "table · 192.168.1.20" in [item.value.message for item in page.view.menu.items if item.value is not None]
