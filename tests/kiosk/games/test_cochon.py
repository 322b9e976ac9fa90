"""Cochon: its vectors, and its chances reckoned with throw by throw."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from kiosk.games.cochon import Cochon
from kiosk.games.core import Action, Event, Happening, IllegalActionError, Keep, Over, Roll, Stop, Throw
from kiosk.games.state import State

AGAIN = Keep(frozenset())
A, B = 0, 1


def begun(rules: Cochon, *points: int) -> State:
    """A leads; these are banked."""
    return replace(rules.start(len(points), 0), counts=points)


def turn(rules: Cochon, state: State, *throws: str, end: bool = True) -> tuple[State, list[Event]]:
    """Throw after throw, then END."""
    actions: list[Action] = []
    for thrown in throws:
        actions += [AGAIN] * bool(actions) + [Roll(tuple(map(int, thrown)))]
    events: list[Event] = []
    for action in [*actions, *[Stop()] * end]:
        state, happened = rules.apply(state, action)
        events += happened
    return state, events


def test_end_banks_what_was_thrown() -> None:
    state, events = turn(Cochon(), begun(Cochon(), 0, 0), "6", "5", "4")
    assert state.counts == (15, 0)
    assert [(event.what, event.amount) for event in events[-1:]] == [(Happening.POINTS, 15)]
    assert Cochon().waits(state) == Throw(B, (1,))


def test_a_one_loses_the_turn() -> None:
    state, events = turn(Cochon(), begun(Cochon(), 30, 0), "6", "6", "1", end=False)
    assert state.counts == (30, 0)
    assert [(event.what, event.seat, event.amount) for event in events[-1:]] == [(Happening.BUST, A, 12)]
    assert Cochon().waits(state) == Throw(B, (1,))


def test_what_is_at_stake_is_shown() -> None:
    rules = Cochon()
    state, _ = turn(rules, begun(rules, 41, 0), "6", "5", end=False)
    view = rules.view(state)
    assert (view.at_stake, view.seats[A].score) == (11, 41)
    assert view.sought is not None
    assert dict(view.sought.values) == {"n": 1, "all": 6, "points": 11}
    state, _ = rules.apply(state, AGAIN)
    assert rules.view(state).at_stake == 11


def test_end_before_the_first_throw_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        Cochon().apply(begun(Cochon(), 0, 0), Stop())


def test_who_gets_there_wins_without_end() -> None:
    state, events = turn(Cochon(), begun(Cochon(), 88, 99), "6", "6", end=False)
    assert state.counts == (100, 99)
    assert Cochon().waits(state) == Over(((A,), (B,)))
    assert events[-1].what is Happening.OVER


@pytest.mark.parametrize(
    ("preset", "thrown", "left"),
    [("deux_des", "31", 45), ("deux_des", "11", 0), ("deux_des_doux", "11", 45), ("deux_des_doux", "31", 45)],
)
def test_ones_of_two_dice(preset: str, thrown: str, left: int) -> None:
    rules = Cochon(preset)
    state, events = turn(rules, begun(rules, 45, 0), "54", thrown, end=False)
    assert state.counts == (left, 0)
    assert events[-1].amount == 9 + 45 - left


def test_in_the_lap_others_may_go_past() -> None:
    rules = Cochon(options={"end": "lap"})
    state, _ = turn(rules, begun(rules, 96, 80), "6")
    assert state.counts == (102, 80)
    state, _ = turn(rules, state, "6", "6", "6", "5")
    assert rules.waits(state) == Over(((B,), (A,)))


def test_after_the_lap_the_tied_have_one_more_turn_each() -> None:
    rules = Cochon(options={"end": "lap"})
    state, _ = turn(rules, begun(rules, 96, 96, 0), "4")
    state, _ = turn(rules, state, "4")
    state, events = turn(rules, state, "2")
    assert events[-1].what is Happening.TIE
    state, _ = turn(rules, state, "3")
    assert not isinstance(rules.waits(state), Over)
    state, _ = turn(rules, state, "1", end=False)
    assert rules.waits(state) == Over(((A,), (B,), (2,)))


def test_what_a_throw_risks() -> None:
    assert Cochon().risk(1) == Fraction(1, 6)
    assert Cochon("deux_des").risk(2) == Fraction(11, 36)


def test_end_at_twenty_always() -> None:
    """Followed throw by throw, exactly; turns with as much at stake are one."""
    rules, ends = Cochon(), dict[int, Fraction]()
    chances, states = {0: Fraction(1)}, {0: begun(rules, 0, 0)}
    for stake in range(20):
        if stake not in states:
            continue
        for die in range(1, 7):
            chance = chances[stake] / 6
            after, _ = rules.apply(states[stake], Roll((die,)))
            if after.turn is not None and after.turn.seat == A:
                at_stake = rules.view(after).at_stake or 0
                if at_stake < 20:
                    chances[at_stake] = chances.get(at_stake, Fraction(0)) + chance
                    states[at_stake] = rules.apply(after, AGAIN)[0]
                    continue
                after, _ = rules.apply(after, Stop())
            ends[after.counts[A]] = ends.get(after.counts[A], Fraction(0)) + chance
    assert ends[0] == Fraction(9440899, 15116544)
    assert round(float(sum(points * chance for points, chance in ends.items())), 4) == 8.1418
    assert [round(100 * float(ends[points]), 4) for points in range(20, 26)] == [
        9.9713, 9.4991, 7.4189, 5.4196, 3.5198, 1.7173,
    ]  # fmt: skip
