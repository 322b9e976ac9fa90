"""Where a picture is looked at: all of it while nothing is known, then only where it pays."""

from __future__ import annotations

import numpy as np

from vision.pyramid import Pyramid

PICTURE = np.zeros((720, 1280, 3), np.uint8)
SUSPECTED = [(200.0, 150.0), (220.0, 160.0), (900.0, 500.0), (1270.0, 10.0)]


def looked_at(scale: float, suspected: list[tuple[float, float]], largest: float | None) -> int:
    """Pixels of all windows."""
    return sum(w.pixels[..., 0].size for w in Pyramid(PICTURE).windows(scale, suspected, largest))


def test_while_no_die_is_told_all_but_the_finest_scale_is_looked_at_whole() -> None:
    assert looked_at(0.5, SUSPECTED, None) >= 360 * 640
    assert looked_at(1.0, SUSPECTED, None) == 3 * 192**2
    assert looked_at(1.0, [], None) >= 720 * 1280


def test_once_dice_are_told_only_suspected_places_are_and_each_is_seen_whole() -> None:
    windows = Pyramid(PICTURE).windows(0.5, SUSPECTED, 60.0)
    assert len(windows) == 3, "one window shows the two that are next to each other"
    assert sum(w.pixels[..., 0].size for w in windows) < 0.2 * 360 * 640
    for x, y in SUSPECTED:
        assert any(w.holds(x / 2 - w.left, y / 2 - w.top) for w in windows)


def test_what_is_suspected_everywhere_is_looked_for_everywhere() -> None:
    everywhere = [(float(x), float(y)) for x in range(20, 1280, 60) for y in range(20, 720, 60)]
    assert looked_at(0.5, everywhere, 60.0) >= 360 * 640


def test_no_window_is_larger_than_a_tile_so_that_memory_stays_bounded() -> None:
    assert looked_at(1.0, SUSPECTED, 400.0) >= 720 * 1280
