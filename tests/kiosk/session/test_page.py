"""A page: what each button and each tap does on the chosen line, and how the list turns."""

import pytest

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.referee.keys import Key
from kiosk.session.modes import Stack
from kiosk.session.page import BACK, CHOOSE, DOWN, LESS, MORE, UP, Line, Page
from kiosk.view import Picked

TITLE = Text("Title")
LIST = {Button.MENU: BACK, Button.END: CHOOSE, Button.KEEP_1: UP, Button.KEEP_2: DOWN}
SETTING = {Button.MENU: BACK, Button.END: CHOOSE, Button.KEEP_3: LESS, Button.KEEP_4: MORE}


class Told:
    """A page of lines whose deeds are noted."""

    def __init__(self, *names: str) -> None:
        self.names, self.done = list(names), list[object]()
        self.stack = Stack()
        self.page = Page(self.stack, TITLE, lambda: [self.line(name) for name in self.names])
        self.stack.open(self.page)

    def line(self, name: str) -> Line:
        if name == "a setting":
            return Line.turning(Text(name), Text("value"), self.done.append)
        return Line(Text(name), None if name == "a fact" else lambda: self.done.append(name))

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.page.keys[button].do()

    def tap(self, name: str, turn: int = 0, title: Text = TITLE) -> None:
        self.page.pick(Picked(title, Text(name), turn))

    @property
    def shown(self) -> str:
        return self.page.view.items[self.page.view.chosen].label.message


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (["one"], {Button.MENU: BACK, Button.END: CHOOSE}),
        (["one", "two"], LIST),
        (["a setting"], SETTING),
        (["a fact"], {Button.MENU: BACK}),
    ],
    ids=str,
)
def test_a_button_shines_where_it_does_something(names: list[str], keys: dict[Button, Text]) -> None:
    page = Told(*names).page
    assert {button: key.label for button, key in page.keys.items()} == keys
    assert not page.keys[Button.MENU].lit


def test_a_list_turns_round_at_both_ends_and_menu_closes_it() -> None:
    told, seen = Told("one", "two", "three"), []
    for button in (Button.KEEP_2, Button.KEEP_2, Button.KEEP_2, Button.KEEP_1, Button.KEEP_1):
        told.press(button)
        seen.append(told.shown)
    assert seen == ["two", "three", "one", "three", "two"]
    told.press(Button.END, Button.MENU)
    assert (told.done, told.stack.pages) == (["two"], [])


def test_the_chosen_line_stays_chosen_while_others_come_and_go() -> None:
    told = Told("one", "two", "three")
    told.press(Button.KEEP_2)
    for names, shown in (
        (["new", "one", "two", "three"], "two"),
        (["two", "three"], "two"),
        (["one", "three"], "three"),
    ):
        told.names[:] = names
        assert told.shown == shown
    told.names[:] = ["one"]
    assert told.shown == "one", "the last one, where it is gone and the list got shorter"
    told.names[:] = ["new", "one", "two", "three"]
    told.press(Button.END)
    assert told.done == ["two"]


def test_a_setting_goes_both_ways_and_on_with_end_unless_that_does_something_else() -> None:
    told = Told("a setting")
    told.press(Button.KEEP_3, Button.KEEP_4, Button.END)
    assert told.done == [-1, 1, 1]
    line = Line.turning(Text("it"), Text("value"), told.done.append, lambda: told.done.append("end"))
    assert line.choose is not None
    line.choose()
    assert told.done[-1] == "end"


def test_keep_5_does_what_the_page_says() -> None:
    told = Told("a fact")
    told.page.extra = lambda: Key(Text("More"), lambda: told.done.append("extra"))
    told.press(Button.KEEP_5)
    assert told.done == ["extra"]


def test_a_tap_chooses_a_line_and_then_takes_it_and_one_on_a_mark_turns_its_value() -> None:
    told = Told("one", "two", "a setting")
    told.tap("two")
    assert (told.shown, told.done) == ("two", [])
    told.tap("two", title=Text("Another page"))
    told.tap("of a list that was here before")
    assert told.done == []
    told.tap("two")
    told.tap("a setting")
    told.tap("a setting")
    assert told.done == ["two"], "who misses a mark leaves nothing"
    told.tap("a setting", turn=-1)
    assert told.done == ["two", -1]
