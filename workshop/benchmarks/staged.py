"""What a guest can put on a table to fool the reader: each beside a plain die, staged from our own renders.

Every time other dice, places and light. Dice that lean or stand on others look like flat ones seen from the side:
`vision/watching/tilt.py` tells them.
"""

from collections.abc import Callable, Iterable

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import Hint
from workshop.training.film import moved
from workshop.training.litter import domino
from workshop.training.looks import Look, paint
from workshop.training.shutter import exposed, random_motion
from workshop.training.sprites import EDGE_PX, Array, make_sprite
from workshop.training.tables import SIZE_PX

EDGE = 44.0
PLAIN, ODD = (64.0, 128.0), (186.0, 128.0)
BESIDE = 120.0
"""What has its middle farther to the right is the odd thing."""


def look(body: tuple[int, int, int], pip: tuple[int, int, int]) -> Look:
    bodies, pips = np.array(body, np.float32), np.array(pip, np.float32)
    return Look(bodies, bodies, 0.0, pips, pips, (), gloss=0.2, haze=0.0, speckle=0.0)


LOOKS = [
    look((235, 240, 245), (20, 20, 20)),
    look((30, 30, 190), (240, 240, 240)),
    look((25, 25, 25), (235, 235, 235)),
    look((215, 235, 245), (30, 30, 30)),
]


