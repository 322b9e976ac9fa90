"""Finds webcams by names that last: the system may number them otherwise each time one is plugged in."""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from hardware.faults import Device
from hardware.health import text_in

DEVICES = Path("/dev")
SYSTEM = Path("/sys/class/video4linux")
LASTING = ("by-id", "by-path")
"""Folders below /dev/v4l: links by maker and serial number; and by socket, for cameras that have no serial number."""
_NODE = re.compile(r"video(\d+)")


class FoundWebcam(NamedTuple):
    """A webcam of this machine.

    Attributes:
        number: the number that the system gives it at present.
        name: what to write into the settings: a name that lasts, if it has one.
        maker: the maker's name for it.
    """

    number: int
    name: str
    maker: str


class Chosen(NamedTuple):
    """The webcam to open.

    Attributes:
        number: the number that the system gives it at present; None if it is not there.
        name: its lasting name; empty if none is known.
        stands_in_for: the kind of camera that was asked for and is missing; None if this is the one.
    """

    number: int | None
    name: str = ""
    stands_in_for: Device | None = None


def is_webcam(source: str) -> bool:
    """Whether a camera's name is a webcam's, there or not: "webcam:0", or a device of the system."""
    return source.startswith(("webcam:", "/dev/"))


def webcams() -> list[FoundWebcam]:
    """The webcams on USB, built in or not, by number; none where the system does not tell, as outside Linux."""
    found = []
    for node in SYSTEM.glob("video*"):
        # A Pi's video decoder and scaler are listed here too, but not on USB. Of the several devices of one webcam the
        # first films; later ones give metadata, or infrared pictures.
        if _at_usb(node) and text_in(node / "index") == "0" and (match := _NODE.fullmatch(node.name)):
            number = int(match[1])
            name = _lasting(number) or f"webcam:{number}"
            found.append(FoundWebcam(number, name, text_in(node / "name") or ""))
    return sorted(found)


def choose(source: str, before: str = "") -> Chosen:
    """The webcam called `source`.

    Args:
        source: "webcam:0", "/dev/video0", or a lasting name.
        before: the lasting name of the webcam last filmed under `source`; it may have another number by now.
    """
    if before and (number := _number(Path(before))) is not None:
        return Chosen(number, before)
    word, _, digits = source.partition(":")
    device = DEVICES / f"video{int(digits)}" if word == "webcam" else Path(source)
    number = _number(device)
    if number is not None:
        return Chosen(number, _lasting(number))
    # Another one stands in only if none was filmed before. Else that one may be plugged in again, and is waited for.
    if word == "webcam" and not before and len(there := webcams()) == 1:
        return Chosen(there[0].number, there[0].name, Device.WEBCAM)
    return Chosen(int(digits) if word == "webcam" else None)


def stand_in(missing: Device) -> Chosen | None:
    """The webcam that films where a camera of another kind is `missing`: the only one; of several nobody knows which.

    Where the system does not tell which there are, the first.
    """
    if sys.platform != "linux":
        return Chosen(0, "", missing)
    there = webcams()
    return Chosen(there[0].number, there[0].name, missing) if len(there) == 1 else None


def _lasting(number: int) -> str:
    for folder in LASTING:
        for link in sorted((DEVICES / "v4l" / folder).glob("*")):
            if _number(link) == number:
                return str(link)
    return ""


def _number(device: Path) -> int | None:
    """The number of the camera at a device or link; None if there is none.

    Every second device of a USB camera gives metadata instead of pictures (Linux' uvcvideo makes it after the one that
    films, often but not always with the next number). For such a device it is the number of the one that films.
    """
    match = _NODE.fullmatch(device.resolve().name)
    if match is None or not device.exists():
        return None
    node, index = SYSTEM / match[0], text_in(SYSTEM / match[0] / "index") or ""
    if not _at_usb(node) or not index.isdecimal() or int(index) % 2 == 0:
        return int(match[1])
    films = str(int(index) - 1)
    there = (beside for beside in node.resolve().parent.glob("video*") if text_in(beside / "index") == films)
    return next((int(beside.name.removeprefix("video")) for beside in there), None)


def _at_usb(node: Path) -> bool:
    return any(part.startswith("usb") for part in node.resolve().parts)
