"""Rounds in which hands are compared: published figures, and the same by playing every throw of small games out."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest

from kiosk.games.aims import Contest, Ties
from kiosk.games.options import FIRST, Preset, Switch, presets
from kiosk.games.registry import game
from kiosk.games.rounds import Rounds
from kiosk.games.state import Hand, Play, State, Turn
from kiosk.games.text import say
from kiosk.odds.odds import Odds, begun
from kiosk.odds.question import Question, answer


def asked(name: str, preset: str | None = None, /, *, rules: dict[str, str] | None = None, **question: Any) -> Fraction:
    """The exact value of a question."""
    value = answer(game(name)(preset, rules), Question(**question)).value
    assert isinstance(value, Fraction)
    return value


def test_the_round_of_two_that_others_have_solved_too() -> None:
    leads: dict[str, Any] = {"phase": "decharge", "whole": True, "tie": "half"}
    assert round(float(asked("le_421", "classique", **leads)), 10) == 0.6000443912
    free = asked("le_421", "classique", rules={"cap": "none"}, **leads)
    assert round(float(free), 10) == 0.4378711896


def test_leading_is_an_advantage_where_nobody_may_throw_more_often() -> None:
    assert round(float(asked("zanzibar", whole=True)), 4) == 0.5834


def test_of_two_dry_throws_the_earlier_loses_a_tie() -> None:
    assert 1 - asked("zanzibar", rules={"dry": "on"}, whole=True) == Fraction(3971, 7776)


def test_two_dry_throws_are_as_often_equal_as_counted() -> None:
    lose, half, win = (asked("le_421", phase="charge", whole=True, tie=tie) for tie in ("lose", "half", "win"))
    assert win - lose == Fraction(83, 3888)
    assert half == Fraction(1, 2)
    assert lose + win == 1


def test_equal_hands_count_as_the_rules_say() -> None:
    dice: dict[str, Any] = {"dice": "555", "rolls_left": 0, "to_beat": "555"}
    assert asked("zanzibar", **dice) == 1  # the later is the stronger
    assert asked("le_421", phase="decharge", **dice) == 1  # nothing moves
    assert asked("four_twenty_one", **dice) == Fraction(1, 2)  # they throw for it
    for tie, worth in (("win", 1), ("half", Fraction(1, 2)), ("lose", 0)):
        assert {asked(name, tie=tie, **dice) for name in ("zanzibar", "le_421", "four_twenty_one")} == {worth}


def test_the_last_die_of_a_421() -> None:
    advice = answer(game("zanzibar")(), Question(dice="425", rolls_left=1, to_beat="555"))
    assert (advice.best and advice.best.keep, advice.value) == ((4, 2), Fraction(1, 6))
    assert {option.keep: option.value for option in advice.options}[5, 4, 2] == 0
    assert len(advice.options) == 8


# --- every throw played out --------------------------------------------------------------------------------------


class Tiny(Rounds[State]):
    """Two dice, two throws, any kept: small enough to count everything."""

    name = "tiny"
    title = say("421, charge and décharge")
    dice = 2
    switches = (
        FIRST,
        Switch.of("cap", say("Throws"), none=say("Throws"), leader=say("Throws"), previous=say("Throws")),
    )
    presets = presets(text=Preset(say("As written"), say("as it is told")))
    rules = ()
    contest: ClassVar[Contest | None] = None
    stops: ClassVar[bool] = True

    def rolls_allowed(self, state: State) -> int:
        return self.capped(state, 2)

    def may_stop(self, state: State) -> bool:  # noqa: ARG002
        return self.stops

    def aim(self, state: State) -> Contest | None:  # noqa: ARG002
        return self.contest

    def settle(self, play: Play[State]) -> None:
        self.next_round(play, play.state.leader)


class Counted:
    """A round of Tiny, every order of every throw, every seat for itself; `fate` says who may be what at the end."""

    def __init__(self, rules: Tiny, seats: int, aim: Contest) -> None:
        self.rules, self.seats, self.aim = rules, seats, aim
        self.solved: dict[tuple[object, ...], tuple[Fraction, ...]] = {}

    def fate(self, hands: tuple[Hand, ...]) -> tuple[Fraction, ...]:
        """Each seat's chance to be what it wants to be."""
        strengths = [self.aim.strength(hand) for hand in hands]
        edge = min(strengths) if self.aim.last else max(strengths)
        tied = [seat for seat, strength in enumerate(strengths) if strength == edge]
        if self.aim.void and len(tied) == self.seats:
            chosen = dict.fromkeys(tied, Fraction(0))
        elif self.aim.ties is Ties.LOT:
            chosen = dict.fromkeys(tied, Fraction(1, len(tied)))
        elif self.aim.ties is Ties.ALL:
            chosen = dict.fromkeys(tied, Fraction(1))
        else:
            weaker_first = self.aim.ties is Ties.LATER
            chosen = {tied[0 if weaker_first is self.aim.last else -1]: Fraction(1)}
        return tuple(
            1 - chosen.get(seat, Fraction(0)) if self.aim.last else chosen.get(seat, Fraction(0))
            for seat in range(self.seats)
        )

    def play(self, hands: tuple[Hand, ...] = (), rolls: tuple[int, ...] = ()) -> tuple[Fraction, ...]:
        """All seats' chances before the next seat's first throw."""
        if len(hands) == self.seats:
            return self.fate(hands)
        return self.mean(hands, rolls, (), 0)

    def mean(self, hands: tuple[Hand, ...], rolls: tuple[int, ...], kept: Hand, made: int) -> tuple[Fraction, ...]:
        key = (hands, rolls, kept, made)
        if key not in self.solved:
            throws = [kept + thrown for thrown in product(range(1, 7), repeat=2 - len(kept))]
            found = [self.choose(hands, rolls, tuple(sorted(hand)), made + 1) for hand in throws]
            self.solved[key] = tuple(sum(chances) / len(found) for chances in zip(*found, strict=True))
        return self.solved[key]

    def choose(self, hands: tuple[Hand, ...], rolls: tuple[int, ...], hand: Hand, made: int) -> tuple[Fraction, ...]:
        key = (hands, rolls, made, hand)
        if key not in self.solved:
            used = {"none": 2, "leader": (rolls or (2,))[0], "previous": (rolls or (2,))[-1]}
            throws_on = made < used[str(self.rules.options["cap"])]
            offers = [self.play((*hands, hand), (*rolls, made))] if self.rules.stops or not throws_on else []
            if throws_on:
                offers += [self.mean(hands, rolls, kept, made) for kept in (hand[1:], hand[:1], ())]
            self.solved[key] = max(offers, key=lambda chances: chances[len(hands)])  # the first of equals
        return self.solved[key]


