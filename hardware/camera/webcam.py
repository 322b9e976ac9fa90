"""A webcam, by OpenCV: any camera that the system knows by number."""

import errno
import os
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.camera import (
    FRAME_SIZE,
    Camera,
    CameraError,
    CameraFault,
    CameraFaultKind,
    CameraState,
    Device,
    Mains,
    Settling,
)
from hardware.camera.mains import HALF_PERIOD_US
from hardware.camera.webcams import Chosen
from vision.types import Frame, Image

FRAMES_PER_S = 30.0
"""A webcam is asked for 30 pictures a second: most have no more, and the watcher needs no more."""
CHECK_S = 1.0
"""A locked exposure shows in the picture after at most 1 s."""
CHANGED = 0.15
"""A webcam that reported nonsense as its exposure becomes darker or brighter by over 0.15 when locked to it."""
# OpenCV passes on V4L2's own numbers; for Windows' Media Foundation all but 0 is automatic (OpenCV's cap_msmf.cpp).
EXPOSURE_MANUAL, EXPOSURE_AUTOMATIC = (0, 1) if sys.platform == "win32" else (1, 3)
EXPOSURE_US = 100
"""V4L2 counts exposures in units of 100 microseconds."""
FITTED_FACTORS = (0.75, 1.3)
"""To be whole half periods of the mains, an exposure may become 0.75 to 1.3 times as long: grey levels, which go with
the power 1/2.2 of the light, then change by less than `CHANGED`."""
DEVICES = Path("/dev")
# Of linux/videodev2.h: VIDIOC_S_CTRL, which sets a control; V4L2_CID_POWER_LINE_FREQUENCY, and its values.
_SET_CONTROL, _POWER_LINE = 0xC008561C, 0x00980918
POWER_LINE = {Mains.HZ_50: 1, Mains.HZ_60: 2, Mains.AUTO: 3}
# The same header's VIDIOC_REQBUFS; asked for 0 buffers (of capture, memory-mapped) it gives all back, and fails where
# another program has the camera.
_REQUEST_BUFFERS, _NO_BUFFERS = 0xC0145608, struct.pack("=5I", 0, 1, 1, 0, 0)


