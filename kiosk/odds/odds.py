"""The odds of a match: from any state to an `Advice`."""

from __future__ import annotations

from typing import Any

from kiosk.games.core import Game
from kiosk.odds.advice import Advice


class Odds:
    """Knows the odds of one game with its house rules.

    Args:
        game: the rules.
        seats: how many play the match.
        background: work in a thread of its own; until something is worked out, there is no advice about it.
    """

    def __init__(self, game: Game[Any], seats: int, *, background: bool = False) -> None:
        self._game = game
        self._seats = seats
        self._background = background

    def advice(self, state: Any) -> Advice | None:  # noqa: ARG002  # the solvers follow
        """What the odds say of a state of this game; None where there are none, or not yet."""
        return None
