"""Where a picture is looked at: all of it while nothing is known, then only where it pays."""

import numpy as np
import pytest

from vision.reading.pyramid import Pyramid

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


def test_where_something_lies_all_of_it_is_looked_at_in_windows_no_larger_than_a_tile() -> None:
    small, large = (600.0, 300.0, 50.0, 50.0), (100.0, 100.0, 900.0, 300.0)
    [window] = Pyramid(PICTURE).parts(1.0, [small])
    assert max(window.pixels.shape[:2]) < 160
    assert window.holds(600 - window.left, 300 - window.top)
    assert window.holds(650 - window.left, 350 - window.top)
    tiles = Pyramid(PICTURE).parts(1.0, [large])
    assert all(max(tile.pixels.shape[:2]) <= 416 for tile in tiles)
    for x, y in ((101, 101), (999, 101), (101, 399), (999, 399), (500, 250)):
        assert any(tile.holds(x - tile.left, y - tile.top) for tile in tiles)
    assert not any(tile.holds(600 - tile.left, 700 - tile.top) for tile in tiles), "it does not reach so far"
    assert Pyramid(PICTURE).parts(1.0, []) == []


@pytest.mark.parametrize("edge", [50, 110])
def test_where_dice_of_a_known_size_lie_each_gets_a_window_that_shows_it_so_large(edge: int) -> None:
    """Whatever scale of the picture it is made from."""
    picture = np.zeros((720, 1280, 3), np.uint8)
    picture[300 : 300 + edge, 600 : 600 + edge] = 255
    boxes = [(600.0, 300.0, edge, edge), (1260.0 - edge / 3, 100.0, 1.6 * edge, 1.8 * edge)]
    at_the_edge, inside = Pyramid(picture).closely(boxes, edge, 28.0)
    assert inside.scale == at_the_edge.scale == 28 / edge
    rows, columns = np.nonzero(inside.pixels[..., 0] > 128)
    assert abs(np.ptp(columns) - 28) <= 2
    centre = inside.in_picture(np.array((columns.mean(), rows.mean()), np.float32))
    assert centre == pytest.approx((600 + (edge - 1) / 2, 300 + (edge - 1) / 2), abs=edge / 40)
    assert inside.holds(columns.mean(), rows.mean())
    assert at_the_edge.pixels.shape[1] < inside.pixels.shape[1]


def test_what_is_as_large_as_the_picture_gets_no_window_of_its_own() -> None:
    assert Pyramid(PICTURE).closely([(0.0, 0.0, 1280.0, 720.0)], 20.0, 28.0) == []
    assert Pyramid(PICTURE).closely([(0.0, 0.0, 1280.0, 720.0)], 50.0, 28.0) == []
    assert Pyramid(PICTURE).closely([], 50.0, 28.0) == []


def test_a_zoom_makes_all_scales_coarser_and_things_lie_where_they_lay() -> None:
    picture = np.zeros((720, 1280, 3), np.uint8)
    picture[300:350, 600:650] = 255
    pyramid = Pyramid(picture, 0.71)
    for coarse, plain in zip(reversed(pyramid.scales), reversed(Pyramid(picture).scales), strict=False):
        assert abs(coarse / plain - 0.71) < 1e-9
        rows, columns = np.nonzero(pyramid.at(coarse)[..., 0] > 128)
        assert abs((columns.mean() + 0.5) / coarse - 625) < 1 / coarse
        assert abs((rows.mean() + 0.5) / coarse - 325) < 1 / coarse
