"""What the judges' opinions of a face make together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.reading.classifier import CLASSES
from vision.reading.fusion import Candidate, agreed, disputed, pooled, shown_again

FLAT = np.full(6, 1 / 6, np.float32)


def log_shares(**shares: float) -> np.ndarray:
    """Log shares of the classes, by name: nothing, v1…v6, t0…t3; what is not named shares the rest."""
    names = ["nothing", *(f"v{value}" for value in range(1, 7)), *(f"t{k}" for k in range(4))]
    rest = (1 - sum(shares.values())) / (CLASSES - len(shares))
    return np.log(np.array([shares.get(name, rest) for name in names], np.float32))


@pytest.fixture
def four() -> Candidate:
    """A face that all judges take for a four."""
    corners = np.array([(80, 80), (120, 80), (120, 120), (80, 120)], np.float32)
    values = np.full(6, 0.02, np.float32)
    values[3] = 0.9
    return Candidate(0.9, corners, corners.mean(0), 40.0, 40.0, values, values, log_shares(v4=0.9))


def test_shares_sum_to_one(four: Candidate) -> None:
    assert pooled(four).sum() == pytest.approx(1, abs=1e-5)


def test_what_all_judges_say_is_surer_than_what_one_says(four: Candidate) -> None:
    alone = replace(four, geometry=FLAT, network=FLAT)
    assert pooled(four).argmax() == 4
    assert pooled(four)[4] > pooled(alone)[4] > 0.6


def test_a_judge_who_says_otherwise_makes_it_doubtful(four: Candidate) -> None:
    against = replace(four, network=np.array([0.95, 0.01, 0.01, 0.01, 0.01, 0.01], np.float32))
    assert pooled(against)[4] < pooled(four)[4]


def test_that_judges_differ_on_the_value_says_nothing_of_its_being_readable(four: Candidate) -> None:
    hardly = log_shares(v3=0.75, v4=0.05, t0=0.1)
    agreeing, differing = replace(four, classifier=log_shares(v4=0.8, t0=0.1)), replace(four, classifier=hardly)
    assert pooled(differing)[7:].sum() == pytest.approx(pooled(agreeing)[7:].sum(), rel=0.2)
    assert pooled(differing)[3] > pooled(agreeing)[3]


def test_a_cold_place_is_likelier_nothing(four: Candidate) -> None:
    nothing = [pooled(replace(four, heat=heat))[0] for heat in (0.9, 0.5, 0.1)]
    assert nothing == sorted(nothing)


def test_many_vague_opinions_of_something_are_not_nothing(four: Candidate) -> None:
    vague = replace(four, heat=0.6, geometry=FLAT, network=FLAT, classifier=log_shares(nothing=0.3))
    assert pooled(vague)[0] < 0.5


def test_of_claims_on_one_place_one_is_right_at_most() -> None:
    sure = np.array([0.01, 0, 0, 0, 0.95, 0, 0.01, 0.01, 0.02, 0, 0], np.float32)
    assert disputed(sure, []) is sure
    left = disputed(sure, [0.8])
    # Only the first right, only the second, or neither: 0.95 * 0.2, 0.05 * 0.8, 0.05 * 0.2.
    assert left[4] == pytest.approx(0.19 / 0.24, abs=1e-3)
    assert left.sum() == pytest.approx(1, abs=1e-5)
    assert left[8] == pytest.approx(2 * left[7])
    assert disputed(sure, [0.95])[4] < 0.5
    assert disputed(sure, [0.8, 0.8])[4] < left[4]
    assert disputed(np.eye(CLASSES, dtype=np.float32)[3], [1.0])[3] == pytest.approx(0.5, abs=1e-3)


def test_looks_that_agree_are_averaged(four: Candidate) -> None:
    other = replace(four, classifier=log_shares(v4=0.5, v2=0.4))
    [both] = agreed([[four], [other]])
    assert pooled(other)[4] < pooled(both)[4] < pooled(four)[4]


def test_a_face_that_another_look_does_not_show_is_hardly_believed(four: Candidate) -> None:
    [seen_once] = agreed([[four], [], []])
    assert seen_once.heat < 0.5 < four.heat
    assert pooled(seen_once)[4] < pooled(four)[4]


def test_faces_in_other_places_or_of_other_sizes_stay_apart(four: Candidate) -> None:
    beside = replace(four, centre=four.centre + 30)
    larger = replace(four, size=80.0)
    assert len(agreed([[four], [beside, larger]])) == 3


def test_a_die_that_cannot_be_read_counts_if_half_of_the_other_looks_show_it_too() -> None:
    there, moved, elsewhere = (50.0, 50.0, 20.0), (55.0, 46.0, 40.0), (90.0, 50.0, 20.0)
    assert shown_again([there], [[moved], [elsewhere, there], [elsewhere], []]) == [there]
    assert shown_again([there], [[moved], [elsewhere], [elsewhere], []]) == []
