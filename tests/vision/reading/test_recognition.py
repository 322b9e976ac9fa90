"""Which sightings are of one face."""

import numpy as np

from vision.reading.detector import DetectedFace, quad
from vision.reading.recognition import Sighting, grouped


def sighting(x: float, size: float, merit: float) -> Sighting:
    """Of a face at (x, 50)."""
    corners, centre = quad(x, 50.0, size, (0.0, 0.0), 0.0), np.array((x, 50), np.float32)
    face = DetectedFace(heat=0.9, values=np.full(6, 1 / 6, np.float32), centre=centre, corners=corners, size=size)
    return Sighting(corners, centre, size, face, merit)


def test_what_is_seen_in_one_place_at_one_size_is_one_face_and_the_best_sighting_is_first() -> None:
    worse, best, smaller, beside = (
        sighting(52, 41, 0.5),
        sighting(50, 40, 0.9),
        sighting(50, 24, 0.7),
        sighting(70, 40, 0.6),
    )
    assert grouped([worse, beside, smaller, best]) == [[best, worse], [smaller], [beside]]


def test_a_face_between_two_belongs_to_the_better_one() -> None:
    first, second, between = sighting(50, 40, 0.9), sighting(66, 40, 0.8), sighting(59, 40, 0.7)
    assert grouped([second, between, first]) == [[first, between], [second]]


def test_nothing_seen_is_no_face() -> None:
    assert grouped([]) == []
