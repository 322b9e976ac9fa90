"""A table painted by hand under the real pipeline: pictures, presses and time go in, through `step` alone.

Dice are light squares; how light they are says what they show. The reader reads just that, so that nothing here waits
for networks, while camera monitor, watcher, light monitor, session and journal are the real ones.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import numpy as np
from readers import ReadsAtOnce, read_die

from hardware.faults import CameraFault
from hardware.presses import Button, Press, PressKind
from kiosk.games.core import Roll
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.pipeline.messages import Shown
from kiosk.pipeline.pipeline import Pipeline
from kiosk.session.session import Session
from vision.types import NOTHING_KNOWN, Doubt, DoubtKind, Frame, Hint, Image, Point, Reading, Scene
from vision.watching.calibration import Calibration

FPS = 10.0
SIZE_PX = (360, 640)
"""Height and width of the pictures: small ones, for quick tests."""
EDGE_PX = 24
FELT = 60
LIGHT, BY_VALUE = 180, 10
"""Grey levels of a die's face: 180, and 10 more for each pip."""


class Squares(ReadsAtOnce):
    """Reads the light squares of a picture; `shapes` and `hints` are those of all it was shown."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.hints: list[Hint] = []

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        self.shapes.append(image.shape)
        self.hints.append(hint)
        grey = image[..., 0]
        _, _, stats, _ = cv2.connectedComponentsWithStats((grey > LIGHT).astype(np.uint8))
        dice = []
        for x, y, width, height, area in stats[1:].tolist():
            if area > EDGE_PX:
                middle = (x + width // 2, y + height // 2)
                value = round((int(grey[middle[1], middle[0]]) - LIGHT) / BY_VALUE)
                dice.append(read_die(value, middle, EDGE_PX))
        wrong = hint.dice is not None and hint.dice != len(dice)
        return Reading(tuple(dice), (Doubt(DoubtKind.COUNT),) if wrong else ())


@dataclass
class Painted:
    """The table. `path` is the journal's, None for one in memory; `calibration` is what is known from the start."""

    path: Path | None = None
    calibration: Calibration | None = None
    show_camera: bool = False
    reader: Squares = field(default_factory=Squares)
    learned: list[Calibration] = field(default_factory=list)
    time: float = 0.0
    dice: dict[Point, int] = field(default_factory=dict)
    """What lies there: where, and what it shows."""
    felt: int = FELT
    fault: CameraFault | None = None
    relocks: int = 0
    scene: Scene | None = None
    """What the session heard of the table last."""

    def __post_init__(self) -> None:
        self.journal = Journal() if self.path is None else Journal.open(self.path)
        self.session = Session(self.journal, rng=Random(1), calibration=self.calibration, learn=self.learned.append)
        self.pipeline = Pipeline(
            self.session, self.journal, self.reader, relock=self._relock, show_camera=self.show_camera
        )
        self.shown: Shown = self.pipeline.shown
        self._hear, self.session.scene = self.session.scene, self._scene  # type: ignore[method-assign]
        self._frames = 0

    # --- what happens ---

    def picture(self) -> Image:
        """The table now; no two pictures of a sensor are the same."""
        image = np.full((*SIZE_PX, 3), self.felt, np.uint8)
        for (x, y), value in self.dice.items():
            half, light = EDGE_PX // 2, LIGHT + BY_VALUE * value
            cv2.rectangle(
                image, (int(x) - half, int(y) - half), (int(x) + half, int(y) + half), [light] * 3, cv2.FILLED
            )
        self._frames += 1
        image[0, self._frames % SIZE_PX[1]] += 1
        return image

    def step(
        self, image: Image | None = None, *presses: Press, held: Collection[Button] = (), seen: bool = True
    ) -> Shown:
        """A tenth of a second, with this picture or the table's own; with none at all where it is not `seen`."""
        self.time += 1 / FPS
        frame = Frame(self.picture() if image is None else image, self.time) if seen else None
        self.shown = self.pipeline.step(frame, self.fault, presses, held, self.time)
        return self.shown

    def watch(self, seconds: float = 1.0, *, seen: bool = True) -> Shown:
        """So long."""
        for _ in range(round(seconds * FPS)):
            self.step(seen=seen)
        return self.shown

    def press(self, *buttons: Button) -> Shown:
        """One after the other, short."""
        for button in buttons:
            self.watch(0.5)
            self.step(None, Press(frozenset({button}), PressKind.SHORT, self.time))
        return self.shown

    def throw(self, *values: int) -> None:
        """Take all dice and throw them: they roll for a moment, and lie."""
        self.dice.clear()
        self.watch()
        for roll in range(3):
            self.dice = {(150.0 + 50 * n + 4 * roll, 150.0 + 6 * roll): value for n, value in enumerate(values)}
            self.step()
        self.watch(2.0)

    def begin(self) -> Match:
        """Marie and Jean begin a match in which Marie throws first."""
        self.watch()
        return self.session.begin("le_421", "classique", {"first": "seat", "charge_rolls": 3}, ["Marie", "Jean"], 0)

    def rolls(self, match: Match) -> list[tuple[int, ...]]:
        """What was counted."""
        return [tuple(sorted(action.values)) for action in match.actions if isinstance(action, Roll)]

    def _relock(self) -> None:
        self.relocks += 1

    def _scene(self, scene: Scene) -> None:
        self.scene = scene
        self._hear(scene)
