"""Keys: what is shown and what is done are one value, and a press does it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from hardware.presses import Button, Press, PressKind
from kiosk.games.text import say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.modes import Mode
from kiosk.view import View


class Noted(Mode):
    """A mode whose buttons note what they did."""

    def __init__(self) -> None:
        self.done: list[str] = []

    @property
    def view(self) -> View:
        raise NotImplementedError

    @property
    def keys(self) -> Keys:
        return {
            button: Key(say("Do"), partial(self.done.append, button), lit=button is Button.END)
            for button in (Button.KEEP_1, Button.KEEP_3, Button.END, Button.MENU)
        }

    @property
    def holds(self) -> Mapping[Button, Deed]:
        return {Button.KEEP_1: partial(self.done.append, "held")}

    def explain(self, button: Button) -> None:
        self.done.append(f"why not {button}")


def pressed(*buttons: Button, kind: PressKind = PressKind.SHORT) -> list[str]:
    noted = Noted()
    noted.press(Press(frozenset(buttons), kind, 0.0), lambda: True)
    return noted.done


def test_buttons_pressed_together_act_from_left_to_right() -> None:
    assert pressed(Button.END, Button.KEEP_1, Button.KEEP_3) == ["keep_1", "keep_3", "end"]


def test_menu_among_others_counts_alone() -> None:
    assert pressed(Button.END, Button.MENU) == ["menu"]


def test_a_long_press_does_what_a_short_one_does_unless_it_has_a_deed_of_its_own() -> None:
    assert pressed(Button.KEEP_1, kind=PressKind.LONG) == ["held"]
    assert pressed(Button.MENU, kind=PressKind.LONG) == ["menu"]


def test_a_dark_button_is_explained() -> None:
    assert pressed(Button.KEEP_2) == ["why not keep_2"]


def test_what_one_opens_is_spared_the_others() -> None:
    noted = Noted()
    noted.press(Press(frozenset({Button.KEEP_1, Button.KEEP_3}), PressKind.SHORT, 0.0), lambda: False)
    assert noted.done == ["keep_1"]


def test_no_key_acts_without_showing_it() -> None:
    with pytest.raises(ValueError, match="shows"):
        Key(None, print, lit=False)
