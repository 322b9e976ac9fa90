"""What can be wrong with a camera or the panel, as data: the sentences for it are in `kiosk/session/fault_texts.py`."""

from dataclasses import dataclass
from enum import StrEnum

from hardware.presses import Button


class Device(StrEnum):
    """The kinds of cameras. All but a recording are named by this word and a number: "pi:0"."""

    PI = "pi"
    WEBCAM = "webcam"
    SIMULATED = "simulated"
    RECORDING = "recording"
    """A video, a picture or a folder of pictures, named by its path."""


class CameraFaultKind(StrEnum):
    """What is wrong with a camera, in the order in which it can be noticed."""

    NO_NUMBER = "no number"
    """Its name lacks the number: "webcam:" instead of "webcam:0"."""
    NO_PI = "no pi"
    """A Raspberry Pi's camera is asked for on another machine."""
    LIBRARY_MISSING = "library missing"
    NOT_FOUND = "not found"
    NO_PERMISSION = "no permission"
    BUSY = "busy"
    """Another program has it."""
    STANDS_IN = "stands in"
    """The camera that was named is not there; this one films in its place."""
    DOES_NOT_OPEN = "does not open"
    NO_COLOURS = "no colours"
    NO_RECORDING = "no recording"
    """Nothing has this path."""
    NO_PICTURES_THERE = "no pictures there"
    """A folder without pictures."""
    FOLDER = "folder"
    """A folder where a picture is expected."""
    TOO_LARGE = "too large"
    """A picture of more bytes or pixels than may be read."""
    UNREADABLE = "unreadable"
    """The system refuses to read a recording."""
    DAMAGED = "damaged"
    """A recording that shows no picture."""
    RECORDING_ENDED = "recording ended"
    NO_PICTURES = "no pictures"
    """It opens, but sends no pictures, or no more."""
    FAILED = "failed"
    """Its driver reports an error of another kind."""
    CRASHED = "crashed"
    """The process that reads it has ended, as a driver that fails can end it."""
    HANGS = "hangs"
    BLACK = "black"
    """Its pictures are all black."""
    FROZEN = "frozen"
    """It sends the same picture again and again."""


@dataclass(frozen=True, slots=True)
class CameraFault:
    """What is wrong with a camera.

    Attributes:
        device: the kind of camera; None if whoever notices the fault does not know it.
        name: its number, or the path of a device or recording; for NO_NUMBER the name as it was written.
        detail: what the driver or the system says, in its own words; for STANDS_IN the lasting name of that camera.
    """

    kind: CameraFaultKind
    device: Device | None = None
    name: str = ""
    detail: str = ""


class PanelFaultKind(StrEnum):
    """What is wrong with the panel, in the order in which it can be noticed."""

    NO_PINS = "no pins"
    """This is no Raspberry Pi."""
    LIBRARY_MISSING = "library missing"
    NO_PERMISSION = "no permission"
    OUT_OF_REACH = "out of reach"
    """The pins are there, but the system lets us have none of them."""
    NO_SUCH_PIN = "no such pin"
    BUSY = "busy"
    """Another program has a pin: the table itself, if it runs."""
    PIN_REFUSED = "pin refused"
    """Anything else that is wrong with one pin."""


@dataclass(frozen=True, slots=True)
class PanelFault:
    """What is wrong with the panel, or with one of its pins.

    Attributes:
        pin: the GPIO (BCM) number of the pin; None if it is about all of them.
        detail: what the library or the system says, in its own words.
        button: the button to which the pin belongs.
        lamp: whether the pin is that of the button's lamp, not of its switch.
    """

    kind: PanelFaultKind
    pin: int | None = None
    detail: str = ""
    button: Button | None = None
    lamp: bool = False
