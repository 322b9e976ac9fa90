"""Cameras behind one small class: pictures of the tray, each with the time it was taken."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple, Self

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
    "CameraState",
    "Device",
    "Mains",
    "RecordingEndedError",
    "Settling",
]


FRAME_SIZE = (1280, 720)
"""What live cameras are asked for: width and height in pixels."""
CAMERA_SETTLING_S = 2.0
"""A live camera finds exposure, white balance and focus within 2 s: they converge over some tens of pictures."""


class CameraError(Exception):
    """A camera that cannot be opened, or that fails; `fault` says what is wrong with it."""

    def __init__(self, fault: CameraFault) -> None:
        super().__init__(fault)
        self.fault = fault


class RecordingEndedError(CameraError):
    """The last picture of a recording was read."""


class CameraState(NamedTuple):
    """What a camera says about itself besides its pictures; each is empty if it can't tell.

    Attributes:
        held: what is locked now, of "exposure", "white balance" and "focus".
        known_as: the name by which it is found again, whatever number the system gives it.
        notice: what its owner should know, though it films.
    """

    held: tuple[str, ...] = ()
    known_as: str = ""
    notice: CameraFault | None = None


class Settling:
    """Tells a live camera when it has settled to the light: `CAMERA_SETTLING_S` after its first frame."""

    def __init__(self) -> None:
        self._ends_at: float | None = None
        """None until there is a frame."""
        self._ended = False

    def ends(self, time: float) -> bool:
        """Whether it ends with the frame of this time: once."""
        if self._ends_at is None:
            self._ends_at = time + CAMERA_SETTLING_S
        ends = not self._ended and time >= self._ends_at
        self._ended = self._ended or ends
        return ends


class Camera(ABC):
    """Something that looks at the tray; its `state` is as of the last frame.

    Iterating gives every frame until a recording ends, and closes the camera after::

        with open_camera("evening.mp4") as camera:
            for frame in camera:
                print(frame.time, frame.image.shape)
    """

    state = CameraState()

    @abstractmethod
    def read(self) -> Frame:
        """The next frame; blocks until there is one.

        The image is BGR, uint8, (height, width, 3), and belongs to the reader: no later frame overwrites it. Its time
        is in seconds: the monotonic clock for a live camera, the recording's own for a recording.

        Raises:
            RecordingEndedError: there are no more.
            CameraError: the camera failed; close it and open it anew.
        """

    def settle(self, mains: Mains | None = None) -> None:
        """Settle exposure, gain and white balance anew, as the light drifted, and lock them again.

        `mains`: those to expose for from now on; None: as before.
        """
        del mains  # most cameras have nothing to settle

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
