"""Make assets/unreadable.onnx.xz from our own renders: `python -m workshop.training.train_unreadable`.

Scenes with dice that lie still and, mostly, one that moves while the shutter is open, is out of focus or half covered;
cut-outs of what stands out beside those that lie still, each with the one of them that is next to it. Seeded; an hour
on one core for the cut-outs, and two for the net. Never sees a photograph.
"""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.reading.contrast import Saliency
from vision.reading.crops import SIDE_PX
from vision.reading.pyramid import Pyramid
from vision.reading.unreadable_net import KINDS, NET, pair
from vision.types import DoubtKind, Image, Point
from workshop.training.batches import arguments, rendered
from workshop.training.network import Residual, conv, export
from workshop.training.odd_scenes import OddScene, make_odd_scene
from workshop.training.sprites import Array, make_sprites
from workshop.training.tables import SIZE_PX, inside

Cut = tuple[tuple[Image, Image], int]
"""A pair of cut-outs, and what the first shows."""

_NOTHING, _STILL, _SMEARED, _HIDDEN = range(KINDS)
_NUMBERS = {DoubtKind.BLUR: _SMEARED, DoubtKind.HIDDEN: _HIDDEN}
_AT, _OFF = 0.6, 1.5
"""What stands out nearer than this to the middle of a die that can't be read is it, farther than this it is not; in
edges."""
_WITHIN = 0.5
"""Places nearer than this to the picture's border are left out, in edges: what is beyond is made up."""
_MOST = 6
"""Cut-outs of nothing, of a scene, that it is shown."""
_WIDTHS, _DROPPED = (24, 32, 64), 0.2
"""Channels at a half, a quarter and an eighth of a cut-out's size, and what is dropped of what they see."""
_MISJUDGED, _ASIDE, _JITTER = 0.08, 0.2, 0.04
"""How far off an edge is, as a power of e, and a place and the middle of a die that was told, in edges; deviations."""


def _cuts(rng: np.random.Generator, scene: OddScene) -> list[Cut]:
    """Pairs of cut-outs of one scene, and what the first of each shows, as the net numbers it."""
    if not scene.still:
        return []
    around = Saliency(Pyramid(scene.image), scene.still, scene.edge)
    edge, odd = scene.edge, _NUMBERS[scene.why]
    found: list[Cut] = []

    def add(at: Point, kind: int, told: Sequence[Point] = scene.still) -> None:
        if inside(*at, _WITHIN * edge):
            size = edge * float(np.exp(rng.normal(0, _MISJUDGED)))
            found.append((pair(around.pyramid, at, [_jittered(rng, die, _JITTER * edge) for die in told], size), kind))

    for at in around.faint():
        away = math.dist(at, scene.odd) / edge if scene.odd else math.inf
        if away < _AT:
            add(at, odd)
        elif away > _OFF:
            add(at, _NOTHING)
    if scene.odd and inside(*scene.odd, _WITHIN * edge) and around.suspected([scene.odd]):
        for _ in range(2):
            add(_jittered(rng, scene.odd, _ASIDE * edge), odd)
    one = scene.still[int(rng.integers(len(scene.still)))]
    others = [die for die in scene.still if die != one]
    if others and (scene.odd is None or math.dist(one, scene.odd) > _OFF * edge):
        add(_jittered(rng, one, _ASIDE / 2 * edge), _STILL, others)
    return found


def _jittered(rng: np.random.Generator, at: Point, by: float) -> Point:
    x, y = (at + rng.normal(0, by, 2)).clip(0, SIZE_PX - 1).tolist()
    return x, y


def _scenes(task: tuple[int, int]) -> Iterator[list[Cut]]:
    """What the scenes of a batch show, one after the other."""
    seed, scenes = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    sprites = sorted(make_sprites(seed, 300), key=lambda sprite: sprite.tilt)
    made = (make_odd_scene(rng, sprites) for _ in range(scenes))
    return (_cuts(rng, scene) for scene in made if scene)


def _batch(task: tuple[int, int]) -> tuple[Array, Array]:
    """One batch of pairs of cut-outs, (n, 6, SIDE_PX, SIDE_PX) uint8, and their kinds; not all that show nothing."""
    return _stacked(cut for cuts in _scenes(task) for cut in _few_of_nothing(cuts))


def _few_of_nothing(cuts: list[Cut]) -> list[Cut]:
    nothing = [cut for cut in cuts if cut[1] == _NOTHING]
    return nothing[:_MOST] + [cut for cut in cuts if cut[1] != _NOTHING]


