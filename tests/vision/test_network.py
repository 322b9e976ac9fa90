"""What the first network says of a face, as a parallelogram; nothing of its weights."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.network import quad

stretches = st.tuples(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))


@given(st.floats(10, 60), stretches, st.floats(-0.78, 0.78))
def test_a_face_is_as_large_and_as_stretched_as_said(size: float, stretch: tuple[float, float], turn: float) -> None:
    corners = quad(7.0, 9.0, size, stretch, turn).astype(float)
    assert np.allclose(corners.mean(0), (7, 9), atol=1e-3)
    u, v = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    assert np.isclose(4 * abs(u[0] * v[1] - u[1] * v[0]), size**2, rtol=1e-3)
    spread = np.outer(u, u) + np.outer(v, v)
    told = (spread[0, 0] - spread[1, 1], 2 * spread[0, 1])
    assert np.allclose(np.array(told) / np.trace(spread), stretch, atol=1e-3)


@given(stretches.map(lambda s: (3 * s[0], 3 * s[1])))
def test_a_face_is_never_turned_over_however_it_is_stretched(stretch: tuple[float, float]) -> None:
    corners = quad(0, 0, 24, stretch, 0.1).astype(float)
    u, v = corners[1] - corners[0], corners[3] - corners[0]
    assert u[0] * v[1] - u[1] * v[0] > 0


def test_a_face_seen_squarely_is_a_square_turned_as_said() -> None:
    assert np.allclose(quad(0, 0, 20, (0, 0), 0), [(-10, -10), (10, -10), (10, 10), (-10, 10)], atol=1e-4)
    upright = quad(0, 0, 20, (0, 0), np.pi / 4)[0]
    assert np.allclose(upright, (0, -np.hypot(10, 10)), atol=1e-4)
