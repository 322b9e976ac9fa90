"""Exact odds: what each choice is worth, worked out from the same rule files that the match is played by.

A game says one thing more than its rules: what a turn is played for (`Rounds.aim`, see `kiosk/games/aims.py`).

| a game says | meaning | worked out by |
|---|---|---|
| `Contest` | not to have the worst hand of the heat, or to have the best; what equal hands mean | `contest.py` |
| the same with `both` | to have the best hand and not the worst, where what one loses another wins | `both_ends.py` |
| `Score` | as many points in the turn as can be expected, or as few | `score.py` |
| `Race` | to be the first whose hand is there, hands staying from turn to turn | `race.py` |
| `Sheet` | the total of a score sheet, a turn for each of its boxes | `sheet.py`, with a table of all sheets |
| nothing (the default) | no odds are told | |

All else is asked of the game itself, about turns that might be: what may stay (`keeps`), whether the turn may end
(`may_stop`), how many throws there are after what others used (`rolls_allowed`). So a house rule changes the odds by
itself. What may stay may depend on the dice and on those that stayed before, not on the number of the throw; how many
throws there are may depend on the throws that others used, not on their hands.

Exact are: every turn (`turns.py` lays out its hands as multisets and solves it backwards, in whole numbers over a power
of 6), every round of two to eight seats in which each plays best for its own aim, a lone hand's race. A duel is right
to twelve digits. Left out are what a round is worth for the match (how many tokens are at stake, points for a hand by
itself), and who throws first in a tie-break of whole turns. A win that two share counts half; a hand that wins the
match at once counts as the best score there is.

    odds = Odds(game, seats=3, background=True)  # for a match: begins to work things out, never waits
    advice = odds.advice(state)                  # None: no odds, or not ready yet
    advice.line()                                # "63% not to be last": in one line, with the best choice from here
    advice.line(marks)                           # the same if these slots stay; None if they may not
    advice.best.slots, advice.best.stop          # what the table's own opponent does
    advice.coach(), advice.verdict(marks)        # what is best; what the choice that was made has cost

With `background=False` (commands, tests, headless matches) `advice` works out what it needs at once.

`python tests/benchmarks/odds.py`, on one core of an x86 PC that others used too:

| | counting every throw | here |
|---|---|---|
| five dice set aside bit by bit: all 252 hands, every keep, exact | 0.52 s | 0.20 s, most of it asking the rules |
| three dice, three throws: a round of two, exact | 0.68 s | 0.03 s |
| four dice to 20: the duel, every throw against every hand | 6.3 s | 0.02 s |
| three dice, three throws, sixes turned: the best mean, exact | 0.005 s, by heart | 0.02 s, asking the rules |
| five dice, three throws: all sheets with three boxes left | 0.33 s | 0.005 s |

A sheet's table holds what is still to come, by the boxes that are open and by what matters of the others: 536,448
sheets by the usual rules, 4.7 million with plus and minus. `python -m kiosk.odds assets/odds` makes those of the
presets, which ship (0.4, 0.3 and 2.7 MB), in about 15, 10 and 120 s; that of other house rules is made in the
background of the first match that needs it, and kept in the user's cache. Its values are right to a thousandth of a
point.

The odds of a match are ready 2 to 80 ms after it began (8 seats included). Poker d'as, whose 252 hands may all stay,
takes 0.4 s (2.3 s with 8 seats); Schocken, where both the best and the worst hand are followed, 0.14 s with 2 seats and
6 s with 4. Advice takes under 1 ms after that, and up to 8 ms of both threads together when another number of seats
begins to be worked out; in Schocken, once somebody is safe, there is none until that is done.
"""

from kiosk.odds.advice import Advice, Option
from kiosk.odds.odds import Odds

__all__ = ["Advice", "Odds", "Option"]
