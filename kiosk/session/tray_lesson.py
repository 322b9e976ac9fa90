"""The guided minute in which a table learns its tray, its dice and their colours."""

from __future__ import annotations

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
"""How often dice are laid against the rim: three dice show a round tray well enough then."""
FEWEST = 2
"""No game has fewer dice: one alone is somebody who has not laid them all yet."""
STEADY_S = 2.0
"""Seconds that the table must look as it was asked to."""
MEASURED_S = 1.8
"""How much the camera trembles and the light moves is told from 1.8 seconds: the tray is seen empty for longer."""
SMALLEST_EDGE_PX = 20
"""Edge of a die below which the reader declines more than a table can bear (workshop/training/NOTEBOOK.md)."""
PIPS_KEPT = 3
"""Pictures that are kept of the pips of each value."""


class TrayLesson:
    """Says what to do next, and learns from what is then seen.

    Args:
        sets: of dice that are told apart by their colour: 1, or 2 for games in which each player has his own.
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
        """What was laid up to now; None until the tray was seen empty."""
        self._taken: tuple[TrackedDie, ...] = ()
        """As they lay when they were taken last."""
        self._pips: dict[int, list[TaughtExample]] = {}
        """Pictures of the pips laid, by value: what no face that is taught later must be mistaken for."""
        self._laid: set[int] = set()
        """The tracks that were laid since: one die after the other, the table may come to rest between them."""
        self._since: float | None = None
        """When the table began to look as it was asked to, and"""
        self._scene: Scene | None = None
        """how it looks then; None while it does not."""

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are done, and of how many."""
        whole = LAYS + self._sets
        if self.calibration is not None:
            return whole, whole
        return 0 if self._lays is None else 1 + len(self._lays), whole

    @property
    def begun(self) -> bool:
        """Whether dice were laid, and not all that it takes."""
        return self.calibration is None and bool(self._lays)

    @property
    def ready(self) -> bool:
        """Whether the table looks as it was asked to."""
        return self._scene is not None

    def hasten(self) -> bool:
        """Take the step at once, if the table looks as it was asked to; whether that was the last one."""
        if self._scene is not None:
            self._take(self._scene)
        return self.calibration is not None

    def learn(self, scene: Scene) -> bool:
        """Take one scene into account; whether that was the last one it takes."""
        if self.calibration is not None:
            return False
        if self._lays is None or self.disturbance is None or scene.state is SceneState.EMPTY:
            self._measure(scene)
        if scene.dice != self._taken:
            self._laid |= {die.track for die in scene.dice if die.thrown}
        fault = self._fault(scene)
        if fault is not None:
            self._since, self._scene, self.prompt = None, None, fault
            return False
        self._since = scene.time if self._since is None else self._since
        self._scene = scene
        return scene.time - self._since >= STEADY_S and self.hasten()

    def _measure(self, scene: Scene) -> None:
        """See how still all is: also where that is why the tray is never seen at rest."""
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
        """What keeps this step from being done; the step itself, where it was not begun."""
        if self._lays is None:
            return None if scene.state is SceneState.EMPTY else NOT_CLEAR if scene.dice else CLEAR
        laid = scene.state is SceneState.SETTLED and len(scene.dice) >= FEWEST
        if not laid or scene.dice == self._taken or not all(die.track in self._laid for die in scene.dice):
            return self._asked
        return HARD_TO_READ if scene.doubts else None

    def _take(self, scene: Scene) -> None:
        self._since = self._scene = None
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
        rim = [die for lay in self._lays[:LAYS] for die in lay]
        try:
            learned = calibrate(scene.image, rim, [die for lay in self._lays[LAYS:] for die in lay])
            pips = itertools.chain.from_iterable(kept for _, kept in sorted(self._pips.items()))
            self.calibration = replace(learned, faces=tuple(pips))
            self.prompt = DONE if learned.smallest >= SMALLEST_EDGE_PX else SMALL
        except CalibrationError:
            self._lays, self._pips, self.prompt = [], {}, SPREAD
