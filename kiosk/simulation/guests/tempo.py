"""How quick simulated guests are: as people are, or as quick as the table can follow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tempo:
    """How quick guests are, seconds.

    Attributes:
        press: how long a button is held; `pause` between two presses; `hold` for a long one.
        look: before they act on what they see.
        patience: before they try something else when nothing happens.
    """

    press: float
    pause: float
    hold: float
    look: tuple[float, float]
    patience: float


CALM = Tempo(press=0.15, pause=0.25, hold=1.1, look=(0.6, 1.8), patience=5.0)
BRISK = Tempo(press=0.04, pause=0.03, hold=0.9, look=(0.0, 0.0), patience=1.5)
