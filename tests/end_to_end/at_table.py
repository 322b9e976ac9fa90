"""A table for tests that throw, press and break things themselves: through frames and pins, as everything else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from random import Random

from hardware.panel import Button, PanelPins
from kiosk.evening import Evening
from kiosk.games.core import Roll, Value, game
from kiosk.journal import Journal
from kiosk.match import Match
from kiosk.play import Sitting
from kiosk.referee import Keeping
from kiosk.view import EndView, PlayView, TableView, View

PLAYERS = ("Marie", "Jean")


class Nobody:
    """In the guests' place."""

    done = False

    def move(self, now: float) -> None:
        """No finger moves."""

    def look(self, view: TableView, now: float) -> None:
        """Nobody looks."""


class AtTable:
    """A match in which the first player throws up to three times, and nothing was thrown yet.

    Attributes:
        match: under way.
        seen: every sentence the screen asked to put something right with, in order.
    """

    def __init__(
        self,
        name: str = "le_421",
        options: Mapping[str, Value] | None = None,
        *,
        dice: int | None = None,
        sets: int = 1,
        look: str | None = "felt",
        keeping: Keeping = Keeping.BUTTONS,
        pins: PanelPins | None = None,
    ) -> None:
        options = {"first": "seat", **({"charge_rolls": 3} if name == "le_421" else {}), **(options or {})}
        preset = {"le_421": "classique"}.get(name)
        self.evening = Evening(Journal(), keeping=keeping, rng=Random(7))
        rules = game(name)(preset, options)
        dice = rules.dice * sets if dice is None else dice
        self.sitting = Sitting(self.evening, dice, 7, sets=sets, look=look, pins=pins)
        self.sitting.guests = Nobody()  # type: ignore[assignment]
        self.table = self.sitting.table
        self.camera = self.sitting.camera
        self.seen: list[str] = []
        self.match: Match = self.evening.begin(name, rules.preset, options, PLAYERS, 0)
        self.shows: View = self.evening.view.scene
        self.watch(0.5)

    def close(self) -> None:
        """Go home."""
        self.sitting.close()

    # --- time ---

    def watch(self, seconds: float = 1.5) -> None:
        """Let time pass."""
        end = self.table.time + seconds
        while self.table.time < end:
            self._step()

    def settle(self) -> None:
        """Until the hands are away and the table has seen what they did."""
        for _ in range(200):
            self._step()
            if self.table.idle:
                break
        self.watch(1.0)

    def _step(self) -> None:
        self.shows = self.sitting.step().scene
        if isinstance(self.shows, PlayView) and self.shows.warning:
            asked = self.shows.prompt.message
            if self.seen[-1:] != [asked]:
                self.seen.append(asked)

    # --- hands ---

    def lay(self, *values: int, dice: Collection[int] | None = None, at: Sequence[tuple[float, float]] = ()) -> None:
        """Take dice and lay them down one by one with these values: to the table that is a throw."""
        dice = range(len(values)) if dice is None else dice
        self.table.lift(list(dice))
        for die, value, spot in zip_longest(dice, values, at[: len(values)]):
            self.table.place(die, value, spot)
        self.settle()

    def doze(self, seconds: float) -> None:
        """Nobody does anything for so long."""
        self.table.doze(seconds)
        self.watch(0.5)

    def throw(self, *dice: int) -> None:
        """Throw these dice."""
        self.table.throw(dice)
        self.settle()

    def do(self, order: str, *given: object) -> None:
        """Let the hand carry out an order of the simulated table."""
        getattr(self.table, order)(*given)
        self.settle()

    def die(self, value: int) -> int:
        """The number of a die that shows this value."""
        return next(die.die for die in self.table.truth() if die.value == value)

    # --- fingers ---

    def press(self, *buttons: Button, seconds: float = 0.05) -> None:
        """Press these together, through the pins."""
        now = self.table.time
        for button in buttons:
            self.sitting.fingers.press(button, now)
        while self.table.time - now < seconds:
            self._step()
        for button in buttons:
            self.sitting.fingers.release(button, min(now + seconds, self.table.time))
        self.watch(0.4)

    def keep(self, value: int) -> None:
        """Press the button of a die that shows this value on the screen."""
        self.press(self.button(value))

    def button(self, value: int) -> Button:
        """The KEEP button of a die that shows this value."""
        number = next(die.button for die in self.play.dice if die.value == value and not die.kept)
        return Button(f"keep_{number}")

    # --- what is so ---

    @property
    def play(self) -> PlayView:
        """The screen, where it shows the play."""
        assert isinstance(self.shows, PlayView), type(self.shows).__name__
        return self.shows

    @property
    def asks(self) -> str | None:
        """What must be put right; None if nothing."""
        if isinstance(self.shows, EndView):
            return None
        return self.play.prompt.message if self.play.warning else None

    @property
    def rolls(self) -> list[tuple[int, ...]]:
        """Every throw that was counted, its values in order."""
        return [tuple(sorted(action.values)) for action in self.match.actions if isinstance(action, Roll)]

    @property
    def kept(self) -> list[int]:
        """The values that are marked."""
        return sorted(die.value or 0 for die in self.play.dice if die.kept)
