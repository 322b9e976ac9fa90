"""Which checks a reading must pass, in order."""

from __future__ import annotations

from vision.reading.checks import (
    confidence,
    dim_faces,
    glare,
    hidden_dice,
    hidden_pip,
    no_pips,
    see_through,
    side_faces,
)
from vision.reading.checks.protocol import Check

ALWAYS: tuple[Check, ...] = (
    confidence.check,
    glare.check,
    hidden_pip.check,
    see_through.check,
)
"""Of every reading: what is in doubt after one search is looked at again, and what is then, a person is asked about."""
UNLESS_ALL_TOLD: tuple[Check, ...] = (hidden_dice.check, no_pips.check, dim_faces.check, side_faces.check)
"""Besides, unless as many dice as should lie there are read beyond dispute: what else is seen is none then."""
