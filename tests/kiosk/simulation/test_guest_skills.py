"""What simulated guests can, each by itself: fingers, eyes, throws as they are written down, and what helps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from guest_scene import Scene

from hardware.panel import Button
from kiosk.ruling import Ruling, RulingId
from kiosk.simulation.guests.eyes import GuestEyes
from kiosk.simulation.guests.fingers import GuestFingers
from kiosk.simulation.guests.mending import Deed, Mending, Remedy
from kiosk.simulation.guests.tempo import CALM
from kiosk.simulation.guests.throws import Throws
from kiosk.view import PlayView

MINE = range(3)


class Panel:
    """Writes down what is touched."""

    def __init__(self) -> None:
        self.touched: list[tuple[str, Button, float]] = []

    def press(self, button: Button, now: float) -> None:
        self.touched.append(("press", button, now))

    def release(self, button: Button, now: float) -> None:
        self.touched.append(("release", button, now))


@pytest.fixture
def tray() -> Any:
    """4, 6 and 1 lie there, and the 4 is marked."""
    return Scene().tray


@pytest.fixture
def play() -> PlayView:
    view = Scene().sitting.play
    assert isinstance(view, PlayView)
    return view


def test_fingers_press_one_button_after_the_other_at_their_own_times() -> None:
    panel: Any = Panel()
    fingers = GuestFingers(panel, CALM)
    free = fingers.press([Button.KEEP_1, Button.END], 1.0)
    assert free == pytest.approx(1.0 + 2 * (CALM.press + CALM.pause))
    fingers.move(1.0 + CALM.press)
    assert [(what, button) for what, button, _ in panel.touched] == [
        ("press", Button.KEEP_1),
        ("release", Button.KEEP_1),
    ]
    assert fingers.busy
    fingers.move(free)
    assert not fingers.busy
    assert panel.touched[2] == ("press", Button.END, 1.0 + CALM.press + CALM.pause)


def test_fingers_hold_several_buttons_at_once() -> None:
    panel: Any = Panel()
    fingers = GuestFingers(panel, CALM)
    assert fingers.hold([Button.KEEP_1, Button.KEEP_2], 1.0, 2.0) == 3.0 + CALM.pause
    fingers.move(2.9)
    assert [what for what, _, _ in panel.touched] == ["press", "press"]
    fingers.move(3.0)
    assert not fingers.busy


def test_eyes_find_the_dice_that_the_screen_shows(tray: Any, play: PlayView) -> None:
    eyes = GuestEyes(tray)
    assert eyes.seen() == {0: 4, 1: 6, 2: 1}
    assert [eyes.find(die) for die in play.dice] == [0, 1, 2]
    assert eyes.kept(play) == {0}
    assert eyes.loose(play, MINE) == [1, 2]
    assert eyes.find(replace(play.dice[0], box=None)) is None


def test_eyes_see_what_the_screen_has_wrong(tray: Any, play: PlayView) -> None:
    assert GuestEyes(tray).misread(play.dice) is None
    first, second, third = play.dice
    assert GuestEyes(tray).misread([first, replace(second, value=5), third]) == 1


def test_what_was_held_back_by_mistake_is_kept_once_the_throw_is_counted(tray: Any) -> None:
    throws = Throws(tray)
    throws.throw([1, 2], MINE, held=[2])
    assert tray.done == [("throw", [1])]
    assert throws.staying == [0]
    throws.write_down()
    assert throws.last == {1: 6, 2: 1}
    throws.counted()
    assert throws.last == {1: 6}


def test_a_die_that_is_put_back_was_not_thrown(tray: Any) -> None:
    throws = Throws(tray)
    throws.throw([1, 2], MINE)
    throws.put_back(1, 6)
    assert list(throws.last) == [2]
    throws.add([1])
    assert list(throws.last) == [2, 1], "until somebody throws it all the same"
    assert not throws.put
    throws.forget()
    assert not throws.log


def test_what_helps_is_what_the_screen_asks_for(tray: Any, play: PlayView) -> None:
    throws = Throws(tray)
    mending = Mending(GuestEyes(tray), throws, tray.dice)

    box = play.dice[2].box
    assert box is not None

    def remedy(asked: RulingId) -> Remedy:
        return mending.remedy(replace(play, ruling=Ruling(asked), trouble=(box,)), MINE, 1)

    assert remedy(RulingId.TAKE_AWAY) == Remedy(Deed.LIFT, [2])
    assert remedy(RulingId.LEFT) == Remedy(Deed.THROW, [1, 2]), "nobody has thrown yet"
    throws.throw([1, 2], MINE)
    tray.done.clear()
    assert remedy(RulingId.LEFT) == Remedy(Deed.THROW, [2])
    assert remedy(RulingId.VOID) == Remedy(Deed.LIFT, MINE, void=True)
    assert remedy(RulingId.WAS_THROWN) == Remedy(Deed.AGREE)
    assert not tray.done, "it only says so"


def test_where_nudging_does_not_help_something_stronger_does(tray: Any, play: PlayView) -> None:
    throws = Throws(tray)
    throws.throw([1, 2], MINE)
    mending = Mending(GuestEyes(tray), throws, tray.dice)
    box = play.dice[2].box
    assert box is not None
    doubtful = replace(play, ruling=Ruling(RulingId.DOUBT, number=1), trouble=(box,))
    deeds = [mending.remedy(doubtful, MINE, tries) for tries in (1, 2, 3, 4)]
    assert [remedy.deed for remedy in deeds] == [Deed.NUDGE, Deed.NUDGE, Deed.COMPLAIN, Deed.THROW]
    assert deeds[2].button == play.dice[2].button
    assert deeds[3].dice == [2]


def test_the_die_that_is_put_back_is_one_that_was_not_thrown(tray: Any, play: PlayView) -> None:
    throws = Throws(tray)
    throws.throw([1, 2], MINE)
    missing = replace(play, dice=(replace(play.dice[0], box=None), *play.dice[1:]))
    assert Mending(GuestEyes(tray), throws, tray.dice).put_back(missing, MINE) == Remedy(Deed.PUT_BACK, laid={0: 4})
