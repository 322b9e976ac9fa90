"""What light and lens make of the pictures, measured: brightness, glare, trembling, flicker, sharpness."""

from collections.abc import Iterator, Sequence

import numpy as np

from kiosk.appliance.doctor.checks import Check, Level, english
from kiosk.session.fault_texts import disturbance_text
from kiosk.session.guide.picture import (
    BLURRED,
    CLEAN_LENS,
    DARKEST,
    GLARE,
    MORE_LIGHT,
    SOFTER_LIGHT,
    glare_share,
    sharpness,
)
from vision.types import Frame, Image, Reading, Signal
from vision.watching.disturbance import Disturbance, DisturbanceKind
from vision.watching.thumbnail import brightness

LEVELS = {Signal.GREEN: Level.OK, Signal.AMBER: Level.WARNING, Signal.RED: Level.FAULT}


def light(frames: Sequence[Frame]) -> Check:
    level = float(np.mean([brightness(frame.image) for frame in frames]))
    if level < DARKEST:
        return Check("light", Level.FAULT, f"no go: too dark, {level:.0f} of 255", english(MORE_LIGHT))
    return Check("light", Level.OK, f"go: {level:.0f} of 255")


def glare(frames: Sequence[Frame]) -> Check:
    """Whether a lamp is mirrored in the tray."""
    share = glare_share(frames[-1].image)
    if share > GLARE:
        return Check("glare", Level.WARNING, f"{share:.1%} of the picture is nothing but light", english(SOFTER_LIGHT))
    return Check("glare", Level.OK, f"{share:.1%} of the picture is nothing but light")


def steadiness(disturbance: Disturbance) -> Iterator[Check]:
    """Whether the camera trembles and the light moves, a line for each way; hands and dice don't count."""
    for kind in DisturbanceKind:
        if kind is not DisturbanceKind.SLOWNESS:  # `camera.rate` tells that
            level, text = LEVELS[disturbance.signal(kind)], disturbance_text(disturbance, kind)
            yield Check(kind.value, level, english(text.what), "" if level is Level.OK else english(text.remedy))


def focus(image: Image, reading: Reading) -> Check:
    if not reading.dice:
        return Check("focus", Level.INFO, "measured on dice: lay some there and look again")
    sharp = sharpness(image, reading.dice)
    if sharp < BLURRED:
        return Check("focus", Level.WARNING, f"the dice's edges are soft ({sharp:.2f})", english(CLEAN_LENS))
    return Check("focus", Level.OK, f"the dice's edges are sharp ({sharp:.2f})")
