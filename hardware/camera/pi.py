"""The Raspberry Pi's camera, by picamera2: it settles to the light, then holds it, so that dice keep their colours."""

import errno
import os
import sys
import time
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
from hardware.camera.mains import HALF_PERIOD_US, whole_periods
from hardware.health import on_a_pi
from vision.types import Frame

FORMATS = ("RGB888", "BGR888")
"""The formats that are asked for, one after the other: a Raspberry Pi's own cameras have the first; whether another
camera has it shows only when it starts."""
PATIENCE_S = 4.0
"""A camera that sends nothing for 4 s has failed: a loose ribbon cable does that."""

# What makes BGR of each format; None: it is BGR. picamera2's names give the order of bytes backwards.
TO_BGR = {"RGB888": None, "BGR888": cv2.COLOR_RGB2BGR, "XRGB8888": cv2.COLOR_BGRA2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR}
# Switches of the camera: on while it settles, off once it is locked; and the measured values it is then held at.
AUTOMATIC = {"AeEnable": True, "AwbEnable": True, "AfMode": 2}  # AfModeEnum.Continuous
LOCKED = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}  # AfModeEnum.Manual
NAMES = {"AeEnable": "exposure", "AwbEnable": "white balance", "AfMode": "focus"}
HELD_BY = {"AeEnable": ("ExposureTime", "AnalogueGain"), "AwbEnable": ("ColourGains",), "AfMode": ("LensPosition",)}

FLICKER_MANUAL = 1
"""AeFlickerModeEnum.Manual: exposures are whole multiples of AeFlickerPeriod. None of a Pi's cameras finds the mains by
itself."""
FRAME_US = 33_333
"""30 pictures a second, in microseconds from one to the next."""
HALF_PERIODS_A_FRAME = 4
"""If the light is too bright for an exposure of whole half periods, pictures come every 4 half periods of the mains:
bands then stand still. That is 25 pictures a second at 50 Hz, 30 at 60 Hz."""


class PiCamera(Camera):
    """The camera at a Raspberry Pi's ribbon connector.

    For its first seconds, and after `settle()`, exposure, gain, white balance and focus follow the light; then they
    are locked at what was measured last. Frames come all the time. Exposures are whole half periods of the mains, of
    those of 50 Hz if nobody has said which.
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
            # Not asked for if it is not there: picamera2 then leaves a pipe open.
            if number >= found:
                raise self._error(CameraFaultKind.NOT_FOUND)
            self._camera = Picamera2(number)
            self._format = self._start()
            self._automatic = [name for name in AUTOMATIC if name in self._camera.camera_controls]
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
            self._camera.cancel_all_and_flush()  # else `close` would wait for the request that never comes
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
        if self._settling.ends(frame.time):
            self._lock(metadata)
        return frame

    def settle(self, mains: Mains | None = None) -> None:
        self._mains = mains or self._mains
        controls = {name: AUTOMATIC[name] for name in self._automatic}
        flicker = {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": self._half_period_us}
        if flicker.keys() <= self._camera.camera_controls.keys():
            controls |= flicker
        self._set(controls)
        self._settling, self.state = Settling(), CameraState()

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _error(self, kind: CameraFaultKind, detail: str = "") -> CameraError:
        return CameraError(CameraFault(kind, Device.PI, str(self._number), detail))

    def _start(self) -> str:
        """Start in the first format that the camera takes, and return the name of the one that it gives."""
        for wanted in FORMATS:
            # A video configuration asks for 30 pictures a second by itself, if the camera has a rate to set.
            self._camera.configure(self._camera.create_video_configuration(main={"format": wanted, "size": FRAME_SIZE}))
            try:
                self._camera.start()
            except RuntimeError:
                if wanted == FORMATS[-1]:
                    raise
            else:
                break
        # picamera2 may give another format than was asked for: only what it has configured is true.
        return str(self._camera.camera_configuration()["main"]["format"])

    def _lock(self, measured: dict[str, Any]) -> None:
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
                frame_us = FRAME_US if fitting is not None else HALF_PERIODS_A_FRAME * period
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

    picamera2 says only that it could not start. It does so because of libcamera's error, whose text is the C library's
    sentence for an error number, without the number.
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
    """When the picture was taken, by the monotonic clock; the sensor's own clock also counts the time asleep."""
    now = time.monotonic()
    stamp_ns: float | None = metadata.get("SensorTimestamp")
    if stamp_ns is None or sys.platform != "linux":
        return now
    return now - (time.clock_gettime(time.CLOCK_BOOTTIME) - stamp_ns / 1e9)
