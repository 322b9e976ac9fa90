"""The close look: each classifier is shown faces in its own way, and what it says are shares."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.classifier import BOTH, CHANNELS, CLASSES, FACE_NETS, QUICK, FaceClassifier, as_seen
from vision.reading.crops import SIDE_PX
from vision.reading.pips import fit, inked

CUTS = list(np.random.default_rng(4).integers(0, 255, (3, SIDE_PX, SIDE_PX, 3)).astype(np.uint8))


def test_one_of_both_sees_a_face_as_it_is_the_other_its_ink_the_quick_one_both() -> None:
    plain, inky = BOTH
    seen, ink = as_seen(QUICK, CUTS[0]), inked(CUTS[0])
    assert as_seen(plain, CUTS[0]) is CUTS[0]
    assert (seen[..., :3] == CUTS[0]).all()
    assert (seen[..., 3] == ink).all()
    assert (as_seen(inky, CUTS[0]) == ink[..., None]).all()
    assert [as_seen(net, CUTS[0]).shape[2] for net in range(len(FACE_NETS))] == list(CHANNELS)


def test_who_knows_the_mix_of_colours_sees_the_same() -> None:
    _, mixes = fit(CUTS)
    for cut, mix in zip(CUTS, mixes, strict=True):
        for net in range(len(FACE_NETS)):
            assert np.abs(as_seen(net, cut, mix).astype(int) - as_seen(net, cut)).max() <= 1


@pytest.mark.parametrize("net", range(len(FACE_NETS)))
def test_shares_of_a_face_sum_to_one_and_are_its_own(net: int) -> None:
    classifier = FaceClassifier()
    said = [classifier.shares(net, cut) for cut in CUTS]
    assert {shares.shape for shares in said} == {(CLASSES,)}
    assert np.allclose(np.exp(said).sum(1), 1, atol=1e-4)
    assert np.allclose(classifier.shares(net, CUTS[0]), said[0], atol=1e-5)
