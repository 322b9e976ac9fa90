"""What disturbs a table, told to people: each kind has its mend, and nothing is told by colour alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk.locale import translate
from kiosk.session.disturbance_texts import steadiness
from vision.types import Signal
from vision.watching.disturbance import Disturbance

CALM = Disturbance(0.0, 0.0, 0.0, 0.0, 30.0)


@pytest.mark.parametrize(
    ("found", "signal", "said"),
    [
        (replace(CALM, trembling=0.006), Signal.AMBER, "The picture moves by 0.6% of its width. Hold the camera with"),
        (
            replace(CALM, trembling=0.006, fps=20),
            Signal.AMBER,
            "The picture moves by 0.6% of its width. Hold the camera",
        ),
        (replace(CALM, trembling=0.03), Signal.RED, "The picture moves by 3.0% of its width. Hold the camera with"),
        (
            replace(CALM, bands=0.12),
            Signal.AMBER,
            'Rolling bands change the light by 12%. Set "mains" to 50 or 60 in the',
        ),
        (replace(CALM, spots=0.5), Signal.RED, "Spots that wander change the light by 50%. Put a shade over the tray"),
        (replace(CALM, flicker=0.2), Signal.AMBER, "The light comes and goes by 20%. Use lamps on direct current, and"),
        (replace(CALM, fps=8.0), Signal.AMBER, "The camera sends 8 pictures a second. Give it more light"),
        (replace(CALM, fps=6.0, trembling=0.004), Signal.RED, "The camera sends 6 pictures a second. Give it more"),
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
