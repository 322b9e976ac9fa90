"""Exact odds: what each choice is worth, worked out from the same rule files that the match is played by.

A game says one thing more than its rules: what a turn is played for (`Rounds.aim`, see `kiosk/games/aims.py`).

| a game says | meaning | worked out by |
|---|---|---|
| `Contest` | not to have the worst hand of the heat, or to have the best; what equal hands mean | `contest.py` |
| `Score` | as many points in the turn as can be expected, or as few | `score.py` |
| `Race` | to be the first whose hand is there, hands staying from turn to turn | `race.py` |
| nothing (the default) | no odds are told | |

All else is asked of the game itself, about turns that might be: what may stay (`keeps`), whether the turn may end
(`may_stop`), how many throws there are after what others used (`rolls_allowed`). So a house rule changes the odds by
itself. What may stay may depend on the dice and on those that stayed before, not on the number of the throw; how many
throws there are may depend on the throws that others used, not on their hands.

    odds = Odds(game, seats=3, background=True)  # for a match: begins to work things out, never waits
    advice = odds.advice(state)                  # None: no odds, or not ready yet
    advice.line()                                # "63% not to be last": in one line, with the best choice from here
    advice.line(marks)                           # the same if these slots stay; None if they may not
    advice.best.slots, advice.best.stop          # what the table's own opponent does
    advice.coach(), advice.verdict(marks)        # what is best; what the choice that was made has cost

With `background=False` (commands, tests, headless matches) `advice` works out what it needs at once.
"""

from kiosk.odds.advice import Advice, Option
from kiosk.odds.odds import Odds

__all__ = ["Advice", "Odds", "Option"]