class Stage:
    """A felt table of SIZE_PX with dice put where the test wants them."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, np.random.default_rng(seed)
        felt = np.array([(46, 92, 38), (40, 36, 120), (150, 140, 130), (60, 50, 45)][seed % 4], np.float32)
        self.image: Array = felt + self.rng.normal(0, 5, (SIZE_PX, SIZE_PX, 1)).astype(np.float32) + np.zeros(3)
        self.image = self.image.astype(np.float32)
        self.look = LOOKS[int(self.rng.integers(len(LOOKS)))]
        self.dice = 0

    def die(self, at: tuple[float, float], values: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> int:
        """A die that shows one of these values, with a soft shadow under it."""
        # With numbers of its own: how many a sprite draws must not decide where everything else lies.
        # What is staged is all that this die mirrors.
        shape, dented = np.random.default_rng([self.seed, self.dice]), float(abs(self.rng.normal(0, 0.1)))
        while (sprite := make_sprite(shape, dented, mirroring=0.0)).value not in values:
            pass
        shade = np.zeros((SIZE_PX, SIZE_PX), np.float32)
        cv2.circle(shade, (int(at[0]) + 3, int(at[1]) + 4), int(EDGE * 0.6), 0.45, -1)
        self.image *= (1 - cv2.GaussianBlur(shade, (0, 0), EDGE * 0.12))[..., None]
        angle = self.rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        linear = (np.array([[c, -s], [s, c]]) * (EDGE / EDGE_PX)).astype(np.float32)
        owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
        paint(self.image, owner, self.dice, sprite, linear, np.array(at, np.float32), self.look)
        self.dice += 1
        return sprite.value

    def filmed(self) -> np.ndarray:
        noisy = cv2.GaussianBlur(self.image, (0, 0), 0.6) + self.rng.normal(0, 2.5, self.image.shape)
        return np.clip(noisy, 0, 255).astype(np.uint8)


def half_hidden(stage: Stage) -> None:
    stage.die(ODD)
    x = int(ODD[0] + stage.rng.uniform(-6, 6))
    cv2.line(stage.image, (x + 22, 0), (x + 22, SIZE_PX), (90, 130, 200), 40, cv2.LINE_AA)


def cut_off(stage: Stage) -> None:
    stage.die((SIZE_PX - EDGE * 0.1, 128.0))


def in_motion(stage: Stage) -> None:
    stage.die(ODD)
    x, y, r = int(ODD[0]), int(ODD[1]), 60
    blurred = moved(stage.rng, stage.image, EDGE * 0.9)
    stage.image[y - r : y + r, x - r : x + r] = blurred[y - r : y + r, x - r : x + r]


def spinning(stage: Stage) -> None:
    """As a shutter sees it, or sliding, or both."""
    shape, turn = np.random.default_rng([stage.seed, 99]), stage.rng.uniform(0, 2 * np.pi)
    while not (sprite := make_sprite(shape, 0.05, mirroring=0.0)).value:
        pass

    def laid(aside: Array, further: float, _moment: float) -> Array:
        c, s = np.cos(turn + further), np.sin(turn + further)
        linear = (np.array([[c, -s], [s, c]]) * (EDGE / EDGE_PX)).astype(np.float32)
        made, owner = stage.image.copy(), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
        paint(made, owner, 1, sprite, linear, (np.array(ODD) + aside).astype(np.float32), stage.look)
        return made

    stage.image = exposed(random_motion(stage.rng, EDGE), EDGE, laid)


def glare(stage: Stage) -> None:
    stage.die(ODD)
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    spot = np.exp(-(((x - ODD[0] - 6) / 13) ** 4 + ((y - ODD[1]) / 16) ** 4))
    stage.image += spot[..., None] * 600


def coin(stage: Stage) -> None:
    x, y = int(ODD[0]), int(ODD[1])
    cv2.circle(stage.image, (x, y), 26, (70, 150, 190), -1, cv2.LINE_AA)
    cv2.circle(stage.image, (x, y), 23, (50, 120, 160), 2, cv2.LINE_AA)
    cv2.line(stage.image, (x, y - 12), (x, y + 12), (40, 100, 140), 4, cv2.LINE_AA)
    cv2.ellipse(stage.image, (x, y), (8, 12), 0, 0, 200, (40, 100, 140), 2, cv2.LINE_AA)


def button(stage: Stage) -> None:
    x, y = int(ODD[0]), int(ODD[1])
    cv2.circle(stage.image, (x, y), 22, (200, 205, 210), -1, cv2.LINE_AA)
    for dx, dy in ((-5, -5), (5, -5), (-5, 5), (5, 5)):
        cv2.circle(stage.image, (x + dx, y + dy), 2, (40, 40, 40), -1, cv2.LINE_AA)


def beer_mat(stage: Stage) -> None:
    x, y = int(ODD[0]), int(ODD[1])
    cv2.circle(stage.image, (x, y), 50, (180, 210, 230), -1, cv2.LINE_AA)
    for dx in range(-30, 31, 12):
        for dy in range(-30, 31, 12):
            cv2.circle(stage.image, (x + dx, y + dy), 3, (60, 40, 160), -1, cv2.LINE_AA)


def domino_tile(stage: Stage) -> None:
    while not 140 < (halves := domino(stage.rng, trial := stage.image.copy(), EDGE))[0][0] < 220 or len(halves) < 2:
        pass
    stage.image = trial


def phone(stage: Stage) -> None:
    x, y = int(ODD[0]), int(ODD[1])
    cv2.rectangle(stage.image, (x - 36, y - 66), (x + 36, y + 66), (15, 15, 15), -1)
    cv2.rectangle(stage.image, (x - 32, y - 56), (x + 32, y + 56), (160, 60, 40), -1)
    for k in (-1, 1):
        cv2.rectangle(stage.image, (x - 18, y + 27 * k - 18), (x + 18, y + 27 * k + 18), (250, 250, 250), -1)
        for a, b in ((-10, -10), (0, 0), (10, 10)):
            cv2.circle(stage.image, (x + a, y + 27 * k + b), 4, (0, 0, 0), -1, cv2.LINE_AA)


def tally(
    reader: Reader, put: Callable[[Stage], None], seeds: Iterable[int], expected: int | None = None
) -> tuple[int, int, int]:
    """On how many tables a doubt has the odd thing's place, a die there is vouched for, and it is passed over."""
    declined = vouched = passed = 0
    for seed in seeds:
        stage = Stage(seed)
        stage.die(PLAIN)
        put(stage)
        reading = reader.read(stage.filmed(), Hint(expected))
        doubted = {doubt.box for doubt in reading.doubts}
        sure = any(die.centre[0] > BESIDE and die.box not in doubted for die in reading.dice)
        declined += any(box is not None and box[0] + box[2] / 2 > BESIDE for box in doubted)
        vouched += reading.certain and sure
        passed += reading.certain and not sure
    return declined, vouched, passed


NO_DICE = (domino_tile, phone, coin, button, beer_mat)
KINDS = (cut_off, half_hidden, in_motion, spinning, glare, *NO_DICE)
