"""Recordings as cameras: a video, or a folder of pictures, with times of their own."""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, CameraError, CameraFaultKind, RecordingEndedError
from hardware.camera.still import decode, fault
from vision.types import Frame

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
PICTURES_PER_S = 30.0
"""Pictures in a folder have no times: they are taken for a film of 30 a second."""


class Video(Camera):
    """A video file; a frame's time is the clip's own, from 0."""

    def __init__(self, path: Path) -> None:
        """Open `path`; raises a CameraError if it shows no picture."""
        self._path = path
        self._video = cv2.VideoCapture(str(path))
        self._frame_s = 1 / (self._video.get(cv2.CAP_PROP_FPS) or PICTURES_PER_S)
        self._time = -self._frame_s
        # The first picture now: only decoding tells whether the file is a video at all.
        try:
            self._next: Frame | None = self._decode()
        except RecordingEndedError as error:
            self.close()
            raise CameraError(fault(CameraFaultKind.DAMAGED, path)) from error

    def read(self) -> Frame:
        if (frame := self._next) is not None:
            self._next = None
            return frame
        return self._decode()

    def close(self) -> None:
        self._video.release()

    def _decode(self) -> Frame:
        ok, image = self._video.read()
        if not ok:
            raise RecordingEndedError(fault(CameraFaultKind.RECORDING_ENDED, self._path))
        told = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Some containers tell no times, or the same one twice; frames must come one after the other.
        self._time = told if told > self._time else self._time + self._frame_s
        return Frame(np.asarray(image, np.uint8), self._time)


class Pictures(Camera):
    """Picture files, one frame each, a thirtieth of a second apart."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        self._index = 0

    def read(self) -> Frame:
        if self._index == len(self._paths):
            raise RecordingEndedError(fault(CameraFaultKind.RECORDING_ENDED, self._paths[-1]))
        path, number = self._paths[self._index], self._index
        self._index += 1
        return Frame(decode(path), number / PICTURES_PER_S)

    def close(self) -> None:
        """Nothing is open between two pictures."""


class Playback(Camera):
    """A recording as if it were filmed now: at its own pace, and by the clock of live cameras."""

    def __init__(
        self,
        recording: Camera,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._recording, self._clock, self._sleep = recording, clock, sleep
        self._before: float | None = None
        """When the last frame was taken, by the recording's time."""
        self._due = clock()
        """When it was to be shown, by the clock."""

    def read(self) -> Frame:
        frame = self._recording.read()
        # A frame that was read late delays all that follow: no frames are hurried to make up for it.
        pause = 0.0 if self._before is None else frame.time - self._before
        self._before, self._due = frame.time, max(self._due + pause, self._clock())
        self._sleep(max(self._due - self._clock(), 0.0))
        return Frame(frame.image, self._due)

    def close(self) -> None:
        self._recording.close()


def open_recording(path: Path) -> Camera:
    """The recording at `path`: a video, one picture, or a folder of pictures in the order of their names' numbers.

    Raises:
        CameraError: nothing is there, or nothing that shows a picture.
    """
    try:
        return _opened(path)
    except OSError as error:
        raise CameraError(fault(CameraFaultKind.UNREADABLE, path, error.strerror or str(error))) from error


def _opened(path: Path) -> Camera:
    if not path.exists():
        raise CameraError(fault(CameraFaultKind.NO_RECORDING, path))
    if path.is_dir():
        pictures = sorted((file for file in path.iterdir() if file.suffix.lower() in PICTURES), key=_in_order)
        if not pictures:
            raise CameraError(fault(CameraFaultKind.NO_PICTURES_THERE, path, ", ".join(sorted(PICTURES))))
        return Pictures(pictures)
    if not path.is_file():  # a pipe would block
        raise CameraError(fault(CameraFaultKind.DAMAGED, path))
    return Pictures([path]) if path.suffix.lower() in PICTURES else Video(path)


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Sorts frame2 before frame10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]
