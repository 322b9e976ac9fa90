"""A drawn tray with dice, hands, grain and light for the watcher's tests, and a reader that knows what was drawn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from readers import ReadsAtOnce

from vision.types import (
    NOTHING_KNOWN,
    PATTERNS,
    Die,
    Expectation,
    Frame,
    Hint,
    Image,
    Reading,
    Scene,
    SceneState,
    count_doubts,
)
from vision.watching.watcher import Watcher


@dataclass(frozen=True)
class Drawn:
    """A die: value, centre in pixels of a picture 1280 wide, turn in degrees."""

    value: int
    x: float
    y: float
    turn: float = 20.0


@cache
def _felt_and_grain(width: int, levels: float) -> tuple[Image, list[Image]]:
    """Green woven felt, brighter on the right, and a sensor's noise about the middle grey in five frames."""
    rng = np.random.default_rng(5)
    shape = (round(720 * width / 1280), width, 3)
    across = np.linspace(0.8, 1.1, width)[None, :, None]
    weave = cv2.GaussianBlur(rng.normal(0, 12, shape), (0, 0), 1.5)
    felt = np.clip((np.array([60, 110, 50]) + weave) * across, 0, 255).astype(np.uint8)
    felt.flags.writeable = False
    return felt, [np.clip(rng.normal(128, levels, shape), 0, 255).astype(np.uint8) for _ in range(5)]


