"""Geometry alone: a face's pips say its value, at any turn and spacing, with a pip missing or a speck too many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pattern import fit

PLACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def pips(value: int, spacing: float = 0.52, turns: int = 0) -> np.ndarray:
    points = np.array(PLACES[value], np.float32) * spacing
    for _ in range(turns):
        points = points[:, ::-1] * (1, -1)
    return np.concatenate([points, np.ones((len(points), 1))], 1).astype(np.float32)


@given(st.integers(1, 6), st.floats(0.44, 0.62), st.integers(0, 3))
def test_a_clean_face_is_read_at_every_turn_and_spacing(value: int, spacing: float, turns: int) -> None:
    shares = fit(pips(value, spacing, turns))
    assert shares.argmax() + 1 == value
    assert shares.max() > 0.9
    assert shares.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_faint_speck_between_the_pips_changes_nothing(value: int) -> None:
    speck = np.array([[0.25, 0.8, 0.3]], np.float32)
    assert fit(np.concatenate([pips(value), speck])).argmax() + 1 == value


def test_a_six_with_a_pip_lost_to_glare_is_still_more_a_six_than_a_five() -> None:
    assert fit(pips(6)[1:]).argmax() + 1 == 6


@pytest.mark.parametrize("narrow", [0.5, 0.65, 0.85])
def test_a_six_may_have_its_rows_close_together(narrow: float) -> None:
    close = pips(6, spacing=0.58) * np.array([narrow, 1, 1], np.float32)
    assert fit(close).argmax() + 1 == 6


def test_no_pip_at_all_says_next_to_nothing() -> None:
    assert fit(np.empty((0, 3), np.float32)).max() < 0.99
