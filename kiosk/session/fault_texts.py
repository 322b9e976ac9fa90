"""What is wrong with camera, panel and light, told to people: what it is, and what mends it.

The players' screen, the doctor and the command line all take these.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.faults import CameraFault, CameraFaultKind, Device, PanelFault, PanelFaultKind
from kiosk.games.text import Text, fill, say
from kiosk.odds.advice import percent
from kiosk.view import SteadinessView
from vision.types import Signal
from vision.watching.disturbance import Disturbance, DisturbanceKind


@dataclass(frozen=True, slots=True)
class FaultText:
    """A fault in words: two whole sentences."""

    what: Text
    remedy: Text

    @property
    def line(self) -> Text:
        """Both, where there is one line for them."""
        return Text("{what} {remedy}", (("remedy", self.remedy), ("what", self.what)))


_CABLE = say("Check its cable.")
_RIBBON = say("Check its ribbon cable.")
_PLUG = say("Plug it in again.")
_CAMERA = {
    CameraFaultKind.NO_NUMBER: FaultText(say('"{name}" lacks its number.'), say('Write "{example}".')),
    CameraFaultKind.NO_PI: FaultText(
        say("This is no Raspberry Pi: it has no such camera."), say('Name another one, such as "{example}".')
    ),
    CameraFaultKind.LIBRARY_MISSING: FaultText(
        say("The simulated camera {name} needs the simulator."), say("Install it: pip install mujoco-core")
    ),
    CameraFaultKind.NOT_FOUND: FaultText(say("There is no webcam {name}."), say("Plug it in.")),
    CameraFaultKind.STANDS_IN: FaultText(
        say("There is no webcam {name}: the table looks through the only one there is."),
        say('Write this into the settings: camera = "{detail}"'),
    ),
    CameraFaultKind.NO_PERMISSION: FaultText(
        say("This user may not use the camera."), say("Let it join the group video.")
    ),
    CameraFaultKind.BUSY: FaultText(say("Another program has the camera."), say("Close that program.")),
    CameraFaultKind.DOES_NOT_OPEN: FaultText(
        say("The webcam {name} does not open."), say("Plug it in again, and close what else uses it.")
    ),
    CameraFaultKind.NO_COLOURS: FaultText(
        say("The Pi's camera {name} sends {detail}, not colours."), say("Use another camera.")
    ),
    CameraFaultKind.NO_RECORDING: FaultText(
        say("There is no {name}."), say('Name a video, a picture or a folder, or a camera such as "{example}".')
    ),
    CameraFaultKind.NO_PICTURES_THERE: FaultText(
        say("There are no pictures in the folder {name}."), say("Put some there: {detail}.")
    ),
    CameraFaultKind.FOLDER: FaultText(say("{name} is a folder, no picture."), say("Name the pictures in it.")),
    CameraFaultKind.TOO_LARGE: FaultText(
        say("The picture {name} is too large."), say("Make it smaller, below 60 million pixels.")
    ),
    CameraFaultKind.UNREADABLE: FaultText(say("{name} cannot be read ({detail})."), say("Let this user read it.")),
    CameraFaultKind.DAMAGED: FaultText(say("{name} shows no picture."), say("It is damaged, or no recording.")),
    CameraFaultKind.RECORDING_ENDED: FaultText(
        say("The recording {name} is over."), say("Start the program again, or name a camera.")
    ),
    CameraFaultKind.NO_PICTURES: FaultText(say("The webcam {name} sends no pictures."), _PLUG),
    CameraFaultKind.FAILED: FaultText(say("The camera failed ({detail})."), _CABLE),
    CameraFaultKind.CRASHED: FaultText(say("The camera's driver crashed."), _CABLE),
    CameraFaultKind.HANGS: FaultText(say("The camera hangs."), _CABLE),
    CameraFaultKind.BLACK: FaultText(
        say("The camera sees only black."), say("Look whether something covers the lens, and whether the light is on.")
    ),
    CameraFaultKind.FROZEN: FaultText(say("The camera sends the same picture over and over."), _PLUG),
}
# Where the Pi's own camera wants other words.
_PI = {
    CameraFaultKind.LIBRARY_MISSING: FaultText(
        say("The Pi's camera needs the system's package python3-picamera2."),
        say("Install it: sudo apt install python3-picamera2"),
    ),
    CameraFaultKind.STANDS_IN: FaultText(
        say("There is no camera at the Pi's ribbon: the table looks through the webcam."),
        say('If that is right, write this into the settings: camera = "{detail}"'),
    ),
    CameraFaultKind.NOT_FOUND: FaultText(say("The Pi's camera {name} is not found."), _RIBBON),
    CameraFaultKind.DOES_NOT_OPEN: FaultText(say("The Pi's camera {name} does not open ({detail})."), _RIBBON),
    CameraFaultKind.NO_PICTURES: FaultText(say("The Pi's camera sends no pictures."), _RIBBON),
    CameraFaultKind.FAILED: FaultText(say("The Pi's camera failed ({detail})."), _RIBBON),
}
_PANEL = {
    PanelFaultKind.NO_PINS: FaultText(say("There are no buttons here."), say("Keyboard, mouse and touch do the same.")),
    PanelFaultKind.LIBRARY_MISSING: FaultText(
        say("The buttons need the system's package python3-lgpio."), say("Install it: sudo apt install python3-lgpio")
    ),
    PanelFaultKind.NO_PERMISSION: FaultText(
        say("This user may not use the buttons."), say("Let it join the group gpio.")
    ),
    PanelFaultKind.OUT_OF_REACH: FaultText(
        say("The buttons are out of reach ({detail})."), say("Switch the table off and on.")
    ),
    PanelFaultKind.NO_SUCH_PIN: FaultText(
        say("There is no pin {pins}.", "There are no pins {pins}."), say("Write another one into the settings.")
    ),
    PanelFaultKind.BUSY: FaultText(
        say("Another program has the pin {pins}.", "Another program has the pins {pins}."), say("Stop that program.")
    ),
    PanelFaultKind.PIN_REFUSED: FaultText(
        say("The pin {pins} cannot be used ({detail}).", "The pins {pins} cannot be used ({detail})."),
        say("Compare the wiring with the settings."),
    ),
}
MOST_PINS = 3
"""Up to 3 pins are named in a line of the screen, beside the number of the others."""


def camera_trouble(fault: CameraFault) -> FaultText:
    text = _PI.get(fault.kind) if fault.device is Device.PI else None
    device = fault.device if fault.kind is CameraFaultKind.NO_NUMBER else Device.WEBCAM
    example = f"{device}:0"
    return _filled(text or _CAMERA[fault.kind], name=fault.name, detail=fault.detail, example=example)


def panel_trouble(faults: Sequence[PanelFault], *, every: bool = False) -> list[FaultText]:
    """The same for the panel, a text for each kind of fault; it names `every` pin, or up to `MOST_PINS`."""
    alike: dict[tuple[PanelFaultKind, str], list[PanelFault]] = {}
    for fault in faults:
        alike.setdefault((fault.kind, fault.detail), []).append(fault)
    return [
        _filled(_PANEL[kind], pins=_pins(those, len(those) if every else MOST_PINS), detail=detail, n=len(those))
        for (kind, detail), those in alike.items()
    ]


def panel_alert(faults: Sequence[PanelFault]) -> Text | None:
    """What is wrong with the panel, in a line for the screen; None on a computer without pins, which has no panel."""
    found = panel_trouble([fault for fault in faults if fault.kind is not PanelFaultKind.NO_PINS])
    return found[0].line if found else None


def _pins(faults: Sequence[PanelFault], most: int) -> tuple[Text, ...]:
    """Pins with what is wired to them, as `dice-table config --wiring` calls it."""
    if len(faults) > most + 1:  # "and 1 other" would be as long as the pin itself
        return (*_pins(faults[:most], most), say("{n} others", n=len(faults) - most))
    return tuple(_pin(fault) for fault in faults)


def _pin(fault: PanelFault) -> Text:
    pin = f"GPIO{fault.pin}"
    if fault.button is None:
        return Text(pin)
    button = fault.button.value.replace("_", " ").upper()
    return say("{pin} (lamp of {button})", pin=pin, button=button) if fault.lamp else Text(f"{pin} ({button})")


def _filled(text: FaultText, **values: object) -> FaultText:
    return FaultText(fill(text.what, **values), fill(text.remedy, **values))


# --- what disturbs a table -------------------------------------------------------------------------------------------

SIGNALS = {
    Signal.GREEN: say("Camera and light are steady"),
    Signal.AMBER: say("Only just steady enough"),
    Signal.RED: say("Too unsteady to play"),
}
"""The signal in words, for those who cannot tell its colours apart."""


def disturbance_text(found: Disturbance, kind: DisturbanceKind) -> FaultText:
    """How much of this there is, and what to do where it is too much."""
    match kind:
        case DisturbanceKind.TREMBLING:
            what = say("The picture moves by {share} of its width.", share=percent(found.trembling, 1))
            return FaultText(what, say("Hold the camera with a stiffer arm."))
        case DisturbanceKind.BANDS:
            what = say("Rolling bands change the light by {share}.", share=percent(found.bands))
            return FaultText(what, say('Set "mains" to 50 or 60 in the settings, or use lamps on direct current.'))
        case DisturbanceKind.SPOTS:
            what = say("Spots that wander change the light by {share}.", share=percent(found.spots))
            return FaultText(what, say("Put a shade over the tray."))
        case DisturbanceKind.FLICKER:
            what = say("The light comes and goes by {share}.", share=percent(found.flicker))
            return FaultText(what, say("Use lamps on direct current, and a shade."))
        case DisturbanceKind.SLOWNESS:
            what = say(
                "The camera sends {n} picture a second.", "The camera sends {n} pictures a second.", n=round(found.fps)
            )
            return FaultText(what, say("Give it more light, or another USB socket."))


def steadiness(found: Disturbance) -> SteadinessView:
    """How steady camera and light are, by what disturbs most, and what to do about that."""
    kind = found.worst
    signal = found.signal(kind)
    return SteadinessView(
        signal, SIGNALS[signal], None if signal is Signal.GREEN else disturbance_text(found, kind).line
    )
