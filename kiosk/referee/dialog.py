"""Asks people what dice show: those of the last throw, of one not yet counted, or of one that no camera saw."""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.match.match import Match
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.situation import Situation
from kiosk.referee.tray_snapshot import TraySnapshot
from vision.types import Box, Image


@dataclass(frozen=True, slots=True, eq=False)
class DialogDie:
    """One die of the dialog.

    Attributes:
        track: which die of the tray it is; None where no camera sees it.
        slot: its place in the hand, once counted or to be entered.
    """

    candidates: tuple[int, ...]
    track: int | None = None
    slot: int | None = None
    picture: Image | None = None
    box: Box | None = None


def by_likelihood(value: int, scores: Sequence[float] = ()) -> tuple[int, ...]:
    """`value`, then the others, likeliest first by the reader's scores, else in the order of the faces."""
    others = [v for v in range(1, 7) if v != value]
    if scores:
        others.sort(key=lambda v: -scores[v - 1])
    return (value, *others)


class Dialog:
    """Dice with a value each, stepped through by their buttons.

    More dice than there are buttons are gone through one after the other: `chosen` is the one that is asked about.

    Attributes:
        entry: the situation in which a whole throw is entered; None where dice are corrected.
    """

    def __init__(self, dice: Sequence[DialogDie], *, entry: Situation | None = None) -> None:
        self.dice = tuple(dice)
        self.entry = entry
        self._at = [0] * len(self.dice)
        self.chosen = 0

    def next(self, index: int) -> int:
        """The value that this die would show next."""
        return self.dice[index].candidates[(self._at[index] + 1) % 6]

    def step(self, index: int) -> None:
        if index < len(self.dice):
            self.chosen = index
            self._at[index] = (self._at[index] + 1) % 6

    def move(self, by: int) -> None:
        """Ask about the next die, or the one before."""
        self.chosen = (self.chosen + by) % len(self.dice)

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice show by what was said up to now, in the order of the dice."""
        return tuple(die.candidates[at] for die, at in zip(self.dice, self._at, strict=True))


def entered(situation: Situation) -> Dialog:
    """The dialog in which the awaited throw is entered by hand."""
    slots = sorted(situation.slots - situation.kept)
    return Dialog([DialogDie((1, 2, 3, 4, 5, 6), slot=slot) for slot in slots], entry=situation)


def correction(
    match: Match, tray: TraySnapshot, presenter: DicePresenter, index: int | None, *, blind: bool
) -> Dialog | None:
    """The dialog that asks what the dice show; None if there are none to ask about.

    Die `index`, counted as the buttons do, begins with its next best value. While the table is `blind` the dice come
    from the match alone.
    """
    asked: list[DialogDie] = []
    hand, seat, uncounted = match.last_hand, match.last_seat, presenter.uncounted and not blind
    held = () if blind else presenter.holdable
    for die in held:
        # A thrown die fills its old slot no longer, and a die of another hand is not asked about.
        filled = None if uncounted and die.track in tray.thrown else tray.fills.get(die.track)
        if filled is not None and not (tray.known and filled[0] == seat and filled[1] in hand):
            continue
        if filled is None and not uncounted:
            continue
        value = hand[filled[1]] if filled is not None else tray.value(die)
        slot = None if filled is None else filled[1]
        candidates = by_likelihood(value, die.die.scores)
        asked.append(DialogDie(candidates, die.track, slot, tray.pictures.get(die.track), die.die.box))
    # Dice of the last hand that are no longer on the tray can be corrected, too.
    if not uncounted and len(asked) < len(hand):
        seen = {die.slot for die in asked}
        asked += [DialogDie(by_likelihood(hand[s]), slot=s) for s in sorted(hand) if s not in seen]
    if not asked:
        return None
    dialog = Dialog(asked)
    if index is not None:
        # The buttons also count dice that are not asked about.
        tracks = [die.track for die in asked]
        if held and index < len(held):
            index = tracks.index(held[index].track) if held[index].track in tracks else len(asked)
        if index >= len(asked):
            return None
        dialog.step(index)
    return dialog
