"""What light and lens make of the pictures, measured: brightness, glare, trembling, flicker, sharpness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from kiosk.appliance.doctor.checks import Check, Level, english
from kiosk.session.disturbance_texts import disturbance_text
from vision.types import Die, Frame, Image, Reading, Signal
from vision.watching.brightness import brightness
from vision.watching.disturbance import Disturbance, DisturbanceKind

DARKEST = 14.0
"""Grey levels: the darkest simulated tray has 34 by its own light, and the reader bears 0.4 of that."""
GLARING, GLARE = 250, 0.01
"""Levels of a pixel that shows nothing but light; five white dice cover as large a share of the picture."""
LEVELS = {Signal.GREEN: Level.OK, Signal.AMBER: Level.WARNING, Signal.RED: Level.FAULT}
BLURRED = 0.25
"""Steepness of a die's edges: 0.28 to 0.6 on simulated tables; 0.15 to 0.25 where blurred until the reader doubts."""


def light(frames: Sequence[Frame]) -> Check:
    """Whether there is enough of it."""
    level = float(np.mean([brightness(frame.image) for frame in frames]))
    if level < DARKEST:
        return Check("light", Level.FAULT, f"no go: too dark, {level:.0f} of 255", "Switch the light on, or add some.")
    return Check("light", Level.OK, f"go: {level:.0f} of 255")


def glare(frames: Sequence[Frame]) -> Check:
    """Whether a lamp is mirrored in the tray."""
    share = float(np.mean(frames[-1].image[::2, ::2].min(axis=2) >= GLARING))
    if share > GLARE:
        mend = "Soften the light: frosted plastic before it, and off to the side of the camera."
        return Check("glare", Level.WARNING, f"{share:.1%} of the picture is nothing but light", mend)
    return Check("glare", Level.OK, f"{share:.1%} of the picture is nothing but light")


def steadiness(disturbance: Disturbance) -> Iterator[Check]:
    """Whether the camera trembles and the light moves, a line for each way; hands and dice don't count."""
    for kind in DisturbanceKind:
        if kind is not DisturbanceKind.SLOWNESS:  # the camera's own line tells
            level, text = LEVELS[disturbance.signal(kind)], disturbance_text(disturbance, kind)
            yield Check(kind.value, level, english(text.what), "" if level is Level.OK else english(text.remedy))


def focus(image: Image, reading: Reading) -> Check:
    """Whether the dice have sharp edges."""
    if not reading.dice:
        return Check("focus", Level.INFO, "measured on dice: lay some there and look again")
    sharpness = float(np.median([edge_sharpness(image, die) for die in reading.dice]))
    if sharpness < BLURRED:
        mend = "Wipe the lens, then focus it on the tray."
        return Check("focus", Level.WARNING, f"the dice's edges are soft ({sharpness:.2f})", mend)
    return Check("focus", Level.OK, f"the dice's edges are sharp ({sharpness:.2f})")


def edge_sharpness(image: Image, die: Die) -> float:
    """How steep the steepest edges of a die are: the share of its contrast that one pixel makes."""
    x, y, width, height = die.box
    margin = 0.25 * max(width, height)
    rows = slice(max(0, int(y - margin)), int(y + height + margin))
    columns = slice(max(0, int(x - margin)), int(x + width + margin))
    grey = cv2.cvtColor(image[rows, columns], cv2.COLOR_BGR2GRAY).astype(np.float32)
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    low, high = np.percentile(grey, (2, 98))
    return float(np.percentile(steep, 98) / max(1.0, high - low))
