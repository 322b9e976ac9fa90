"""A match as it stands, on one card: worked out when a table posts, once for all who watch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.core import Over, Throw
from kiosk.games.registry import game
from kiosk.games.text import Text, say
from kiosk.match.log import Entry, Record, actions_of
from kiosk.match.progress import Progress
from kiosk.match.summary import counts
from league import texts

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
        return json.dumps({name: texts.told(getattr(self, name)) for name in self.__slots__})

    @classmethod
    def read(cls, column: str) -> Card:
        """What was `written`."""
        return cls(**{name: texts.of_told(one) for name, one in json.loads(column).items()})


def card(record: Record, entries: Sequence[Entry]) -> Card:
    """How a match stands.

    Raises:
        OptionError, IllegalActionError, LookupError: its rules are not known here, or were broken.
    """
    match = Progress(record, game(record.game)(record.preset, record.options))
    match.follow(0, actions_of(entries))
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
