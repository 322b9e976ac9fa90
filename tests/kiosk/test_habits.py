"""Human habits: by their tables guests do what they should not, and write down what they threw all the same."""

from __future__ import annotations

import pytest

from kiosk.games.core import OptionError
from kiosk.habits import HABITS, SOBER, faults
from kiosk.mischief import FAULTS
from kiosk.play import play_match


def test_every_table_holds_chances_of_deeds_that_somebody_does() -> None:
    assert set(HABITS) == {SOBER, "slow", "hasty", "clumsy", "drunk"}
    assert not HABITS[SOBER]
    known = {*FAULTS, "wait", "remark", "mash", "hold", "leave", "early", "along", "short"}
    for name, table in HABITS.items():
        assert table.keys() <= known
        assert all(0 <= chance < 0.5 for chance in table.values())
        assert faults(name).keys() <= FAULTS.keys()


def test_habits_that_nobody_has_are_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match="no guests with the habits merry; there are sober, slow"):
        play_match("mexico", habits="merry")
