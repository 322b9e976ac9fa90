"""Where doubts lie on the tray is told by how their boxes overlap those of dice."""

from __future__ import annotations

import pytest

from kiosk.referee.tray_snapshot import _overlap
from vision.types import Box


@pytest.mark.parametrize(
    ("a", "b", "area"),
    [
        ((0, 0, 10, 10), (5, 6, 10, 10), 20.0),
        ((5, 6, 10, 10), (0, 0, 10, 10), 20.0),
        ((20, 30, 10, 40), (22, 35, 3, 4), 12.0),
        ((20, 30, 10, 40), (30, 30, 10, 40), 0.0),
        ((20, 30, 10, 10), (0, 0, 5, 5), 0.0),
        ((20, 30, 10, 10), (50, 60, 5, 5), 0.0),
        ((20, 30, 10, 10), (22, 90, 5, 5), 0.0),
    ],
)
def test_boxes_share_the_area_that_lies_in_both(a: Box, b: Box, area: float) -> None:
    assert _overlap(a, b) == area