AIMS = [
    Contest(sum, last=last, ties=ties, void=void)
    for last, ties, void in product((True, False), Ties, (True, False))
    if not (void and (not last or ties in {Ties.LATER, Ties.EARLIER}))
]


@pytest.mark.parametrize("cap", ["none", "leader", "previous"])
@pytest.mark.parametrize("aim", AIMS[::5], ids=str)
def test_a_round_of_two_is_that_of_counting_every_throw(aim: Contest, cap: str) -> None:
    assert round_of(aim, cap, 2) == Counted(tiny(aim, cap), 2, aim).play()[0]


def test_a_round_of_three_too() -> None:
    aim = Contest(sum, last=True, ties=Ties.LOT, void=True)
    assert round_of(aim, "previous", 3) == Counted(tiny(aim, "previous"), 3, aim).play()[0]


def test_a_turn_that_may_not_stop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tiny, "stops", False)
    aim = Contest(sum, last=False, ties=Ties.LOT)
    assert round_of(aim, "none", 2) == Counted(tiny(aim, "none"), 2, aim).play()[0]


def tiny(aim: Contest | None, cap: str) -> Tiny:
    rules = Tiny(None, {"cap": cap})
    rules.contest = aim  # type: ignore[misc]
    return rules


def round_of(aim: Contest, cap: str, seats: int) -> object:
    rules = tiny(aim, cap)
    state = replace(begun(rules, seats, "round"), turn=Turn(0, (None, None)))
    exact = Odds(rules, seats, exact=True).advice(state)
    quick = Odds(rules, seats).advice(state)
    assert exact
    assert quick
    assert quick.value == pytest.approx(float(exact.value), abs=1e-12)
    return exact.value
