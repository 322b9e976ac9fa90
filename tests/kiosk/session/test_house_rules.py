"""The page of house rules: what it is based on, and that going round changes and comes back."""

from __future__ import annotations

from at_the_bar import Bar

from hardware.panel import Button
from kiosk.games.registry import game


def at_house_rules(bar: Bar, name: str) -> None:
    bar.press(Button.END)
    bar.choose(game(name).title.message)
    labels = [item.label.message for item in bar.menu.items]
    if "House rules…" in labels:
        bar.choose("House rules…")


def test_a_game_with_one_set_of_rules_begins_with_its_first_switch(bar: Bar) -> None:
    at_house_rules(bar, "schocken")
    assert [item.label for item in bar.menu.items] == [switch.title for switch in game("schocken").switches]


def test_a_game_with_several_says_which_the_house_rules_are_based_on(bar: Bar) -> None:
    presets = [title.message for title in game("le_421").preset_titles.values()]
    at_house_rules(bar, "le_421")
    first = bar.menu.items[0]
    assert first.label.message == "Based on"
    seen = []
    for _ in presets:
        value = bar.menu.items[0].value
        assert value is not None
        seen.append(value.message)
        bar.press(Button.KEEP_4)
    assert sorted(seen) == sorted(presets)
    assert bar.menu.items[0] == first, "round and back"
    bar.press(Button.KEEP_3, Button.KEEP_4)
    assert bar.menu.items[0] == first
