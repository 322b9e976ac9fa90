"""Fit the reader's weights of opinion on fresh renders: `python -m workshop.training.calibrate`.

Maximum likelihood of the pooled shares; prints the weights for vision/reading/fusion.py, and for each bar of
confidence how many dice of as many renders again are vouched for and how many of those are wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
import torch

from vision.reading import fusion, pips
from vision.reading.candidates import Candidate
from vision.reading.classifier import UNREADABLE_KINDS
from vision.reading.crops import cut_out
from vision.reading.detector import Array
from vision.reading.fusion import Weights, octaves, pooled
from vision.reading.reader import Reader
from vision.types import DoubtKind, at_once
from workshop.training.scenes import Scene, close_up, make_scene, what_lies_at
from workshop.training.sprites import make_sprites


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A candidate and what it truly is.

    Attributes:
        face: with what the judges say of it.
        truth: its class, as the classifier numbers them.
        explained: what geometry's patterns explain of its colours, (6,), see `pips.FittedFace`.
    """

    face: Candidate
    truth: int
    explained: Array


_SHOWN = 0.25
"""Of the colours of a face, that its own pattern explains: of the measuring set's faces 99 in 100 show more."""
BARS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
"""Of confidence."""


def gather(scenes: int, make: Callable[[], Scene]) -> list[Judged]:
    """Every candidate of this many fresh scenes."""
    reader = Reader()
    found: list[Judged] = []
    for _ in range(scenes):
        scene = make()
        for face in at_once(reader.detect(scene.image)).faces:
            truth = what_lies_at(scene, face.centre, face.size)
            if truth is not None:
                number = 7 + UNREADABLE_KINDS.index(truth) if isinstance(truth, DoubtKind) else truth
                found.append(Judged(face, number, pips.fit([cut_out(scene.image, face.corners)])[0].explained))
    return found


def renders(seed: int) -> Callable[[], Scene]:
    """Fresh scenes as the networks learned from, half of them close-ups."""
    rng = np.random.default_rng(seed)
    sprites = make_sprites(seed, 600)

    def make() -> Scene:
        scene = make_scene(rng, sprites)
        return close_up(rng, scene) if rng.random() < 0.5 else scene

    return make


def fit(found: Sequence[Judged]) -> Weights:
    """The weights under which the truth is likeliest, where dice that can't be read are as common as here.

    Classifier and geometry, each as sure of itself as it may be alone, weigh alike: on scenes it learned from, the
    classifier would be given nearly all the weight, and it does not know all dice as well as these.
    """
    looked = torch.log_softmax(torch.tensor(np.array([one.face.classifier for one in found])), 1)
    nothing = looked[:, 0].exp().clamp(1e-4, 1 - 1e-4)
    geometry = torch.log(torch.tensor(np.array([one.face.geometry for one in found])) + 1e-4)
    detector = torch.log(torch.tensor(np.array([one.face.detector for one in found])) + 1e-4)
    heat = torch.tensor(np.array([one.face.heat for one in found], np.float32)).logit(1e-4)
    size = torch.tensor([octaves(one.face) for one in found])
    truth = torch.tensor([one.truth for one in found])
    weights = torch.tensor([0.7, 1.0, 0.0, 0.0, 0.8, 0.1, 0.0], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        odds = weights[0] * -nothing.logit() + weights[1] * heat + weights[2] * size + weights[3]
        readable = weights[4] * looked[:, 1:7].logsumexp(1, keepdim=True)
        kinds = torch.log_softmax(torch.cat([readable, weights[4] * looked[:, 7:] + weights[6]], 1), 1)
        values = torch.log_softmax(weights[4] * (looked[:, 1:7] + geometry) + weights[5] * detector, 1)
        what = torch.cat([kinds[:, :1] + values, kinds[:, 1:]], 1)
        log = torch.nn.functional.logsigmoid
        total = torch.nn.functional.nll_loss(torch.cat([log(-odds)[:, None], log(odds)[:, None] + what], 1), truth)
        total.backward()
        return total

    optimiser.step(loss)
    by_classifier, heat, size_weight, bias, what, detector, unreadable = (round(float(w), 3) for w in weights.detach())
    return Weights(by_classifier, heat, size_weight, bias, what, what, detector, unreadable)


def evidence(found: Sequence[Judged], least: float) -> float:
    """The `_EVIDENCE` of vision/reading/pips.py that makes the truth likeliest, if nobody but geometry is heard.

    Only of dice of whose colours their own pattern explains at least the share `least`: others show nothing.
    """
    told = [(one.explained**2, one.truth - 1) for one in found if 1 <= one.truth < 7]
    told = [(shown, value) for shown, value in told if shown[value] >= least**2]
    said = torch.tensor(np.array([shown for shown, _ in told]))
    truth = torch.tensor([value for _, value in told])
    strengths = np.arange(5.0, 60.0)
    return float(min(strengths, key=lambda strength: float(torch.nn.functional.cross_entropy(said * strength, truth))))


def report(found: Sequence[Judged], weights: Weights) -> None:
    """How often each confidence is right, and what each bar vouches for."""
    with patch.object(fusion, "WEIGHTS", weights):
        shares = np.array([pooled(one.face) for one in found])
    truth = np.array([one.truth for one in found])
    # A die that leans or is half covered may well be told right: it says nothing about being sure.
    shares, truth = shares[truth < 7], truth[truth < 7]
    best, sure = shares[:, 1:7].argmax(1) + 1, shares[:, 1:7].max(1)
    for low in np.arange(0, 1, 0.1):
        within = (sure >= low) & (sure < low + 0.1 + 1e-6)
        print(f"stated {low:.1f}-{low + 0.1:.1f}: {(best == truth)[within].mean():6.1%} right of {within.sum()}")
    for bar in BARS:
        vouched = sure >= bar
        wrong = (best != truth)[vouched].mean()
        print(f"confidence {bar}: vouches for {vouched[truth > 0].mean():.1%} of dice, {wrong:.2%} of them wrong")


def main() -> None:
    """Gather, fit, and say what the fit is worth on as many scenes again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    found = gather(args.scenes, renders(args.seed))
    weights = fit(found)
    print(weights)
    print(f"geometry's evidence would be {evidence(found, 0):.0f}; where pips show, {evidence(found, _SHOWN):.0f}")
    report(gather(args.scenes, renders(args.seed + 1)), weights)


if __name__ == "__main__":
    main()
