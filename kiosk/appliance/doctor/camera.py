"""The camera: some seconds of its pictures, what it holds, and then what those pictures show."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from hardware.camera import CameraError, CameraFault, CameraFaultKind
from hardware.camera.apart import Apart
from kiosk.appliance.doctor import picture, tray
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.session.fault_texts import camera_trouble
from kiosk.settings.config import Settings
from vision.reading.reader import Reader
from vision.types import Frame

LOOKED_S, LOOKED = 5.0, 180
"""Seconds, or pictures, after which a camera has settled to the light and holds it."""
JUDGED = 45
"""Of the pictures, the last so many are measured: those after settling."""
SLOWEST_FPS = 15.0
NONE_THERE = frozenset(
    {
        CameraFaultKind.NO_PI,
        CameraFaultKind.LIBRARY_MISSING,
        CameraFaultKind.NOT_FOUND,
        CameraFaultKind.DOES_NOT_OPEN,  # all that is known of a missing one where the system is not Linux
        CameraFaultKind.BUSY,
        CameraFaultKind.NO_RECORDING,
    }
)
"""A table without a camera can be played at, and a running one has its camera for itself."""


def check_camera(settings: Settings) -> Iterator[Check]:
    """Every check of the camera and of what it sees."""
    film = _film(settings.camera)
    frames = film.frames
    if film.fault is not None and not frames:
        yield _no_picture(film.fault)
        return
    yield rate(settings.camera, frames, film.fault)
    yield lock(film.held)
    yield picture.light(frames)
    yield picture.glare(frames)
    yield picture.steadiness(frames)
    image = frames[-1].image
    reading = Reader().read(image)
    yield picture.focus(image, reading)
    yield tray.dice(reading)
    yield tray.calibration(settings.data, image, reading)


class _Film(NamedTuple):
    """The last pictures of some seconds, what the camera held then, and why it sent no more, if it failed."""

    frames: list[Frame]
    held: tuple[str, ...]
    fault: CameraFault | None


def _film(source: str) -> _Film:
    """Read a camera for some seconds, as the table does: apart, so that nothing its driver does ends or hangs us."""
    frames: deque[Frame] = deque(maxlen=JUDGED)
    held: tuple[str, ...] = ()
    fault = None
    try:
        with closing(Apart(source)) as apart, apart() as camera:
            until = None
            for number, frame in enumerate(camera, 1):
                if frames and frames[-1].image.shape != frame.image.shape:
                    frames.clear()  # as a folder of photographs may have it
                frames.append(frame)
                held = camera.held
                until = until or frame.time + LOOKED_S
                if frame.time > until or number == LOOKED:
                    break
    except CameraError as error:
        fault = error.fault
    return _Film(list(frames), held, fault)


def _no_picture(fault: CameraFault) -> Check:
    """A camera that sent no picture at all."""
    level = Level.INFO if fault.kind in NONE_THERE else Level.FAULT
    busy = fault.kind is CameraFaultKind.BUSY
    mend = "If it is the table itself: sudo systemctl stop dice-table, then look again." if busy else ""
    return faulty("camera", level, camera_trouble(fault), mend)


def rate(source: str, frames: Sequence[Frame], fault: CameraFault | None) -> Check:
    """How many pictures it sends, and whether it went on sending them."""
    height, width = frames[0].image.shape[:2]
    seconds = frames[-1].time - frames[0].time
    fps = (len(frames) - 1) / seconds if seconds else 0.0
    found = f"{source} sends {fps:.0f} pictures a second of {width}x{height}"
    if fault is not None:
        return Check("camera", Level.FAULT, f"{found}, and then no more", english(camera_trouble(fault).line))
    if 0 < fps < SLOWEST_FPS:
        return Check("camera", Level.WARNING, found, "Give it more light, or another USB socket.")
    return Check("camera", Level.OK, found)


def lock(held: Sequence[str]) -> Check:
    """Whether it keeps to the light and the distance that it has settled to."""
    if not held:
        return Check("lock", Level.INFO, "the camera does not say what it holds; see exposure below")
    missing = [name for name in ("exposure", "white balance") if name not in held]
    found = f"{', '.join(held)} held" + ("" if "focus" in held else "; focus is fixed in the lens")
    if missing:
        mend = "Use a camera that can hold them: colours and brightness will drift."
        return Check("lock", Level.WARNING, f"{found}; not {' and '.join(missing)}", mend)
    return Check("lock", Level.OK, found)
