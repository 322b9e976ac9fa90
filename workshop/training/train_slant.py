"""Make assets/slant.onnx.xz from our own renders: `python -m workshop.training.train_slant`.

Half of the dice of its scenes lean, by anything up to 45 degrees. Cut-outs are placed about as the detector places
faces. Seeded; half an hour on one core. Never sees a photograph.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.reading.tilt_net import TILT_SIDE_PX, cut_around
from workshop.training.batches import arguments, rendered
from workshop.training.network import Residual, conv, export
from workshop.training.scenes import make_scene
from workshop.training.sprites import Array, Sprite, make_sprite

_STEEPEST = 0.78
"""Radians; a die that leans more shows another face."""
_SMALLEST_PX = 20.0
"""Edge of a face below which nobody can tell."""
_SURE_AT_BEST = -3.5
"""Logarithm of the error that is expected at least."""


def _sprites(rng: np.random.Generator, count: int) -> list[Sprite]:
    """Dice as a camera above a table sees them, in order of its tilt; every other one leans."""
    tilts = np.abs(rng.normal(0, 0.25, count)).clip(max=0.7)
    leans = np.where(rng.random(count) < 0.5, rng.uniform(0.05, _STEEPEST, count), 0.0)
    made = [make_sprite(rng, float(tilt), float(lean)) for tilt, lean in zip(tilts, leans, strict=True)]
    return sorted(made, key=lambda sprite: sprite.tilt)


def _batch(task: tuple[int, int]) -> tuple[Array, Array]:
    """One batch of cut-outs, (n, 3, TILT_SIDE_PX, TILT_SIDE_PX) uint8, and their slants (n, 2)."""
    seed, scenes = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    sprites = _sprites(rng, 600)
    pictures, slants = [], []
    for _ in range(scenes):
        scene = make_scene(rng, sprites)
        for corners, slant in scene.slants:
            edge = float(np.sqrt(cv2.contourArea(corners)))
            if edge < _SMALLEST_PX:
                continue
            for _ in range(2):
                x, y = corners.mean(0) + rng.normal(0, 0.05, 2) * edge
                size = edge * float(np.exp(rng.normal(0, 0.07)))
                pictures.append(cut_around(scene.image, (float(x), float(y)), size).transpose(2, 0, 1))
                slants.append(slant)
    return np.stack(pictures), np.array(slants, np.float32)


def make_net() -> nn.Module:
    """BGR in 0…1, (n, 3, TILT_SIDE_PX, TILT_SIDE_PX); out (n, 3): the slant, and the logarithm of its likely error."""
    last = nn.Linear(24 * (TILT_SIDE_PX // 8) ** 2, 3)
    with torch.no_grad():
        last.weight *= 0.1
        last.bias.copy_(torch.tensor([0.0, 0.0, -1.5]))
    return nn.Sequential(
        conv(3, 16, 2),
        conv(16, 24),
        conv(24, 36, 2),
        Residual(36),
        Residual(36),
        conv(36, 48, 2),
        conv(48, 24),
        nn.Flatten(),
        last,
    )


def _varied(pictures: Tensor, slants: Tensor) -> tuple[Tensor, Tensor]:
    """Each cut-out turned or mirrored with its slant, lit and coloured a little otherwise."""
    n = len(pictures)
    pictures = pictures.float() / 255
    for axis in (3, 2):
        if torch.rand(()) < 0.5:
            pictures = pictures.flip(axis)
            slants = slants * torch.tensor([-1.0, 1.0] if axis == 3 else [1.0, -1.0])
    if torch.rand(()) < 0.5:
        pictures, slants = pictures.transpose(2, 3), slants.flip(1)
    pictures = (pictures - 0.5) * torch.exp(torch.randn(n, 1, 1, 1) * 0.2) + 0.5
    pictures = pictures + torch.randn(n, 3, 1, 1) * 0.05 + torch.randn(n, 1, 1, 1) * 0.05
    if torch.rand(()) < 0.3:
        pictures = pictures[:, torch.randperm(3)]
    return pictures.clamp(0, 1).contiguous(memory_format=torch.channels_last), slants


def _loss(said: Tensor, slants: Tensor) -> Tensor:
    """How unlikely the slants are under Laplace distributions around what is said."""
    log_error = said[:, 2].clamp(min=_SURE_AT_BEST)
    away = (said[:, :2] - slants).norm(dim=1)
    return (away * torch.exp(-log_error) + 2 * log_error).mean()


def main() -> None:
    """Render, train, export; says how far off the last, unseen batch is."""
    parser = arguments(__doc__, Path("assets/slant.onnx.xz"))
    parser.set_defaults(batches=24, scenes=300, epochs=20, rate=3e-3)
    args = parser.parse_args()
    torch.set_num_threads(1)
    pictures, slants, held = rendered(args, "slants", _batch)
    torch.manual_seed(args.seed)
    print(len(pictures), "cut-outs", flush=True)
    net = make_net().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    batch = 128
    steps = max(1, (len(pictures) - held) // batch * args.epochs)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * min(1, step / steps)))
    )
    for epoch in range(args.epochs):
        net.train()
        for rows in torch.randperm(len(pictures) - held).split(batch)[:-1]:
            shown, truth = _varied(pictures[rows], slants[rows])
            loss = _loss(net(shown), truth)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        net.eval()
        with torch.no_grad():
            said = torch.cat([net(p.float() / 255) for p in pictures[-held:].split(256)])
        away = (said[:, :2] - slants[-held:]).norm(dim=1)
        middle, most = torch.quantile(away, torch.tensor([0.5, 0.95])).tolist()
        print(f"epoch {epoch + 1}: off by {middle:.3f}, one in twenty by more than {most:.3f}", flush=True)
        export(net, 3, TILT_SIDE_PX, args.out)


if __name__ == "__main__":
    main()
