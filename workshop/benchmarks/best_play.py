"""Best play of two where tokens move: every position of the match solved, however long that takes."""

from typing import Any

import numpy as np

from kiosk.games.core import Keep, Stop
from kiosk.games.families.jetons import CHARGE, DECHARGE, Jetons
from kiosk.games.state import Heat, Made, State
from kiosk.odds.turns import Numbers, Solved, Turns, allowance, solve

Place = tuple[int, int, int]
"""Tokens in the pot, of the leader, of the other."""
FLOAT = Numbers(1.0)
SETTLED = 1e-6


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
        amount = rules.moves_in_all(Made(worst), Made(best))
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

    def act(self, _: Any, state: State, wait: Any) -> Keep | Stop:
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
            solved, case = second[heat.made[0].rolls], turns.hands.index(tuple(sorted(heat.hands[0], reverse=True)))
        kept = tuple(turn.hand[slot - 1] for slot in turn.kept)
        stop = float(solved.stop(turns.node(turn.hand, kept), turn.rolls)[0, case])
        ways = {slots: float(solved.throw(turn.showing(slots), turn.rolls)[0, case]) for slots in wait.keeps}
        best = max(ways, key=ways.__getitem__)
        return Stop() if wait.may_stop and stop >= ways[best] else Keep(best)
