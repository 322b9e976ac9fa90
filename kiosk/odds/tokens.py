"""Heats that move tokens from the pot or the best hand to the worst: a turn is worth tokens, not places.

Who holds all tokens in the end loses. Tokens only pass from seat to seat, and all seats have the same chances, so a
seat's chance to lose the match is its share of the tokens: exactly where each round is fair, nearly otherwise
(gambler's ruin). So a seat plays to hold few of them after the round. How many pass depends on the worst and on the
best hand, and these two are all that it must know of the hands that lie. A seat can't give more than it has: that is
allowed for on average.
"""

from typing import Any

import numpy as np

from kiosk.games.aims import Contest, Stakes, Ties
from kiosk.games.game import Game
from kiosk.games.state import Made
from kiosk.odds.contest import NOTHING, Case, Cases, Compared
from kiosk.odds.turns import Solved, Turns, Values, solve

PARTS = 5
"""Parts beside a seat's own value, all of them means: the chance that the holder of the worst hand takes tokens, and
how many; the chance that the holder of the best hand gives some, and how many; how many pass in all."""


class TokenContest(Compared):
    """A case is the steps of the worst and of the best hand so far."""

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
            [[stakes.moves(worst, best) if worst and best else 0 for _, best in known] for _, worst in known], float
        )
        self._lead = 0.0
        """What it costs in tokens to lead the next round, as the loser does: the others then know the leader's hand."""
        seats = len(state.heat.seats)
        if stakes.loser_leads and not self._from_pot and seats > 1:
            # By a round in which leading costs nothing: what the leader gets rid of, and the chance to lose. The others
            # share the opposite. Leading costs the difference, and more if who leads loses, and so leads again, more
            # often: cost = (others' value - leader's) + cost * (leader's chance to lose - another's).
            rid, loses = self.solved((), seats - 1).throw((), 0)[:2, 0]
            others = -rid / (seats - 1), (1 - loses) / (seats - 1)
            self._lead = float((others[0] - rid) / (1 - loses + others[1]))
            self._found.clear()
            self._solved.clear()

    def turn(self, made: tuple[Made, ...], left: int, stakes: Stakes) -> Solved:
        """The turn of a seat after these hands; part 0 is how many tokens it gets rid of."""
        rolls = tuple(hand.rolls for hand in made)
        case = self._case([self._steps[self.aim.of(hand)] for hand in made]) if made else NOTHING
        return self._solve(rolls, left, np.array([case]), stakes)

    def _case(self, steps: list[int]) -> Case:
        return min(steps), max(steps)

    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases, stakes: Stakes | None = None) -> Solved:
        """Parts: the tokens that this seat gets rid of, then those of `PARTS`; without `stakes` nothing is capped."""
        worst, best = cases.T

        def ends(made: int) -> Values:
            after = self._after((*rolls, made), left)
            own = self._step_of[made][:, None]
            if not rolls:
                alone = tuple(part[own, own] for part in after)
                return np.stack([self._own(alone, stakes), *alone], axis=1)
            both = np.minimum(own, worst), np.maximum(own, best)
            takes, amount, gives, given, passes = (part[both] for part in after)
            # At each end a share is this seat's, and the rest stays with whoever held that end before.
            mine, its = self._shares(own < worst, own == worst, worst_end=True)
            top, held = self._shares(own > best, own == best, worst_end=False)
            value = self._own((mine * takes, mine * amount, top * gives, top * given, passes), stakes)
            return np.stack([value, its * takes, its * amount, held * gives, held * given, passes], axis=1)

        return solve(self._turns, ends, self._allowed(rolls), self.numbers)

    def _own(self, parts: tuple[Values, ...], stakes: Stakes | None) -> Values:
        """The tokens that a seat gets rid of, with those that others take from the pot, as they can't come to it."""
        takes, amount, gives, given, passes = parts
        lead = takes * self._lead
        if stakes is None:
            return np.asarray(given - amount - lead)
        if self._from_pot:
            return np.asarray(np.minimum(passes, stakes.pot) / stakes.seats - _capped(takes, amount, stakes.pot) - lead)
        return np.asarray(_capped(gives, given, stakes.held) - _capped(takes, amount, stakes.others) - lead)

    def _shares(self, beyond: Values, equal: Values, *, worst_end: bool) -> tuple[Values, Values]:
        """The seat's share of the worst (or best) end, and the share that stays with who held it."""
        ties = self.aim.ties
        if ties is Ties.ALL and worst_end:
            return (beyond | equal).astype(float), (~beyond).astype(float)
        own = 0.5 if ties in {Ties.LOT, Ties.ALL} else float((ties is Ties.LATER) is not worst_end)
        mine = beyond + own * equal
        return mine, 1 - mine

    def _after(self, rolls: tuple[int, ...], left: int) -> tuple[Values, ...]:
        """The values of `PARTS` when all have played, by the steps of the worst and the best hand so far."""
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
    """`amount` tokens on average, which pass with this chance, if at most `most` can pass at a time."""
    return np.asarray(np.minimum(amount, chance * most))
