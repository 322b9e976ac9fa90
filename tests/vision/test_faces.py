"""The close look: each classifier is shown faces in its own way, and what it says are shares."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cutting import SIDE_PX
from vision.faces import BOTH, CLASSES, NETS, QUICK, FaceClassifier, as_seen
from vision.pattern import inked

CUTS = list(np.random.default_rng(4).integers(0, 255, (3, SIDE_PX, SIDE_PX, 3)).astype(np.uint8))


def test_one_of_both_sees_a_face_inked_the_others_as_it_is() -> None:
    plain, inky = BOTH
    assert as_seen(QUICK, CUTS[0]) is as_seen(plain, CUTS[0]) is CUTS[0]
    assert (as_seen(inky, CUTS[0]) == inked(CUTS[0])).all()


@pytest.mark.parametrize("net", range(len(NETS)))
def test_shares_of_a_face_sum_to_one_and_are_its_own(net: int) -> None:
    classifier = FaceClassifier()
    said = [classifier.shares(net, cut) for cut in CUTS]
    assert {shares.shape for shares in said} == {(CLASSES,)}
    assert np.allclose(np.exp(said).sum(1), 1, atol=1e-4)
    assert np.allclose(classifier.shares(net, CUTS[0]), said[0], atol=1e-5)
