"""Make assets/dice.onnx.xz from our own renders: `python -m workshop.training.train`.

With `--glance --batch 64 --steps 36000` assets/glance.onnx.xz, the slim net for glances. Seeded, resumable (a
checkpoint under --work), about an hour on one core that multiplies bfloat16. Never sees a photograph.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.reading.detector import CELL_PX
from vision.reading.search import CLOSEUP_PX
from workshop.training.network import PLANES, Net, begin_with, halfway, halved, multiplying_plainly, traced, write
from workshop.training.scenes import Scene, glanced_at, make_scene, varied
from workshop.training.sprites import Array, Sprite, make_sprites
from workshop.training.tables import SIZE_PX, log_uniform

_SHELF = 2000
"""Scenes that are kept to be looked at again."""
_LOOKS = 4
"""How often each scene is looked at, on average."""
_GLANCES, _GLANCED_PX = 6, 64
"""Glances at a scene, and how wide what they show is: as most windows are at a table."""
_AFAR, _AFAR_PX = 2, (10, 28)
"""Two of the six glances are from farther away, at faces 10 to 28 pixels wide: they show where to look more closely."""
_SHAPED = 3.0
"""How many times more it counts, at a glance, how a face lies than whether one lies there, which is known."""
_WIDEST = 96
"""Channels of the layers that see the picture sixteen times coarser."""
_BEGUN_WITH = 32
"""Scenes that tell a network which is trained further what its layers are like."""


def _heat(plane: Array, x: float, y: float, sigma: float) -> None:
    """Raise a plane to a bell of height 1 at x, y (cells)."""
    reach = int(3 * sigma) + 1
    x0, x1 = max(0, int(x) - reach), min(plane.shape[1], int(x) + reach + 1)
    y0, y1 = max(0, int(y) - reach), min(plane.shape[0], int(y) + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1]
    # Bells peak on a whole cell, so that there is one cell to find.
    bell = np.exp(-((xs - int(x)) ** 2 + (ys - int(y)) ** 2) / (2 * sigma**2))
    plane[y0:y1, x0:x1] = np.maximum(plane[y0:y1, x0:x1], bell)


def shape_of(corners: Array) -> tuple[float, float, float, float, float]:
    """A face as log2(edge / 24 px), the two stretches, and cosine and sine of four times its turn.

    None of them jumps when a square turns into itself.
    """
    u = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    v = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
    spread = np.outer(u, u) + np.outer(v, v)
    trace = spread[0, 0] + spread[1, 1]
    size = 2 * np.linalg.det(spread) ** 0.25
    values, vectors = np.linalg.eigh(spread)
    unit = vectors @ np.diag(1 / np.sqrt(values)) @ vectors.T @ u
    turn = 4 * np.arctan2(unit[1], unit[0])
    return (
        float(np.log2(size / 24)),
        float((spread[0, 0] - spread[1, 1]) / trace),
        float(2 * spread[0, 1] / trace),
        float(np.cos(turn)),
        float(np.sin(turn)),
    )


def targets(scene: Scene) -> tuple[Array, Array]:
    """What the net should say (PLANES, cells, cells), and how much each cell counts for value and shape."""
    cells = len(scene.image) // CELL_PX
    truth = np.zeros((PLANES, cells, cells), np.float32)
    weight = np.zeros((cells, cells), np.float32)
    pips = np.zeros((cells * 2, cells * 2), np.float32)
    for value, corners, dots in zip(scene.values, scene.corners, scene.pips, strict=True):
        shape = shape_of(corners)
        size = 24 * 2 ** shape[0]
        x, y = corners.mean(0) / 4
        _heat(truth[0], float(x), float(y), max(0.8, size * 0.09 / 4))
        reach = max(1.0, 0.22 * size / 4)
        ys, xs = np.mgrid[max(0, int(y - reach)) : int(y + reach) + 2, max(0, int(x - reach)) : int(x + reach) + 2]
        inside = ((xs + 0.5 - x) ** 2 + (ys + 0.5 - y) ** 2 < reach**2) & (xs < cells) & (ys < cells)
        ys, xs = ys[inside], xs[inside]
        truth[2:8, ys, xs] = 0
        truth[1 + value, ys, xs] = 1
        truth[8, ys, xs] = (x - xs - 0.5) / 2
        truth[9, ys, xs] = (y - ys - 0.5) / 2
        truth[10:15, ys, xs] = np.array(shape)[:, None]
        weight[ys, xs] = 1 / max(1, len(xs))
        for px, py in dots / 2:
            _heat(pips, float(px), float(py), 0.55 + 0.012 * size)
    for x, y, size, _ in scene.troubles:
        _heat(truth[1], x / 4, y / 4, max(0.8, size * 0.09 / 4))
    truth[15:19] = pips.reshape(cells, 2, cells, 2).transpose(1, 3, 0, 2).reshape(4, cells, cells)
    return truth, weight


class Scenes(IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    """Endless scenes from a seed, or glances at them: rendering costs most, so each is used several times, varied."""

    def __init__(self, sprites: list[Sprite], seed: int, glances: bool = False) -> None:
        super().__init__()
        self.sprites, self.seed, self.glances = sprites, seed, glances

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0))
        shelf: list[Scene] = []
        while True:
            if len(shelf) < _SHELF or rng.random() < 1 / _LOOKS:
                scene = make_scene(rng, self.sprites)
                if len(shelf) < _SHELF:
                    shelf.append(scene)
                else:
                    shelf[int(rng.integers(_SHELF))] = scene
            else:
                scene = shelf[int(rng.integers(_SHELF))]
            scene = varied(rng, scene)
            edges = [CLOSEUP_PX[0]] * (_GLANCES - _AFAR) + [log_uniform(rng, *_AFAR_PX) for _ in range(_AFAR)]
            glances = (glanced_at(rng, scene, edge, _GLANCED_PX) for edge in edges)
            for shown in glances if self.glances else [scene]:
                truth, weight = targets(shown)
                picture = torch.from_numpy(shown.image.transpose(2, 0, 1).copy())
                yield picture, torch.from_numpy(truth), torch.from_numpy(weight)


def _focal(logit: Tensor, truth: Tensor) -> Tensor:
    """Focal loss of heat planes, CornerNet's form (Law and Deng 2018, eq. 1), by the number of peaks."""
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = (truth > 0.999).float()
    good = peak * (1 - p) ** 2 * torch.log(p)
    bad = (1 - peak) * (1 - truth) ** 4 * p**2 * torch.log(1 - p)
    return -(good + bad).sum() / (peak.sum() + 1)


