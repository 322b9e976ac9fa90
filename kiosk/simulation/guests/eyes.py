"""What simulated guests see with their own eyes: the dice on the tray, and which of them the screen means."""

from collections.abc import Iterable

from hardware.simulator.table import SimulatedTable
from kiosk.ruling import Ruling, RulingId
from kiosk.view import DieView, PlayView, TableView
from vision.types import Box


class GuestEyes:
    """Find the dice on the tray by the places in the camera's picture where the screen shows them."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def seen(self) -> dict[int, int | None]:
        return {die.die: die.value for die in self._table.truth()}

    def at(self, box: Box) -> int | None:
        return self._table.at(box[0] + box[2] / 2, box[1] + box[3] / 2)

    def find(self, die: DieView) -> int | None:
        """The die that the screen shows so; None if nobody can tell."""
        return None if die.box is None else self.at(die.box)

    def kept(self, play: PlayView) -> set[int | None]:
        """The dice that are marked to stay, as far as they are found."""
        return {self.find(die) for die in play.dice if die.kept}

    def loose(self, play: PlayView, mine: Iterable[int]) -> list[int]:
        """Those of my dice that are not marked to stay, wherever they are."""
        kept = self.kept(play)
        return [die for die in mine if die not in kept]

    def misread(self, dice: Iterable[DieView]) -> int | None:
        """The place, from 0, of the first die that shows something else than the screen says; None if all is well."""
        seen = self.seen()
        for place, die in enumerate(dice):
            found = self.find(die)
            if found is not None and seen.get(found) not in {None, die.value}:
                return place
        return None


def in_turn(play: PlayView, dice: int) -> range:
    """The dice that the player in turn throws; with two sets the second half of all dice is seat 1's."""
    first = dice // 2 if play.own and play.game.seat == 1 else 0
    return range(first, first + len(play.game.hand))


def left_over(play: PlayView, lying: Iterable[int], dice: int) -> list[int]:
    """The lying dice to take away where the screen says there are too many; `dice` is how many the table has."""
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
