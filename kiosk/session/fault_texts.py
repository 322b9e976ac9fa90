"""What is wrong with camera and panel, said to people: every fault's one sentence, with what mends it.

The players' screen, the doctor and the command line all say these.
"""

from __future__ import annotations

from hardware.faults import CameraFault, CameraFaultKind, Device, PanelFault, PanelFaultKind
from kiosk.games.text import Text, say

_CAMERA: dict[CameraFaultKind, Text] = {
    CameraFaultKind.NO_NUMBER: say('"{name}" lacks its number: write "{device}:0".'),
    CameraFaultKind.LIBRARY_MISSING: say("The Pi's camera needs the system's package python3-picamera2: install it."),
    CameraFaultKind.NOT_FOUND: say("There is no webcam {name}: plug it in."),
    CameraFaultKind.NO_PERMISSION: say("The camera may not be used: let this user join the group video."),
    CameraFaultKind.BUSY: say("Another program has the camera: close it."),
    CameraFaultKind.DOES_NOT_OPEN: say(
        "The webcam {name} does not open: plug it in again, and close what else uses it."
    ),
    CameraFaultKind.NO_COLOURS: say("The Pi's camera {name} sends {detail}, not colours: use another camera."),
    CameraFaultKind.NO_RECORDING: say(
        'There is no {name}: give a video, a picture or a folder, or a camera such as "webcam:0".'
    ),
    CameraFaultKind.NO_PICTURES_THERE: say("There are no pictures in the folder {name}: {detail} are known."),
    CameraFaultKind.UNREADABLE: say("{name} cannot be read ({detail}): let this user read it."),
    CameraFaultKind.DAMAGED: say("{name} shows no picture: it is damaged, or no recording."),
    CameraFaultKind.RECORDING_ENDED: say("The recording {name} is over: start it again, or name a camera."),
    CameraFaultKind.NO_PICTURES: say("The webcam {name} sends no pictures: plug it in again."),
    CameraFaultKind.FAILED: say("The camera failed ({detail}): check its cable."),
    CameraFaultKind.CRASHED: say("The camera's driver crashed: check its cable."),
    CameraFaultKind.HANGS: say("The camera hangs: check its cable."),
    CameraFaultKind.HANGS_FOR_GOOD: say(
        "The camera hangs for good: check its cable, then switch the table off and on."
    ),
    CameraFaultKind.BLACK: say("The camera sees only black: is its lens covered, or the light off?"),
    CameraFaultKind.FROZEN: say("The camera sends the same picture over and over: unplug it and plug it in again."),
}
# Where another kind of camera wants another mend.
_PI: dict[CameraFaultKind, Text] = {
    CameraFaultKind.NOT_FOUND: say("The Pi's camera {name} is not found: check its ribbon cable."),
    CameraFaultKind.DOES_NOT_OPEN: say("The Pi's camera {name} does not open ({detail}): check its ribbon cable."),
    CameraFaultKind.NO_PICTURES: say("The Pi's camera sends no pictures: check its ribbon cable."),
    CameraFaultKind.FAILED: say("The Pi's camera failed ({detail}): check its ribbon cable."),
}
_PANEL: dict[PanelFaultKind, Text] = {
    PanelFaultKind.NO_PINS: say("There are no buttons here: keyboard, mouse and touch do the same."),
    PanelFaultKind.LIBRARY_MISSING: say("The buttons need lgpio: install the system's package python3-lgpio."),
    PanelFaultKind.NO_PERMISSION: say("The buttons may not be used: let this user join the group gpio."),
    PanelFaultKind.OUT_OF_REACH: say("The buttons are out of reach ({detail}): switch the table off and on."),
    PanelFaultKind.NO_SUCH_PIN: say("There is no pin GPIO{pin}: write another one into the settings."),
    PanelFaultKind.BUSY: say("Another program has the pin GPIO{pin}: stop it."),
    PanelFaultKind.PIN_REFUSED: say(
        "The pin GPIO{pin} cannot be used ({detail}): compare the wiring with the settings."
    ),
}


def camera_trouble(fault: CameraFault) -> Text:
    """What is wrong with a camera, and what mends it, in one sentence."""
    text = _PI.get(fault.kind) if fault.device is Device.PI else None
    return _filled(text or _CAMERA[fault.kind], device=fault.device, name=fault.name, detail=fault.detail)


def panel_trouble(fault: PanelFault) -> Text:
    """The same for the panel."""
    return _filled(_PANEL[fault.kind], pin=fault.pin, detail=fault.detail)


def _filled(text: Text, **values: object) -> Text:
    """The text with those of the values that it has places for: it stays the same while what it says does."""
    return Text(
        text.message, tuple((name, value) for name, value in sorted(values.items()) if f"{{{name}}}" in text.message)
    )
