"""Zanzibar: the vectors of the rules, its house rules, and the leader's chance when playing dry."""

from __future__ import annotations

import pytest
from scripts import throw

from kiosk.games.core import Choice, Keep, Roll, Stop, Throw
from kiosk.games.families.jetons import DECHARGE
from kiosk.games.state import Play, State
from kiosk.games.zanzibar import Zanzibar

A, B, C = range(3)


def unloading(rules: Zanzibar, held: tuple[int, ...]) -> State:
    play = Play(State(len(held), counts=held))
    rules.next_round(play, A, DECHARGE)
    return play.state


def test_the_strongest_gives_no_more_than_held() -> None:
    rules = Zanzibar()
    assert throw(rules, unloading(rules, (4, 17)), "666 543").counts == (0, 21)


def test_the_weakest_takes_what_the_strongest_is_worth() -> None:
    rules = Zanzibar()
    assert throw(rules, rules.start(3, A), "631 555 431").counts == (0, 0, 5)
    assert throw(rules, rules.start(3, A), "631 555 431").leader == C


def test_nobody_throws_more_often_than_the_player_before() -> None:
    rules = Zanzibar()
    state, _ = rules.apply(rules.start(3, A), Roll((6, 3, 1)))
    assert rules.view(state).rolls_allowed == 3
    keep = next(iter(rules.keeps(state)))
    assert isinstance(rules.waits(state), Choice)
    state, _ = rules.apply(state, Keep(keep))
    wait = rules.waits(state)
    assert isinstance(wait, Throw)
    state, _ = rules.apply(state, Roll((5,) * len(wait.slots)))
    state, _ = rules.apply(state, Stop())  # A stops after two
    assert rules.view(state).rolls_allowed == 2
    state = throw(rules, state, "631")  # B stops after one
    assert rules.view(state).rolls_allowed == 1


def test_or_than_the_leader_by_a_house_rule() -> None:
    rules = Zanzibar(options={"cap": "leader"})
    state, _ = rules.apply(rules.start(3, A), Roll((6, 3, 1)))
    state, _ = rules.apply(state, Stop())
    assert rules.view(state).rolls_allowed == 1


def test_one_throw_each_while_loading_dry() -> None:
    rules = Zanzibar(options={"dry": "on"})
    state, _ = rules.apply(rules.start(2, A), Roll((6, 3, 1)))
    assert rules.waits(state) == Throw(B, (1, 2, 3))
    assert rules.rolls_allowed(unloading(rules, (10, 11))) == 3


def test_of_equal_hands_the_later_is_stronger_at_both_ends() -> None:
    rules = Zanzibar()
    assert throw(rules, rules.start(3, A), "221 421 221").counts == (10, 0, 0)
    assert throw(rules, unloading(rules, (7, 7, 7)), "421 653 421").counts == (7, 14, 0)
    assert throw(rules, unloading(rules, (10, 11)), "653 653").counts == (11, 10)


@pytest.mark.parametrize("extra", [0, 2, 4])
def test_a_nenette_may_cost_more_by_a_house_rule(extra: int) -> None:
    rules = Zanzibar(options={"nenette": extra})
    assert throw(rules, rules.start(2, A), "666 221").counts == (0, 6 + extra)


def test_421_may_be_worth_8() -> None:
    rules = Zanzibar(options={"value_of_421": 8})
    assert throw(rules, rules.start(2, A), "421 651").counts == (0, 8)


class TestZanzi:
    """Three alike on top, then an ace is 100 and a six 60; no more throws than the leader, and ties thrown again."""

    def test_hands_go_by_three_alike_and_then_by_points(self) -> None:
        rules = Zanzibar("zanzi")
        hands = [(1, 1, 1), (6, 6, 6), (2, 2, 2), (6, 1, 1), (6, 6, 1), (5, 1, 1), (6, 5, 1), (6, 6, 5), (5, 4, 1)]
        assert sorted(hands, key=rules.strength, reverse=True) == hands
        assert rules.strength((5, 2, 1)) == rules.strength((4, 3, 1))
        assert [rules.worth(hand) for hand in ((2, 2, 2), (6, 1, 1))] == [3, 1]

    def test_the_weakest_takes_three_for_a_zanzi_and_the_tied_throw_again(self) -> None:
        rules = Zanzibar("zanzi")
        state = throw(rules, rules.start(3, A), "222 521 431")
        assert rules.waits(state) == Throw(B, (1, 2, 3))
        state = throw(rules, state, "555 665")  # the rampo says who takes; what passes is of the hands before
        assert (state.counts, state.pot, state.leader) == ((0, 0, 3), 8, C)
        assert rules.view(state).rolls_allowed == 3

    def test_the_usual_values_may_be_thrown_again_for_too(self) -> None:
        state = throw(Zanzibar(options={"ties": "rampo"}), Zanzibar().start(3, A), "555 431 431")
        assert len(state.heats) == 2
        assert throw(Zanzibar(), Zanzibar().start(3, A), "555 431 431").leader == B
