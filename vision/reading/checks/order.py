"""Which checks a reading must pass, in order."""

from __future__ import annotations

from vision.reading.checks import (
    confidence,
    dim_faces,
    glare,
    hidden_dice,
    hidden_pip,
    missed_dice,
    no_pips,
    see_through,
    side_faces,
    unreadable,
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
UNCOUNTED: tuple[Check, ...] = (unreadable.check,)
"""Besides, of a full reading where nothing is known: no number tells that a die is missing."""
UNCOUNTED_GLANCE: tuple[Check, ...] = (missed_dice.check,)
"""Besides, of a glance where nothing is known: what fails here is read in full."""
