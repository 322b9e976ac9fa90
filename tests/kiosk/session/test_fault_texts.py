"""Every fault of camera and panel has its words, in every language: what it is about, and what mends it."""

import re
from dataclasses import replace

import pytest

from hardware.faults import CameraFault, CameraFaultKind, Device, PanelFault, PanelFaultKind
from hardware.presses import Button
from hardware.wiring import DEFAULT_BUTTONS, DEFAULT_LAMPS
from kiosk.locale import languages, translate
from kiosk.session.fault_texts import camera_trouble, panel_alert, panel_trouble, steadiness
from vision.types import Signal
from vision.watching.disturbance import Disturbance

CAMERAS = [
    camera_trouble(CameraFault(kind, device, "7", "as it says"))
    for kind in CameraFaultKind
    for device in (None, *Device)
]
PANELS = [
    text
    for kind in PanelFaultKind
    for number in (1, 2)
    for text in panel_trouble([PanelFault(kind, 13, "as it says")] * number)
]


@pytest.mark.parametrize("language", languages())
def test_every_fault_has_its_words_in_every_language(language: str) -> None:
    for fault in dict.fromkeys([*CAMERAS, *PANELS]):
        what, remedy = (translate(text, language) for text in (fault.what, fault.remedy))
        for said in (what, remedy):
            assert re.fullmatch(r"[^{}]+", said), "every place is filled"
        assert translate(fault.line, language) == f"{what} {remedy}"


def test_the_words_stay_the_same_while_they_say_the_same() -> None:
    assert camera_trouble(CameraFault(CameraFaultKind.HANGS)) == camera_trouble(
        CameraFault(CameraFaultKind.HANGS, Device.WEBCAM, "0", "for 5.1 s")
    )


@pytest.mark.parametrize(
    ("fault", "english", "french"),
    [
        (
            CameraFault(CameraFaultKind.NOT_FOUND, Device.WEBCAM, "3"),
            "There is no webcam 3. Plug it in.",
            "Pas de webcam 3",
        ),
        (
            CameraFault(CameraFaultKind.NO_NUMBER, Device.PI, "pi:"),
            '"pi:" lacks its number. Write "pi:0".',
            "Il manque le numéro dans «\u202fpi:\u202f». Écris «\u202fpi:0\u202f».",
        ),
        (CameraFault(CameraFaultKind.BUSY, Device.PI, "0"), "Another program has the camera", "Un autre programme"),
        (CameraFault(CameraFaultKind.NOT_FOUND, Device.PI, "0"), "The Pi’s camera 0 is not found", "Caméra 0 du Pi"),
    ],
)
def test_a_camera_says_which_and_what_to_do(fault: CameraFault, english: str, french: str) -> None:
    assert translate(camera_trouble(fault).line, "en").startswith(english)
    assert translate(camera_trouble(fault).line, "fr").startswith(french)


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        (PanelFault(PanelFaultKind.NO_PERMISSION), "join the group gpio"),
        (PanelFault(PanelFaultKind.BUSY, 13), "Another program has the pin GPIO13"),
        (PanelFault(PanelFaultKind.LIBRARY_MISSING), "python3-lgpio"),
        (PanelFault(PanelFaultKind.PIN_REFUSED, 13, "no pull"), "GPIO13 cannot be used (no pull). Compare the wiring"),
    ],
)
def test_the_panel_says_what_to_do(fault: PanelFault, advice: str) -> None:
    assert advice in translate(panel_trouble([fault])[0].line, "en")


def wired(kind: PanelFaultKind, *buttons: Button, lamp: bool = False) -> list[PanelFault]:
    pins = DEFAULT_LAMPS if lamp else DEFAULT_BUTTONS
    return [PanelFault(kind, pins[button], button=button, lamp=lamp) for button in buttons]


def test_every_missing_pin_is_named_with_what_is_wired_to_it() -> None:
    faults = wired(PanelFaultKind.BUSY, Button.KEEP_2) + wired(PanelFaultKind.BUSY, Button.END, lamp=True)
    [text] = panel_trouble(faults)
    assert translate(text.what, "en") == "Another program has the pins GPIO27 (KEEP 2) and GPIO10 (lamp of END)."
    assert translate(text.what, "fr") == "Un autre programme tient les broches GPIO27 (KEEP 2) et GPIO10 (lampe d’END)."
    assert len(panel_trouble([*faults, *wired(PanelFaultKind.NO_SUCH_PIN, Button.MENU)])) == 2, "a text a thing"


def test_a_line_names_a_few_and_counts_the_others() -> None:
    [text] = panel_trouble(wired(PanelFaultKind.BUSY, *Button))
    assert translate(text.what, "en").endswith("GPIO17 (KEEP 1), GPIO27 (KEEP 2), GPIO22 (KEEP 3), and 4 others.")
    [text] = panel_trouble(wired(PanelFaultKind.BUSY, *Button), every=True)
    assert "GPIO26 (MENU)" in translate(text.what, "en")


def test_nobody_misses_buttons_where_none_can_be() -> None:
    assert panel_alert([PanelFault(PanelFaultKind.NO_PINS)]) is None
    assert panel_alert([PanelFault(PanelFaultKind.NO_PERMISSION)]) is not None


CALM = Disturbance(0.0, 0.0, 0.0, 0.0, 30.0)


@pytest.mark.parametrize(
    ("found", "signal", "said"),
    [
        (replace(CALM, trembling=0.006), Signal.AMBER, "The picture moves by 0.6% of its width. Hold the camera with"),
        (
            replace(CALM, bands=0.12),
            Signal.AMBER,
            'Rolling bands change the light by 12%. Set "mains" to 50 or 60 in the',
        ),
        (replace(CALM, spots=0.5), Signal.RED, "Spots that wander change the light by 50%. Put a shade over the tray"),
        (replace(CALM, flicker=0.2), Signal.AMBER, "The light comes and goes by 20%. Use lamps on direct current, and"),
        (replace(CALM, fps=8.0), Signal.AMBER, "The camera sends 8 pictures a second. Give it more light"),
    ],
)
def test_what_should_be_mended_first_is_said_with_its_mend(found: Disturbance, signal: Signal, said: str) -> None:
    view = steadiness(found)
    assert view.signal is signal
    assert view.mend is not None
    assert translate(view.mend, "en").startswith(said)


def test_each_signal_has_words_of_its_own_and_a_calm_table_needs_no_mend() -> None:
    views = [steadiness(replace(CALM, spots=spots)) for spots in (0.0, 0.2, 0.5)]
    assert [view.signal for view in views] == [Signal.GREEN, Signal.AMBER, Signal.RED]
    assert views[0].mend is None
    for language in ("en", "fr"):
        assert len({translate(view.verdict, language) for view in views}) == 3
