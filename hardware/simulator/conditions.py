"""What a bar does to a camera's pictures: shakes it, flickers, sends bands and spots of light across it.

Each condition makes of a picture (BGR uint8, any size) and its time, seconds, the picture as the bar would have it; the
same seed gives the same. They work on any picture, filmed or simulated, so that the watcher is measured on both. Each
takes less time than drawing the simulated table's picture. Rates and strengths are chosen by eye, but where a measure
is named.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Condition = Callable[[Image, float], Image]
"""From a picture and its time, seconds, to the picture under that condition."""

SHAKE_HZ = (5.0, 7.0)
"""The two rates at which a table trembles that somebody leans on, or that stands beside a loudspeaker."""
SHAKE_PX = (2.0, 12.8)
"""How far it trembles, pixels of 1280: from what a watcher must not notice to a hundredth of the picture's width."""
BANDS, BANDS_DEPTH, BANDS_HZ = 2.0, 0.15, 0.7
"""Two bands over the picture's height, brighter and darker by 0.15, roll by 0.7 of that height a second: what is left
of lamps of 100 Hz at a shutter that doesn't fit them."""
SPOT_WIDTHS, SPOT_HZ = 0.14, (0.11, 0.17)
"""A dancing light has a radius of 0.14 widths of the picture, and swings 0.11 times a second across, 0.17 along."""
SPOT_GAINS = ((1.5, 1.0, 1.25), (1.0, 1.45, 1.1), (1.1, 1.15, 1.5))
"""How many times as bright it makes blue, green and red: three lamps."""
FLASH_HZ, FLASH_GAIN = 2.3, 1.35
"""A lamp goes on and off 2.3 times a second; while it is on the tray is 1.35 times as bright."""
FLICKER_HZ, FLICKER_DEPTH = 9.1, 0.25
"""All light rises and falls by 0.25 of itself, 9.1 times a second."""
GRAIN_LEVELS = 14.0
"""Standard deviation of the noise of a sensor that sees too little light, grey levels."""
RED = (0.45, 0.6, 1.2)
"""How many times as bright red light makes blue, green and red."""
DIM = 0.25
"""In dim light there is 0.25 of the light."""
GAMMA = 2.2
PHONE_WIDTHS, PHONE_DEGREES, PHONE_SCALE, PHONE_HZ = 0.006, 0.4, 0.004, 1.3
"""A phone in a steady hand drifts by 0.006 widths of the picture, turns by 0.4 degrees and comes nearer by 0.004 of its
distance, 1.3 times a second."""
FLEX_PX, FLEX_HZ, FLEX_WIDTHS = 5.0, 3.0, 2.0
"""A sheet on which dice lie bends by 5 pixels of 1280, 3 times a second, in half a wave over the picture's width: held
at its edges it swings most like that."""
_COARSE_PX = 8
"""Light is worked out for points 8 pixels apart: between them it changes by less than a grey level."""


def shake(seed: int, pixels: float) -> Condition:
    """The camera trembles by up to this many `pixels` of a picture 1280 wide."""
    return partial(_shake, _phases(seed, 8), pixels)


def bands(seed: int, depth: float = BANDS_DEPTH) -> Condition:
    return partial(_bands, float(_phases(seed, 1)[0]), depth)


def spot(seed: int) -> Condition:
    """A soft coloured spot wanders over the tray."""
    return partial(_spot, _phases(seed, 2), SPOT_GAINS[seed % len(SPOT_GAINS)])


def flicker(seed: int, depth: float) -> Condition:
    """All light comes and goes by this share."""
    phase = float(_phases(seed, 1)[0])
    return lambda image, time: _lit(image, 1 + depth * np.sin(2 * np.pi * FLICKER_HZ * time + phase))


def flash(seed: int) -> Condition:
    """A lamp that goes on and off."""
    phase = float(_phases(seed, 1)[0]) / (2 * np.pi)
    return lambda image, time: _lit(image, FLASH_GAIN if (time * FLASH_HZ + phase) % 1 < 0.5 else 1.0)


def strobe(seed: int) -> Condition:
    """Lightning for a picture now and then."""
    return lambda image, time: _lit(image, 1.9 if _noise(seed, time).random() < 0.12 else 1.0)


def grain(seed: int, levels: float = GRAIN_LEVELS) -> Condition:
    """A sensor that sees too little light."""

    def grained(image: Image, time: float) -> Image:
        grains = _grains(seed, levels, image.size)
        begin = int(_noise(seed, time).integers(image.size))
        noise = grains[begin : begin + image.size].reshape(image.shape)
        return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)

    return grained


def red(_: int) -> Condition:
    return lambda image, _: _lit(image, np.array(RED, np.float32))


def dim(_: int) -> Condition:
    return lambda image, _: _lit(image, DIM ** (1 / GAMMA))


def phone(seed: int) -> Condition:
    """Somebody holds the camera in his hand."""
    return partial(_phone, _phases(seed, 8))


def flex(seed: int) -> Condition:
    """What the dice lie on bends and swings."""
    return partial(_flex, _phases(seed, 2))


def together(*conditions: Condition) -> Condition:
    def all_of_them(image: Image, time: float) -> Image:
        for condition in conditions:
            image = condition(image, time)
        return image

    return all_of_them


def _shake_somehow(seed: int) -> Condition:
    return shake(seed, float(np.random.default_rng([seed, 18]).uniform(*SHAKE_PX)))


