"""What the turns of a heat are worth, whatever they are played for: each aim is solved by its own module."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from kiosk.games.aims import Aim, Bank, Contest, Race, Score, Sheet
from kiosk.games.game import Game
from kiosk.games.state import Hand, Heat, Made, Turn, tidy
from kiosk.games.text import Text
from kiosk.odds.advice import Matter, Number
from kiosk.odds.bank import Risk
from kiosk.odds.contest import Compared, Heats
from kiosk.odds.race import Races
from kiosk.odds.sheet_table import Sheets
from kiosk.odds.tokens import TokenContest
from kiosk.odds.turns import EndlessError, Numbers, Solved, Turns, Values, allowance, solve


def solve_alone(
    turns: Turns, worth: Callable[[Made], int], allowed: int | None, *, exact: bool
) -> tuple[Solved, Numbers]:
    """Solve a turn that is played for the hand of the most points, whatever others do: one case, one part."""
    throws = turns.most if allowed is None else allowed
    if throws is None:
        raise EndlessError
    numbers = Numbers(6 ** (turns.dice * throws) if exact else 1.0)

    def ends(made: int) -> Values:
        return numbers.array([worth(hand) for hand in turns.made(made)])[:, None, None]

    return solve(turns, ends, allowed, numbers), numbers


@dataclass(frozen=True, slots=True)
class Worth:
    """What the choices of one turn are worth.

    Attributes:
        throw: the value of letting these dice stay, after this many throws.
        stop: the value of ending the turn as it stands.
        now: in a race, the chance that the hand is there after this throw, if these dice stay.
        boxes: the value of each use of this turn's hand, by the name of the offer.
        risk: how many dice are thrown if these stay, and the chance of a bust; None if it is always the same.
    """

    matter: Matter
    throw: Callable[[Hand, int], Number]
    stop: Callable[[Turn], Number]
    now: Callable[[Hand], Number] | None = None
    goal: Text | None = None
    boxes: Callable[[Turn], Mapping[str, Number]] | None = None
    risk: Callable[[Hand], tuple[int, Number] | None] = lambda _: None


Solver = Callable[[Any], Worth]
"""Gives what the choices of a turn are worth, for any state of the heats that it was made for."""


class Solvers:
    """Makes the solvers of one game with its house rules; what several kinds of heats need is laid out once."""

    def __init__(self, game: Game[Any], *, exact: bool, aim: Aim | None) -> None:
        self._game, self._exact, self._aim = game, exact, aim
        self._turns: dict[tuple[str, int], Turns] = {}
        self._compared: dict[tuple[str, str, int, int], Compared] = {}

    def of(self, state: Any) -> Solver | None:
        """The solver for heats as the one that `state` is in; None if there are no odds."""
        game = self._game
        aim = self._aim or game.aim(state)
        if aim is None:
            return None
        if isinstance(aim, Bank):
            return self._bank(game, aim)
        if isinstance(aim, Sheet):
            return _sheet(aim, game.dice)
        kind = (state.heat.kind, state.heat.dice)
        if kind not in self._turns:
            made = aim.of if isinstance(aim, Contest | Score) and aim.made else lambda _: None
            self._turns[kind] = Turns(game, state, made)
        turns = self._turns[kind]
        try:
            match aim:
                case Contest():
                    return self._contest(game, state, aim, turns)
                case Score():
                    return self._score(game, state, aim, turns)
                case Race():
                    return _race(game, aim, turns, duel=len(state.heat.seats) == 2)
        except EndlessError:
            return None

    def _contest(self, game: Game[Any], state: Any, aim: Contest, turns: Turns) -> Solver:
        seats, calls = len(state.heat.seats), aim.calls or {"": aim.strength}
        by = {
            call: self._heats(game, state, replace(aim, strength=strength), turns, call)
            for call, strength in calls.items()
        }
        first = next(iter(by.values()))
        for heats in by.values():
            heats.solved((), seats - 1)  # now, in the background: the leader's turn needs those of all who follow
        if isinstance(first, TokenContest):
            return partial(_tokens, game, first)
        if state.breaking_tie:
            matter = Matter.TIE_NOT_LAST if aim.last else Matter.TIE_BEST
        else:
            matter = Matter.NOT_LAST if aim.last else Matter.BEST

        def worth(state: Any) -> Worth:
            heats, left = by.get(state.heat.called, first), seats - len(state.heat.hands) - 1
            return _solved(heats.solved(state.heat.made, left), heats.numbers.number, matter)

        if not aim.calls:
            return worth
        led = _led([heats.solved((), seats - 1) for heats in by.values()], allowance(game, state, ()), first.numbers)

        def boxes(turn: Turn) -> Mapping[str, Number]:
            return {
                call: _solved(heats.solved((), seats - 1), heats.numbers.number, matter).stop(turn)
                for call, heats in by.items()
            }

        leads = replace(_solved(led, first.numbers.number, matter), boxes=boxes)
        return lambda state: worth(state) if state.heat.hands else leads

    def _heats(self, game: Game[Any], state: Any, aim: Contest, turns: Turns, call: str) -> Compared:
        # Floats serve any number of seats; exact numbers, and tokens, are made for one.
        seats = len(state.heat.seats) if self._exact or aim.stakes else 0
        key = (state.heat.kind, call, state.heat.dice, seats)
        if key not in self._compared:
            self._compared[key] = (
                Heats(game, state, aim, turns, exact=self._exact)
                if aim.stakes is None
                else TokenContest(game, state, aim, turns)
            )
        return self._compared[key]

    def _bank(self, game: Game[Any], aim: Bank) -> Solver:
        risk, fixed = Risk(aim), self._aim
        risk.throw(aim, aim.dice, 0)  # now, in the background: it makes the tables

        def worth(state: Any) -> Worth:
            asked = fixed or game.aim(state)
            assert isinstance(asked, Bank)
            return _banked(game, state, asked, risk)

        return worth

    def _score(self, game: Game[Any], state: Any, aim: Score, turns: Turns) -> Solver:
        sign = -1 if aim.lowest else 1
        allowed = allowance(game, state, ())
        solved, numbers = solve_alone(turns, lambda made: sign * aim.of(made), allowed, exact=self._exact)
        matter = Matter.HAND if aim.chance else Matter.SCORE if aim.lowest else Matter.HIGH_SCORE
        worth = _solved(solved, lambda value: numbers.number(sign * value), matter)
        return lambda _: worth


def _led(by_call: list[Solved], allowed: int | None, numbers: Numbers) -> Solved:
    """The turn of a leader who may call when it ends: each end is worth what its best call is; `by_call`: with each."""

    def ends(made: int) -> Values:
        return np.asarray(np.maximum.reduce([solved.ends[made - 1] for solved in by_call]))

    return solve(by_call[0].turns, ends, allowed, numbers)


def _tokens(game: Game[Any], heats: TokenContest, state: Any) -> Worth:
    aim = game.aim(state)
    assert isinstance(aim, Contest)
    stakes = aim.stakes
    assert stakes is not None
    solved = heats.turn(state.heat.made, len(state.heat.seats) - len(state.heat.hands) - 1, stakes)
    # The seat's share of all tokens is its chance to lose; of those in the pot each seat may expect as many.
    to_come = stakes.held + stakes.pot / stakes.seats

    def safe(rid: float) -> float:
        return min(1.0, max(0.0, 1 - (to_come - float(rid)) / stakes.every))

    return _solved(solved, safe, Matter.SAFE)


def _sheet(aim: Sheet, dice: int) -> Solver:
    sheets = Sheets(aim, dice)

    def worth(state: Any) -> Worth:
        turn = sheets.turn(state)
        return Worth(
            Matter.TOTAL, turn.throw, lambda done: turn.stop(done.hand), boxes=lambda done: turn.boxes(done.hand)
        )

    return worth


def _solved(solved: Solved, number: Callable[[Any], Number], matter: Matter) -> Worth:
    """The values of a solved turn: those of its first part and only case, made a `number`."""

    def stop(turn: Turn) -> Number:
        kept = tuple(turn.hand[slot - 1] for slot in sorted(turn.kept))
        return number(solved.stop(solved.turns.node(turn.hand, kept), turn.rolls)[0, 0])

    return Worth(matter, lambda keep, made: number(solved.throw(keep, made)[0, 0]), stop)


def _banked(game: Game[Any], state: Any, aim: Bank, risk: Risk) -> Worth:
    turn: Turn = state.turn
    matter = Matter.MATCH if aim.match else Matter.BANKED
    stays = [die for slot, die in enumerate(turn.dice, 1) if slot in turn.kept and die]

    def throw(keep: Hand, _: int) -> float:
        left = (len(turn.dice) - len(keep)) or aim.dice
        if turn.throwing:
            return risk.throw(aim, left, turn.at_stake)
        fresh = (Counter(turn.hand) - Counter(stays)).elements()
        aside = (Counter(keep or turn.hand) - Counter(stays)).elements()
        return risk.throw(aim, left, turn.at_stake + risk.gain(tidy(fresh), tidy(aside)))

    def risks(keep: Hand) -> tuple[int, Number] | None:
        left = (len(turn.dice) - len(keep)) or aim.dice
        return None if risk.steady else (left, risk.bust(left))

    def boxes(_: Turn) -> Mapping[str, float]:
        return {offer.name: risk.pays(aim, game.brings(state, offer)) for offer in game.offers(state)}

    def stop(_: Turn) -> float:
        return max(boxes(turn).values(), default=risk.pays(aim, game.brings(state)))

    return Worth(matter, throw, stop, risk=risks, boxes=boxes)


def _race(game: Game[Any], aim: Race, turns: Turns, *, duel: bool) -> Solver:
    races = Races(aim, turns)
    if not duel:
        alone = Worth(Matter.TURNS, lambda keep, _: races.turns[keep], lambda _: 0, races.there.__getitem__, aim.goal)
        _ = races.turns  # now, in the background
        return lambda _: alone

    def against(state: Any) -> Worth:
        heat: Heat = state.heat
        other = next(seat for seat in heat.seats if seat != state.turn.seat)
        hand = heat.hand(other) or _lying(game.opening(state, other))
        first, reached = not heat.hands, bool(heat.hands) and aim.there(heat.hands[0])
        return Worth(
            Matter.DUEL,
            lambda keep, _: races.duel(keep, hand, first=first, reached=reached),
            lambda _: 0,
            races.there.__getitem__,
            aim.goal,
        )

    races.duel((), None)  # now, in the background
    return against


def _lying(dice: tuple[int | None, ...]) -> Hand | None:
    """The hand that lies before a seat; None if it has none yet."""
    hand = tuple(die for die in dice if die is not None)
    return hand if len(hand) == len(dice) else None
