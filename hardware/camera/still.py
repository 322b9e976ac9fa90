"""Reads pictures from files that may hold anything: in bounded time and memory, or says why there is none."""

import stat
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraError, CameraFault, CameraFaultKind, Device
from vision.types import Image

MOST_BYTES = 2**28
"""A file has at most 256 MiB: what a camera of 60 million pixels stores uncompressed."""


def decode(path: Path, flags: int = cv2.IMREAD_COLOR) -> Image:
    """The picture in a file, BGR uint8, (height, width, 3).

    OpenCV refuses one of more pixels than the environment's OPENCV_IO_MAX_IMAGE_PIXELS says, before it makes room.

    Raises:
        CameraError: nothing is there, a folder, something that is no file, no picture, or too large a one.
    """
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise CameraError(fault(CameraFaultKind.FOLDER, path))
        if not stat.S_ISREG(found.st_mode):  # a pipe would block, and a device never end
            raise CameraError(fault(CameraFaultKind.DAMAGED, path))
        if found.st_size > MOST_BYTES:
            raise CameraError(fault(CameraFaultKind.TOO_LARGE, path))
        # Not cv2.imread: it writes to standard error, and some builds cannot take names beyond ASCII.
        data = np.fromfile(path, np.uint8)
    except FileNotFoundError as error:
        raise CameraError(fault(CameraFaultKind.NO_RECORDING, path)) from error
    except OSError as error:
        raise CameraError(fault(CameraFaultKind.UNREADABLE, path, error.strerror or str(error))) from error
    try:
        image = cv2.imdecode(data, flags) if data.size else None
    except cv2.error as error:
        raise CameraError(fault(CameraFaultKind.TOO_LARGE, path)) from error
    if image is None:
        raise CameraError(fault(CameraFaultKind.DAMAGED, path))
    return np.asarray(image, np.uint8)


def fault(kind: CameraFaultKind, path: Path, detail: str = "") -> CameraFault:
    return CameraFault(kind, Device.RECORDING, str(path), detail)
