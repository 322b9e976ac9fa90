"""A match as it stands, on one card: worked out after a table has posted, once for all who watch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.games.core import Over, Throw
from kiosk.games.text import Text
from kiosk.match.progress import Progress
from kiosk.match.summary import counted, counts


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
    scores: Sequence[int]
    unit: Text
    turn: int | None
    dice: Sequence[tuple[int, bool]]
    said: Text | None
    winners: Sequence[int]

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.turn is None

    def written(self) -> str:
        """As its table's row has it: its sentences are read in a language later."""
        return json.dumps(self, default=_told)

    @classmethod
    def read(cls, column: str) -> Card:
        """What was `written`."""
        return cls(**json.loads(column, object_hook=_of_told))


def card(match: Progress) -> Card:
    """How a match stands."""
    wait, board = match.wait, match.board
    hand = match.hand or match.last_hand
    kept = set(hand) - set(wait.slots) if isinstance(wait, Throw) and match.hand else set()
    over = isinstance(wait, Over)
    return Card(
        match.title,
        counts(board),
        counted(match.game, board),
        None if over else match.view.seat,
        [(value, slot in kept) for slot, value in sorted(hand.items())],
        match.events[-1].text if match.events else None,
        wait.standing[0] if isinstance(wait, Over) else (),
    )


def _told(part: Card | Text) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"say": part.message, "plural": part.plural, "values": dict(part.values)}
    return {name: getattr(part, name) for name in Card.__slots__}


def _of_told(part: dict[str, Any]) -> Any:
    if "say" in part:
        return Text(part["say"], tuple(part["values"].items()), part["plural"])
    return part
