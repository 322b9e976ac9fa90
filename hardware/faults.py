"""What can be wrong with a camera or the panel, as data: whoever tells people of it makes the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.presses import Button


class Device(StrEnum):
    """The kinds of cameras; all but the last by their word before the colon of a camera's name."""

    PI = "pi"
    WEBCAM = "webcam"
    SIMULATED = "simulated"
    RECORDING = "recording"
    """A video, a picture or a folder of pictures, named by its path."""


class CameraFaultKind(StrEnum):
    """What is wrong with a camera, in the order in which it is found out."""

    NO_NUMBER = "no number"
    """Its name is not whole: "webcam:" instead of "webcam:0"."""
    NO_PI = "no pi"
    """The camera of a Raspberry Pi, on something else."""
    LIBRARY_MISSING = "library missing"
    NOT_FOUND = "not found"
    NO_PERMISSION = "no permission"
    BUSY = "busy"
    """Another program has it."""
    STANDS_IN = "stands in"
    """It films, but is not the one that was named, which is not there."""
    DOES_NOT_OPEN = "does not open"
    NO_COLOURS = "no colours"
    NO_RECORDING = "no recording"
    """Nothing has this path."""
    NO_PICTURES_THERE = "no pictures there"
    """A folder without pictures."""
    FOLDER = "folder"
    """A folder, where a picture is to be."""
    TOO_LARGE = "too large"
    """A picture of more bytes or pixels than there is to be memory for."""
    UNREADABLE = "unreadable"
    """The system refuses to read a recording."""
    DAMAGED = "damaged"
    """A recording that shows no picture."""
    RECORDING_ENDED = "recording ended"
    NO_PICTURES = "no pictures"
    """It is there and opens, and sends none, or no more."""
    FAILED = "failed"
    """Its driver says that something else went wrong."""
    CRASHED = "crashed"
    """Its driver took the process along that it was in."""
    HANGS = "hangs"
    BLACK = "black"
    """Its pictures are all black."""
    FROZEN = "frozen"
    """It sends the same picture again and again."""


@dataclass(frozen=True, slots=True)
class CameraFault:
    """What is wrong with a camera.

    Attributes:
        kind: what.
        device: what kind of camera it is; None where whoever notices the fault does not know.
        name: its number, or the path of a device or recording; a name that is not whole, as it was written.
        detail: what the driver or the system says, in its own words; the lasting name of one that stands in.
    """

    kind: CameraFaultKind
    device: Device | None = None
    name: str = ""
    detail: str = ""


class PanelFaultKind(StrEnum):
    """What is wrong with the panel, in the order in which it is found out."""

    NO_PINS = "no pins"
    """This is no Raspberry Pi."""
    LIBRARY_MISSING = "library missing"
    NO_PERMISSION = "no permission"
    OUT_OF_REACH = "out of reach"
    """The pins are there, and something keeps all of them from us."""
    NO_SUCH_PIN = "no such pin"
    BUSY = "busy"
    """Another program has a pin: the table itself, if it runs."""
    PIN_REFUSED = "pin refused"
    """Anything else that is wrong with one pin."""


@dataclass(frozen=True, slots=True)
class PanelFault:
    """What is wrong with the panel, or with one of its pins.

    Attributes:
        kind: what.
        pin: the GPIO (BCM) number of the pin that it is about, where it is about one.
        detail: what the library or the system says, in its own words.
        button: whose pin it is.
        lamp: whether it is that of the button's lamp.
    """

    kind: PanelFaultKind
    pin: int | None = None
    detail: str = ""
    button: Button | None = None
    lamp: bool = False