def loss_of(said: Tensor, truth: Tensor, weight: Tensor, shaped: float = 1.0) -> tuple[Tensor, dict[str, float]]:
    """The loss, in which how faces lie counts `shaped` times as much as that they do, and its parts for the log."""
    dice = weight.sum() + 1e-6
    faces = _focal(said[:, 0], truth[:, 0])
    trouble = _focal(said[:, 1], truth[:, 1])
    pips = _focal(said[:, 15:19], truth[:, 15:19])
    values = -(torch.log_softmax(said[:, 2:8], 1) * truth[:, 2:8]).sum(1)
    value = (values * weight).sum() / dice
    shape = (
        nn.functional.smooth_l1_loss(said[:, 8:15], truth[:, 8:15], beta=0.1, reduction="none").sum(1) * weight
    ).sum() / dice
    total = faces + 0.5 * trouble + 0.5 * pips + value + shaped * shape
    parts = {"faces": faces, "trouble": trouble, "pips": pips, "value": value, "shape": shape}
    return total, {k: float(v.detach()) for k, v in parts.items()}


def export(net: Net, path: Path) -> None:
    """Write the weights as ONNX for OpenCV's DNN module, in half precision, to be run in little memory."""
    model = traced(
        net,
        torch.zeros(1, 3, SIZE_PX, SIZE_PX),
        input_names=["picture"],
        output_names=["planes"],
        dynamic_axes={"picture": {2: "h", 3: "w"}, "planes": {2: "h4", 3: "w4"}},
    )
    write(multiplying_plainly(halved(model), _WIDEST), path)


def main() -> None:
    """Train, keep checkpoints, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=7000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--out", type=Path, help="assets/dice.onnx.xz, or assets/glance.onnx.xz")
    parser.add_argument("--glance", action="store_true", help="the slim net, for windows around what lies there")
    parser.add_argument("--begin", type=Path, help="go on from this exported network, and end halfway")
    args = parser.parse_args()
    out = args.out or Path("assets", "glance.onnx.xz" if args.glance else "dice.onnx.xz")
    args.work.mkdir(parents=True, exist_ok=True)
    kept = args.work / "checkpoint.pt"
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = Net(slim=args.glance)
    begun = None
    if args.begin and not kept.exists():
        fresh = itertools.islice(Scenes(make_sprites(args.seed, 200), args.seed, args.glance), _BEGUN_WITH)
        begun = begin_with(net, args.begin, torch.stack([picture for picture, _, _ in fresh]).float() / 255)
    net = net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    begin = 0
    if kept.exists():
        state = torch.load(kept)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        average.load_state_dict(state["average"])
        begin, begun = state["step"], state["begun"]
    scenes = Scenes(make_sprites(args.seed), args.seed * 1000003 + begin, args.glance)
    pictures = iter(DataLoader(scenes, args.batch, num_workers=args.workers, prefetch_factor=4))
    mean: dict[str, float] = {}
    clock = time.perf_counter()
    for step in range(begin, args.steps):
        warm = min(1.0, (step + 1) / 100)
        for group in optimiser.param_groups:
            group["lr"] = args.rate * warm * (0.5 + 0.5 * math.cos(math.pi * step / args.steps)) + 1e-6
        picture, truth, weight = next(pictures)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            said = net((picture.float() / 255).contiguous(memory_format=torch.channels_last))
        total, parts = loss_of(said.float(), truth, weight, _SHAPED if args.glance else 1.0)
        optimiser.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        for name, part in parts.items():
            mean[name] = mean.get(name, part) * 0.98 + part * 0.02
        if (step + 1) % 50 == 0:
            pace = (time.perf_counter() - clock) / (step + 1 - begin)
            print(step + 1, *(f"{k} {v:.3f}" for k, v in mean.items()), f"{pace:.2f} s a step", flush=True)
        if (step + 1) % 250 == 0 or step + 1 == args.steps:
            torch.save(
                {
                    "net": net.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "average": average.state_dict(),
                    "step": step + 1,
                    "begun": begun,
                },
                kept,
            )
            export(halfway(average.module, begun).to(memory_format=torch.contiguous_format), out)


if __name__ == "__main__":
    main()
