"""What the shares of several models make together."""

from dataclasses import replace

import numpy as np
import pytest
from seen_face import seen_as

from vision.reading.candidates import Candidate, UnreadableSpot
from vision.reading.classifier import CLASSES
from vision.reading.fusion import confirmed, fused_views, less_rivals, pooled

FLAT = np.full(6, 1 / 6, np.float32)


def log_shares(**shares: float) -> np.ndarray:
    """Log shares of the classes, by name: nothing, v1…v6, t0…t3; what is not named shares the rest."""
    names = ["nothing", *(f"v{value}" for value in range(1, 7)), *(f"t{k}" for k in range(4))]
    rest = (1 - sum(shares.values())) / (CLASSES - len(shares))
    return np.log(np.array([shares.get(name, rest) for name in names], np.float32))


@pytest.fixture
def four() -> Candidate:
    """A face that all models take for a four."""
    corners = np.array([(80, 80), (120, 80), (120, 120), (80, 120)], np.float32)
    values = np.full(6, 0.02, np.float32)
    values[3] = 0.9
    return Candidate(
        corners, corners.mean(0), 40.0, 0.9, 40.0, values, values, log_shares(v4=0.9), seen_as(4, 0.9).fitted
    )


def test_shares_sum_to_one(four: Candidate) -> None:
    assert pooled(four).sum() == pytest.approx(1, abs=1e-5)


def test_what_all_models_say_is_surer_than_what_one_says(four: Candidate) -> None:
    alone = replace(four, geometry=FLAT, detector=FLAT)
    assert pooled(four).argmax() == 4
    assert pooled(four)[4] > pooled(alone)[4] > 0.6


def test_a_model_that_says_otherwise_makes_it_doubtful(four: Candidate) -> None:
    against = replace(four, detector=np.array([0.95, 0.01, 0.01, 0.01, 0.01, 0.01], np.float32))
    assert pooled(against)[4] < pooled(four)[4]


def test_that_models_differ_on_the_value_says_nothing_of_its_being_readable(four: Candidate) -> None:
    hardly = log_shares(v3=0.75, v4=0.05, t0=0.1)
    agreeing, differing = replace(four, classifier=log_shares(v4=0.8, t0=0.1)), replace(four, classifier=hardly)
    assert pooled(differing)[7:].sum() == pytest.approx(pooled(agreeing)[7:].sum(), rel=0.2)
    assert pooled(differing)[3] > pooled(agreeing)[3]


def test_a_cold_place_is_likelier_nothing(four: Candidate) -> None:
    nothing = [pooled(replace(four, heat=heat))[0] for heat in (0.9, 0.5, 0.1)]
    assert nothing == sorted(nothing)


def test_many_vague_shares_of_something_are_not_nothing(four: Candidate) -> None:
    vague = replace(four, heat=0.6, geometry=FLAT, detector=FLAT, classifier=log_shares(nothing=0.3))
    assert pooled(vague)[0] < 0.5


def test_of_claims_on_one_place_one_is_right_at_most() -> None:
    sure = np.array([0.01, 0, 0, 0, 0.95, 0, 0.01, 0.01, 0.02, 0, 0], np.float32)
    assert less_rivals(sure, []) is sure
    left = less_rivals(sure, [0.8])
    # Only the first right, only the second, or neither: 0.95 * 0.2, 0.05 * 0.8, 0.05 * 0.2.
    assert left[4] == pytest.approx(0.19 / 0.24, abs=1e-3)
    assert left.sum() == pytest.approx(1, abs=1e-5)
    assert left[8] == pytest.approx(2 * left[7])
    assert less_rivals(sure, [0.95])[4] < 0.5
    assert less_rivals(sure, [0.8, 0.8])[4] < left[4]
    assert less_rivals(np.eye(CLASSES, dtype=np.float32)[3], [1.0])[3] == pytest.approx(0.5, abs=1e-3)


def test_views_that_agree_are_averaged(four: Candidate) -> None:
    other = replace(four, classifier=log_shares(v4=0.5, v2=0.4))
    [both] = fused_views([[four], [other]])
    assert pooled(other)[4] < pooled(both)[4] < pooled(four)[4]


def test_a_face_that_another_view_does_not_show_is_hardly_believed(four: Candidate) -> None:
    [seen_once] = fused_views([[four], [], []])
    assert seen_once.heat < 0.5 < four.heat
    assert pooled(seen_once)[4] < pooled(four)[4]


def test_faces_in_other_places_or_of_other_sizes_stay_apart(four: Candidate) -> None:
    beside = replace(four, centre=four.centre + 30)
    larger = replace(four, size=80.0)
    assert len(fused_views([[four], [beside, larger]])) == 3


def test_a_die_that_cannot_be_read_counts_if_half_of_the_other_views_show_it_too() -> None:
    there, moved = UnreadableSpot(50.0, 50.0, 20.0), UnreadableSpot(55.0, 46.0, 40.0)
    elsewhere = UnreadableSpot(90.0, 50.0, 20.0)
    assert confirmed([there], [[moved], [elsewhere, there], [elsewhere], []]) == [there]
    assert confirmed([there], [[moved], [elsewhere], [elsewhere], []]) == []
