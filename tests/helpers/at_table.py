"""A table for tests that throw, press and break things themselves: through frames and pins, as everything else."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import zip_longest
from random import Random

from hardware.panel import Button
from hardware.simulator.camera import FaultyCamera
from kiosk.games.core import Keep, Roll
from kiosk.games.options import Value
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.keeping import Keeping
from kiosk.ruling import Ruling
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.simulation.headless import HeadlessTable
from kiosk.view import EndView, PlayView, TableView, View
from vision.types import Frame, Image

PLAYERS = ("Marie", "Jean")
OPTIONS: Mapping[str, Value] = {"first": "seat", "charge_rolls": 3}


class Nobody:
    """In the guests' place."""

    done = False

    def move(self, now: float) -> None:
        """No finger moves."""

    def act(self, view: TableView, now: float) -> None:
        """Nobody looks."""


class AtTable:
    """A match in which the first player throws up to three times, and nothing was thrown yet.

    Attributes:
        match: under way.
        keeping: how it is said which dice stay.
    """

    def __init__(self, keeping: Keeping = Keeping.BUTTONS) -> None:
        self.keeping = keeping
        self.journal = Journal()
        self.session = Session(self.journal, start=Start(keeping=keeping), rng=Random(7))
        self.headless = HeadlessTable(self.session, self.journal, dice=3, seed=7, look="felt")
        self.headless.guests = Nobody()  # type: ignore[assignment]
        self.table = self.headless.table
        self.camera = self.headless.camera
        self.match: Match = self.session.begin("le_421", "classique", OPTIONS, PLAYERS, 0)
        self.shows: View = self.session.view.scene
        self.watch(1.0)  # an empty tray that nobody knows takes several steps to look at

    def close(self) -> None:
        """Go home."""
        self.headless.close()

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
        self.shows = self.headless.step().view.scene

    # --- hands ---

    def lay(self, *values: int, dice: Collection[int] | None = None, at: Sequence[tuple[float, float]] = ()) -> None:
        """Take dice and lay them down one by one with these values: to the table that is a throw."""
        dice = range(len(values)) if dice is None else dice
        self.table.lift(list(dice))
        for die, value, spot in zip_longest(dice, values, at[: len(values)]):
            self.table.place(die, value, spot)
        self.settle()

    def cover(self, paint: Callable[[Image], None] | None) -> None:
        """From now on something lies over the dice, or on the lens; None takes it away."""
        film = FaultyCamera.film

        def covered() -> Frame | None:
            frame = film(self.camera)
            if frame is None or paint is None:
                return frame
            image = frame.image.copy()
            paint(image)
            return Frame(image, frame.time)

        self.camera.film = covered  # type: ignore[method-assign]
        self.watch(2.0)

    def doze(self, seconds: float) -> None:
        """Nobody does anything for this time."""
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

    # --- fingers ---

    def press(self, *buttons: Button, seconds: float = 0.05) -> None:
        """Press these together, through the pins."""
        now = self.table.time
        for button in buttons:
            self.headless.fingers.press(button, now)
        while self.table.time - now < seconds:
            self._step()
        for button in buttons:
            self.headless.fingers.release(button, min(now + seconds, self.table.time))
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
    def asks(self) -> Ruling | None:
        """What must be put right; None if nothing."""
        if isinstance(self.shows, EndView):
            return None
        return self.play.ruling.topic if self.play.warning else None

    @property
    def rolls(self) -> list[tuple[int, ...]]:
        """Every throw that was counted, its values in order."""
        return [tuple(sorted(action.values)) for action in self.match.actions if isinstance(action, Roll)]

    @property
    def kept(self) -> list[int]:
        """The values that are marked."""
        return sorted(die.value or 0 for die in self.play.dice if die.kept)

    @property
    def hand(self) -> list[int]:
        """The values of the hand that was thrown last."""
        return sorted(self.match.last_hand.values())


def goes_on(at: AtTable) -> None:
    """The two dice beside the 4 are thrown again, and count."""
    assert at.asks is None
    count = len(at.rolls)
    at.lay(5, 3, dice=[1, 2])
    assert at.rolls[count:] == [(3, 5)]
    assert isinstance(at.match.actions[-2], Keep)
    assert at.hand == [3, 4, 5]
