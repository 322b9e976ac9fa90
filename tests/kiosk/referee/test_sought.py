"""What a throw is for: the line over the dice follows the rules, and the dice that are marked."""

from __future__ import annotations

from sitting import Sitting, a_six_that_stays

from kiosk.locale import translate


def sought(sitting: Sitting) -> str:
    line = sitting.play.game.sought
    return "" if line is None else translate(line, "en")


def test_the_ship_comes_before_the_captain() -> None:
    sitting = Sitting("ship_captain_crew", first=0)
    assert sought(sitting) == "No ship yet: a 6"
    assert sought(a_six_that_stays()) == "Ship! Now a 5"


def test_marked_dice_change_what_is_sought() -> None:
    sitting = Sitting("four_twenty", first=0, options={"first": "seat"})
    sitting.table.throw(6, 5, 3, 1)
    sitting.table.throw_all(6, 5, 3, 1)
    assert sought(sitting) == "Exactly 20 wins"
    sitting.table.keep(1, 2)
    assert sought(sitting) == "Exactly 20 wins: 9 more"
    sitting.table.keep(1, 2)
    assert sought(sitting) == "Exactly 20 wins"


def test_what_could_be_banked_is_lost_by_a_bust_once_the_rest_is_thrown() -> None:
    sitting = Sitting("dix_mille", first=0, options={"opening": 0})
    sitting.table.throw(1, 1, 1, 2, 3, 4)
    assert sought(sitting) == "Bank 1000"
    sitting.table.keep(1)
    assert sought(sitting).startswith("A bust loses ")


def test_what_is_missing_to_open_is_told() -> None:
    sitting = Sitting("dix_mille", first=0, options={"opening": 500})
    assert sought(sitting) == "Open with 500"
    sitting.table.throw(1, 5, 2, 3, 3, 6)
    assert sought(sitting) == "Open with 500: 150 so far"


def test_no_die_can_be_kept_where_all_are_thrown_again() -> None:
    sitting = Sitting("cochon", first=0)
    sitting.table.throw(3)
    sitting.table.keep(1)
    assert not any(die.kept for die in sitting.play.dice)
