"""Checks the dice on the tray, and whether what the table was taught still holds, by reading one picture."""

from pathlib import Path

from hardware.camera.mounting import Mounting
from kiosk.appliance.doctor.checks import Check, Level, english
from kiosk.session import kept_tray
from kiosk.session.guide.picture import HANG_LOWER, LAY_FLAT
from vision.types import Image, Reading
from vision.watching.calibration import CalibrationError

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
