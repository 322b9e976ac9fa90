"""A match is set up with seven buttons: game, preset, house rules, players and their names."""

from dataclasses import replace

import pytest
from one_throw import cut_off
from sitting import Sitting

from hardware.panel import Button
from kiosk.games.registry import game, games
from kiosk.screen.painter import Painter


def test_a_house_rule_shows_at_once_what_it_changes_of_what_decides_the_game(bar: Sitting) -> None:
    bar.press(Button.END)
    bar.choose(game("le_421").title.message)
    bar.choose("House rules…")
    assert bar.page.ladder is not None
    before = bar.page.ladder.examples
    assert not bar.page.ladder.moved
    titles = [item.label.message for item in bar.page.items]
    for _ in range(titles.index("Hands go by")):
        bar.press(Button.KEEP_2)
    bar.press(Button.KEEP_4)
    assert bar.page.ladder.examples != before
    assert bar.page.ladder.moved == set(bar.page.ladder.examples) - set(before)


@pytest.mark.parametrize(("language", "name", "other"), [("en", "House", "Maison"), ("fr", "Maison", "House")])
def test_a_seat_of_the_house_is_named_in_the_language_of_the_moment(
    bar: Sitting, language: str, name: str, other: str
) -> None:
    bar.press(Button.END, Button.END, Button.END)
    bar.press(Button.KEEP_3, Button.KEEP_2, Button.KEEP_3)
    scenes = [bar.session.view]
    bar.press(Button.END)
    cut_off(bar.journal)
    again = Sitting(path=bar.path)
    scenes.append(again.session.view)
    again.press(Button.MENU)
    again.choose("How it stands")
    scenes.append(again.session.view)
    for view in scenes:
        painter = Painter((1280, 720))
        painter.paint(replace(view, language=language), 0.0)
        drawn = {text.string for text in painter.canvas.placed}
        assert name in drawn
        assert other not in drawn
    record = again.journal.unfinished()
    assert record is not None
    assert record.players[0] == "House", "written down in one language only"


def test_every_preset_says_in_a_phrase_what_differs(bar: Sitting) -> None:
    longest = 0
    for known in games():
        longest = max([longest, *(len(preset.about.message) for preset in known.presets.values())])
    assert longest <= 90
    bar.press(Button.END, Button.END)
    assert bar.page.items[0].detail == game("le_421").presets["texte"].about
