"""Checks the camera: films for some seconds, and judges the pictures and what the camera says about itself."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from hardware.camera import CameraError, CameraFault, CameraFaultKind, CameraState
from hardware.camera.camera_process import CameraOpener
from kiosk.appliance.doctor import picture
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.session.fault_texts import camera_trouble, disturbance_text
from kiosk.settings.config import Settings
from kiosk.settings.noted import mounting_of
from vision.reading.reader import Reader
from vision.types import Frame
from vision.watching import disturbance
from vision.watching.disturbance import Disturbance, DisturbanceKind

LOOKED_S, LOOKED = 5.0, 180
"""It is filmed for 5 s, or 180 pictures: by then a camera has settled to the light and is locked."""
JUDGED = 45
"""The last 45 pictures are judged, as the camera has settled by then."""
MEASURED_S = 3.0
"""Trembling and moving light are measured on the last 3 s."""
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
"""Faults that mean "there is no camera to check": a table plays without one, and a running one keeps it to itself."""


def check_camera(settings: Settings) -> Iterator[Check]:
    film = _film(settings)
    frames = film.frames
    if film.fault is not None and not frames:
        yield _no_picture(film.fault)
        return
    yield rate(settings.camera, frames, film.disturbance, film.fault)
    if film.state.notice is not None:
        yield faulty("camera's name", Level.WARNING, camera_trouble(film.state.notice))
    yield lock(film.state.held)
    yield picture.light(frames)
    yield picture.glare(frames)
    yield from picture.steadiness(film.disturbance)
    image = frames[-1].image
    reading = Reader().read(image)
    yield picture.focus(image, reading)
    yield picture.dice(reading)
    yield picture.calibration(settings.data, mounting_of(settings), image, reading)


class _Film(NamedTuple):
    """The last pictures, what disturbed them, the camera's state then, and its fault if it failed."""

    frames: list[Frame]
    disturbance: Disturbance
    state: CameraState
    fault: CameraFault | None


def _film(settings: Settings) -> _Film:
    """Read a camera for some seconds, as the table does: in a process of its own, which its driver may end or hang."""
    frames: deque[Frame] = deque(maxlen=JUDGED)
    measured = disturbance.LightTrace(MEASURED_S)
    state, fault, mounting = CameraState(), None, mounting_of(settings)
    try:
        with closing(CameraOpener(settings.camera, settings.mains)) as opener, opener() as camera:
            until = None
            for number, filmed in enumerate(camera, 1):
                frame = Frame(mounting.upright(filmed.image), filmed.time)
                if frames and frames[-1].image.shape != frame.image.shape:
                    frames.clear()  # a folder may hold photographs of several sizes
                frames.append(frame)
                measured.add(frame.image, frame.time)
                state = camera.state
                until = until or frame.time + LOOKED_S
                if frame.time > until or number == LOOKED:
                    break
    except CameraError as error:
        fault = error.fault
    return _Film(list(frames), measured.measure(), state, fault)


def _no_picture(fault: CameraFault) -> Check:
    level = Level.INFO if fault.kind in NONE_THERE else Level.FAULT
    busy = fault.kind is CameraFaultKind.BUSY
    mend = "If it is the table itself: sudo systemctl stop dice-table, then look again." if busy else ""
    return faulty("camera", level, camera_trouble(fault), mend)


def rate(source: str, frames: Sequence[Frame], measured: Disturbance, fault: CameraFault | None) -> Check:
    height, width = frames[0].image.shape[:2]
    found = f"{source} sends {measured.fps:.0f} pictures a second of {width}x{height}"
    if fault is not None:
        return Check("camera", Level.FAULT, f"{found}, and then no more", english(camera_trouble(fault).line))
    kind = DisturbanceKind.SLOWNESS
    level = picture.LEVELS[measured.signal(kind)]
    mend = "" if level is Level.OK else english(disturbance_text(measured, kind).remedy)
    return Check("camera", level, found, mend)


def lock(held: Sequence[str]) -> Check:
    """Whether exposure, white balance and focus are locked."""
    if not held:
        return Check("lock", Level.INFO, "the camera does not say what it holds; see flicker below")
    missing = [name for name in ("exposure", "white balance") if name not in held]
    found = f"{', '.join(held)} held" + ("" if "focus" in held else "; focus is fixed in the lens")
    if missing:
        mend = "Use a camera that can hold them: colours and brightness will drift."
        return Check("lock", Level.WARNING, f"{found}; not {' and '.join(missing)}", mend)
    return Check("lock", Level.OK, found)
