"""Whether the camera's picture will do, by light, glare, sharpness and what is read: go or no go, and the mend."""

from collections.abc import Sequence

import cv2
import numpy as np

from kiosk.games.text import Text, say
from kiosk.session.tray_lesson import SMALLEST_EDGE_PX
from kiosk.view import SteadinessView
from vision.types import Die, Image, Scene, Signal
from vision.watching.thumbnail import brightness

DARKEST = 14.0
"""Mean grey level (0-255) below which it is too dark: the darkest simulated tray has 34, and 0.4 of that is read."""
GLARING, GLARE = 250, 0.01
"""A pixel of 250 or more (of 255) in every colour is glare; more than 1 % are a lamp, less may be five white dice."""
BLURRED = 0.25
"""Sharpness (`edge_sharpness`): 0.28 to 0.6 on simulated tables; 0.15 to 0.25 blurred until the reader doubts."""

MORE_LIGHT = say("Switch the light on, or add some.")
SOFTER_LIGHT = say("Soften the light: frosted plastic before it, and off to the side of the camera.")
CLEAN_LENS = say("Wipe the lens, then focus it on the tray.")
HANG_LOWER = say("Hang the camera lower: the tray should just fill the picture.")
LAY_FLAT = say("Lay the dice flat and apart, and look again.")
CHECK_CABLE = say("Check the camera's cable. Without a camera throws are entered by hand.")

READ = say("Go: the dice are read")
GLARES = say("A lamp glares in the tray")
WELL = say("Go: light enough, and no glare")
NO_PICTURE = SteadinessView(Signal.RED, say("No go: there is no picture"), CHECK_CABLE)


def judged(scene: Scene) -> SteadinessView:
    """Go or no go, by what is worst, and what to do about it; hands and dice in motion should be gone."""
    if brightness(scene.image) < DARKEST:
        return _verdict(Signal.RED, say("No go: too dark"), MORE_LIGHT)
    dice = [lying.die for lying in scene.dice]
    if dice and min(die.size for die in dice) < SMALLEST_EDGE_PX:
        return _verdict(Signal.RED, say("No go: the dice look too small"), HANG_LOWER)
    if dice and sharpness(scene.image, dice) < BLURRED:
        return _verdict(Signal.AMBER, say("The dice are blurred"), CLEAN_LENS)
    if scene.doubts:
        return _verdict(Signal.AMBER, say("Not every die is read"), LAY_FLAT)
    if glare_share(scene.image) > GLARE:
        return _verdict(Signal.AMBER, GLARES, SOFTER_LIGHT)
    return _verdict(Signal.GREEN, READ if dice else WELL)


def _verdict(signal: Signal, verdict: Text, mend: Text | None = None) -> SteadinessView:
    return SteadinessView(signal, verdict, mend)


def glare_share(image: Image) -> float:
    """How much of a picture is nothing but light, 0…1."""
    return float(np.mean(image[::2, ::2].min(axis=2) >= GLARING))


def sharpness(image: Image, dice: Sequence[Die]) -> float:
    """How sharp the dice are in the middle, as `edge_sharpness` tells; there must be some."""
    return float(np.median([edge_sharpness(image, die) for die in dice]))


def edge_sharpness(image: Image, die: Die) -> float:
    """How steep the steepest edges of a die are: the share of its contrast that one pixel makes."""
    x, y, width, height = die.box
    margin = 0.25 * max(width, height)
    # A little more than the die: its edge is part of what must be sharp.
    rows = slice(max(0, int(y - margin)), int(y + height + margin))
    columns = slice(max(0, int(x - margin)), int(x + width + margin))
    grey = cv2.cvtColor(image[rows, columns], cv2.COLOR_BGR2GRAY).astype(np.float32)
    # Divided by 4, the sum of Sobel's smoothing weights: a step within one pixel then has its own height.
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    low, high = np.percentile(grey, (2, 98))
    return float(np.percentile(steep, 98) / max(1.0, high - low))
