"""Cochon: its chances, reckoned with throw by throw."""

from fractions import Fraction

from kiosk.games.cochon import Cochon


def test_what_a_throw_risks() -> None:
    assert Cochon().risk(1) == Fraction(1, 6)
    assert Cochon("deux_des").risk(2) == Fraction(11, 36)