class Table:
    """What the camera sees; `dice` and the rest may be changed between two frames."""

    def __init__(self, *, width: int = 640, fps: float = 30.0, grain: float = 3.0, edge: float = 56.0) -> None:
        self.dice: dict[str, Drawn] = {}
        self.hand: tuple[float, float] | None = None
        """Tip of the fingers; the arm comes from the top edge."""
        self.skin = (100, 140, 205)
        self.light = 1.0
        self.shake = (0.0, 0.0)
        self.time = 100.0
        self.edge = edge
        self.step = 1 / fps
        self.scale = width / 1280
        self._felt, self._grain = _felt_and_grain(width, grain)
        self._frames = 0

    def picture(self) -> Image:
        image = self._felt.copy()
        for die in self.dice.values():
            self._draw(image, die)
        if self.hand is not None:
            x, y = (n * self.scale for n in self.hand)
            palm = 110 * self.scale
            arm = tuple(0.93 * level for level in self.skin)
            cv2.rectangle(image, (int(x - palm * 0.7), 0), (int(x + palm * 0.7), int(y)), arm, cv2.FILLED)
            cv2.circle(image, (int(x), int(y)), int(palm), self.skin, cv2.FILLED, cv2.LINE_AA)
        grain = self._grain[self._frames % len(self._grain)]
        lit = cv2.convertScaleAbs(image, alpha=self.light)
        return np.asarray(cv2.addWeighted(lit, 1.0, grain, 1.0, -128.0), np.uint8)

    def frame(self) -> Frame:
        self.time += self.step
        self._frames += 1
        return Frame(self.picture(), self.time)

    def corners(self, die: Drawn) -> np.ndarray:
        turn = np.radians(die.turn)
        across = np.array([np.cos(turn), np.sin(turn)]) * self.edge / 2
        down = np.array([-across[1], across[0]])
        middle = np.array([die.x, die.y]) + self.shake
        return np.array(
            [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
        )

    def _draw(self, image: Image, die: Drawn) -> None:
        corners = self.corners(die)
        sixteenth = 16 * self.scale
        cv2.fillPoly(image, [np.round((corners + 6) * sixteenth).astype(int)], (25, 45, 20), cv2.LINE_AA, 4)
        cv2.fillPoly(image, [np.round(corners * sixteenth).astype(int)], (215, 225, 230), cv2.LINE_AA, 4)
        middle, across, down = corners.mean(0), (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
        for u, v in PATTERNS[die.value]:
            x, y = np.round((middle + (u * across + v * down) / 2) * sixteenth).astype(int)
            cv2.circle(image, (int(x), int(y)), round(self.edge * 0.09 * sixteenth), (20, 20, 20), -1, cv2.LINE_AA, 4)


class TruthReader(ReadsAtOnce):
    """Reads what was drawn; dice under the hand are silently left out, as by a reader at its worst."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.asked: list[Hint] = []
        self.distort: Callable[[Reading, int], Reading] = lambda reading, _: reading
        """From the true reading and how often the reader was asked, what it answers."""

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert image.dtype == np.uint8
        self.asked.append(hint)
        dice = tuple(
            sorted((self._die(d) for d in self.table.dice.values() if not self._covered(d)), key=lambda d: d.centre)
        )
        return self.distort(Reading(dice, count_doubts(len(dice), hint.dice)), len(self.asked))

    def _covered(self, die: Drawn) -> bool:
        if self.table.hand is None:
            return False
        x, y = self.table.hand
        return abs(die.x - x) < 130 and die.y < y + 130

    def _die(self, drawn: Drawn) -> Die:
        corners = self.table.corners(drawn) * self.table.scale
        x, y = corners.mean(0)
        one, two, three, four, five, six = (0.95 if value == drawn.value else 0.01 for value in range(1, 7))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return Die(
            value=drawn.value,
            scores=(one, two, three, four, five, six),
            centre=(float(x), float(y)),
            corners=(a, b, c, d),
            size=self.table.edge * self.table.scale,
            colour=(215, 225, 230),
            confidence=0.95,
        )


class DrawnSession:
    """A table, its watcher, and every scene so far."""

    def __init__(self, **options: Any) -> None:
        self.table = Table(**options)
        self.reader = TruthReader(self.table)
        self.watcher = Watcher(self.reader)
        self.expectation = Expectation()
        self.scenes: list[Scene] = []

    def look(self) -> Scene:
        self.scenes.append(self.watcher.watch(self.table.frame(), self.expectation))
        return self.scenes[-1]

    def wait(self, seconds: float) -> Scene:
        for _ in range(max(1, round(seconds / self.table.step))):
            scene = self.look()
        return scene

    def move_hand(self, *places: tuple[float, float] | None, seconds: float = 0.3) -> Scene:
        """The hand goes through the places, each reached after `seconds`; None is out of the picture."""
        for place in places:
            start = self.table.hand or ((place or (640, 0))[0], -150.0)
            end = place or (start[0], -150.0)
            steps = max(1, round(seconds / self.table.step))
            for i in range(1, steps + 1):
                self.table.hand = (
                    start[0] + (end[0] - start[0]) * i / steps,
                    start[1] + (end[1] - start[1]) * i / steps,
                )
                scene = self.look()
            self.table.hand = end if place else None
        return scene

    def slide(self, name: str, x: float, y: float, *, turn: float = 0.0, seconds: float = 0.5) -> None:
        die = self.table.dice[name]
        steps = max(1, round(seconds / self.table.step))
        for i in range(1, steps + 1):
            share = i / steps
            self.table.dice[name] = replace(
                die, x=die.x + (x - die.x) * share, y=die.y + (y - die.y) * share, turn=die.turn + turn * share
            )
            self.look()

    def throw(self, **dice: Drawn) -> None:
        """The dice tumble in from the left and come to rest as given."""
        rng = np.random.default_rng(len(self.scenes))
        steps = max(2, round(0.4 / self.table.step))
        for i in range(steps):
            for name, rest in dice.items():
                left = (steps - i) / steps
                self.table.dice[name] = Drawn(
                    int(rng.integers(1, 7)), rest.x - left * 500, rest.y + left * 80, float(rng.uniform(0, 90))
                )
            self.look()
        self.table.dice.update(dice)

    def lift(self, *names: str) -> None:
        """The hand comes, and takes the dice away with it."""
        middle = float(np.mean([self.table.dice[n].x for n in names])), max(self.table.dice[n].y for n in names) + 40
        self.move_hand(middle)
        for name in names:
            del self.table.dice[name]
        self.move_hand(None)

    def states(self) -> list[SceneState]:
        """The states in order, repetitions left out."""
        states = [scene.state for scene in self.scenes]
        return [s for i, s in enumerate(states) if i == 0 or s != states[i - 1]]
