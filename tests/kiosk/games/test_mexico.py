"""Mexico: the order of its 21 numbers."""

from itertools import combinations_with_replacement

from scripts import ranking

from kiosk.games.mexico import Mexico

RULES = Mexico()


def test_31_is_the_lowest_then_to_65_then_doubles_then_21() -> None:
    hands = sorted(combinations_with_replacement(range(1, 7), 2), key=RULES.weakness, reverse=True)
    order = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21"
    assert [str(RULES.number_of(hand)) for hand in hands] == order.split()


def test_hands_rank_from_mexico_to_31() -> None:
    hands = ranking(Mexico())
    assert [hand.dice for hand in hands[:3]] == [(2, 1), (6, 6), (5, 5)]
    assert hands[-1].dice == (3, 1)
    assert [hand.rank for hand in hands] == list(range(1, 22))