class Webcam(Camera):
    """A USB or built-in camera.

    Once it has settled, exposure, white balance and focus are locked, as far as it lets them be. If it can, it is told
    the mains, and exposes for whole half periods of them, or told to find them by itself.
    """

    def __init__(
        self, number: int = 0, mains: Mains = Mains.AUTO, name: str | None = None, chosen: Chosen | None = None
    ) -> None:
        """Open webcam `number`, which the settings call `name`; `chosen`: what was found under that name.

        Raises:
            CameraError: there is none, another program uses it, or we may not.
        """
        system = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        self._number, self._mains = number, mains
        self._name, chosen = name or str(number), chosen or Chosen(number)
        missing = chosen.stands_in_for
        notice = None if missing is None else CameraFault(CameraFaultKind.STANDS_IN, missing, self._name, chosen.name)
        self.state = CameraState(known_as=chosen.name, notice=notice)
        self._camera: Any = cv2.VideoCapture(number, system)
        if not self._camera.isOpened():
            self.close()
            raise CameraError(CameraFault(_why_closed(number), Device.WEBCAM, self._name))
        # Raw pictures of this size are too much for USB 2 at 30 a second. JPEG is set before the size, as the sizes
        # that a camera offers depend on it.
        self._camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._camera.set(cv2.CAP_PROP_FRAME_WIDTH, FRAME_SIZE[0])
        self._camera.set(cv2.CAP_PROP_FRAME_HEIGHT, FRAME_SIZE[1])
        self._camera.set(cv2.CAP_PROP_FPS, FRAMES_PER_S)
        self._camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._check: tuple[float, float] | None = None
        """When to compare the locked picture's brightness, and with which; None: not now."""
        self.settle()

    def read(self) -> Frame:
        ok, picture = self._camera.read()
        if not ok:
            raise CameraError(CameraFault(CameraFaultKind.NO_PICTURES, Device.WEBCAM, self._name))
        frame = Frame(np.asarray(picture, np.uint8), self._taken_at())
        self._lock(frame)
        return frame

    def settle(self, mains: Mains | None = None) -> None:
        self._mains = mains or self._mains
        self._automatic(on=True)
        _tell_mains(self._number, self._mains)
        self._settling, self._check = Settling(), None

    def close(self) -> None:
        self._camera.release()

    def _lock(self, frame: Frame) -> None:
        """Lock everything once the camera has settled, but an exposure that changes the picture not for long."""
        if self._settling.ends(frame.time):
            exposure, focus = self._camera.get(cv2.CAP_PROP_EXPOSURE), self._camera.get(cv2.CAP_PROP_FOCUS)
            self._check = (frame.time + CHECK_S, _brightness(frame.image))
            self._automatic(on=False)
            # On Windows, switching automatic focus off has set the focus to 0.
            if sys.platform == "win32":
                self._camera.set(cv2.CAP_PROP_FOCUS, focus)
            self._camera.set(cv2.CAP_PROP_EXPOSURE, self._fitting(exposure))
        elif self._check is not None and frame.time >= self._check[0]:
            before, self._check = self._check[1], None
            if abs(_brightness(frame.image) - before) > CHANGED * before:
                self._camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_AUTOMATIC)

    def _fitting(self, exposure: float) -> float:
        """The nearest exposure of whole half periods of the mains, where those are known and it is near enough."""
        period_us = HALF_PERIOD_US.get(self._mains)
        if period_us is None or sys.platform != "linux":
            return exposure
        period = period_us / EXPOSURE_US
        fitting = max(1, round(exposure / period)) * period
        least, most = (factor * exposure for factor in FITTED_FACTORS)
        return float(round(fitting)) if least <= fitting <= most else exposure

    def _automatic(self, *, on: bool) -> None:
        self._camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_AUTOMATIC if on else EXPOSURE_MANUAL)
        self._camera.set(cv2.CAP_PROP_AUTO_WB, float(on))
        self._camera.set(cv2.CAP_PROP_AUTOFOCUS, float(on))

    def _taken_at(self) -> float:
        """When the picture was taken: V4L2 tells it by the monotonic clock."""
        now = time.monotonic()
        stamp = self._camera.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Other systems put something else there: it counts only if it lies within the last second.
        return stamp if 0 <= now - stamp < 1 else now


def _why_closed(number: int) -> CameraFaultKind:
    """Why webcam `number` does not open, which OpenCV keeps to itself."""
    if sys.platform != "linux":
        return CameraFaultKind.DOES_NOT_OPEN
    try:
        _ask_device(number, _REQUEST_BUFFERS, _NO_BUFFERS)
    except PermissionError:
        return CameraFaultKind.NO_PERMISSION
    except OSError as error:
        if error.errno == errno.EBUSY:  # whether the device or its buffers are another program's
            return CameraFaultKind.BUSY
        if error.filename is not None:  # of `os.open`, not of the request
            return CameraFaultKind.NOT_FOUND
    return CameraFaultKind.DOES_NOT_OPEN


def _tell_mains(number: int, mains: Mains) -> None:
    """Tell webcam `number` the mains, which OpenCV can't; one that has no such control stays as it is."""
    with suppress(OSError):  # nor do many know AUTO
        _ask_device(number, _SET_CONTROL, struct.pack("=Ii", _POWER_LINE, POWER_LINE[mains]))


def _ask_device(number: int, request: int, words: bytes) -> None:
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415  not every system has it

    device = os.open(DEVICES / f"video{number}", os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(device, request, words)
    finally:
        os.close(device)


def _brightness(image: Image) -> float:
    return float(image[::8, ::8].mean())
