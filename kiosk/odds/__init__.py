"""Exact odds: what each choice is worth, worked out from the same rule files that the match is played by.

`README.md` says what is worked out where, what is exact, and how long it takes.
"""

from kiosk.odds.advice import Advice, Option
from kiosk.odds.odds import Odds

__all__ = ["Advice", "Odds", "Option"]
