"""Human habits: by their tables guests do what they should not, and write down what they threw all the same."""

from __future__ import annotations

from typing import Any, cast

import pytest
from guest_scene import Fingers, Scene

from kiosk.games.options import OptionError
from kiosk.referee.keys import soft_keys
from kiosk.simulation.faults import NAMES
from kiosk.simulation.guests.habits import HABITS, SOBER, People, faults
from kiosk.simulation.guests.tempo import BRISK
from kiosk.simulation.headless import play_match
from kiosk.view import TableView


def test_every_table_holds_chances_of_deeds_that_somebody_does() -> None:
    assert set(HABITS) == {SOBER, "slow", "hasty", "clumsy", "drunk"}
    assert not HABITS[SOBER]
    known = {*NAMES, "wait", "remark", "mash", "hold", "leave", "early", "along", "short"}
    for name, table in HABITS.items():
        assert table.keys() <= known
        assert all(0 <= chance < 0.5 for chance in table.values())
        assert faults(name).keys() <= {*NAMES}


def test_habits_that_nobody_has_are_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match="no guests with the habits merry; there are sober, slow"):
        play_match("mexico", habits="merry")


def people(scene: Scene, monkeypatch: pytest.MonkeyPatch, *deeds: str) -> People:
    """Guests who do these things with every throw, and have done so once."""
    monkeypatch.setitem(HABITS, "keen", dict.fromkeys(deeds, 1.0))
    guests = People(scene.tray, cast("Any", Fingers()), 1, BRISK, habits="keen")
    for now in range(10, 40):
        guests.move(now)
        guests.look(TableView(scene.sitting.play, soft_keys(scene.sitting.keys)), now)
        if scene.tray.done:
            break
    return guests


def test_who_throws_short_has_meant_all_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    guests = people(scene, monkeypatch, "short")
    [(what, dice)] = scene.tray.done
    assert what == "throw"
    assert len(guests.log[-1].dice) == len(dice) + 1


def test_who_takes_a_kept_die_along_knows_that_it_was_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    guests = people(scene, monkeypatch, "along")
    [(_, dice)] = scene.tray.done
    assert 0 in dice, "the 4 was marked"
    assert guests.log[-1].dice.keys() == set(dice)


def test_who_throws_before_end_throws_all_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    people(scene, monkeypatch, "early")
    assert scene.tray.done == [("throw", [0, 1, 2])]
