"""The choices of one turn of a sheet: what it is worth to let dice stay, and to write the hand into each box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from kiosk.games.aims import Sheet
from kiosk.games.state import Hand
from kiosk.odds.sheet_table import Ends, bits, table
from kiosk.odds.sheet_turns import Columns, sheet_turns


class SheetTurn:
    """One turn, from the state that it is in: all values are totals of the whole sheet, at its end."""

    def __init__(self, sheets: Sheets, stands: tuple[int, int, int]) -> None:
        self._sheets = sheets
        self._aim = sheets.aim
        self._open, self._memory, self._have = stands
        self._turns = sheets.turns
        self._ends = sheets.ends.best(self._open, self._worth)
        self._throws = self._turns.solve(self._ends, self._aim.rolls)

    def throw(self, keep: Hand, made: int) -> float:
        return self._have + float(self._throws[made][self._turns.row(keep), 0])

    def stop(self, hand: Hand) -> float:
        """To end the turn with this hand, and write it where it is worth most."""
        return self._have + float(self._ends[self._turns.row(hand) - self._turns.first, 0])

    def boxes(self, hand: Hand) -> Mapping[str, float]:
        """To write the hand into each box that the rules let it have."""
        row = self._turns.row(hand) - self._turns.first
        may, joker = self._aim.ways(self._open, hand)
        return {
            self._aim.boxes[box]: self._have
            + float(self._worth(box, joker)[self._sheets.ends.by_box(box, joker=joker)[0][row], 0])
            for box in bits(may)
        }

    def _worth(self, box: int, joker: bool) -> Columns:
        points, after = self._sheets.ends.written(box, np.array([self._memory]), joker=joker)
        return points + self._sheets.table.rest(self._open & ~(1 << box), after)


class Sheets:
    """Knows the odds of every sheet of a game."""

    def __init__(self, aim: Sheet, dice: int) -> None:
        self.aim = aim
        self.turns = sheet_turns(dice)
        self.ends = Ends(aim, self.turns)
        self.table = table(aim, dice)
        self._turn = lru_cache(1)(partial(SheetTurn, self))

    def turn(self, state: Any) -> SheetTurn:
        """The turn that a state is in; asked for many times while its sheet stands the same."""
        return self._turn(self.aim.stands(state))
