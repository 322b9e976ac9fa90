"""A webcam, by OpenCV: any camera that the system knows by number."""

from __future__ import annotations

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
    CAMERA_SETTLING_S,
    FRAME_SIZE,
    Camera,
    CameraError,
    CameraFault,
    CameraFaultKind,
    CameraState,
    Device,
    Mains,
)
from hardware.camera.mains import HALF_PERIOD_US
from hardware.camera.webcams import Chosen
from vision.types import Frame, Image

FRAMES_PER_S = 30.0
CHECK_S = 1.0
"""Time for a locked exposure to show in the picture."""
CHANGED = 0.15
"""A webcam that reports nonsense as its exposure turns dark or bright when locked to it: by more than this share."""
# OpenCV hands on what V4L2 calls them; to Windows' Media Foundation all but 0 is automatic (its cap_msmf.cpp).
EXPOSURE_MANUAL, EXPOSURE_AUTOMATIC = (0, 1) if sys.platform == "win32" else (1, 3)
EXPOSURE_US = 100
"""What V4L2 counts exposures in."""
FITS = (0.75, 1.3)
"""By no more does an exposure become shorter or longer to be of whole half periods of the mains: levels change with the
power 1/2.2 of the light, which is less than `CHANGED`."""
DEVICES = Path("/dev")
# VIDIOC_S_CTRL, a control and its value; V4L2_CID_POWER_LINE_FREQUENCY, and what it calls the mains.
_SET_CONTROL, _POWER_LINE = 0xC008561C, 0x00980918
POWER_LINE = {Mains.HZ_50: 1, Mains.HZ_60: 2, Mains.AUTO: 3}
# VIDIOC_REQBUFS of linux/videodev2.h, and what gives all buffers of a camera's pictures back: count 0, capture, mapped.
_REQUEST_BUFFERS, _NO_BUFFERS = 0xC0145608, struct.pack("=5I", 0, 1, 1, 0, 0)


class Webcam(Camera):
    """A USB or built-in camera.

    After a short settling its exposure, white balance and focus are locked, where it lets them be. It is told the
    mains, so that it exposes for whole half periods of them, or finds them by itself, where it can.
    """

    def __init__(
        self, number: int = 0, mains: Mains = Mains.AUTO, name: str | None = None, chosen: Chosen | None = None
    ) -> None:
        """Open webcam `number`, which the settings call `name`; `chosen`: how it was found by that.

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
        # Raw pictures of this size are too much for USB 2 at 30 a second: JPEG first, then the size.
        self._camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._camera.set(cv2.CAP_PROP_FRAME_WIDTH, FRAME_SIZE[0])
        self._camera.set(cv2.CAP_PROP_FRAME_HEIGHT, FRAME_SIZE[1])
        self._camera.set(cv2.CAP_PROP_FPS, FRAMES_PER_S)
        self._camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._locks_at: float | None = None
        self._check: tuple[float, float] | None = None
        """When to look whether locking changed the picture, and how bright it was before."""
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
        self._locks_at, self._check = None, None

    def close(self) -> None:
        self._camera.release()

    def _lock(self, frame: Frame) -> None:
        """Once the camera has settled, hold what it has come to; let go of an exposure that changes the picture."""
        if self._locks_at is None:
            self._locks_at = frame.time + CAMERA_SETTLING_S
        elif frame.time >= self._locks_at:
            self._locks_at = float("inf")
            exposure, focus = self._camera.get(cv2.CAP_PROP_EXPOSURE), self._camera.get(cv2.CAP_PROP_FOCUS)
            self._check = (frame.time + CHECK_S, _brightness(frame.image))
            self._automatic(on=False)
            if sys.platform == "win32":  # where to end automatic focus is to go to its value, 0
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
        return float(round(fitting)) if FITS[0] * exposure <= fitting <= FITS[1] * exposure else exposure

    def _automatic(self, *, on: bool) -> None:
        self._camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_AUTOMATIC if on else EXPOSURE_MANUAL)
        self._camera.set(cv2.CAP_PROP_AUTO_WB, float(on))
        self._camera.set(cv2.CAP_PROP_AUTOFOCUS, float(on))

    def _taken_at(self) -> float:
        """When the picture was taken; V4L2 tells it by the monotonic clock, other systems tell something else."""
        now = time.monotonic()
        stamp = self._camera.get(cv2.CAP_PROP_POS_MSEC) / 1000
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
        if error.errno == errno.EBUSY:  # to open it, or as its buffers are another program's
            return CameraFaultKind.BUSY
        if error.filename is not None:  # the system refuses to open it
            return CameraFaultKind.NOT_FOUND
    return CameraFaultKind.DOES_NOT_OPEN


def _tell_mains(number: int, mains: Mains) -> None:
    """Set what webcam `number` takes for the mains, which OpenCV doesn't; one that can't goes on as it is."""
    with suppress(OSError):  # many know no automatic
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
