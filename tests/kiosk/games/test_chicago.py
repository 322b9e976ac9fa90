"""Chicago: vectors of its rules."""

from __future__ import annotations

import pytest
import scripts
from scripts import choice, hand, picks

from kiosk.games.chicago import Chicago
from kiosk.games.core import Choose, Happening, IllegalActionError, Keep, Over, Roll, Stop, Throw, Turned
from kiosk.games.families.ranking import total
from kiosk.games.state import State
from kiosk.games.text import Text
from kiosk.locale import translate

A, B, C, D = range(4)
RULES = Chicago("deckel")


def throw(state: State, hands: str, rules: Chicago = RULES) -> State:
    return scripts.throw(rules, state, hands)


@pytest.mark.parametrize(
    ("word", "points"), [("651", 165), ("661", 220), ("521", 107), ("431", 107), ("555", 15), ("222", 6), ("111", 300)]
)
def test_aces_are_100_and_sixes_60(word: str, points: int) -> None:
    assert total(hand(word)) == points


@pytest.mark.parametrize("preset", Chicago.presets)
def test_all_throw_for_the_lead_whatever_falls(preset: str) -> None:
    rules = Chicago(preset)
    state = throw(rules.start(3), "111 654", rules)
    assert rules.waits(state) == Throw(C, (1, 2, 3))
    state = throw(state, "654", rules)  # 15 pips each: B and C throw again
    state = throw(state, "111", rules)
    assert rules.waits(state) == Throw(C, (1, 2, 3))
    assert throw(state, "211", rules).leader == C


@pytest.mark.parametrize("match", ["coasters", "lives"])
def test_the_leader_says_high_or_low_after_his_throws(match: str) -> None:
    rules = Chicago("hoch_tief", {"match": match})
    state = throw(rules.start(3, A), "542", rules)
    wait = picks(rules, state)
    assert [(offer.name, offer.points) for offer in wait.options] == [("high", 11), ("low", 11)]
    assert translate(rules.view(state).sought or Text(""), "fr") == "Au plus haut ou au plus bas\u202f?"
    high, low = (rules.apply(state, Choose(name))[0] for name in ("high", "low"))
    lost = (1, 2, 2) if match == "lives" else (1, 0, 0)
    assert throw(high, "651 661", rules).counts == lost  # 165 and 220 beat 11
    state = throw(low, "611", rules)  # 8 pips
    assert scripts.sought(rules, state) == "Go below 11 points, or " + (
        "lose a life" if match == "lives" else "take a coaster"
    )
    state = throw(state, "662", rules)  # 14 pips
    assert state.counts == ((2, 2, 1) if match == "lives" else (0, 0, 1))
    assert (state.leader, state.heat.called) == (C, "")  # who leads says it anew


def test_low_the_best_hand_puts_a_coaster_away_and_three_aces_are_best() -> None:
    rules = Chicago("hoch_tief", {"coasters": 2, "chicago": "round"})
    state = rules.apply(throw(rules.start(2, A), "666", rules), Choose("low"))[0]
    state = throw(state, "111", rules)  # A takes, and leads
    state = throw(rules.apply(throw(state, "111", rules), Choose("low"))[0], "654", rules)  # now B
    assert (state.counts, state.leader, state.heat.kind) == ((1, 1), B, "ridding")
    state = rules.apply(throw(state, "211", rules), Choose("low"))[0]
    assert rules.waits(throw(state, "221", rules)) == Over(((B,), (A,)))


def test_hands_have_names() -> None:
    names = [translate(RULES.describe(RULES.start(2), hand(word)).name, "en") for word in ("111", "555", "651")]
    assert names == ["Chicago, 300", "Fisch, 15", "165 points"]


def test_there_is_one_coaster_more_than_players() -> None:
    assert [Chicago("deckel", {"coasters": rule}).start(4, A).pot for rule in ("n_plus_1", "2n_minus_1", 9)] == [
        5,
        7,
        9,
    ]


def test_the_lowest_takes_a_coaster_and_leads() -> None:
    state = throw(RULES.start(3, A), "651 521 64" + "4")
    assert total(hand("644")) == 68
    assert (state.counts, state.pot, state.leader) == ((0, 0, 1), 3, C)


def test_of_equal_totals_the_later_is_the_lower() -> None:
    assert throw(RULES.start(3, A), "651 521 431").counts == (0, 0, 1)


def test_with_the_pot_empty_who_has_none_is_safe_and_the_highest_gets_rid() -> None:
    rules = Chicago("deckel", {"coasters": 3})
    state = throw(rules.start(3, A), "651 521 644", rules)  # C
    state = throw(state, "644 651 521", rules)  # C leads and takes again
    state = throw(state, "651 644 521", rules)  # C, A, B: A
    assert (state.counts, state.pot, state.out) == ((1, 0, 2), 0, ((B,),))
    assert state.heat.kind == "ridding"
    assert state.leader == A
    state = throw(state, "661 521", rules)  # A gets rid of the last
    assert state.away == 1
    assert rules.waits(state) == Over(((B,), (A,), (C,)))


