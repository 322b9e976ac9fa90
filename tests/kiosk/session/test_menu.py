"""A page of a menu: what each button does on the chosen item, and how the list turns."""

from __future__ import annotations

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.referee.keys import Key, Keys
from kiosk.session.menu import BACK, CHOOSE, LESS, MORE, MenuItem, Page
from kiosk.session.modes import Stack
from kiosk.view import Item


class Told:
    """A page of items whose deeds are noted."""

    def __init__(self, *items: str) -> None:
        self.names = list(items)
        self.done: list[object] = []
        self.stack = Stack()
        self.page = Page(self.stack, Text("Title"), self.items)
        self.stack.open(self.page)

    def items(self) -> list[MenuItem]:
        return [self.item(name) for name in self.names]

    def item(self, name: str) -> MenuItem:
        return MenuItem(Item(Text(name)), lambda: self.done.append(name))

    def press(self, button: Button) -> None:
        self.page.keys[button].do()

    @property
    def shown(self) -> str:
        return self.page.view.items[self.page.view.chosen].label.message


def labels(keys: Keys) -> dict[Button, Text | None]:
    return {button: key.label for button, key in keys.items()}


def test_a_list_turns_round_at_both_ends() -> None:
    told = Told("one", "two", "three")
    seen = []
    for button in (Button.KEEP_2, Button.KEEP_2, Button.KEEP_2, Button.KEEP_1, Button.KEEP_1):
        told.press(button)
        seen.append(told.shown)
    assert seen == ["two", "three", "one", "three", "two"]
    told.press(Button.END)
    assert told.done == ["two"]


def test_a_list_that_got_shorter_shows_its_last_item_and_turns_from_there() -> None:
    told = Told("one", "two", "three", "four")
    told.press(Button.KEEP_1)
    del told.names[2:]
    assert told.shown == "two"
    told.press(Button.END)
    assert told.done == ["two"]
    told.press(Button.KEEP_1)
    assert told.shown == "one"


def test_the_chosen_item_stays_chosen_while_others_come_and_go() -> None:
    told = Told("one", "two", "three")
    told.press(Button.KEEP_2)
    for names, shown in (
        (["new", "one", "two", "three"], "two"),
        (["two", "three"], "two"),
        (["one", "three"], "three"),
    ):
        told.names[:] = names
        assert told.shown == shown
    told.names[:] = ["new", "one", "two", "three"]
    told.press(Button.END)
    assert told.done == ["two"]


def test_one_item_alone_turns_nowhere() -> None:
    assert labels(Told("one").page.keys) == {Button.MENU: BACK, Button.END: CHOOSE}
    assert labels(Told("one", "two").page.keys).keys() == {Button.MENU, Button.END, Button.KEEP_1, Button.KEEP_2}


def test_a_setting_goes_both_ways_and_on_with_end() -> None:
    turned: list[int] = []
    told = Told()
    told.page.items = lambda: [MenuItem.turning(Item(Text("it")), turned.append)]
    keys = told.page.keys
    assert labels(keys) == {Button.MENU: BACK, Button.END: CHOOSE, Button.KEEP_3: LESS, Button.KEEP_4: MORE}
    for button in (Button.KEEP_3, Button.KEEP_4, Button.END):
        keys[button].do()
    assert turned == [-1, 1, 1]


def test_a_setting_may_do_something_else_with_end() -> None:
    turned: list[int] = []
    chosen: list[str] = []
    item = MenuItem.turning(Item(Text("it")), turned.append, lambda: chosen.append("end"))
    assert item.choose is not None
    item.choose()
    assert (turned, chosen) == ([], ["end"])


def test_an_item_that_does_nothing_leaves_its_buttons_dark_and_keep_5_does_what_the_page_says() -> None:
    told = Told()
    told.page.items = lambda: [MenuItem(Item(Text("it")))]
    assert labels(told.page.keys) == {Button.MENU: BACK}
    told.page.extra = lambda: Key(Text("More"), lambda: told.done.append("extra"))
    told.press(Button.KEEP_5)
    assert told.done == ["extra"]


def test_menu_closes_the_page() -> None:
    told = Told("one")
    assert told.stack.pages == [told.page]
    assert told.page.keys[Button.MENU].lit is False
    told.press(Button.MENU)
    assert told.stack.pages == []
