"""Which dice a screen is about, for whoever has them in their hands at a simulated table."""

from __future__ import annotations

from collections.abc import Iterable

from kiosk.ruling import Ruling, RulingId
from kiosk.view import PlayView, TableView


def in_turn(play: PlayView, dice: int) -> range:
    """The dice that the player in turn throws; where each has its own, the second half of them is seat 1's."""
    first = dice // 2 if play.own and play.game.seat == 1 else 0
    return range(first, first + len(play.game.hand))


def left_over(play: PlayView, lying: Iterable[int], dice: int) -> list[int]:
    """Of the dice that lie there, those to take away where the screen says that there are too many; `dice` are all."""
    if play.ruling.id not in {RulingId.SPARE, RulingId.TOO_MANY, RulingId.VOID}:
        return []
    used, half = play.ruling.number or len(play.game.hand), dice // 2
    return [die for die in lying if (die % half if play.own else die) >= used]


def asked_for(ruling: Ruling, mine: range, dice: int) -> dict[int, int]:
    """Which dice the screen asks to be laid as they were, and what each is to show; none if it asks for none.

    `mine` are the dice of the player in turn, of all the table's `dice`.
    """
    other = 0 if mine.start else dice // 2
    first = other if ruling.id is RulingId.THEIRS_MOVED else mine.start
    return dict(enumerate(ruling.hand, first)) | dict(enumerate(ruling.theirs, other))


def house_plays(view: TableView) -> bool:
    """Whether it is the turn of a seat that the house plays: it chooses by itself, and somebody throws for it."""
    scene = view.scene
    return isinstance(scene, PlayView) and scene.game.seat is not None and scene.players[scene.game.seat].house
