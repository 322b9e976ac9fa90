"""What the detector says of a face, how that is told from its planes, and how networks are loaded."""

import errno

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.crops import SIDE_PX
from vision.reading.detector import CELL_PX, Array, DetectedFace, Detector, load, quad
from vision.types import Image

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


def seen_where_cells_err(row: int, column: int) -> DetectedFace:
    """An upright face of 40 pixels, its peak and middle in this cell of 16 by 16; every other cell takes it for 44."""

    class Told(Detector):
        def planes(self, _picture: Image) -> Array:
            rows, columns = np.mgrid[:16, :16]
            planes = np.zeros((19, 16, 16), np.float32)
            planes[:2] = -9
            planes[0, row, column] = 3
            planes[8], planes[9] = (column - columns) / 2, (row - rows) / 2
            planes[10] = np.log2(np.where((rows + columns + row + column) % 2, 40, 44) / 24)
            planes[13] = 1
            return planes

    [face], _ = Told().detect(np.zeros((64, 64, 3), np.uint8), 0.5)
    return face


def test_a_faces_shape_is_told_from_all_around_its_middle() -> None:
    face = seen_where_cells_err(8, 6)
    assert 40.5 < face.size < 43.5, "neither as large as its peak says nor as small as the cells beside it do"
    assert face.corners.mean(0) == pytest.approx(((6 + 0.5) * CELL_PX, (8 + 0.5) * CELL_PX), abs=1e-3)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (15, 15), (0, 7), (8, 15)])
def test_at_the_pictures_edge_it_is_told_from_its_peak(row: int, column: int) -> None:
    face = seen_where_cells_err(row, column)
    assert face.size == pytest.approx(44, abs=1e-3)
    assert face.corners.mean(0) == pytest.approx(((column + 0.5) * CELL_PX, (row + 0.5) * CELL_PX), abs=1e-3)


def test_where_no_file_can_be_written_weights_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = np.random.default_rng(5).random((1, 3, SIDE_PX, SIDE_PX), np.float32)

    def said() -> Array:
        net = load("slant.onnx.xz")
        net.setInput(cuts)
        return np.asarray(net.forward(), np.float32)

    as_ever = said()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr("vision.reading.detector.TemporaryDirectory", full)
    assert np.allclose(said(), as_ever, atol=1e-4)
