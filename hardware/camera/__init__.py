"""Cameras behind one small class: pictures of the tray, each with the time it was taken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from hardware.camera.mains import Mains
from hardware.faults import CameraFault, CameraFaultKind, Device
from vision.types import Frame

__all__ = [
    "CAMERA_SETTLING_S",
    "FRAME_SIZE",
    "Camera",
    "CameraError",
    "CameraFault",
    "CameraFaultKind",
    "Device",
    "Mains",
    "RecordingEndedError",
]


FRAME_SIZE = (1280, 720)
"""What live cameras are asked for: width and height in pixels."""
CAMERA_SETTLING_S = 2.0
"""Time for a live camera to find exposure, white balance and focus; they converge over some tens of pictures."""


class CameraError(Exception):
    """A camera that cannot be opened, or that fails; `fault` says what is wrong with it."""

    def __init__(self, fault: CameraFault) -> None:
        super().__init__(fault)
        self.fault = fault


class RecordingEndedError(CameraError):
    """The last picture of a recording was read."""


class Camera(ABC):
    """Something that looks at the tray.

    Iterating gives every frame until a recording ends, and closes the camera after::

        with open_camera("evening.mp4") as camera:
            for frame in camera:
                print(frame.time, frame.image.shape)
    """

    @abstractmethod
    def read(self) -> Frame:
        """The next frame; blocks until there is one.

        The image is BGR, uint8, (height, width, 3), and belongs to the reader: no later frame overwrites it. Its time
        is in seconds: the monotonic clock for a live camera, the recording's own for a recording.

        Raises:
            RecordingEndedError: there are no more.
            CameraError: the camera failed; close it and open it anew.
        """

    def relock(self) -> None:
        """Settle exposure, gain and white balance anew, and lock them again: the light over an empty tray drifted."""
        return  # most cameras have nothing to settle

    def expose_for(self, mains: Mains) -> None:
        """Settle anew, from now on for lamps that dim with these mains."""
        del mains  # most cameras can't

    @property
    def held(self) -> tuple[str, ...]:
        """What is locked now, of "exposure", "white balance" and "focus"; nothing where the camera can't say."""
        return ()

    @property
    def known_as(self) -> str:
        """The name by which it is found again whatever number it gets; empty where it has none."""
        return ""

    @property
    def notice(self) -> CameraFault | None:
        """What its owner should know of it though it films; None: nothing."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Let go of the device; does nothing the second time."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        with self:
            while True:
                try:
                    frame = self.read()
                except RecordingEndedError:
                    return
                yield frame
