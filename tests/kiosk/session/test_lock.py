"""The owner's PIN: nobody gets past it without, nobody is locked out for long, and without one nobody is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_the_bar import Bar

from hardware.panel import KEEPS, Button
from kiosk.locale import translate
from kiosk.match.log import EntryKind
from kiosk.session.lock import ASK, HALF_S, LEFT, PAUSE_S, TITLE, TRIES, WRONG
from kiosk.session.start import Start
from kiosk.view import AttractView, PageView, PlayView

PLACE = "/etc/dice-table/config.toml"


@pytest.fixture
def guarded(path: Path) -> Bar:
    return Bar(path, Start(pin="2415", settings=PLACE))


def enter(bar: Bar, digits: str) -> None:
    bar.press(*(KEEPS[int(digit) - 1] for digit in digits))


def asked(bar: Bar) -> PageView:
    assert bar.menu.title == TITLE
    return bar.menu


def served(bar: Bar) -> bool:
    return bar.menu.title.message == "Service"


def to_service(bar: Bar) -> None:
    bar.press(Button.MENU)
    bar.choose("Service")


def test_service_opens_to_the_digits_and_each_time_anew(guarded: Bar) -> None:
    to_service(guarded)
    assert (asked(guarded).steps, asked(guarded).done) == (4, 0)
    enter(guarded, "24")
    assert asked(guarded).done == 2
    enter(guarded, "15")
    assert served(guarded)
    guarded.press(Button.MENU)
    guarded.choose("Service")
    asked(guarded)


def test_a_wrong_one_is_said_and_menu_leaves(guarded: Bar) -> None:
    to_service(guarded)
    enter(guarded, "1111")
    view = asked(guarded)
    assert (view.said, view.warning, view.done) == (WRONG, True, 0)
    assert PLACE in translate(view.hint or "", "en")
    enter(guarded, "2")
    assert not asked(guarded).warning
    guarded.press(Button.END)
    assert asked(guarded).done == 0, "END begins anew"
    enter(guarded, "24")
    guarded.press(Button.MENU)
    assert guarded.menu.title.message == "Dice Table"
    guarded.choose("Service")
    assert asked(guarded).done == 0


def test_three_wrong_ones_cost_a_pause_that_leaving_does_not_shorten_and_that_ends(guarded: Bar) -> None:
    for _ in range(5):
        to_service(guarded)
        for _ in range(TRIES):
            enter(guarded, "1111")
        assert translate(asked(guarded).said or "", "en").startswith("Wrong three times: try again in ")
        assert not any(guarded.session.view.keys[button].lit for button in KEEPS if button in guarded.session.view.keys)
        enter(guarded, "2415")
        asked(guarded)
        guarded.press(Button.MENU)
        guarded.choose("Service")
        enter(guarded, "2415")
        asked(guarded)
        guarded.table.time += PAUSE_S
        guarded.session.tick(guarded.table.time)
        guarded.press(Button.MENU, Button.MENU)
    to_service(guarded)
    enter(guarded, "2415")
    assert served(guarded), "however often it was wrong, the right one opens"


def test_half_a_pin_that_nobody_goes_on_with_is_forgotten_and_opens_nothing(guarded: Bar) -> None:
    to_service(guarded)
    enter(guarded, "24")
    guarded.table.time += HALF_S - 1
    guarded.session.tick(guarded.table.time)
    assert asked(guarded).done == 2
    guarded.table.time += 2
    guarded.session.tick(guarded.table.time)
    assert (asked(guarded).done, asked(guarded).said) == (0, LEFT)
    enter(guarded, "15")
    assert (asked(guarded).done, asked(guarded).said) == (2, ASK), "these are the first two, not the last"
    guarded.press(Button.END)
    enter(guarded, "2415")
    assert served(guarded)


def test_a_match_ends_to_the_pin_alone_also_when_the_last_one_leaves(guarded: Bar) -> None:
    guarded.begin()
    guarded.press(Button.MENU)
    guarded.choose("End the match")
    asked(guarded)
    guarded.press(Button.MENU, Button.MENU)
    assert isinstance(guarded.scene, PlayView)
    for name in ("Marie", "Jean"):
        guarded.press(Button.MENU)
        guarded.choose("Somebody leaves")
        assert name in translate(guarded.menu.items[0].label, "en", ("Marie", "Jean"))
        guarded.press(Button.END)
    asked(guarded)
    enter(guarded, "2415")
    assert guarded.menu.title.message == "Nobody else is here: end this match?"
    guarded.choose("Yes, end it")
    assert isinstance(guarded.scene, AttractView)
    match = guarded.journal.latest(1)[0]
    assert guarded.journal.entries(match)[-1].kind is EntryKind.END


def test_service_during_a_match_asks_too(guarded: Bar) -> None:
    guarded.begin()
    to_service(guarded)
    asked(guarded)
    enter(guarded, "2415")
    assert served(guarded)
