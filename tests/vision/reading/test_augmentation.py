"""Other views of one picture: what is found in them lies where it lies in the picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from seen_face import seen_as

from vision.reading.augmentation import View, augmented_views
from vision.reading.candidates import Candidate, UnreadableSpot
from vision.reading.pyramid import Pyramid

PICTURE = np.zeros((200, 300, 3), np.uint8)
cv2.rectangle(PICTURE, (60, 40), (99, 79), (255, 255, 255), cv2.FILLED)
CORNERS = np.array([(60, 40), (99, 40), (99, 79), (60, 79)], np.float32)
NAMES = ["mirrored", "turned", "smaller", "brighter"]


@pytest.fixture(params=range(4), ids=NAMES)
def view(request: pytest.FixtureRequest) -> View:
    views = list(augmented_views(PICTURE))
    return views[int(request.param)]


def face_there(view: View) -> Candidate:
    """The white square as it lies in the view, corners clockwise from the top left one."""
    ys, xs = np.nonzero(view.image[..., 0] > 128)
    left, right, top, bottom = xs.min(), xs.max(), ys.min(), ys.max()
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    return replace(seen_as(4, 0.9), corners=corners, centre=corners.mean(0), size=float(right - left))


def test_a_face_is_brought_back_to_where_it_lies(view: View) -> None:
    face = view.face_back(face_there(view))
    assert face.centre == pytest.approx(CORNERS.mean(0), abs=1)
    assert face.size == pytest.approx(39, abs=1.5)
    assert np.sort(face.corners, 0) == pytest.approx(np.sort(CORNERS, 0), abs=1)


def test_so_is_a_die_that_cannot_be_read(view: View) -> None:
    face = face_there(view)
    x, y, edge = view.spot_back(UnreadableSpot(float(face.centre[0]), float(face.centre[1]), face.size))
    assert (x, y) == pytest.approx(tuple(CORNERS.mean(0)), abs=1)
    assert edge == pytest.approx(39, abs=1.5)


def test_its_corners_stay_clockwise(view: View) -> None:
    corners = view.face_back(face_there(view)).corners
    assert cv2.contourArea(corners, oriented=True) > 0


def test_boxes_go_the_other_way(view: View) -> None:
    [(x, y, w, h)] = view.boxes_there([(50, 30, 60, 60)]) or []
    left, top = face_there(view).corners.min(0)
    right, bottom = face_there(view).corners.max(0)
    assert x < left < right < x + w
    assert y < top < bottom < y + h


def test_where_nobody_knows_what_lies_there_nobody_is_told(view: View) -> None:
    assert view.boxes_there(None) is None


@pytest.mark.parametrize("width", [300, 854, 2560])
def test_two_of_the_views_are_between_the_scales_of_the_first_one_however_large_the_picture(width: int) -> None:
    picture = np.zeros((width * 9 // 16, width, 3), np.uint8)
    first = Pyramid(picture).scales
    between = [Pyramid(view.image, view.zoom).scales for view in augmented_views(picture)]
    assert sum(not set(scales) & set(first) for scales in between) == 2
