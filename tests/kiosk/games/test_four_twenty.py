"""420: its 126 hands, and the facts of the rules."""

from itertools import combinations, combinations_with_replacement, product

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


def test_20_at_the_first_throw_has_35_of_1296() -> None:
    rules = FourTwenty()
    start = rules.start(2)
    won = [rules.apply(start, Roll(throw))[0].over for throw in product(range(1, 7), repeat=4)]
    assert (sum(won), len(won)) == (35, 1296)


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


def test_the_designer_is_credited() -> None:
    assert FourTwenty.credit is not None
    assert "Mark Steere" in FourTwenty.credit.message
