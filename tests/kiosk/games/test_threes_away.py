"""Threes Away: what may be set aside of each of the 252 hands."""

from itertools import combinations, combinations_with_replacement

from kiosk.games.core import Choice, Roll
from kiosk.games.threes_away_high import ThreesAwayHigh


def test_of_all_252_hands_the_legal_keeps_hold_every_3_and_at_least_one_die() -> None:
    rules = ThreesAwayHigh(options={"rounds": 1})
    start = rules.start(2, 0)
    hands = list(combinations_with_replacement(range(1, 7), 5))
    assert len(hands) == 252
    for hand in hands:
        state, _ = rules.apply(start, Roll(hand))
        threes = {slot for slot, die in enumerate(hand, 1) if die == 3}
        some = (frozenset(slots) for size in range(1, 5) for slots in combinations(range(1, 6), size))
        legal = frozenset(slots for slots in some if threes <= slots)
        wait = rules.waits(state)
        if hand == (3,) * 5:
            assert state.heat.hands == (hand,)
        else:
            assert wait == Choice(0, legal, may_stop=True)
