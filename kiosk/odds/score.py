"""A turn for itself: the most points or the fewest, or the chance of one certain hand."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.games.state import Made
from kiosk.odds.choosing import Values
from kiosk.odds.turns import EndlessError, Numbers, Solved, Turns, solve


def solve_alone(
    turns: Turns, worth: Callable[[Made], int], allowed: int | None, *, exact: bool
) -> tuple[Solved, Numbers]:
    """A turn played for the hand that is worth most: one case, one part."""
    throws = turns.most if allowed is None else allowed
    if throws is None:
        raise EndlessError
    numbers = Numbers(6 ** (turns.dice * throws) if exact else 1.0)

    def ends(made: int) -> Values:
        return numbers.array([worth(hand) for hand in turns.made(made)])[:, None, None]

    return solve(turns, ends, allowed, numbers), numbers
