"""The dialog in which people say what dice show: to correct a reading, or to enter a throw without a camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from hardware.panel import KEEPS, Button
from kiosk.games.text import NUMBERS, Figures, Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.situation import Situation
from kiosk.view import DialogView, DieView, PlayView
from vision.types import Box, Image

CORRECT = say("What do the dice show?")
ENTER = say("Enter your throw")
ACCEPT = say("Accept")
BACK = say("Back")
PREVIOUS_DIE = say("Previous die")
NEXT_DIE = say("Next die")


@dataclass(frozen=True, slots=True, eq=False)
class DialogDie:
    """One die of the dialog.

    Attributes:
        candidates: its possible values, the likeliest first.
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


def make_it(value: int, figures: Figures = NUMBERS) -> Text:
    """What a press does with a die; `figures` is what the game calls its faces."""
    return say("Make it {value}", value=figures[value].name if figures else value)


class Dialog:
    """Dice with a value each, stepped through by their buttons.

    More dice than there are buttons are gone through one after the other: `chosen` is the one that is asked about.

    Attributes:
        entry: the moment whose throw is entered; None where one is corrected.
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
        """Show the next best value of this die."""
        if index < len(self.dice):
            self.chosen = index
            self._at[index] = (self._at[index] + 1) % 6

    def move(self, by: int) -> None:
        """Ask about the next die, or the one before."""
        self.chosen = (self.chosen + by) % len(self.dice)

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice show, as said so far, in the order of the dice."""
        return tuple(die.candidates[at] for die, at in zip(self.dice, self._at, strict=True))

    def keys(self, figures: Figures, accept: Deed, put_off: Deed) -> Keys:
        """What the buttons do: a die each, or where there are more dice one after the other.

        Args:
            figures: what the game calls its faces.
            accept: what was said counts.
            put_off: nothing was said.
        """
        ends = {Button.END: Key(ACCEPT, accept), Button.MENU: Key(BACK, put_off, lit=False)}
        if len(self.dice) > len(KEEPS):
            word = make_it(self.next(self.chosen), figures)
            return {
                KEEPS[0]: Key(PREVIOUS_DIE, partial(self.move, -1), lit=False),
                KEEPS[1]: Key(NEXT_DIE, partial(self.move, 1), lit=False),
                KEEPS[2]: Key(word, partial(self.step, self.chosen), lit=False),
                **ends,
            }
        steps = {
            button: Key(make_it(self.next(index), figures), partial(self.step, index), lit=False)
            for index, button in enumerate(KEEPS[: len(self.dice)])
        }
        return {**steps, **ends}

    def view(self, play: PlayView) -> DialogView:
        """The dialog over the play."""
        few = len(self.dice) <= len(KEEPS)
        dice = tuple(
            DieView(value, die.picture, button=number if few else None, corrected=at != 0, box=die.box)
            for number, (die, value, at) in enumerate(zip(self.dice, self.values, self._at, strict=True), 1)
        )
        return DialogView(play, CORRECT if self.entry is None else ENTER, dice, self.chosen)
