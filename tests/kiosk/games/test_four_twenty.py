"""420: its 126 hands, and the facts of the rules."""

from itertools import combinations, combinations_with_replacement

from scripts import play

from kiosk.games.core import Choice, Roll, Throw
from kiosk.games.four_twenty import FourTwenty
from kiosk.games.state import State

HANDS = list(combinations_with_replacement(range(6, 0, -1), 4))


def second_turn(hand: tuple[int, ...]) -> State:
    """A has this hand, B a poor one, and A is on turn again; only for hands that do not win."""
    rules = FourTwenty()
    state, _ = rules.apply(rules.start(2), Roll(hand))
    return play(rules, state, "1111")


def test_what_may_stay_makes_15_10_or_5_and_nothing_stays_over_20() -> None:
    least = {1: 5, 2: 10, 3: 15}
    for hand in (hand for hand in HANDS if sum(hand) != 20):
        legal = {
            frozenset(slots)
            for size in (1, 2, 3)
            for slots in combinations((1, 2, 3, 4), size)
            if sum(hand[slot - 1] for slot in slots) >= least[size] and sum(hand) <= 20
        }
        wait = FourTwenty().waits(second_turn(hand))
        if legal:
            assert wait == Choice(0, frozenset(legal | {frozenset()}), may_stop=False), hand
        else:
            assert wait == Throw(0, (1, 2, 3, 4)), hand
