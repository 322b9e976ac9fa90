"""The Raspberry Pi's camera, by picamera2: it settles to the light, then holds it, so that dice keep their colours."""

from __future__ import annotations

import errno
import os
import sys
import time
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
from hardware.camera.mains import HALF_PERIOD_US, whole_periods
from hardware.health import on_a_pi
from vision.types import Frame

FORMATS = ("RGB888", "BGR888")
"""What is asked for, in this order: a Raspberry Pi's cameras give the first, others tell only when they start."""
PATIENCE_S = 4.0
"""Seconds after which a camera that sends nothing has failed; a loose ribbon shows like this."""

# What the formats hold, in memory order: picamera2 names them the other way round.
TO_BGR = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
}
# What is let go for settling, and by which of the camera's measured values it is held afterwards.
AUTOMATIC = {"AeEnable": True, "AwbEnable": True, "AfMode": 2}  # AfModeEnum.Continuous
LOCKED = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}  # AfModeEnum.Manual
NAMES = {"AeEnable": "exposure", "AwbEnable": "white balance", "AfMode": "focus"}
HELD_BY = {"AeEnable": ("ExposureTime", "AnalogueGain"), "AwbEnable": ("ColourGains",), "AfMode": ("LensPosition",)}

FLICKER_MANUAL = 1
"""AeFlickerModeEnum.Manual: exposures of whole AeFlickerPeriods. None of a Pi's cameras finds the mains by itself."""
FRAME_US = 33_333
IN_STEP = 4
"""Half periods of the mains from one picture to the next where no exposure fits: bands then stand still. 25 pictures a
second at 50 Hz, 30 at 60 Hz."""


class PiCamera(Camera):
    """The camera at a Raspberry Pi's ribbon connector.

    For its first seconds, and after `settle()`, exposure, gain, white balance and focus follow the light; then they
    are locked to what they have come to. Frames flow all the time. Its exposure is of whole half periods of the mains;
    where it is not to know which, of 50 Hz.
    """

    def __init__(self, number: int = 0, mains: Mains = Mains.AUTO) -> None:
        """Open and start camera `number`.

        Raises:
            CameraError: no Raspberry Pi, no picamera2, no camera, or one that somebody else uses.
        """
        self._number = number
        self._mains = mains
        try:
            from picamera2 import Picamera2  # noqa: PLC0415  only a Raspberry Pi has it
        except ImportError as error:
            missing = CameraFaultKind.LIBRARY_MISSING if on_a_pi() else CameraFaultKind.NO_PI
            raise self._error(missing) from error
        self._camera: Any = None
        try:
            found = len(Picamera2.global_camera_info())
            if number >= found:  # one that it does not find costs it an open pipe
                raise self._error(CameraFaultKind.NOT_FOUND)
            self._camera = Picamera2(number)
            self._format = self._start()
            self._automatic = [name for name in AUTOMATIC if name in self._camera.camera_controls]
            self._locks_at: float | None = None
            self.settle()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            raise self._error(*_why_closed(error)) from error
        if self._format not in TO_BGR:
            self.close()
            raise self._error(CameraFaultKind.NO_COLOURS, self._format)

    def read(self) -> Frame:
        try:
            request = self._camera.capture_request(wait=PATIENCE_S)
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()  # or closing would wait for the request that never comes
            raise self._error(CameraFaultKind.NO_PICTURES) from error
        except (RuntimeError, OSError) as error:
            raise self._error(CameraFaultKind.FAILED, str(error)) from error
        try:
            image, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        conversion = TO_BGR[self._format]
        if conversion is not None:
            image = cv2.cvtColor(image, conversion)
        frame = Frame(np.ascontiguousarray(image), _taken_at(metadata))
        if self._locks_at is None:
            self._locks_at = frame.time + CAMERA_SETTLING_S
        elif frame.time >= self._locks_at:
            self._lock(metadata)
        return frame

    def settle(self, mains: Mains | None = None) -> None:
        self._mains = mains or self._mains
        controls = {name: AUTOMATIC[name] for name in self._automatic}
        flicker = {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": self._half_period_us}
        if flicker.keys() <= self._camera.camera_controls.keys():
            controls |= flicker
        self._set(controls)
        self._locks_at, self.state = None, CameraState()

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _error(self, kind: CameraFaultKind, detail: str = "") -> CameraError:
        return CameraError(CameraFault(kind, Device.PI, str(self._number), detail))

    def _start(self) -> str:
        """Start in the first format that the camera takes; its name."""
        for wanted in FORMATS:
            # A video configuration asks for 30 pictures a second by itself, where the camera lets itself be asked.
            self._camera.configure(self._camera.create_video_configuration(main={"format": wanted, "size": FRAME_SIZE}))
            try:
                self._camera.start()
            except RuntimeError:
                if wanted == FORMATS[-1]:
                    raise
            else:
                break
        # What was asked for is not always what is given: believe only what was configured.
        return str(self._camera.camera_configuration()["main"]["format"])

    def _lock(self, measured: dict[str, Any]) -> None:
        self._locks_at = float("inf")
        self.state = CameraState(held=tuple(NAMES[name] for name in self._automatic))
        controls: dict[str, Any] = {name: LOCKED[name] for name in self._automatic}
        for name in self._automatic:
            controls |= {value: measured[value] for value in HELD_BY[name] if value in measured}
        if {"ExposureTime", "AnalogueGain"} <= controls.keys():
            period = self._half_period_us
            fitting = whole_periods(controls["ExposureTime"], controls["AnalogueGain"], period)
            if fitting is not None:
                controls |= {"ExposureTime": round(fitting[0]), "AnalogueGain": fitting[1]}
            if "FrameDurationLimits" in self._camera.camera_controls:
                frame_us = FRAME_US if fitting is not None else IN_STEP * period
                controls["FrameDurationLimits"] = (frame_us, frame_us)
        self._set(controls)

    @property
    def _half_period_us(self) -> int:
        return HALF_PERIOD_US.get(self._mains, HALF_PERIOD_US[Mains.HZ_50])

    def _set(self, controls: dict[str, Any]) -> None:
        if controls:
            self._camera.set_controls(controls)


def _why_closed(error: BaseException) -> tuple[CameraFaultKind, str]:
    """What kept a camera from opening, in the library's words.

    picamera2 says only that it did not come to an end; libcamera's error, which it was raised from, is the C library's
    sentence for the number of the error, without the number.
    """
    if isinstance(error, PermissionError):
        return CameraFaultKind.NO_PERMISSION, ""
    first: BaseException = error
    while (cause := first.__cause__ or first.__context__) is not None:
        first = cause
    if os.strerror(errno.EBUSY) in str(first):
        return CameraFaultKind.BUSY, ""
    return CameraFaultKind.DOES_NOT_OPEN, str(first)


def _taken_at(metadata: dict[str, Any]) -> float:
    """When the picture was taken, monotonic; the sensor counts from boot, sleep included."""
    now = time.monotonic()
    stamp_ns: float | None = metadata.get("SensorTimestamp")
    if stamp_ns is None or sys.platform != "linux":
        return now
    return now - (time.clock_gettime(time.CLOCK_BOOTTIME) - stamp_ns / 1e9)
