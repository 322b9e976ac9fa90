"""The guided minute in which a table learns its tray, its dice and their colours."""

import itertools
from dataclasses import replace
from math import inf

from kiosk.games.text import Text, say
from vision.types import Die, Scene, SceneState, TrackedDie
from vision.watching.calibration import Calibration, CalibrationError, calibrate
from vision.watching.disturbance import Disturbance, LightTrace
from vision.watching.taught import PIPS, TaughtExample

CLEAR = say("Clear the tray")
NOT_CLEAR = say("Something still lies on the tray: clear it")
LAY = say("Lay all your dice against the rim, far apart; in the corners, if there are some")
LAY_OTHERS = say("Now lay the other player's dice anywhere on the tray")
SPREAD = say("The dice lie too near to one another: lay them against the rim, all around")
HARD_TO_READ = say("One die is hard to read: turn it, or nudge it")
DONE = say("The table knows its tray now")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")

LAYS = 4
"""Dice are laid against the rim 4 times: even 3 dice then show 12 places of it, enough for a round tray."""
FEWEST = 2
"""Fewest dice of a lay: a single one is the first of several that somebody is still laying down."""
STEADY_S = 2.0
"""The table must look as asked for 2 seconds."""
MEASURED_S = 1.8
"""Trembling and flicker are measured over 1.8 seconds: less than `STEADY_S`, for which the tray is seen empty."""
SMALLEST_EDGE_PX = 20
"""Edge of a die below which the reader declines more than a table can bear (workshop/training/NOTEBOOK.md)."""
PIPS_KEPT = 3
"""3 pictures are kept of the pips of each value."""


class TrayLesson:
    """Says what to do next, and learns from what is then seen.

    Args:
        sets: how many sets of dice, told apart by colour: 1, or 2 for games in which each player has a set.
    """

    def __init__(self, sets: int = 1) -> None:
        self.prompt: Text = CLEAR
        self.calibration: Calibration | None = None
        """Once all is done."""
        self.disturbance: Disturbance | None = None
        """What the camera and the light did while the tray was shown empty; None while nobody knows."""
        self._film = LightTrace(inf)
        self._sets = sets
        self._lays: list[tuple[Die, ...]] | None = None
        """The dice of each lay up to now; None until the tray was seen empty."""
        self._taken: tuple[TrackedDie, ...] = ()
        """The dice of the last lay, as they lay then: the same ones again are no new lay."""
        self._pips: dict[int, list[TaughtExample]] = {}
        """Pictures of the pips laid, by value: a face that is taught later must not look like one of them."""
        self._laid: set[int] = set()
        """Tracks laid since the last lay, over several rests: people lay one die after the other."""
        self._steady: tuple[float, Scene] | None = None
        """Since when the table looks as asked, seconds, and its latest scene; None while it does not."""

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are done, and of how many."""
        whole = LAYS + self._sets
        if self.calibration is not None:
            return whole, whole
        return 0 if self._lays is None else 1 + len(self._lays), whole

    @property
    def begun(self) -> bool:
        """Whether dice were laid, but not yet as often as needed."""
        return self.calibration is None and bool(self._lays)

    @property
    def ready(self) -> bool:
        """Whether the table looks as it was asked to."""
        return self._steady is not None

    def hasten(self) -> bool:
        """Take the step at once, if the table looks as asked; whether all is learned then."""
        if self._steady is not None:
            self._take(self._steady[1])
        return self.calibration is not None

    def learn(self, scene: Scene) -> bool:
        """Take one scene into account; whether all is learned with it."""
        if self.calibration is not None:
            return False
        # Light and camera are measured on the empty tray: later on hands and dice would count as movement.
        if self._lays is None or self.disturbance is None or scene.state is SceneState.EMPTY:
            self._measure(scene)
        # Dice that still lie as they were taken are not laid again.
        if scene.dice != self._taken:
            self._laid |= {die.track for die in scene.dice if die.thrown}
        fault = self._fault(scene)
        if fault is not None:
            self._steady, self.prompt = None, fault
            return False
        since = scene.time if self._steady is None else self._steady[0]
        self._steady = since, scene
        return scene.time - since >= STEADY_S and self.hasten()

    def _measure(self, scene: Scene) -> None:
        """Measure how still camera and light are, also where unrest keeps the tray from ever being seen empty."""
        self._film.add(scene.image, scene.time)
        if self._film.length >= MEASURED_S:
            self._film, self.disturbance = LightTrace(inf), self._film.measure()

    @property
    def _asked(self) -> Text:
        if self._lays is None:
            return CLEAR
        if not self._lays:
            return LAY
        left = LAYS - len(self._lays)
        if left > 0:
            return say(
                "Now in other places by the rim, once more", "Now in other places by the rim: {n} more times", n=left
            )
        return LAY_OTHERS

    def _fault(self, scene: Scene) -> Text | None:
        """What keeps this step from being done: what is wrong, or what to do; None if nothing does."""
        if self._lays is None:
            return None if scene.state is SceneState.EMPTY else NOT_CLEAR if scene.dice else CLEAR
        laid = scene.state is SceneState.SETTLED and len(scene.dice) >= FEWEST
        if not laid or scene.dice == self._taken or not all(die.track in self._laid for die in scene.dice):
            return self._asked
        return HARD_TO_READ if scene.doubts else None

    def _take(self, scene: Scene) -> None:
        self._steady = None
        self._laid.clear()
        if self._lays is None:
            self._lays = []
        else:
            self._taken = scene.dice
            dice = tuple(lying.die for lying in scene.dice)
            self._lays.append(dice)
            for die in dice:
                kept = self._pips.setdefault(die.value, [])
                if len(kept) < PIPS_KEPT:
                    kept.append(TaughtExample.of(PIPS, scene.image, die.centre, die.size))
        self.prompt = self._asked
        if len(self._lays) < LAYS + self._sets - 1:
            return
        # The first lays show the rim; a further one is the other player's set, wherever it lies.
        rim = [die for lay in self._lays[:LAYS] for die in lay]
        try:
            learned = calibrate(scene.image, rim, [die for lay in self._lays[LAYS:] for die in lay])
            pips = itertools.chain.from_iterable(kept for _, kept in sorted(self._pips.items()))
            self.calibration = replace(learned, faces=tuple(pips))
            self.prompt = DONE if learned.smallest >= SMALLEST_EDGE_PX else SMALL
        except CalibrationError:
            self._lays, self._pips, self.prompt = [], {}, SPREAD