def _stacked(cuts: Iterable[Cut]) -> tuple[Array, Array]:
    found = list(cuts)
    pairs = np.stack([np.concatenate(both, 2).transpose(2, 0, 1) for both, _ in found])
    return pairs, np.array([kind for _, kind in found])


def make_net() -> nn.Module:
    """Two cut-outs in 0…1, (n, 6, SIDE_PX, SIDE_PX), of a place and of a die; out (n, KINDS) logits."""
    half, quarter, eighth = _WIDTHS
    return nn.Sequential(
        conv(6, half, 2),
        conv(half, quarter, 2),
        Residual(quarter),
        conv(quarter, eighth, 2),
        Residual(eighth),
        nn.AvgPool2d(SIDE_PX // 32),
        nn.Flatten(),
        nn.Dropout(_DROPPED),
        nn.Linear(eighth * 16, KINDS),
    )


def _varied(pictures: Tensor) -> Tensor:
    """Each pair turned, placed, lit and coloured a little otherwise, both alike; some coarser, some with grain."""
    n = len(pictures)
    angle, size = torch.rand(n) * 2 * math.pi, torch.exp(torch.randn(n) * 0.06)
    c, s = torch.cos(angle) / size, torch.sin(angle) / size
    turned = torch.stack([c, -s, s, c], 1).reshape(n, 2, 2)
    hardly = torch.eye(2) + torch.randn(n, 2, 2) * 0.05
    linear = torch.where(torch.rand(n, 1, 1) < 0.5, turned, hardly)
    placed = torch.cat([linear, torch.randn(n, 2, 1) * 0.05], 2)
    grid = nn.functional.affine_grid(placed, list(pictures.shape), align_corners=False)
    made = nn.functional.grid_sample(pictures.float() / 255, grid, padding_mode="reflection", align_corners=False)
    if torch.rand(()) < 0.5:
        made = made.flip(3)
    if torch.rand(()) < 0.3:
        order = torch.randperm(3)
        made = made[:, torch.cat([order, order + 3])]
    grey = made.mean((1, 2, 3), keepdim=True)
    made = (made - grey) * torch.exp(torch.randn(n, 1, 1, 1) * 0.25) + grey + torch.randn(n, 1, 1, 1) * 0.06
    made = made + (torch.randn(n, 3, 1, 1) * 0.05).repeat(1, 2, 1, 1)
    if torch.rand(()) < 0.3:
        side = int(torch.randint(24, 60, ()))
        small = nn.functional.interpolate(made, (side, side), mode="area")
        made = nn.functional.interpolate(small, (SIDE_PX, SIDE_PX), mode="bicubic", align_corners=False)
    if torch.rand(()) < 0.3:
        made = made + torch.randn_like(made) * 0.04 * torch.rand(())
    return made.clamp(0, 1)


def main() -> None:
    """Render, train, export."""
    parser = arguments(__doc__, Path("assets"))
    parser.set_defaults(batches=56, scenes=500, epochs=18, rate=4e-3)
    args = parser.parse_args()
    torch.set_num_threads(args.processes)
    _train(make_net(), *rendered(args, "unreadable", _batch), args, args.out / NET)


def _train(net: nn.Module, pictures: Tensor, kinds: Tensor, held: int, args: Namespace, out: Path) -> None:
    """Says how much of each kind in the last, unseen batch is taken for unreadable dice."""
    kinds = kinds.long()
    torch.manual_seed(args.seed)
    print(len(pictures), "pairs", torch.bincount(kinds).tolist(), flush=True)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    batch = 96
    steps = max(1, (len(pictures) - held) // batch * args.epochs)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * min(1, step / steps)))
    )
    unseen = kinds[-held:]
    for epoch in range(args.epochs):
        net.train()
        for rows in torch.randperm(len(pictures) - held).split(batch)[:-1]:
            loss = nn.functional.cross_entropy(net(_varied(pictures[rows])), kinds[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            average.update_parameters(net)
            schedule.step()
        average.eval()
        with torch.no_grad():
            said = torch.cat([average(both.float() / 255) for both in pictures[-held:].split(256)]).softmax(1)
        share = said[:, [_SMEARED, _HIDDEN]].sum(1)
        for least in (0.5, 0.8, 0.9, 0.95):
            taken = [float((share[unseen == kind] >= least).float().mean()) for kind in range(KINDS)]
            print(f"epoch {epoch + 1}: from {least}:", *(f"{one:.2%}" for one in taken), flush=True)
        export(average.module, 6, SIDE_PX, out)


if __name__ == "__main__":
    main()