def test_who_holds_all_when_the_pot_runs_empty_has_lost() -> None:
    rules = Chicago("deckel", {"coasters": 1})
    assert rules.waits(throw(rules.start(3, A), "651 521 644", rules)) == Over(((A, B), (C,)))


def test_chicago_makes_safe_at_once_and_its_coasters_go_back() -> None:
    state = throw(RULES.start(3, A), "644 521 651")  # A takes
    state = throw(state, "111 521 644")  # A, B, C
    assert (state.counts, state.pot, state.out) == ((0, 0, 1), 3, ((A,),))
    assert state.leader == C
    state, events = RULES.apply(RULES.start(2, A), Roll(hand("111")))
    state, events = RULES.apply(state, Stop())
    assert RULES.waits(state) == Over(((A,), (B,)))  # nobody else is left to play
    assert any(event.what is Happening.SPECIAL for event in events)


def test_a_fisch_is_a_moment() -> None:
    state, _ = RULES.apply(RULES.start(2, A), Roll(hand("432")))
    _, events = RULES.apply(state, Stop())
    assert [translate(e.text, "en", ["Jo", "Al"]) for e in events if e.what is Happening.SPECIAL] == [
        "Fisch for Jo: no ace, no six"
    ]


def test_of_two_sixes_one_may_be_turned_and_the_other_is_thrown() -> None:
    state, _ = RULES.apply(RULES.start(2, A), Roll((6, 4, 6)))
    wait = choice(RULES, state)
    assert wait.turns == {frozenset({1}), frozenset({3})}
    assert RULES.view(state).turns == 1
    state, events = RULES.apply(state, Turned(frozenset({3})))
    assert [event.what for event in events] == [Happening.TURNED]
    wait = choice(RULES, state)
    assert wait.keeps == {frozenset({3}), frozenset({2, 3})}
    assert not wait.may_stop
    assert not wait.turns
    with pytest.raises(IllegalActionError):
        RULES.apply(state, Keep(frozenset({1, 3})))
    state, _ = RULES.apply(state, Keep(frozenset({3})))
    assert RULES.waits(state) == Throw(A, (1, 2))
    state, _ = RULES.apply(state, Roll((6, 6)))
    wait = choice(RULES, state)
    assert wait.turns == {frozenset({1}), frozenset({2})}
    assert RULES.view(state).hand == (6, 6, 1)


def test_of_three_sixes_two_may_be_turned() -> None:
    state, _ = RULES.apply(RULES.start(2, A), Roll((6, 6, 6)))
    state, _ = RULES.apply(state, Turned(frozenset({1, 2})))
    assert RULES.waits(state) == Throw(A, (3,))


def test_sixes_of_two_throws_and_of_the_last_stay_sixes() -> None:
    state, _ = RULES.apply(RULES.start(2, A), Roll((6, 4, 2)))
    state, _ = RULES.apply(state, Keep(frozenset({1})))
    state, _ = RULES.apply(state, Roll((6, 2)))
    wait = choice(RULES, state)
    assert not wait.turns
    off = Chicago("deckel", {"sixes": "off"})
    wait = choice(off, off.apply(off.start(2, A), Roll((6, 4, 6)))[0])
    assert not wait.turns
    state = throw(RULES.start(2, A), "651")  # one throw each
    state, _ = RULES.apply(state, Roll((6, 6, 1)))
    assert state.round == 2


def test_a_die_left_lying_stays_or_may_be_taken_back() -> None:
    def keeps(rules: Chicago) -> frozenset[frozenset[int]]:
        state, _ = rules.apply(rules.start(2, A), Roll((1, 4, 2)))
        state, _ = rules.apply(state, Keep(frozenset({1})))
        wait = choice(rules, rules.apply(state, Roll((3, 2)))[0])
        return wait.keeps

    assert all(1 in slots for slots in keeps(RULES))
    assert frozenset() in keeps(Chicago("deckel", {"keep": "free"}))


def test_lives_are_lost_by_the_lowest_or_by_all_others() -> None:
    rules = Chicago("leben")
    state = throw(rules.start(3, A), "651 521 644", rules)
    assert (state.counts, state.leader) == ((2, 2, 1), C)
    state = throw(rules.start(3, A), "111 521 644", rules)
    assert (state.counts, state.out) == ((2, 1, 1), ())
    one = Chicago("ein_leben")
    assert one.waits(throw(one.start(3, A), "111 521 644", one)) == Over(((A,), (B, C)))
    first = Chicago("ein_leben", {"out": "first_pays"})
    over = first.waits(throw(first.start(3, A), "651 521 644", first))
    assert over == Over(((A, B), (C,)))


def test_all_who_lose_their_last_life_at_once_have_lost_and_the_message_names_them() -> None:
    rules = Chicago("ein_leben", {"out": "first_pays"})
    state = throw(rules.start(4, A), "644 111 521", rules)
    state, events = rules.apply(state, Roll(hand("651")))  # the leader's cap: one throw
    assert rules.waits(state) == Over(((B,), (A, C, D)))
    said = translate(events[-1].text, "en", ["Ada", "Bo", "Cy", "Di"])
    assert said == "Ada, Cy, and Di have lost the match together"
