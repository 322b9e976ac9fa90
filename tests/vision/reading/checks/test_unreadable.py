"""Dice that show no face, beside some that were told."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from two_threes import told

from vision.reading.checks.unreadable import Unreadable, find_unreadable, streaked
from vision.reading.contrast import Saliency
from vision.reading.crops import SIDE_PX
from vision.reading.detector import Array
from vision.reading.pyramid import Pyramid
from vision.reading.unreadable_net import KINDS, UnreadableNet
from vision.types import DoubtKind, Image, Point

EDGE = 40.0
TOLD = [(80.0, 80.0), (80.0, 200.0)]
THERE = (260.0, 140.0)


@pytest.fixture
def table() -> Image:
    """Felt, 360x280, with two white dice that were told, and a pale disc that was not."""
    picture = np.full((280, 360, 3), (46, 92, 38), np.uint8)
    for x, y in ((int(x), int(y)) for x, y in TOLD):
        cv2.rectangle(picture, (x - 20, y - 20), (x + 20, y + 20), (235, 240, 245), cv2.FILLED)
        cv2.circle(picture, (x, y), 5, (30, 30, 30), cv2.FILLED)
    cv2.circle(picture, (int(THERE[0]), int(THERE[1])), 24, (160, 170, 170), cv2.FILLED)
    cv2.circle(picture, (int(THERE[0]) + 9, int(THERE[1]) + 4), 5, (90, 90, 90), cv2.FILLED)
    return picture


class Said:
    """What the net says of one view after another; the last again and again."""

    def __init__(self, net: UnreadableNet, monkeypatch: pytest.MonkeyPatch, *shares: tuple[float, ...]) -> None:
        self.views: list[tuple[Image, Image]] = []
        self._shares = shares
        monkeypatch.setattr(net, "shares", self._say)

    def _say(self, both: tuple[Image, Image]) -> Array:
        said = self._shares[min(len(self.views), len(self._shares) - 1)]
        self.views.append(both)
        return np.array(said, np.float32)


@pytest.fixture
def net() -> UnreadableNet:
    return UnreadableNet()


def found_by(net: UnreadableNet, picture: Image, places: Sequence[Point], confidence: float = 0.99) -> list[Unreadable]:
    """What is found beside dice that were told there."""
    return find_unreadable(net, Saliency(Pyramid(picture), places, EDGE), [told(at, EDGE, confidence) for at in places])


MOVING, PERHAPS, NOTHING = (0.02, 0.0, 0.96, 0.02), (0.4, 0.0, 0.6, 0.0), (0.99, 0.0, 0.01, 0.0)


def test_what_looks_like_a_die_however_it_is_turned_is_one(
    net: UnreadableNet, table: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Said(net, monkeypatch, (0.02, 0.0, 0.58, 0.4), (0.02, 0.0, 0.2, 0.78))
    found = found_by(net, table, TOLD, 0.9)
    assert {one.doubt.kind for one in found} == {DoubtKind.HIDDEN}, "most views decide what is wrong with it"
    assert all(one.sure for one in found)
    assert {one.place for one in found[-2:]} == set(TOLD), "dice that were told are compared with each other, too"
    assert all(np.hypot(one.place[0] - THERE[0], one.place[1] - THERE[1]) < EDGE for one in found[:-2])
    assert len(found) > 2
    assert len(said.views) == 8 * len(found)
    assert len({view[0].tobytes() for view in said.views[:8]}) == 8
    assert said.views[0][0].shape == said.views[0][1].shape
    assert not np.array_equal(*said.views[0])


def test_one_view_of_nothing_is_enough(net: UnreadableNet, table: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Said(net, monkeypatch, NOTHING)
    assert found_by(net, table, TOLD) == []
    places = len(said.views)
    said = Said(net, monkeypatch, MOVING, MOVING, NOTHING)
    assert found_by(net, table, TOLD) == []
    assert len(said.views) == places + 2, "no more is asked"


def test_most_views_decide(net: UnreadableNet, table: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    Said(net, monkeypatch, PERHAPS)
    assert not any(one.sure for one in found_by(net, table, TOLD))
    Said(net, monkeypatch, PERHAPS, MOVING)
    assert any(one.sure for one in found_by(net, table, TOLD))


def test_of_a_die_whose_face_is_streaked_more_is_asked_and_less_is_enough(
    net: UnreadableNet, table: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    Said(net, monkeypatch, PERHAPS)
    assert not {one.place for one in found_by(net, table, TOLD)} & set(TOLD), "they are told surely"
    x, y = (int(n) for n in TOLD[0])
    table[y - 14 : y + 15] = cv2.blur(table[y - 14 : y + 15], (31, 1))
    for k in (-8, 8):
        cv2.line(table, (x - 12, y + k), (x + 12, y + k), (120, 120, 120), 5)
    assert [one.place for one in found_by(net, table, TOLD) if one.sure] == [TOLD[0]]


def test_a_die_alone_has_none_to_be_compared_with(
    net: UnreadableNet, table: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Said(net, monkeypatch, MOVING)
    assert found_by(net, table[:140, :160], TOLD[:1], 0.9) == []
    assert said.views == []


def test_the_net_knows_as_many_kinds_as_there_are(net: UnreadableNet, table: Image) -> None:
    shares = net.shares((table[:64, :64], table[-64:, -64:]))
    assert shares.shape == (KINDS,)
    assert shares.sum() == pytest.approx(1, abs=1e-4)


def three() -> Image:
    cut = np.full((SIDE_PX, SIDE_PX, 3), (46, 92, 38), np.uint8)
    cv2.rectangle(cut, (13, 13), (50, 50), (235, 240, 245), cv2.FILLED)
    for k in (-10, 0, 10):
        cv2.circle(cut, (32 + k, 32 + k), 4, (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    return cut


@pytest.mark.parametrize("turned", [0, 1])
def test_a_face_in_motion_is_streaked_whichever_way_it_moves(turned: int) -> None:
    cut = three()
    moved = np.ascontiguousarray(np.rot90(cv2.blur(cut, (25, 1)), turned), np.uint8)
    assert streaked(moved)
    assert not streaked(cut)


def test_a_face_on_which_nothing_shows_is_not_streaked() -> None:
    assert not streaked(np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8))
