"""House rules go over a preset; what a game does not know is refused in a sentence."""

import pytest

from kiosk.games.le_421 import Le421
from kiosk.games.options import OptionError, Value
from kiosk.games.registry import game


def test_switches_go_over_a_preset_and_may_come_as_text() -> None:
    rules = Le421("courte", {"tokens": "15", "cap": "none"})
    assert (rules.options["tokens"], rules.options["cap"], rules.options["value_of_421"]) == (15, "none", 8)


@pytest.mark.parametrize("options", [{"tokens": 0}, {"cap": "previous"}, {"colour": "red"}, {"value_of_421": 9}])
def test_unknown_ones_are_refused_in_a_sentence(options: dict[str, Value]) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        Le421(options=options)


def test_unknown_presets_games_and_numbers_of_players_too() -> None:
    with pytest.raises(OptionError, match="parisienne"):
        Le421("parisienne")
    with pytest.raises(OptionError, match="chess"):
        game("chess")
    with pytest.raises(OptionError, match="2 to 8 players, not 9"):
        Le421().start(9)
