"""The guided minute in which a table learns its tray, its dice and their colours; and its page."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.fault_texts import steadiness
from kiosk.session.modes import Stack
from kiosk.session.page import TrayPage
from kiosk.view import PageView
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
    def ready(self) -> bool:
        """Whether the table looks as it was asked to."""
        return self._scene is not None

    def hasten(self) -> None:
        """Take the step at once, if the table looks as it was asked to."""
        if self._scene is not None:
            self._take(self._scene)

    def see(self, scene: Scene) -> None:
        """Take one scene into account."""
        if self.calibration is not None:
            return
        if self._lays is None or self.disturbance is None or scene.state is SceneState.EMPTY:
            self._measure(scene)
        if scene.dice != self._taken:
            self._laid |= {one.track for one in scene.dice if one.thrown}
        fault = self._fault(scene)
        if fault is not None:
            self._since, self._scene, self.prompt = None, None, fault
            return
        self._since = scene.time if self._since is None else self._since
        self._scene = scene
        if scene.time - self._since >= STEADY_S:
            self._take(scene)

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
        if not laid or scene.dice == self._taken or not all(one.track in self._laid for one in scene.dice):
            return self._asked
        return HARD_TO_READ if scene.doubts else None

    def _take(self, scene: Scene) -> None:
        self._since = self._scene = None
        self._laid.clear()
        if self._lays is None:
            self._lays = []
        else:
            self._taken = scene.dice
            self._lays.append(tuple(one.die for one in scene.dice))
            for die in (one.die for one in scene.dice):
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
            self.prompt = DONE
        except CalibrationError:
            self._lays, self._pips, self.prompt = [], {}, SPREAD


# --- its page --------------------------------------------------------------------------------------------------------

TITLE = say("The table learns its tray")
NOT_KEPT = say("The table knows its tray until it is switched off: nothing can be written")
NOT_LEARNED = say("The tray was not taught to its end: teach it once more, in Service")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")
SKIP = say("Skip")


@dataclass(frozen=True, slots=True)
class Guided:
    """The page is a step of the first guide: what it is called there, and what goes on from it."""

    title: Text
    go_on: Deed


class CalibrationPage(TrayPage):
    """The page on which the tray is learned."""

    def __init__(
        self, stack: Stack, sets: int, keep: Callable[[Calibration], None], guided: Guided | None = None
    ) -> None:
        """`keep` gets what was learned and may raise OSError."""
        super().__init__(stack, TITLE if guided is None else guided.title)
        self._lesson = TrayLesson(sets)
        self._keep = keep
        self._guided = guided
        self._ended: Text | None = None
        """How it ended, once it has."""

    @property
    def done(self) -> bool:
        """Whether the table has learned."""
        return self._ended is not None

    @property
    def unfinished(self) -> bool:
        """Whether dice were laid, or the guide led here: who fetches more, or is called away, presses nothing."""
        return self._guided is not None or self.lost is not None

    @property
    def lost(self) -> Text | None:
        """That nothing was learned."""
        return NOT_LEARNED if self._lesson.steps[0] > 1 and not self.done else None

    @property
    def said(self) -> Text:
        """What to do now."""
        return self._ended or self._lesson.prompt

    def see(self, scene: Scene) -> None:
        """Take what lies there into account."""
        self._lesson.see(scene)
        self._learn()

    def dress(self, view: PageView) -> PageView:
        """How far it is, and how still all is."""
        (done, steps), found = self._lesson.steps, self._lesson.disturbance
        steady = None if found is None else steadiness(found)
        view = replace(super().dress(view), done=done, steps=steps, steadiness=steady)
        return replace(view, title=say("The tray is learned")) if self.done and self._guided is None else view

    @property
    def keys(self) -> Keys:
        """END takes a step at once that would be taken in a moment; MENU leaves, and learns nothing before the end."""
        keys = {**super().keys}
        if self.done:
            keys[Button.END] = Key(say("Done") if self._guided is None else say("Next"), self._leave)
        elif self._lesson.ready:
            keys[Button.END] = Key(say("Next"), self._hasten)
        if self._guided is not None and not self.done:
            keys[KEEPS[-1]] = Key(SKIP, self._leave, lit=False)
        return keys

    def _leave(self) -> None:
        self.stack.close()
        if self._guided is not None:
            self._guided.go_on()

    def _hasten(self) -> None:
        self._lesson.hasten()
        self._learn()

    def _learn(self) -> None:
        learned = self._lesson.calibration
        if learned is None or self.done:
            return
        self._ended = self._lesson.prompt if learned.smallest >= SMALLEST_EDGE_PX else SMALL
        try:
            self._keep(learned)
        except OSError:
            self._ended = NOT_KEPT
