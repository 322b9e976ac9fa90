"""Fit the reader's weights of opinion on fresh renders: `python -m vision.training.calibrate`.

Maximum likelihood of the pooled shares; prints the weights for vision/reader.py, and for each bar of confidence how
many dice of renders are vouched for and how many of those are wrong.
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np
import torch

from vision.reader import Candidate, Reader, Weights, pooled
from vision.training.scenes import SIZE_PX, make_scene
from vision.training.sprites import Array
from vision.training.train import make_sprites


def gather(scenes: int, seed: int) -> list[tuple[Candidate, Array, int]]:
    """Every candidate of fresh scenes, what the classifier said, and its true class: 0 for none."""
    rng = np.random.default_rng(seed)
    sprites = make_sprites(seed, 600)
    reader = Reader()
    found = []
    for _ in range(scenes):
        scene = make_scene(rng, sprites)
        for face, said in reader.look(scene.image)[0]:
            truth = 0
            for value, corners in zip(scene.values, scene.corners, strict=True):
                edge = float(np.sqrt(cv2.contourArea(corners)))
                if np.linalg.norm(face.centre - corners.mean(0)) < 0.35 * edge and 0.7 < face.size / edge < 1.4:
                    truth = value
            cut_off = min(*face.centre, *(SIZE_PX - face.centre)) < 0.6 * face.size
            unreadable = any(np.hypot(x - face.centre[0], y - face.centre[1]) < face.size for x, y, _ in scene.troubles)
            # A die that leans or is half covered may well be told right: it says nothing about being sure.
            if truth or not (cut_off or unreadable):
                found.append((face, said, truth))
    return found


def fit(found: list[tuple[Candidate, Array, int]]) -> Weights:
    """The weights under which the truth is likeliest."""
    classifier = torch.tensor(np.log(np.array([said for _, said, _ in found]) + 1e-4))
    geometry = torch.tensor(np.log(np.array([f.geometry for f, _, _ in found]) + 1e-4))
    network = torch.tensor(np.log(np.array([f.network for f, _, _ in found]) + 1e-4))
    heat = torch.tensor(np.array([f.heat for f, _, _ in found], np.float32)).logit(1e-4)
    truth = torch.tensor([t for _, _, t in found])
    weights = torch.tensor([0.9, 0.25, 0.3, 0.5, 0.0], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200)

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        values = weights[0] * classifier[:, 1:] + weights[1] * geometry + weights[2] * network
        none = weights[0] * classifier[:, 0] + weights[4] - weights[3] * heat
        total = torch.nn.functional.cross_entropy(torch.cat([none[:, None], values], 1), truth)
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
    shares = np.array([pooled(face, said, weights) for face, said, _ in fresh])
    truth = np.array([t for _, _, t in fresh])
    best, sure = shares[:, 1:].argmax(1) + 1, shares[:, 1:].max(1)
    for bar in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98):
        vouched = sure >= bar
        wrong = (best != truth)[vouched].mean()
        print(f"confidence {bar}: vouches for {vouched[truth > 0].mean():.1%} of dice, {wrong:.2%} of them wrong")


if __name__ == "__main__":
    main()
