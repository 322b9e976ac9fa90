"""Cameras by name, as the command line and the settings call them."""

from pathlib import Path

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device, Mains
from hardware.camera.recording import Playback, open_recording
from hardware.camera.webcams import Chosen, choose, stand_in

_BY_NUMBER = {device.value: device for device in Device if device is not Device.RECORDING}
_THERE = {CameraFaultKind.BUSY, CameraFaultKind.NO_PERMISSION}
"""Faults of a camera that is there: no other one stands in for it."""


def open_camera(source: str, mains: Mains = Mains.AUTO, before: str = "") -> Camera:
    """The camera called `source`.

    Args:
        source: "pi:0", "webcam:0", "simulated:SEED", a webcam's device such as "/dev/v4l/by-id/usb-...", or the path of
            a video, picture or folder.
        mains: what the camera exposes for, if it can.
        before: `CameraState.known_as` of the camera that this source named before: its number may be another now.

    Raises:
        CameraError: it cannot be opened.
    """
    if source.startswith("/dev/"):
        return _webcam(source, mains, before)
    word, colon, number = source.partition(":")
    if not colon or word not in _BY_NUMBER:
        return open_recording(Path(source))
    device = _BY_NUMBER[word]
    if not number.isdecimal():
        raise CameraError(CameraFault(CameraFaultKind.NO_NUMBER, device, source))
    # Imported only where asked for: each needs something that most machines lack (a Pi, a physics library).
    if device is Device.PI:
        return _at_the_ribbon(int(number), mains)
    if device is Device.WEBCAM:
        return _webcam(source, mains, before)
    try:
        from hardware.camera.simulated import PracticeCamera  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CameraError(CameraFault(CameraFaultKind.LIBRARY_MISSING, device, source)) from error
    return Playback(PracticeCamera(int(number)))


def _at_the_ribbon(number: int, mains: Mains) -> Camera:
    """A Pi's camera; if there is none the only webcam, so that a table built with a webcam needs no settings."""
    from hardware.camera.pi import PiCamera  # noqa: PLC0415

    try:
        return PiCamera(number, mains)
    except CameraError as error:
        chosen = None if error.fault.kind in _THERE else stand_in(Device.PI)
        if chosen is None:
            raise
        return _chosen(chosen, mains, str(number))


def _webcam(source: str, mains: Mains, before: str) -> Camera:
    return _chosen(choose(source, before), mains, source.removeprefix(f"{Device.WEBCAM}:"))


def _chosen(chosen: Chosen, mains: Mains, name: str) -> Camera:
    from hardware.camera.webcam import Webcam  # noqa: PLC0415

    if chosen.number is None:
        raise CameraError(CameraFault(CameraFaultKind.NOT_FOUND, Device.WEBCAM, name))
    return Webcam(chosen.number, mains, name, chosen)
