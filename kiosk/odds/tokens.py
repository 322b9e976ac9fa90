"""Heats that move tokens from the pot or the best hand to the worst: what a turn is worth is tokens, not ranks.

Who holds all tokens in the end loses. Tokens only pass from one to another and everybody has the same chances, so the
chance to lose the match is the share of them that a seat has: exactly so where the game is fair from round to round,
nearly so otherwise. A seat therefore plays to hold few of them after the round; how many pass depends on the worst and
the best hand, which it must know of those that lie. That makes heats of eight seats as quick as heats of two. What a
giver can't give is reckoned from what he gives on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kiosk.games.aims import Contest, Stakes, Ties
from kiosk.games.game import Game
from kiosk.games.state import Made
from kiosk.odds.contest import NOTHING, Case, Cases, Compared
from kiosk.odds.turns import Solved, Turns, Values, solve

PARTS = 5
"""Whether the worst so far takes, and how much; whether the best so far gives, and how much; how much passes."""


class TokenContest(Compared):
    """A case is how strong the worst and the best hand so far are."""

    def __init__(self, game: Game[Any], state: Any, aim: Contest, turns: Turns) -> None:
        super().__init__(game, state, aim, turns, exact=False)
        stakes = aim.stakes
        assert stakes is not None
        self._from_pot = stakes.pot > 0
        hands: dict[int, Made] = {}
        for rolls, steps in self._step_of.items():
            hands |= dict(zip(steps.tolist(), turns.made(rolls), strict=True))
        known = [(step, hands.get(step)) for step in range(len(self._steps))]
        self._amount = np.array(
            [[stakes.moves(worst, best) if worst and best else 0 for _, best in known] for _, worst in known],
            float,
        )
        self._lead = 0.0
        """Tokens that it costs to lead the next round, as the loser does: what the others see."""
        seats = len(state.heat.seats)
        if stakes.loser_leads and not self._from_pot and seats > 1:
            rid, loses = self.solved((), seats - 1).throw((), 0)[:2, 0]
            others = -rid / (seats - 1), (1 - loses) / (seats - 1)
            self._lead = float((others[0] - rid) / (1 - loses + others[1]))
            self._found.clear()
            self._solved.clear()

    def turn(self, made: tuple[Made, ...], left: int, stakes: Stakes) -> Solved:
        """The turn of the seat that plays when these hands lie; the first part is the tokens that it gets rid of."""
        rolls = tuple(hand.rolls for hand in made)
        case = self._case([self._steps[self.aim.of(hand)] for hand in made]) if made else NOTHING
        return self._solve(rolls, left, np.array([case]), stakes)

    def _case(self, steps: list[int]) -> Case:
        return min(steps), max(steps)

    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases, stakes: Stakes | None = None) -> Solved:
        """Parts: own tokens, then as `PARTS` says; without `stakes` nothing is capped."""
        worst, best = cases.T

        def ends(made: int) -> Values:
            after = self._after((*rolls, made), left)
            own = self._step_of[made][:, None]
            if not rolls:
                alone = tuple(part[own, own] for part in after)
                return np.stack([self._own(alone, stakes), *alone], axis=1)
            both = np.minimum(own, worst), np.maximum(own, best)
            takes, amount, gives, given, passes = (part[both] for part in after)
            mine, its = self._shares(own < worst, own == worst, worst_end=True)
            top, held = self._shares(own > best, own == best, worst_end=False)
            value = self._own((mine * takes, mine * amount, top * gives, top * given, passes), stakes)
            return np.stack([value, its * takes, its * amount, held * gives, held * given, passes], axis=1)

        return solve(self._turns, ends, self._allowed(rolls), self.numbers)

    def _own(self, parts: tuple[Values, ...], stakes: Stakes | None) -> Values:
        """The tokens that a seat gets rid of, of those that are to come to it, too."""
        takes, amount, gives, given, passes = parts
        lead = takes * self._lead
        if stakes is None:
            return np.asarray(given - amount - lead)
        if self._from_pot:  # what others take can't come to it any more
            return np.asarray(np.minimum(passes, stakes.pot) / stakes.seats - _capped(takes, amount, stakes.pot) - lead)
        return np.asarray(_capped(gives, given, stakes.held) - _capped(takes, amount, stakes.others) - lead)

    def _shares(self, beyond: Values, equal: Values, *, worst_end: bool) -> tuple[Values, Values]:
        """How much of an end is the seat's, and how much stays with who had it."""
        ties = self.aim.ties
        if ties is Ties.ALL and worst_end:
            return (beyond | equal).astype(float), (~beyond).astype(float)
        own = 0.5 if ties in {Ties.LOT, Ties.ALL} else float((ties is Ties.LATER) is not worst_end)
        mine = beyond + own * equal
        return mine, 1 - mine

    def _after(self, rolls: tuple[int, ...], left: int) -> tuple[Values, ...]:
        """What comes of the worst and the best so far when all have played, as `PARTS` says: by both."""
        most = max(*rolls, self._allowed(rolls) or 0)
        alone = len(rolls) == 1  # one hand is the worst and the best
        key = (left, most, alone) if left else (0,)
        if key not in self._found:
            size = len(self._steps)
            found = np.zeros((PARTS, size, size))
            if left:
                reached = np.unique(np.concatenate([self._step_of[made] for made in range(1, most + 1)]))
                cases = np.array([(a, b) for a in reached for b in ([a] if alone else reached) if a <= b])
                found[:, cases[:, 0], cases[:, 1]] = self._each(rolls, left - 1, cases)[1:]
            else:
                moves = ~np.eye(size, dtype=bool) if self.aim.void else np.ones((size, size), dtype=bool)
                found[:] = moves
                found[[1, 3, 4]] *= self._amount
                if self._from_pot:
                    found[2:4] = 0
            self._found[key] = tuple(found)
        return self._found[key]


def _capped(chance: Values, amount: Values, most: float) -> Values:
    """Of tokens that pass with a chance, that many on average, what can pass at most."""
    return np.asarray(np.minimum(amount, chance * most))
