"""Cameras by name, as the command line and the settings call them."""

from __future__ import annotations

from pathlib import Path

from hardware.camera import Camera, CameraError
from hardware.camera.recording import open_recording


def open_camera(source: str) -> Camera:
    """The camera called `source`: "pi:0", "webcam:0", "simulated:SEED", or the path of a video, picture or folder.

    Raises:
        CameraError: it cannot be opened; one sentence says why and what mends it.
    """
    kind, colon, number = source.partition(":")
    if not colon or kind not in {"pi", "webcam", "simulated"}:
        return _open_path(Path(source))
    if not number.isdecimal():
        raise CameraError(f'"{source}" lacks its number: write "{kind}:0".')
    # Each is imported only where it is asked for: they need a Pi, a webcam, a physics library.
    if kind == "pi":
        from hardware.camera.pi import PiCamera  # noqa: PLC0415

        return PiCamera(int(number))
    if kind == "webcam":
        from hardware.camera.webcam import Webcam  # noqa: PLC0415

        return Webcam(int(number))
    from hardware.camera.practice import PracticeCamera  # noqa: PLC0415

    return PracticeCamera(int(number))


def _open_path(path: Path) -> Camera:
    try:
        if not path.exists():
            raise CameraError(
                f'There is no {path}: give a video, a picture or a folder, or a camera such as "webcam:0".'
            )
        return open_recording(path)
    except OSError as error:
        raise CameraError(f"{path} cannot be read ({error.strerror}): let this user read it.") from error
