"""What is set at the table outlasts a restart; the settings file says what it starts from."""

import json
from pathlib import Path

import pytest

from kiosk.games.text import Text
from kiosk.session.preferences import CHANGES, Preferences
from kiosk.view import Coaching, Sound


def test_what_is_changed_at_the_table_is_there_after_a_restart(tmp_path: Path) -> None:
    table = Preferences("en", Sound.LOW).keep(tmp_path)
    table.turn("language")
    table.turn("sound")
    table.turn("coaching")
    table.brighten(-1)
    after = Preferences("en", Sound.LOW).keep(tmp_path)
    assert (after.language, after.sound, after.coaching) == ("fr", Sound.PARTY, Coaching.ON)
    assert after.brightness == pytest.approx(0.9)
    after.turn("sound")
    assert Preferences("en", Sound.LOW).keep(tmp_path).sound is Sound.OFF


def test_settings_that_were_changed_since_are_heard_again(tmp_path: Path) -> None:
    table = Preferences("en", Sound.LOW).keep(tmp_path)
    table.turn("sound")
    after = Preferences("fr", Sound.LOW).keep(tmp_path)
    assert after.language == "fr", "nobody has changed it at the table"
    assert after.sound is Sound.PARTY
    assert Preferences("en", Sound.OFF).keep(tmp_path).sound is Sound.OFF, "the owner has said otherwise since"


def test_what_the_command_line_says_counts_this_time_and_changes_nothing_that_was_kept(tmp_path: Path) -> None:
    Preferences("en").keep(tmp_path).turn("language")
    asked = Preferences("en").keep(tmp_path, said={"language"})
    assert asked.language == "en", "though French was kept, and English is what it was changed from"
    asked.turn("sound")
    assert Preferences("en").keep(tmp_path).language == "fr", "the next start has not asked"


def test_the_brightness_of_the_menu_goes_both_ways_from_step_to_step_and_ends_at_its_bounds() -> None:
    table, levels = Preferences(brightness=0.55), list[float]()
    while (lower := table.brightness_line.less) is not None:
        lower()
        levels.append(table.brightness)
    while (higher := table.brightness_line.more) is not None:
        higher()
        levels.append(table.brightness)
    assert levels == [0.45, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert table.brightness_line.item.value == Text("{percent} %", (("percent", 100),))


@pytest.mark.parametrize(("written", "taken"), [(0.39, False), (0.4, True), (0.7, True), (1, True), (1.01, False)])
def test_a_brightness_beyond_the_bounds_is_not_taken_from_the_file(tmp_path: Path, written: float, taken: bool) -> None:
    (tmp_path / CHANGES.name).write_text(json.dumps({"brightness": {"from": 0.5, "to": written}}))
    assert Preferences(brightness=0.5).keep(tmp_path).brightness == (written if taken else 0.5)


def test_a_folder_that_takes_nothing_is_no_reason_to_stop(tmp_path: Path) -> None:
    table = Preferences().keep(tmp_path / "not" / "there")
    table.turn("language")
    assert table.language == "fr"
