"""What every game of the house keeps to, whatever its rules: played over all games."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts import ranking

from kiosk.commands.game_check import by_any_house_rule, faults_of_match, faults_of_words, play
from kiosk.games.core import (
    Action,
    Carry,
    Choice,
    Choose,
    Draw,
    Happening,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Over,
    Pick,
    Return,
    Roll,
    Stop,
    Throw,
    Turned,
    Wait,
)
from kiosk.games.game import Game
from kiosk.games.lesson import BEST_FIRST, TOKENS
from kiosk.games.options import OptionError
from kiosk.games.registry import game, games
from kiosk.locale import languages, translate
from kiosk.match import by_chance

EVERY = [(kind, [*kind.presets][-1]) for kind in games()]
every_game = pytest.mark.parametrize(("kind", "preset"), EVERY, ids=[f"{kind.name}-{preset}" for kind, preset in EVERY])
"""By the preset farthest from the text; matches by any house rules are drawn below, golden ones are of each preset."""
by_game = pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
some_matches = settings(max_examples=3, deadline=None, derandomize=True)

ABSURD: tuple[Action, ...] = (
    Roll(()),
    Roll((0, 1, 2)),
    Roll((7,)),
    Roll((1,) * 12),
    Keep(frozenset({0})),
    Keep(frozenset({1, 99})),
    Turned(frozenset()),
    Turned(frozenset({99})),
    Lead(99),
    Leave(99),
    Choose("no such thing"),
)


def options(kind: type[Game[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Any house rules: for each switch a value offered, or none."""
    return st.fixed_dictionaries(
        {}, optional={switch.name: st.sampled_from(switch.values) for switch in kind.switches if switch.name != "first"}
    )


@cache
def one_match(kind: type[Game[Any]], preset: str) -> list[tuple[Any, Action, Any]]:
    """What several tests look at."""
    return list(play(kind(preset), 3, seed=7))


def actions_of(wait: Wait) -> set[Action]:
    match wait:
        case Throw(_, slots):
            return {Roll((1,) * len(slots))}
        case Choice(_, keeps, may_stop, turns=turns):
            stops = (Stop() for _ in range(may_stop))
            return {*(Keep(slots) for slots in keeps), *(Turned(slots) for slots in turns), *stops}
        case Pick(_, options):
            return {Choose(offer.name) for offer in options}
        case Draw(seats):
            return {Lead(seat) for seat in seats}
        case Over():
            return set()


@by_game
@given(data=st.data(), seats=st.integers(2, 8), seed=st.integers(0, 2**32))
@some_matches
def test_a_match_ends_and_every_state_on_the_way_is_sound(
    kind: type[Game[Any]], data: st.DataObject, seats: int, seed: int
) -> None:
    rules = kind(data.draw(st.sampled_from([*kind.presets])), data.draw(options(kind)))
    seats = min(seats, rules.seats[-1])  # a house rule may let fewer play
    first = data.draw(st.sampled_from([None, *range(seats)]))
    assert list(faults_of_match(rules, seats, seed, first)) == []


@every_game
def test_a_hand_has_a_name_to_stand_in_a_sentence(kind: type[Game[Any]], preset: str) -> None:
    rules = kind(preset)
    views = [rules.view(state) for state, _, _ in one_match(kind, preset)]
    hands = {hand.name for view in views for hand in (view.named, *(seat.hand for seat in view.seats)) if hand}
    assert not [name for name in hands for language in languages() if ":" in translate(name, language)]


@pytest.mark.parametrize("kind", [kind for kind in games() if 1 in kind.seats], ids=lambda kind: kind.name)
def test_one_alone_plays_to_the_end_and_is_asked_for_no_lead(kind: type[Game[Any]]) -> None:
    rules = kind()
    assert rules.waits(rules.start(1)) == rules.waits(rules.start(1, 0))
    *_, (_, _, last) = play(rules, 1, seed=421)
    assert rules.waits(last) == Over(((0,),))


