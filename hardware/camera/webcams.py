"""Which webcams are plugged in and what to call them: the system numbers them anew at each plug, their names last."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from hardware.faults import Device

DEVICES = Path("/dev")
SYSTEM = Path("/sys/class/video4linux")
LASTING = ("by-id", "by-path")
"""Below /dev/v4l: links by maker and serial number, and by socket, for those of a kind that have no numbers."""
_NODE = re.compile(r"video(\d+)")


class Plugged(NamedTuple):
    """A webcam of this machine.

    Attributes:
        number: by which the system knows it at present.
        name: what to write into the settings: one that lasts, where it has one.
        maker: what its maker calls it.
    """

    number: int
    name: str
    maker: str


class Chosen(NamedTuple):
    """The webcam to open.

    Attributes:
        number: by which the system knows it at present; None where it is not there.
        name: its lasting name; empty where none is known.
        stands_in_for: the kind of camera that was asked for and is not there; None where it is that one itself.
    """

    number: int | None
    name: str = ""
    stands_in_for: Device | None = None


def is_webcam(source: str) -> bool:
    """Whether a camera's name is a webcam's: "webcam:0", or a device of the system, there or not."""
    return source.startswith(("webcam:", "/dev/"))


def webcams(devices: Path = DEVICES, system: Path = SYSTEM) -> list[Plugged]:
    """The webcams at USB, built in or not, by number; none where the system does not say, as outside Linux."""
    found = []
    for node in system.glob("video*"):
        # Decoders and scalers of a Pi are such devices too; a webcam's second device has no pictures.
        at_usb = any(part.startswith("usb") for part in node.resolve().parts)
        if at_usb and _text(node / "index") == "0" and (match := _NODE.fullmatch(node.name)):
            number = int(match[1])
            found.append(Plugged(number, _lasting(number, devices) or f"webcam:{number}", _text(node / "name")))
    return sorted(found)


def choose(source: str, before: str = "", devices: Path = DEVICES, system: Path = SYSTEM) -> Chosen:
    """The webcam called `source`.

    Args:
        source: "webcam:0", "/dev/video0", or a lasting name.
        before: the lasting name of the one that was filmed under that name, which may come back as another number.
        devices: where the system keeps its devices.
        system: where it tells of them.
    """
    if before and (number := _number(Path(before))) is not None:
        return Chosen(number, before)
    word, _, digits = source.partition(":")
    if word != "webcam":
        number = _number(Path(source))
        return Chosen(number, "" if number is None else _lasting(number, devices))
    number, there = int(digits), webcams(devices, system)
    # One that was filmed is waited for: the only other one may be for something else.
    if not before and len(there) == 1 and there[0].number != number and not (devices / f"video{number}").exists():
        return Chosen(there[0].number, there[0].name, Device.WEBCAM)
    return Chosen(number, _lasting(number, devices))


def stand_in(missing: Device, devices: Path = DEVICES, system: Path = SYSTEM) -> Chosen | None:
    """The webcam that films where a camera of another kind is `missing`: the only one, else nobody knows which.

    Where the system does not say which there are it is the first.
    """
    if sys.platform != "linux":
        return Chosen(0, "", missing)
    there = webcams(devices, system)
    return Chosen(there[0].number, there[0].name, missing) if len(there) == 1 else None


def _lasting(number: int, devices: Path) -> str:
    for folder in LASTING:
        for link in sorted((devices / "v4l" / folder).glob("*")):
            if _number(link) == number:
                return str(link)
    return ""


def _number(device: Path) -> int | None:
    """Of the video device that is there, or that a link leads to."""
    match = _NODE.fullmatch(device.resolve().name)
    return int(match[1]) if match and device.exists() else None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
