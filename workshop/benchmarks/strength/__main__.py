"""How strong the house is: `python -m workshop.benchmarks.strength [GAME[:PRESET][/OPTION=VALUE]…] [--matches N]`.

One seat plays in some way and all others by the best simple rule; then the house plays against others. It prints
the share of first places of that seat, and of last ones, in percent, of matches of two, three and four; what is fair
is 50, 33.3 and 25. Some 1,000 matches leave an uncertainty of three points, 10,000 of one.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from kiosk.games.core import Choice, Choose, Draw, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.families.banking import Banking
from kiosk.games.families.jetons import CHARGE, DECHARGE, Jetons
from kiosk.games.registry import game
from kiosk.games.rounds import Rounds
from kiosk.games.state import Heat, State
from kiosk.odds import Odds
from kiosk.odds.turns import Numbers, Solved, Turns, allowance, solve

Place = tuple[int, int, int]
"""Tokens in the pot, of the leader, of the other."""
FLOAT = Numbers(1.0)
SETTLED = 1e-6

Act = Keep | Stop | Choose | Turned
Player = Callable[[Rounds[Any], Any, Any, random.Random], Act]
GAMES = (
    "cochon",
    "cochon:deux_des",
    "dix_mille/target=5000",
    "dix_mille:classique/target=5000",
    "le_421:texte",
    "le_421:classique",
    "le_421:courte",
    "le_421:belge",
    "zanzibar",
)
HOLD = {"cochon": 20, "dix_mille": 300}
"""Points at stake with which the simple rule ends a turn; Neller and Presser 2004 for Cochon."""


def by_chance(_: Rounds[Any], __: Any, wait: Any, chance: random.Random) -> Act:
    if isinstance(wait, Pick):
        return Choose(chance.choice(wait.options).name)
    ways: list[Act] = [Keep(slots) for slots in sorted(wait.keeps, key=sorted)]
    return chance.choice([*ways, *[Stop()] * wait.may_stop])


def greedy(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
    """Takes what lies there, as soon as it may."""
    if isinstance(wait, Pick):
        return Choose(max(wait.options, key=lambda offer: offer.points).name)
    return Stop() if wait.may_stop else by_chance(rules, state, wait, chance)


def simple(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
    """END from some points on, all that counts set aside; or on the way to 4-2-1 what is of it, but no fair hand."""
    if isinstance(wait, Pick):
        return greedy(rules, state, wait, chance)
    if isinstance(rules, Banking):
        stake, have = rules.at_stake(state), state.counts[wait.seat]
        enough = stake >= HOLD[rules.name] or (stake + have >= rules.number("target"))
        free = rules.again(state) and rules.name == "dix_mille"
        if wait.may_stop and enough and not free:
            return Stop()
        return Keep(max(wait.keeps, key=lambda slots: (rules.gain(state, slots), -len(slots))))
    assert isinstance(rules, Jetons)
    hand = state.turn.hand
    if wait.may_stop and rules.worth(hand) > 2:
        return Stop()
    wanted = [4, 2, 1]
    slots = [slot for slot, die in enumerate(hand, 1) if die in wanted and not wanted.remove(die)]  # type: ignore[func-returns-value]
    keep = frozenset(slots)
    return Keep(keep) if keep in wait.keeps else Stop()


def house() -> Player:
    known: dict[tuple[str, str, int], Odds] = {}

    def act(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
        key = (rules.name, rules.preset, state.seats)
        advice = known.setdefault(key, Odds(rules, state.seats)).advice(state)
        if advice is None or advice.best is None:
            return greedy(rules, state, wait, chance)
        best = advice.best
        if best.offer is not None:
            return Choose(best.offer.name)
        return Turned(best.turned) if best.turned else Stop() if best.stop else Keep(best.slots)

    return act


# --- best play of two, for tokens: every position of the match solved, however long that takes ------------------------


class BestOfTwo:
    """The chance to win of who leads a round, at every place, and what is best there."""

    def __init__(self, rules: Jetons) -> None:
        self._rules = rules
        self._every = rules.number("tokens")
        self._turns: dict[str, Turns] = {}
        self.won: dict[Place, float] = {}
        self._solved: dict[Place, tuple[Solved, dict[int, Solved]]] = {}
        places = [(0, own, self._every - own) for own in range(1, self._every)]
        self._settle(places)
        for pot in range(1, self._every + 1):
            rest = self._every - pot
            self._settle([(pot, own, rest - own) for own in range(rest + 1)])

    def _settle(self, places: list[Place]) -> None:
        self.won |= dict.fromkeys(places, 0.5)
        while True:
            fresh = {place: self._value(place) for place in places}
            change = max(abs(fresh[place] - self.won[place]) for place in places)
            self.won |= fresh
            if change < SETTLED:
                return

    def _value(self, place: Place) -> float:
        return float(self.solve(place)[0].throw((), 0)[0, 0])

    def begun(self, place: Place) -> State:
        """The leader is seat 0."""
        kind = CHARGE if place[0] else DECHARGE
        return State(2, counts=place[1:], pot=place[0], round=1, heats=(Heat(kind, (0, 1), 3),))

    def turns(self, state: State) -> Turns:
        kind = state.heat.kind
        if kind not in self._turns:
            self._turns[kind] = Turns(self._rules, state)
        return self._turns[kind]

    def solve(self, place: Place) -> tuple[Solved, dict[int, Solved]]:
        """The leader's turn, and the other's by the throws that he used: a case for each hand of the leader."""
        state = self.begun(place)
        turns = self.turns(state)
        pays = np.array([[self._after(place, first, then) for first in turns.hands] for then in turns.hands])
        most = allowance(self._rules, state, ()) or 1
        other: dict[int, Solved] = {}
        for made in range(1, most + 1):
            allowed = allowance(self._rules, state, (made,))
            other[made] = solve(turns, lambda _: pays[:, None, :], allowed, FLOAT)
        worth = {made: 1 - solved.throw((), 0)[0] for made, solved in other.items()}
        return solve(turns, lambda made: worth[made][:, None, None], most, FLOAT), other

    def _after(self, place: Place, first: tuple[int, ...], then: tuple[int, ...]) -> float:
        """The chance of who plays second, once both hands lie."""
        rules, (pot, own, its) = self._rules, place
        one, two = rules.strength(first), rules.strength(then)
        if one == two and rules.name == "le_421":
            return 1 - self.won[place]
        loses = two < one  # of equal hands the later is the stronger, where they are not void
        worst, best = (then, first) if loses else (first, then)
        amount = rules._moves_in_all(worst, best)  # measured, not used
        amount = min(amount, pot or (own if loses else its))
        if pot:
            pot -= amount
        elif loses:
            own -= amount
        else:
            its -= amount
        own, its = (own, its + amount) if loses else (own + amount, its)
        if not pot and not (own and its):
            return float(its == 0)
        return self.won[pot, its, own] if loses else 1 - self.won[pot, own, its]

    def act(self, _: Any, state: State, wait: Any, __: random.Random) -> Keep | Stop:
        """What is best."""
        heat, turn = state.heat, state.turn
        assert turn is not None
        leader, other = heat.seats
        place = (state.pot, state.counts[leader], state.counts[other])
        if place not in self._solved:
            self._solved[place] = self.solve(place)
        first, second = self._solved[place]
        turns = self.turns(self.begun(place))
        solved, case = first, 0
        if heat.hands:
            solved, case = second[heat.rolls[0]], turns.hands.index(tuple(sorted(heat.hands[0], reverse=True)))
        kept = tuple(turn.hand[slot - 1] for slot in turn.kept)
        stop = float(solved.stop(turns.node(turn.hand, kept), turn.rolls)[0, case])
        ways = {slots: float(solved.throw(turn.showing(slots), turn.rolls)[0, case]) for slots in wait.keeps}
        best = max(ways, key=ways.__getitem__)
        return Stop() if wait.may_stop and stop >= ways[best] else Keep(best)


# --- matches ----------------------------------------------------------------------------------------------------------


def match(rules: Rounds[Any], players: list[Player], chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """The places of one match."""
    state = rules.start(len(players), chance.randrange(len(players)))
    while True:
        wait = rules.waits(state)
        match wait:
            case Over(standing):
                return standing
            case Throw(_, slots):
                state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
            case Draw(seats):
                state, _ = rules.apply(state, Lead(chance.choice(seats)))
            case Choice(seat) | Pick(seat):
                state, _ = rules.apply(state, players[seat](rules, state, wait, chance))


def share(rules: Rounds[Any], one: Player, others: Player, seats: int, matches: int) -> tuple[float, float]:
    """Of `one` among such others: first places and last places, in percent; what is shared counts in part."""
    chance, first, last = random.Random(421), 0.0, 0.0
    for number in range(matches):
        mine = number % seats
        standing = match(rules, [one if seat == mine else others for seat in range(seats)], chance)
        first += (mine in standing[0]) / len(standing[0])
        last += (mine in standing[-1]) / len(standing[-1])
    return 100 * first / matches, 100 * last / matches


def rules_of(word: str) -> Rounds[Any]:
    """A game as it is asked for: dix_mille:classique/target=5000."""
    named, *options = word.split("/")
    name, _, preset = named.partition(":")
    rules = game(name)(preset or None, dict(option.split("=", 1) for option in options))
    assert isinstance(rules, Rounds)
    return rules


def main() -> None:
    words = sys.argv[1:]
    matches = 400
    if "--matches" in words:
        at = words.index("--matches")
        matches = int(words[at + 1])
        del words[at : at + 2]
    best = house()
    print(f"| {matches} matches each: first, last % | of two | of three | of four |\n|---|---|---|---|")
    for word in words or GAMES:
        for name, one in (
            ("by chance", by_chance),
            ("greedy", greedy),
            ("the simple rule", simple),
            ("the house", best),
        ):
            few = matches if one in {best, simple} else matches // 4
            found = [share(rules_of(word), one, simple, seats, few) for seats in (2, 3, 4)]
            row = " | ".join(f"{first:.1f}, {last:.1f}" for first, last in found)
            print(f"| `{word}`: {name} against simple rules | {row} |", flush=True)
        rules = rules_of(word)
        if isinstance(rules, Jetons):
            first, last = share(rules, best, BestOfTwo(rules).act, 2, matches)
            print(f"| `{word}`: the house against best play | {first:.1f}, {last:.1f} | | |", flush=True)


if __name__ == "__main__":
    main()
