"""Make assets/faces.onnx from our own renders: `python -m vision.training.train_faces`.

Cut-outs of top faces as the first network would place them (jittered), and of everything that is none: tables, side
faces, single pips, leaning and half-hidden dice. Seeded; about ten minutes on two cores. Never sees a photograph.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.faces import SIDE_PX, cut_out
from vision.network import quad
from vision.training.network import Residual, conv
from vision.training.scenes import SIZE_PX, Scene, make_scene
from vision.training.sprites import Array
from vision.training.train import make_sprites


def _jittered(rng: np.random.Generator, corners: Array, much: float) -> Array:
    """The corners as a detector would give them: shifted, scaled, turned, any of the four first."""
    centre = corners.mean(0)
    edge = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    angle = rng.normal(0, 0.06 * much)
    c, s = np.cos(angle), np.sin(angle)
    moved = (corners - centre) @ np.array([[c, s], [-s, c]]) * np.exp(rng.normal(0, 0.06 * much))
    moved = centre + moved + rng.normal(0, 0.035 * much, 2) * edge + rng.normal(0, 0.02 * much, (4, 2)) * edge
    return np.roll(moved, int(rng.integers(4)), 0).astype(np.float32)


def cuts(rng: np.random.Generator, scene: Scene) -> list[tuple[Array, int]]:
    """Cut-outs of one scene with their class: 0 for none, or the value."""
    found = [
        (cut_out(scene.image, _jittered(rng, c, 1.0)), v) for v, c in zip(scene.values, scene.corners, strict=True)
    ]
    for x, y, edge in scene.troubles:
        face = quad(x, y, edge * float(np.exp(rng.normal(0, 0.1))), (0, 0), rng.uniform(0, 1.57))
        found.append((cut_out(scene.image, face), 0))
    for corners in scene.corners:
        if rng.random() > 0.35:
            continue
        centre, around = corners.mean(0), corners - corners.mean(0)
        if rng.random() < 0.5:  # beside the face: its sides, or a neighbour's edge
            u = around[int(rng.integers(4))] + around[int(rng.integers(4))]
            shift = u / (np.linalg.norm(u) + 1e-6) * np.linalg.norm(around[0]) * rng.uniform(0.45, 1.3)
            around = around * np.exp(rng.normal(0, 0.15))
        else:  # a part of it, or far too much
            shift = rng.normal(0, 0.2, 2) * np.linalg.norm(around[0])
            around = around * (rng.uniform(0.25, 0.6) if rng.random() < 0.7 else rng.uniform(1.6, 2.5))
        place = centre + shift
        nearest = min(float(np.linalg.norm(place - c.mean(0)) / np.linalg.norm(c[1] - c[0])) for c in scene.corners)
        scale = np.linalg.norm(around[0]) / np.linalg.norm((corners - centre)[0])
        if nearest > 0.4 or not 0.65 < scale < 1.5:
            found.append((cut_out(scene.image, (place + around).astype(np.float32)), 0))
    for _ in range(2 if scene.values else 4):  # anything on the table
        x, y = rng.uniform(0, SIZE_PX, 2)
        if all(np.linalg.norm((x, y) - c.mean(0)) > 0.8 * np.linalg.norm(c[1] - c[0]) for c in scene.corners):
            face = quad(x, y, float(np.exp(rng.uniform(2.3, 4))), (0, 0), rng.uniform(0, 1.57))
            found.append((cut_out(scene.image, face), 0))
    return found


def _lot(task: tuple[int, int]) -> tuple[Array, Array]:
    """One lot of cut-outs, (n, 3, SIDE_PX, SIDE_PX) uint8, and their classes."""
    seed, scenes = task
    cv2.setNumThreads(1)
    sprites = make_sprites(seed, 700)
    rng = np.random.default_rng(seed)
    found = [cut for _ in range(scenes) for cut in cuts(rng, make_scene(rng, sprites))]
    return np.stack([f.transpose(2, 0, 1) for f, _ in found]), np.array([v for _, v in found])


def make_net() -> nn.Module:
    """BGR in 0…1, (n, 3, SIDE_PX, SIDE_PX); out (n, 7) logits of none and 1…6."""
    return nn.Sequential(
        conv(3, 24, 2), conv(24, 48, 2), Residual(48), conv(48, 96, 2), Residual(96), nn.Dropout2d(0.1),
        nn.AvgPool2d(SIDE_PX // 8), nn.Flatten(), nn.Linear(96, 7),
    )  # fmt: skip


def _varied(picture: Tensor) -> Tensor:
    """Contrast, brightness and colour of each cut-out a little otherwise, and mirrored as often as not."""
    n = len(picture)
    picture = (picture.float() / 255 - 0.5) * torch.exp(torch.randn(n, 1, 1, 1) * 0.2) + 0.5
    picture = picture + torch.randn(n, 3, 1, 1) * 0.06 + torch.randn(n, 1, 1, 1) * 0.06
    if torch.rand(()) < 0.5:
        picture = picture.flip(3)
    return torch.rot90(picture, int(torch.randint(4, ())), (2, 3)).clamp(0, 1)


def main() -> None:
    """Render, train, export; says how many of the last, unseen lot are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lots", type=int, default=16)
    parser.add_argument("--scenes", type=int, default=700, help="scenes a lot")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--out", type=Path, default=Path("assets/faces.onnx"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    kept = args.work / "cuts.npz"
    if not kept.exists():
        with multiprocessing.Pool(args.processes) as pool:
            lots = pool.map(_lot, [(args.seed * 1000 + k, args.scenes) for k in range(args.lots)], chunksize=1)
        np.savez(kept, pictures=np.concatenate([p for p, _ in lots]), classes=np.concatenate([c for _, c in lots]))
    data = np.load(kept)
    pictures, classes = torch.from_numpy(data["pictures"]), torch.from_numpy(data["classes"]).long()
    held = len(pictures) // args.lots
    print(len(pictures), "cut-outs", torch.bincount(classes).tolist(), flush=True)
    torch.manual_seed(args.seed)
    net = make_net()
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    batch = 64
    steps = (len(pictures) - held) // batch * args.epochs
    step = 0
    for epoch in range(args.epochs):
        net.train()
        for rows in torch.randperm(len(pictures) - held).split(batch)[:-1]:
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            loss = nn.functional.cross_entropy(net(_varied(pictures[rows])), classes[rows], label_smoothing=0.02)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            step += 1
        net.eval()
        with torch.no_grad():
            said = torch.cat([net(p.float() / 255) for p in pictures[-held:].split(256)])
        right = (said.argmax(1) == classes[-held:]).float()
        faces = classes[-held:] > 0
        print(f"epoch {epoch + 1}: loss {float(loss.detach()):.3f}, faces {float(right[faces].mean()):.2%}, "
              f"none {float(right[~faces].mean()):.2%} right of the unseen lot", flush=True)  # fmt: skip
        torch.onnx.export(net, (torch.zeros(1, 3, SIDE_PX, SIDE_PX),), str(args.out), opset_version=13, dynamo=False)


if __name__ == "__main__":
    main()
