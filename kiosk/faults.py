"""What devices say of themselves in English, as sentences that the screen can translate; and a page for the worst."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardware.presses import Button
from kiosk.games.core import Text, say
from kiosk.view import ProblemView, SoftKey, SoftKeys

CAMERA_LOST = say("The camera does not answer: it is being started again.")
_CAMERA = (
    (r"hangs for good", say("The camera hangs for good: check its cable, then switch the table off and on.")),
    (r"hangs", say("The camera hangs: it is being started again.")),
    (r"no webcam (?P<number>\d+)", say("There is no webcam {number}: plug it in, or close what else uses it.")),
    (r"webcam (?P<number>\d+) sends", say("The webcam {number} sends no pictures: plug it in again.")),
    (r"Pi's camera|ribbon", say("The Pi's camera sends no pictures: check its ribbon cable.")),
    (r"picamera2", say("The Pi's camera needs the system's package python3-picamera2: install it.")),
)
_PANEL = (
    (r"lgpio", say("The buttons need lgpio: install the system's package python3-lgpio.")),
    (r"no GPIO", say("There are no buttons here: keyboard, mouse and touch do the same.")),
    (r"", say("The buttons cannot be used: compare the wiring with the settings.")),
)


def camera_trouble(sentence: str) -> Text:
    """What a camera's English sentence says, as one that can be translated."""
    for pattern, text in _CAMERA:
        if found := re.search(pattern, sentence):
            return Text(text.message, tuple(found.groupdict().items()))
    return CAMERA_LOST


def panel_trouble(sentence: str) -> Text:
    """The same for the panel."""
    return next(text for pattern, text in _PANEL if re.search(pattern, sentence))


@dataclass(slots=True)
class Problem:
    """A fault told once, on the whole screen; any button goes on with the match."""

    view: ProblemView

    @property
    def keys(self) -> SoftKeys:
        """All buttons do the same."""
        return {Button.END: SoftKey(say("Go on"), lit=True)}


def camera_problem(trouble: Text) -> Problem:
    """The camera is lost."""
    return Problem(
        ProblemView(
            say("The table is blind"),
            trouble,
            say("Look whether the camera's cable sits, and whether something covers the lens."),
            say("The match goes on: throw, and enter the dice by hand. The camera is tried again all the time."),
        )
    )


def journal_problem(trouble: Text) -> Problem:
    """Matches are not safely on disk."""
    return Problem(
        ProblemView(
            say("The match is not being saved"),
            trouble,
            say("Make room on the disk, or ask whoever looks after the table."),
            say("The match goes on: only a power cut would lose it."),
        )
    )
