"""The panel: buttons with lamps, each press once, with the time of its edge."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Button(StrEnum):
    """The seven buttons, left to right."""

    KEEP_1 = "keep_1"
    KEEP_2 = "keep_2"
    KEEP_3 = "keep_3"
    KEEP_4 = "keep_4"
    KEEP_5 = "keep_5"
    END = "end"
    MENU = "menu"


KEEPS = (Button.KEEP_1, Button.KEEP_2, Button.KEEP_3, Button.KEEP_4, Button.KEEP_5)


class PressKind(StrEnum):
    """How long a button was held."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Press:
    """One debounced press.

    Attributes:
        buttons: those held together.
        kind: short, told at the release; long, told once while still held.
        time: seconds, monotonic, of the edge that began the press.
    """

    buttons: frozenset[Button]
    kind: PressKind
    time: float
