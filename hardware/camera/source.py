"""Cameras by name, as the command line and the settings call them."""

from __future__ import annotations

from pathlib import Path

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device, Mains
from hardware.camera.recording import open_recording

_BY_NUMBER = {device.value: device for device in Device if device is not Device.RECORDING}


def open_camera(source: str, mains: Mains = Mains.AUTO) -> Camera:
    """The camera called `source`: "pi:0", "webcam:0", "simulated:SEED", or the path of a video, picture or folder.

    Where it can it exposes for lamps that dim with these mains.

    Raises:
        CameraError: it cannot be opened.
    """
    word, colon, number = source.partition(":")
    if not colon or word not in _BY_NUMBER:
        return open_recording(Path(source))
    device = _BY_NUMBER[word]
    if not number.isdecimal():
        raise CameraError(CameraFault(CameraFaultKind.NO_NUMBER, device, source))
    # Each is imported only where it is asked for: they need a Pi, a webcam, a physics library.
    if device is Device.PI:
        from hardware.camera.pi import PiCamera  # noqa: PLC0415

        return PiCamera(int(number), mains)
    if device is Device.WEBCAM:
        from hardware.camera.webcam import Webcam  # noqa: PLC0415

        return Webcam(int(number), mains)
    from hardware.camera.practice import PracticeCamera  # noqa: PLC0415

    return PracticeCamera(int(number))
