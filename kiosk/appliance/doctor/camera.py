"""The camera, the light and the tray: some seconds of pictures, measured, and the reader's own opinion of the last."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from hardware.camera import CameraError, CameraFault, CameraFaultKind
from hardware.camera.apart import Apart
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.pipeline.light_monitor import brightness
from kiosk.session import calibrating
from kiosk.session.fault_texts import camera_trouble
from kiosk.settings.config import Settings
from vision.reading.reader import Reader
from vision.types import Die, Frame, Image, Reading
from vision.watching.calibration import CalibrationError

LOOKED_S, LOOKED = 5.0, 180
"""Seconds, or pictures, after which a camera has settled to the light and holds it."""
JUDGED = 45
"""Of the pictures, the last so many are measured: those after settling."""
SLOWEST_FPS = 15.0
DARKEST = 14.0
"""Grey levels: the darkest simulated tray has 34 by its own light, and the reader bears 0.4 of that."""
GLARING, GLARE = 250, 0.01
"""Levels of a pixel that shows nothing but light; five white dice cover as large a share of the picture."""
FLICKER = 0.05
"""Rows brighter than in the picture before, as a share of the picture's brightness: on still simulated tables under
2 %, of which nearly all is noise of the darkest."""
UNSTEADY = 0.03
"""Whole pictures brighter than others, as a share; still simulated tables differ by 0.05 %."""
BLURRED = 0.25
"""Steepness of a die's edges: 0.28 to 0.6 on simulated tables; 0.15 to 0.25 where blurred until the reader doubts."""
SMALLEST_PX = 25.0
"""Edge of a die: below half a metre's height it is 32 pixels or more."""
NONE_THERE = frozenset(
    {
        CameraFaultKind.NO_PI,
        CameraFaultKind.LIBRARY_MISSING,
        CameraFaultKind.NOT_FOUND,
        CameraFaultKind.BUSY,
        CameraFaultKind.NO_RECORDING,
    }
)
"""A table without a camera can be played at, and a running one has its camera for itself."""


def camera(settings: Settings) -> Iterator[Check]:
    """Every check of the camera and of what it sees."""
    look = _look(settings.camera)
    frames = look.frames
    if look.fault is not None and not frames:
        yield _dark(look.fault)
        return
    yield _rate(settings.camera, frames, look.fault)
    yield _held(look.held)
    yield _light(frames)
    yield _glare(frames)
    yield _steady(frames)
    reading = Reader().read(frames[-1].image)
    yield _sharp(frames[-1].image, reading)
    yield _tray(reading)
    yield _calibrated(settings.data, frames[-1].image, reading)


class _Look(NamedTuple):
    """The last pictures of some seconds, what the camera held then, and why it sent no more, if it failed."""

    frames: list[Frame]
    held: tuple[str, ...]
    fault: CameraFault | None


def _look(source: str) -> _Look:
    """Read a camera for some seconds, as the table does: apart, so that nothing its driver does ends or hangs us."""
    frames: deque[Frame] = deque(maxlen=JUDGED)
    held: tuple[str, ...] = ()
    fault = None
    try:
        with closing(Apart(source)) as apart, apart() as camera:
            until = None
            for number, frame in enumerate(camera, 1):
                frames.append(frame)
                held = camera.held
                until = until or frame.time + LOOKED_S
                if frame.time > until or number == LOOKED:
                    break
    except CameraError as error:
        fault = error.fault
    return _Look(list(frames), held, fault)


def _dark(fault: CameraFault) -> Check:
    """A camera that sent no picture at all."""
    level = Level.INFO if fault.kind in NONE_THERE else Level.FAULT
    busy = fault.kind is CameraFaultKind.BUSY
    mend = "If it is the table itself: sudo systemctl stop dice-table, then look again." if busy else ""
    return faulty("camera", level, camera_trouble(fault), mend)


def _rate(source: str, frames: Sequence[Frame], fault: CameraFault | None) -> Check:
    height, width = frames[0].image.shape[:2]
    seconds = frames[-1].time - frames[0].time
    fps = (len(frames) - 1) / seconds if seconds else 0.0
    told = f"{source} sends {fps:.0f} pictures a second of {width}x{height}"
    if fault is not None:
        return Check("camera", Level.FAULT, f"{told}, and then no more", english(camera_trouble(fault).line))
    if 0 < fps < SLOWEST_FPS:
        return Check("camera", Level.WARNING, told, "Give it more light, or another USB socket.")
    return Check("camera", Level.OK, told)


def _held(held: Sequence[str]) -> Check:
    if not held:
        return Check("lock", Level.INFO, "the camera does not say what it holds; see exposure below")
    missing = [name for name in ("exposure", "white balance") if name not in held]
    told = f"{', '.join(held)} held" + ("" if "focus" in held else "; focus is fixed in the lens")
    if missing:
        mend = "Use a camera that can hold them: colours and brightness will drift."
        return Check("lock", Level.WARNING, f"{told}; not {' and '.join(missing)}", mend)
    return Check("lock", Level.OK, told)


