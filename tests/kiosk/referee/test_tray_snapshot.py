"""Where doubts lie on the tray is told by how their boxes overlap those of dice."""

import pytest
from made_up import die

from kiosk.referee.tray_snapshot import TraySnapshot, _overlap
from vision.types import Box, TrackedDie


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


def test_a_box_is_about_the_die_that_it_covers_most_of_if_any() -> None:
    left, right = (TrackedDie(track, thrown=True, die=die(4, x)) for track, x in ((1, 200.0), (2, 260.0)))
    tray = TraySnapshot(present=(left, right))
    assert tray.die_at((220.0, 340.0, 40.0, 40.0)) is right
    assert tray.die_at((170.0, 340.0, 40.0, 40.0)) is left
    assert tray.die_at((600.0, 340.0, 40.0, 40.0)) is None, "something lies there that is no die"
    assert tray.die_at(None) is None, "the doubt is about the whole picture"
    assert TraySnapshot().die_at((200.0, 340.0, 40.0, 40.0)) is None, "nothing lies there"
