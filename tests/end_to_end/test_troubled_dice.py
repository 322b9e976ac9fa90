"""Dice that go astray: the right sentence, nothing lost, and play goes on by itself once the table is put right."""

import cv2
import numpy as np
import pytest
from at_table import AtTable, goes_on

from hardware.panel import Button
from kiosk.referee.keeping import Keeping
from kiosk.ruling import Ruling, RulingId
from vision.types import DoubtKind, Image

MISSING = Ruling(RulingId.MISSING)
SPOT = (700, 330)
"""A place in the picture where a die is laid."""


def doubt(kind: DoubtKind) -> set[Ruling]:
    """What the screen says of a die in doubt, or of something that may be one."""
    return {Ruling(RulingId.DOUBT, doubt=kind)}


# --- dice that are thrown --------------------------------------------------------------------------------------------


def test_a_doubtful_die_that_leans(at: AtTable) -> None:
    for values in ((4, 2, 1), (6, 5, 3), (4, 4, 2)):  # flat dice show where the camera stands
        at.lay(*values)
        at.press(Button.END)
    count = len(at.rolls)
    at.lay(4, 2)
    at.do("cock", 2)
    assert at.asks in doubt(DoubtKind.COCKED) | doubt(DoubtKind.VALUE) | {MISSING, Ruling(RulingId.NOT_THROWN)}
    assert len(at.rolls) == count
    at.lay(1, dice=[2])
    assert at.rolls[count:] == [(1, 2, 4)]


LOOKING_S = 1.0
"""What is in doubt is looked at in other views before a person is asked, one a picture."""


def card(image: Image) -> None:
    """It covers half a die."""
    cv2.rectangle(image, (SPOT[0] + 4, SPOT[1] - 60), (SPOT[0] + 94, SPOT[1] + 60), (210, 215, 220), -1)


def test_a_doubtful_die_that_is_half_hidden(at: AtTable) -> None:
    at.cover(card)
    at.lay(4, 2, 1, at=[(500, 330), SPOT, (600, 450)])
    at.watch(LOOKING_S)
    assert at.asks in doubt(DoubtKind.HIDDEN) | doubt(DoubtKind.VALUE) | {MISSING}
    assert at.rolls == []
    at.cover(None)
    assert at.rolls == [(1, 2, 4)]


def under_a_cup(image: Image, _: float) -> Image:
    """A leather cup stands upside down in the middle of the tray."""
    noise = np.random.default_rng(0).integers(30, 37, image.shape, np.uint8)
    cup = cv2.circle(np.zeros(image.shape[:2], np.uint8), (image.shape[1] // 2, image.shape[0] // 2), 170, (255,), -1)
    return np.where(cup[..., None] > 0, noise, image)


def test_a_cup_turned_over_on_the_tray(at: AtTable) -> None:
    at.camera.conditions["cup"] = under_a_cup
    at.lay(4, 2, 1, at=[(580, 330), (700, 330), (640, 430)])
    at.watch(6.0)
    assert at.rolls == []
    at.camera.conditions.clear()
    at.watch(3.0)
    assert at.rolls == [(1, 2, 4)]


# --- dice that stay --------------------------------------------------------------------------------------------------


def test_a_marked_die_whose_face_changed(chosen: AtTable) -> None:
    while chosen.asks is None:
        chosen.throw(0)  # until it tumbles to another face
    assert chosen.asks == Ruling(RulingId.LIFTED)
    chosen.lay(4, dice=[0])
    goes_on(chosen)


@pytest.mark.parametrize("keeping", [Keeping.HANDS], indirect=True)
def test_dice_stirred_after_reading(chosen: AtTable) -> None:
    for die, way in ((0, (120, 0)), (1, (60, 30)), (2, (60, 30))):
        chosen.do("push", die, way)
    chosen.do("hover", 0.5)
    assert chosen.hand == [1, 2, 4]
    goes_on(chosen)
