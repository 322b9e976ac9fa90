"""A match as it stands, on one card: worked out after a table has posted, once for all who watch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kiosk.games.core import Over, Throw
from kiosk.games.text import Text, say
from kiosk.match.progress import Progress
from kiosk.match.summary import counts

POINTS = say("points")


@dataclass(frozen=True, slots=True)
class Card:
    """A match as it stands.

    Attributes:
        title: the game and its preset.
        scores: what each seat has, of what `unit` says.
        turn: whose turn it is; None: nobody's any more.
        dice: those of the turn, and whether each stays.
        said: what happened last.
        winners: the seats that came first, once it is over.
    """

    title: Text
    scores: tuple[int, ...]
    unit: Text
    turn: int | None
    dice: tuple[tuple[int, bool], ...]
    said: Text | None
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.turn is None

    def written(self) -> str:
        """As its table's row has it."""
        return json.dumps({name: _told(getattr(self, name)) for name in self.__slots__})

    @classmethod
    def read(cls, column: str) -> Card:
        """What was `written`."""
        return cls(**{name: _of_told(one) for name, one in json.loads(column).items()})


def card(match: Progress) -> Card:
    """How a match stands."""
    wait, board = match.wait, match.board
    hand = match.hand or match.last_hand
    kept = set(hand) - set(wait.slots) if isinstance(wait, Throw) and match.hand else set()
    dice = tuple((value, slot in kept) for slot, value in sorted(hand.items()))
    over = isinstance(wait, Over)
    return Card(
        match.title,
        counts(board),
        POINTS if board.pot is None and board.seats[0].tokens is None else match.game.held,
        None if over else match.view.seat,
        dice,
        match.events[-1].text if match.events else None,
        tuple(wait.standing[0]) if isinstance(wait, Over) else (),
    )


def _told(value: object) -> Any:
    """A text, or whatever else a text has for a value, as JSON has it: each is read in a language later."""
    if isinstance(value, Text):
        return {
            "say": value.message,
            "plural": value.plural,
            "values": {name: _told(one) for name, one in value.values},
        }
    return [_told(one) for one in value] if isinstance(value, list | tuple) else value


def _of_told(value: Any) -> Any:
    if isinstance(value, dict):
        values = tuple((name, _of_told(one)) for name, one in value["values"].items())
        return Text(value["say"], values, value["plural"])
    return tuple(_of_told(one) for one in value) if isinstance(value, list) else value
