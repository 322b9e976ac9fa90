"""The guided minute in which a table learns its tray, its dice and their colours; and the file that keeps it."""

from __future__ import annotations

import itertools
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Annotated, Literal, Self

import cv2
from pydantic import Field, model_validator

from hardware.camera.mounting import UPRIGHT, Mounting
from kiosk.files import BadFileError, StoredFile, StoredModel
from kiosk.games.text import Text, say
from kiosk.locale import SOURCE_LANGUAGE, translate
from vision.types import Die, Scene, SceneState, TrackedDie
from vision.watching.calibration import Calibration, CalibrationError, calibrate
from vision.watching.disturbance import Disturbance, LightTrace
from vision.watching.taught import PIPS, TaughtExample, TaughtFaces

CLEAR = say("Clear the tray")
NOT_CLEAR = say("Something still lies on the tray: clear it")
LAY = say("Lay all your dice against the rim, far apart; in the corners, if there are some")
LAY_OTHERS = say("Now lay the other player's dice anywhere on the tray")
SPREAD = say("The dice lie too near to one another: lay them against the rim, all around")
HARD_TO_READ = say("One die is hard to read: turn it, or nudge it")
DONE = say("The table knows its tray now")

HANGS_OTHERWISE = say("The tray was taught while the camera hung otherwise: teach it once more, in Service")

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
        self._film.see(scene.image, scene.time)
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
        """The step was done."""
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


Side = Annotated[int, Field(ge=16, le=65_536)]
"""Pixels of a picture's width or height; no camera makes more."""
Pixels = Annotated[float, Field(ge=-65_536, le=65_536)]
Edge = Annotated[float, Field(ge=1, le=65_536)]
Shade = Annotated[int, Field(ge=0, le=255)]
Shades = Annotated[tuple[tuple[Shade, Shade, Shade], ...], Field(min_length=1, max_length=1000)]


class KeptFace(StoredModel):
    """A picture of a face; see `TaughtExample`."""

    value: Annotated[int, Field(ge=PIPS, le=6)]
    png: Annotated[str, Field(max_length=65_536)]
    edge: Annotated[float, Field(gt=0, le=1)]

    @model_validator(mode="after")
    def _is_a_picture(self) -> Self:
        try:
            assert self.example.patch is not None
        except (ValueError, cv2.error) as error:
            raise ValueError("a picture of a face is broken") from error
        return self

    @property
    def example(self) -> TaughtExample:
        """The picture as the table uses it."""
        return TaughtExample(self.value, self.png, self.edge)


class KeptTray(StoredModel):
    """What a table learned of its tray, with how the camera hung then; see `Calibration`."""

    frame: tuple[Side, Side]
    outline: Annotated[tuple[tuple[Pixels, Pixels], ...], Field(min_length=3, max_length=1000)]
    edges: tuple[Edge, Edge]
    colours: Annotated[tuple[Shades, ...], Field(min_length=1, max_length=2)]
    faces: Annotated[tuple[KeptFace, ...], Field(max_length=1000)] = ()
    mounting: tuple[Literal[0, 90, 180, 270], bool] = (0, False)

    @model_validator(mode="after")
    def _is_a_tray(self) -> Self:
        tray = self.calibration
        left, top, right, bottom = tray.part
        if left >= right or top >= bottom or self.edges[0] > self.edges[1]:
            raise ValueError("it is no tray in such a picture")
        if tray.taught:
            try:
                TaughtFaces(tray.faces)
            except (ValueError, cv2.error) as error:
                raise ValueError("the faces cannot be told apart") from error
        return self

    @property
    def calibration(self) -> Calibration:
        """The same as the table uses it."""
        faces = tuple(one.example for one in self.faces)
        return Calibration(self.frame, self.outline, self.edges, self.colours, faces)


TRAY = StoredFile("calibration.json", KeptTray)


class HangsOtherwiseError(CalibrationError):
    """The tray was learned while the camera hung otherwise."""


def save(calibration: Calibration, data: Path, mounting: Mounting = UPRIGHT) -> Path:
    """Keep it in the folder of the matches, with how the camera hangs; where it is now.

    Raises:
        OSError: the folder can't be written to.
    """
    return TRAY.write(data, KeptTray.model_validate({**asdict(calibration), "mounting": mounting}))


def load(data: Path, mounting: Mounting = UPRIGHT) -> Calibration | None:
    """What was learned of this table, whose camera hangs so; None if nothing was.

    Raises:
        HangsOtherwiseError: it was learned while the camera hung otherwise.
        CalibrationError: the file can't be read; one sentence with the mend, as is the other.
    """
    try:
        return hung_as(TRAY.read(data), mounting)
    except BadFileError as error:
        raise CalibrationError(f"{error} Run dice-table calibrate once more.") from error


def hung_as(kept: KeptTray | None, mounting: Mounting) -> Calibration | None:
    """A kept tray of a table whose camera hangs so.

    Raises:
        HangsOtherwiseError: it was learned while the camera hung otherwise.
    """
    if kept is None:
        return None
    if kept.mounting != mounting:
        raise HangsOtherwiseError(translate(HANGS_OTHERWISE, SOURCE_LANGUAGE))
    return kept.calibration