CONDITIONS: Mapping[str, Callable[[int], Condition]] = {
    "shake": _shake_somehow,
    "spot": spot,
    "bands": bands,
    "flicker": partial(flicker, depth=FLICKER_DEPTH),
    "flash": flash,
    "strobe": strobe,
    "dim": dim,
    "red": red,
    "grain": grain,
    "phone": phone,
    "flex": flex,
}
"""What makes each condition from a seed, by name."""

# --- how they are made -----------------------------------------------------------------------------------------------


def _phases(seed: int, number: int) -> NDArray[np.float64]:
    return np.random.default_rng([seed, 17]).uniform(0, 2 * np.pi, number)


def _noise(seed: int, time: float) -> np.random.Generator:
    return np.random.default_rng([seed, round(time * 1000)])


@lru_cache(maxsize=2)
def _grains(seed: int, levels: float, size: int) -> NDArray[np.int16]:
    """Twice what a picture needs; each picture takes another part, as drawing new ones takes twenty times as long."""
    return np.rint(np.random.default_rng([seed, 19]).normal(0, levels, 2 * size)).astype(np.int16)


def _lit(image: Image, gain: float | NDArray[np.float32]) -> Image:
    """The picture with `gain` times the level, in each colour or in all."""
    levels = np.arange(256, dtype=np.float32)[None, :, None] * np.full(3, gain, np.float32)
    return np.asarray(cv2.LUT(image, np.clip(np.rint(levels), 0, 255).astype(np.uint8)), np.uint8)


def _lit_apart(image: Image, gain: Callable[[NDArray[np.float32], NDArray[np.float32]], NDArray[np.float32]]) -> Image:
    """The picture in light that differs from place to place.

    Args:
        image: the picture.
        gain: gives the factor of light, (height, width or 1, 3 or 1), at rows (height, 1, 1) and columns (1, width, 1),
            which are shares of the picture's height and width.
    """
    height, width = image.shape[:2]
    down, across = max(1, height // _COARSE_PX), max(1, width // _COARSE_PX)
    rows = (np.arange(down, dtype=np.float32)[:, None, None] + np.float32(0.5)) / down
    columns = (np.arange(across, dtype=np.float32)[None, :, None] + np.float32(0.5)) / across
    coarse = np.ascontiguousarray(np.broadcast_to(gain(rows, columns), (down, across, 3)), np.float32)
    fine = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, fine, dtype=cv2.CV_8U), np.uint8)


def _moved(image: Image, matrix: NDArray[np.float64]) -> Image:
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8)


def _swings(phases: NDArray[np.float64], rates: tuple[float, float], time: float) -> tuple[float, float]:
    """How far something swings across and along, -1…1: the sum of two rates, so that it does not repeat soon."""
    (slow, quick), turns = (2 * np.pi * rate * time for rate in rates), phases
    across = 0.6 * np.sin(slow + turns[0]) + 0.4 * np.sin(quick + turns[1])
    along = 0.6 * np.sin(quick + turns[2]) + 0.4 * np.sin(slow + turns[3])
    return float(across), float(along)


def _shake(phases: NDArray[np.float64], pixels: float, image: Image, time: float) -> Image:
    x, y = (pixels * image.shape[1] / 1280 * swing for swing in _swings(phases, SHAKE_HZ, time))
    return _moved(image, np.array([[1, 0, x], [0, 1, y]], np.float64))


def _phone(phases: NDArray[np.float64], image: Image, time: float) -> Image:
    height, width = image.shape[:2]
    rates = PHONE_HZ * 0.37, PHONE_HZ
    x, y = _swings(phases[:4], rates, time)
    turn, nearer = _swings(phases[4:], rates, time)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), PHONE_DEGREES * turn, 1 + PHONE_SCALE * nearer)
    matrix[:, 2] += np.array([x, y]) * PHONE_WIDTHS * width
    return _moved(image, np.asarray(matrix, np.float64))


@lru_cache(maxsize=2)
def _places(height: int, width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    return rows, columns


def _flex(phases: NDArray[np.float64], image: Image, time: float) -> Image:
    height, width = image.shape[:2]
    rows, columns = _places(height, width)
    swing = FLEX_PX * width / 1280 * np.sin(2 * np.pi * FLEX_HZ * time + phases[0])
    bend = swing * np.sin(2 * np.pi * columns[:1] / (FLEX_WIDTHS * width) + phases[1])
    there = rows + bend.astype(np.float32)
    bent = cv2.remap(image, columns, there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(bent, np.uint8)


def _bands(phase: float, depth: float, image: Image, time: float) -> Image:
    return _lit_apart(image, lambda rows, _: 1 + depth * np.sin(2 * np.pi * (BANDS * rows + BANDS_HZ * time) + phase))


def _spot(phases: NDArray[np.float64], gains: tuple[float, float, float], image: Image, time: float) -> Image:
    across, along = (0.5 + 0.4 * np.sin(2 * np.pi * r * time + p) for r, p in zip(SPOT_HZ, phases, strict=True))
    radius = SPOT_WIDTHS, SPOT_WIDTHS * image.shape[1] / image.shape[0]

    def gain(rows: NDArray[np.float32], columns: NDArray[np.float32]) -> NDArray[np.float32]:
        there = np.exp(-(((columns - across) / radius[0]) ** 2 + ((rows - along) / radius[1]) ** 2) / 2)
        return np.asarray(1 + there * (np.array(gains) - 1), np.float32)

    return _lit_apart(image, gain)
