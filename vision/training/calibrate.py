"""Fit the reader's weights of opinion on fresh renders: `python -m vision.training.calibrate`.

Maximum likelihood of the pooled shares; prints the weights for vision/opinion.py, and for each bar of confidence how
many dice of renders are vouched for and how many of those are wrong.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch

from vision.faces import TROUBLES
from vision.opinion import Candidate, Weights, pooled
from vision.reader import Reader
from vision.training.scenes import make_scene, what_lies_at
from vision.training.sprites import make_sprites
from vision.types import DoubtKind


def gather(scenes: int, seed: int) -> list[tuple[Candidate, int]]:
    """Every candidate of fresh scenes and its true class, as the classifier numbers them."""
    rng = np.random.default_rng(seed)
    sprites = make_sprites(seed, 600)
    reader = Reader()
    found = []
    for _ in range(scenes):
        scene = make_scene(rng, sprites)
        for face in reader.look(scene.image)[0]:
            truth = what_lies_at(scene, face.centre, face.size)
            if truth is not None:
                found.append((face, 7 + TROUBLES.index(truth) if isinstance(truth, DoubtKind) else truth))
    return found


def fit(found: list[tuple[Candidate, int]]) -> Weights:
    """The weights under which the truth is likeliest, where dice that can't be read are as common as here."""
    looked = torch.log_softmax(torch.tensor(np.array([f.classifier for f, _ in found])), 1)
    nothing = looked[:, 0].exp().clamp(1e-4, 1 - 1e-4)
    geometry = torch.log(torch.tensor(np.array([f.geometry for f, _ in found])) + 1e-4)
    network = torch.log(torch.tensor(np.array([f.network for f, _ in found])) + 1e-4)
    heat = torch.tensor(np.array([f.heat for f, _ in found], np.float32)).logit(1e-4)
    truth = torch.tensor([t for _, t in found])
    weights = torch.tensor([0.7, 1.0, 0.0, 1.0, 0.1, 0.1, 0.0], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        odds = weights[0] * -nothing.logit() + weights[1] * heat + weights[2]
        values = weights[3] * looked[:, 1:7] + weights[4] * geometry + weights[5] * network
        what = torch.log_softmax(torch.cat([values, weights[3] * looked[:, 7:] + weights[6]], 1), 1)
        log = torch.nn.functional.logsigmoid
        total = torch.nn.functional.nll_loss(torch.cat([log(-odds)[:, None], log(odds)[:, None] + what], 1), truth)
        total.backward()
        return total

    optimiser.step(loss)
    return Weights(*(round(float(w), 3) for w in weights.detach()))


def main() -> None:
    """Gather, fit, and say what the fit is worth on as many scenes again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    weights = fit(gather(args.scenes, args.seed))
    print(weights)
    fresh = gather(args.scenes, args.seed + 1)
    shares = np.array([pooled(face, weights) for face, _ in fresh])
    truth = np.array([t for _, t in fresh])
    # A die that leans or is half covered may well be told right: it says nothing about being sure.
    shares, truth = shares[truth < 7], truth[truth < 7]
    best, sure = shares[:, 1:7].argmax(1) + 1, shares[:, 1:7].max(1)
    for low in np.arange(0, 1, 0.1):
        within = (sure >= low) & (sure < low + 0.1 + 1e-6)
        print(f"stated {low:.1f}-{low + 0.1:.1f}: {(best == truth)[within].mean():6.1%} right of {within.sum()}")
    for bar in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98):
        vouched = sure >= bar
        wrong = (best != truth)[vouched].mean()
        print(f"confidence {bar}: vouches for {vouched[truth > 0].mean():.1%} of dice, {wrong:.2%} of them wrong")


if __name__ == "__main__":
    main()