@by_game
@given(data=st.data(), seats=st.integers(2, 8), seed=st.integers(0, 2**32), at=st.integers(0, 60))
@some_matches
def test_illegal_actions_are_refused_with_a_reason_and_change_nothing(
    kind: type[Game[Any]], data: st.DataObject, seats: int, seed: int, at: int
) -> None:
    rules = kind(data.draw(st.sampled_from([*kind.presets])))
    for number, (state, _, _) in enumerate(play(rules, seats, seed)):
        if number < at:
            continue
        legal = actions_of(rules.waits(state))
        wrong: set[Action] = {Keep(frozenset({1})), Keep(frozenset()), Stop(), Lead(0), Roll((1, 2)), *ABSURD} - legal
        seen = (rules.waits(state), rules.view(state), hash(state))
        for action in wrong:
            if isinstance(action, Roll) and any(isinstance(other, Roll) for other in legal):
                right = next(len(other.values) for other in legal if isinstance(other, Roll))
                if len(action.values) == right and set(action.values) <= set(range(1, 7)):
                    continue
            with pytest.raises(IllegalActionError) as refused:
                rules.apply(state, action)
            assert refused.value.reason.message
        assert seen == (rules.waits(state), rules.view(state), hash(state))
        return


@every_game
def test_one_who_leaves_changes_nothing_in_the_rules(kind: type[Game[Any]], preset: str) -> None:
    rules = kind(preset)
    stayed = rules.start(3)
    left, events = rules.apply(stayed, Leave(1))
    assert [event.seat for event in events] == [1]
    with pytest.raises(IllegalActionError):
        rules.apply(left, Leave(1))
    assert rules.apply(left, Return(1))[0] == stayed
    with pytest.raises(IllegalActionError):
        rules.apply(stayed, Return(1))
    chance = random.Random(421)
    while not isinstance(wait := rules.waits(stayed), Over):
        assert rules.waits(left) == wait
        done = by_chance.action(wait, chance)
        stayed, there = rules.apply(stayed, done)
        left, here = rules.apply(left, done)
        assert here == there
    with pytest.raises(IllegalActionError):
        rules.apply(stayed, Leave(0))


@every_game
def test_somebody_joins_between_rounds_where_the_counts_tell_all(kind: type[Game[Any]], preset: str) -> None:
    rules = kind(preset)
    found = [(before, carry) for before, _, _ in one_match(kind, preset) if (carry := rules.newcomer(before))]
    for before, carry in found:
        assert carry.counts == (*before.counts, min(before.counts))
        assert not rules.view(before).rolls_used
        begun = rules.start(len(carry.counts), before.turn.seat)
        joined, events = rules.apply(begun, carry)
        assert (joined.counts, events[-1].seat) == (carry.counts, len(carry.counts) - 1)
        assert rules.waits(joined) == rules.waits(before)
    begun = rules.start(4, 0)
    with pytest.raises(IllegalActionError):
        rules.apply(begun, Carry((0, 0, 0)))
    if not found:
        with pytest.raises(IllegalActionError):
            rules.apply(begun, Carry((0, 0, 0, 0)))


def test_the_games_that_bear_it_that_somebody_joins() -> None:
    bear = {kind.name for kind in games() if kind().newcomer(kind().start(3, 0))}
    assert bear == {"cochon", "dix_mille", "mexico"}


@every_game
def test_a_match_ends_with_an_event_that_says_so(kind: type[Game[Any]], preset: str) -> None:
    state, action, _ = one_match(kind, preset)[-1]
    _, events = kind(preset).apply(state, action)
    assert events[-1].what is Happening.OVER


@by_game
class TestAGameSaysWhatItIs:
    def test_by_name(self, kind: type[Game[Any]]) -> None:
        assert game(kind.name) is kind
        assert kind.title.message
        assert kind.about.message

    def test_in_words_that_fit(self, kind: type[Game[Any]]) -> None:
        assert list(faults_of_words(kind)) == []

    def test_its_switches_refuse_what_they_do_not_offer(self, kind: type[Game[Any]]) -> None:
        for switch in kind.switches:
            with pytest.raises(OptionError, match=switch.name):
                switch.value("no such thing")

    def test_its_best_hands_are_drawn_on_top(self, kind: type[Game[Any]]) -> None:
        for rules in by_any_house_rule(kind):
            ranks = {hand.dice: hand.rank or 0 for hand in ranking(rules)}
            if ranks and rules.lesson.heading in {BEST_FIRST, TOKENS}:
                drawn = [ranks[hand] for example in rules.lesson.examples for hand in example.hands]
                assert drawn == sorted(drawn), rules.options
                assert (drawn[0], drawn[-1]) == (1, max(ranks.values())), rules.options

    def test_the_house_may_name_who_leads(self, kind: type[Game[Any]]) -> None:
        rules = kind(options={"first": "seat"})
        assert rules.waits(rules.start(3)) == Draw((0, 1, 2))
        state, _ = rules.apply(rules.start(3), Lead(2))
        wait = rules.waits(state)
        assert isinstance(wait, Throw)
        assert wait.seat == 2
