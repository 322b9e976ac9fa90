"""What the pictures show, measured: light and lens, the dice, and whether what was taught of the tray still holds."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from hardware.camera.mounting import Mounting
from kiosk.appliance.doctor.checks import Check, Level, english
from kiosk.session import kept_tray
from kiosk.session.fault_texts import disturbance_text
from kiosk.session.guide.picture import (
    BLURRED,
    CLEAN_LENS,
    DARKEST,
    GLARE,
    HANG_LOWER,
    LAY_FLAT,
    MORE_LIGHT,
    SOFTER_LIGHT,
    glare_share,
    sharpness,
)
from vision.types import Frame, Image, Reading, Signal
from vision.watching.calibration import CalibrationError
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


AMPLE_PX = 25.0
"""An edge of 25 pixels: some more than `tray_lesson.SMALLEST_EDGE_PX`, below which a table says that dice are small."""


def dice(reading: Reading) -> Check:
    if not reading.dice:
        return Check("tray", Level.INFO, "no dice are seen: lay some there and look again")
    smallest = min(die.size for die in reading.dice)
    values = " ".join(str(die.value) for die in reading.dice)
    found = f"{values}, dice of {smallest:.0f} pixels or more, {'sure' if reading.certain else 'in doubt'}"
    if smallest < AMPLE_PX:
        return Check("tray", Level.WARNING, found, english(HANG_LOWER))
    doubts = sorted({doubt.kind.value for doubt in reading.doubts})
    if doubts:
        return Check("tray", Level.WARNING, f"{found} ({', '.join(doubts)})", english(LAY_FLAT))
    return Check("tray", Level.OK, found)


def calibration(data: Path, mounting: Mounting, image: Image, reading: Reading) -> Check:
    """Whether what the table was taught about its tray still holds in this picture, for a camera mounted like this."""
    mend = "dice-table calibrate teaches it once more: a guided minute."
    try:
        learned = kept_tray.load(data, mounting)
    except CalibrationError as error:
        return Check("calibration", Level.WARNING, str(error))
    if learned is None:
        return Check("calibration", Level.INFO, "none: it plays without one, and sees better with it", mend)
    table = learned.scaled_to(image)
    if table is None:
        found = f"learned from pictures of {learned.frame[0]}x{learned.frame[1]}, which the camera no longer sends"
        return Check("calibration", Level.WARNING, found, mend)
    left, top, right, bottom = table.part
    share = (right - left) * (bottom - top) / (table.frame[0] * table.frame[1])
    found = f"the tray fills {share:.0%} of the picture, dice are {table.smallest:.0f} pixels or more"
    if table.taught:
        found = f"{found}, {len(table.taught)} {'faces' if len(table.taught) > 1 else 'face'} taught"
    least, most = table.edges
    strange = [die for die in reading.dice if not (table.holds(die.centre) and least <= die.size <= most)]
    if strange:
        found = f"{len(strange)} of {len(reading.dice)} dice lie beside the tray or are of another size: {found}"
        return Check(
            "calibration", Level.WARNING, found, f"Lay all dice on the tray; if it or the camera moved, {mend}"
        )
    return Check("calibration", Level.OK, found)
