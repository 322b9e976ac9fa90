"""The close look: what the classifier is shown of a face, and that what it says are shares."""

import numpy as np

from vision.reading.classifier import CHANNELS, CLASSES, FaceClassifier, as_seen
from vision.reading.crops import SIDE_PX
from vision.reading.pips import fit

CUTS = list(np.random.default_rng(4).integers(0, 255, (3, SIDE_PX, SIDE_PX, 3)).astype(np.uint8))
FACES = fit(CUTS)


def test_it_sees_a_face_as_it_is_and_its_ink() -> None:
    seen = as_seen(FACES[0])
    assert (seen[..., :3] == CUTS[0]).all()
    assert (seen[..., 3] == FACES[0].inked()).all()
    assert seen.shape == (SIDE_PX, SIDE_PX, CHANNELS)


def test_shares_of_a_face_sum_to_one_and_are_its_own() -> None:
    classifier = FaceClassifier()
    said = [classifier.shares(face) for face in FACES]
    assert {shares.shape for shares in said} == {(CLASSES,)}
    assert np.allclose(np.exp(said).sum(1), 1, atol=1e-4)
    assert np.allclose(classifier.shares(FACES[0]), said[0], atol=1e-5)