def _light(frames: Sequence[Frame]) -> Check:
    level = float(np.mean([brightness(frame.image) for frame in frames]))
    if level < DARKEST:
        return Check("light", Level.FAULT, f"no go: too dark, {level:.0f} of 255", "Switch the light on, or add some.")
    return Check("light", Level.OK, f"go: {level:.0f} of 255")


def _glare(frames: Sequence[Frame]) -> Check:
    share = float(np.mean(frames[-1].image[::2, ::2].min(axis=2) >= GLARING))
    if share > GLARE:
        mend = "Soften the light: frosted plastic before it, and off to the side of the camera."
        return Check("glare", Level.WARNING, f"{share:.1%} of the picture is nothing but light", mend)
    return Check("glare", Level.OK, f"{share:.1%} of the picture is nothing but light")


def _steady(frames: Sequence[Frame]) -> Check:
    """Whether the light flickers, and whether the camera holds its exposure; a still table is needed for both."""
    levels = [brightness(frame.image) for frame in frames]
    mean = max(1.0, float(np.mean(levels)))
    rows = [frame.image[:, ::16].mean(axis=(1, 2)) for frame in frames]
    # Flicker never stops, as hands and dice do: what is so most of the time counts.
    bands = float(np.median([np.abs(one - other).max() for one, other in pairwise(rows)] or [0.0])) / mean
    low, high = np.percentile(levels, (25, 75))
    drift = float(high - low) / mean
    if drift > UNSTEADY:
        mend = "Keep hands away and look again; then let the camera hold its exposure, or use a steadier light."
        return Check("exposure", Level.WARNING, f"the picture's brightness changes by {drift:.0%}", mend)
    if bands > FLICKER:
        mend = "Keep hands away and look again; then use lamps on direct current."
        return Check("exposure", Level.WARNING, f"bands of light run through the picture ({bands:.0%}): flicker", mend)
    return Check("exposure", Level.OK, f"held: brightness within {drift:.1%}, rows within {bands:.1%}")


def _sharp(image: Image, reading: Reading) -> Check:
    if not reading.dice:
        return Check("focus", Level.INFO, "told by dice: lay some there and look again")
    sharpness = float(np.median([_edge(image, die) for die in reading.dice]))
    if sharpness < BLURRED:
        mend = "Wipe the lens, then focus it on the tray."
        return Check("focus", Level.WARNING, f"the dice's edges are soft ({sharpness:.2f})", mend)
    return Check("focus", Level.OK, f"the dice's edges are sharp ({sharpness:.2f})")


def _edge(image: Image, die: Die) -> float:
    """How steep the steepest edges of a die are: the share of its contrast that one pixel makes."""
    x, y, width, height = die.box
    margin = 0.25 * max(width, height)
    rows = slice(max(0, int(y - margin)), int(y + height + margin))
    columns = slice(max(0, int(x - margin)), int(x + width + margin))
    grey = cv2.cvtColor(image[rows, columns], cv2.COLOR_BGR2GRAY).astype(np.float32)
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    low, high = np.percentile(grey, (2, 98))
    return float(np.percentile(steep, 98) / max(1.0, high - low))


def _tray(reading: Reading) -> Check:
    if not reading.dice:
        return Check("tray", Level.INFO, "no dice are seen: lay some there and look again")
    smallest = min(die.size for die in reading.dice)
    values = " ".join(str(die.value) for die in reading.dice)
    told = f"{values}, dice of {smallest:.0f} pixels or more, {'sure' if reading.certain else 'in doubt'}"
    if smallest < SMALLEST_PX:
        return Check("tray", Level.WARNING, told, "Hang the camera lower: the tray should just fill the picture.")
    doubts = sorted({doubt.kind.value for doubt in reading.doubts})
    if doubts:
        return Check(
            "tray", Level.WARNING, f"{told} ({', '.join(doubts)})", "Lay the dice flat and apart, and look again."
        )
    return Check("tray", Level.OK, told)


def _calibrated(data: Path, image: Image, reading: Reading) -> Check:
    """Whether what the table was taught of its tray still holds in this picture."""
    mend = "dice-table calibrate teaches it once more: a guided minute."
    try:
        learned = calibrating.load(data)
    except CalibrationError as error:
        return Check("calibration", Level.WARNING, str(error))
    if learned is None:
        return Check("calibration", Level.INFO, "none: it plays without one, and sees better with it", mend)
    table = learned.scaled_to(image)
    if table is None:
        told = f"learned from pictures of {learned.frame[0]}x{learned.frame[1]}, which the camera no longer sends"
        return Check("calibration", Level.WARNING, told, mend)
    left, top, right, bottom = table.part
    share = (right - left) * (bottom - top) / (table.frame[0] * table.frame[1])
    told = f"the tray fills {share:.0%} of the picture, dice are {table.smallest:.0f} pixels or more"
    least, most = table.edges
    strange = [die for die in reading.dice if not (table.holds(die.centre) and least <= die.size <= most)]
    if strange:
        told = f"{len(strange)} of {len(reading.dice)} dice lie beside the tray or are of another size: {told}"
        return Check("calibration", Level.WARNING, told, f"Lay all dice on the tray; if it or the camera moved, {mend}")
    return Check("calibration", Level.OK, told)
