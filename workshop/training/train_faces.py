"""Make the classifier, assets/faces.onnx.xz, from our own renders: `python -m workshop.training.train_faces`.

Cut-outs as the detector places them, right or wrong: top faces, what it takes for one (sides, print, tables), dice that
can't be read, and emblems. It learns what is true of them, and what two larger networks think: one that sees colours,
one that sees ink. These are made first, and stay under --work. Seeded; an hour on one core for the cut-outs and one or
more for each network. What was rendered before a change to the scenes lies under --work still: choose another. Never
sees a photograph.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import cache, partial
from multiprocessing.pool import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.reading.classifier import CHANNELS, CLASSES, FACE_NET, UNREADABLE_KINDS, as_seen
from vision.reading.crops import SIDE_PX, cut_out, resized
from vision.reading.detector import SIZES_PX, Detector, quad
from vision.reading.pips import fit
from vision.types import DoubtKind
from workshop.training.batches import arguments, rendered
from workshop.training.emblem_scenes import EmblemTable
from workshop.training.looks import LUMA
from workshop.training.network import Residual, begin_with, conv, export
from workshop.training.scenes import Scene, make_scene, what_lies_at
from workshop.training.sprites import Array, make_sprites
from workshop.training.tables import SIZE_PX

_LEAST_HEAT = 0.08
"""Every face that the detector believes as much in is shown to the classifier."""
_LEAST_TROUBLE, _TROUBLE_EDGE_PX = 0.2, 40.0
"""Heat from which what it takes for an unreadable die is shown, and about how large."""
_AT_LEAST_SEEN = 0.3
"""Share of the faces found by the detector that are shown once more, placed by chance."""
_THROWS = 8
"""Throws of the same dice with emblems that follow each other."""
_STREAKED, _FLATTENED = (0.4, 0.5, 0.5), 0.3
"""Shares: 0.4 of the cut-outs get a streak of a lamp, half of these a second one and half of those a third; 0.3 lose
contrast in light."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
_LUMA = torch.from_numpy(LUMA).float()[:, None, None].to(DEVICE)
_NO_PIPS = 7 + UNREADABLE_KINDS.index(DoubtKind.VALUE)
_KEPT = {0: 0.5, _NO_PIPS: 0.6}
"""Share that is kept of what there is more than enough of: tables, prints and emblems."""
_TEACHERS: dict[str, Callable[[Tensor], Tensor]] = {
    "teacher-colour.onnx.xz": lambda seen: seen[:, :3],
    "teacher-ink.onnx.xz": lambda seen: seen[:, 3:].expand(-1, 3, -1, -1),
}
"""The larger networks that the classifier learns of, and the part of what it sees that each is shown."""


def _jittered(rng: np.random.Generator, corners: Array) -> Array:
    """The corners as the detector might give them: shifted, scaled, turned."""
    centre = corners.mean(0)
    edge = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    angle = rng.normal(0, 0.06)
    c, s = np.cos(angle), np.sin(angle)
    moved = (corners - centre) @ np.array([[c, s], [-s, c]]) * np.exp(rng.normal(0, 0.06))
    moved = centre + moved + rng.normal(0, 0.035, 2) * edge + rng.normal(0, 0.02, (4, 2)) * edge
    return _upright(moved)


def _upright(corners: Array) -> Array:
    """The same corners, the one at the top left of the picture first, as the detector has them."""
    first = int((corners - corners.mean(0)).sum(1).argmin())
    return np.roll(corners, -first, 0).astype(np.float32)


def _class(truth: int | DoubtKind) -> int:
    """As the classifier numbers it."""
    return 7 + UNREADABLE_KINDS.index(truth) if isinstance(truth, DoubtKind) else truth


def cuts(rng: np.random.Generator, detector: Detector, scene: Scene) -> list[tuple[Array, int]]:
    """Cut-outs of one scene with their class."""
    found = []
    seen: list[Array] = []
    for scale in (1.0, 0.5) if rng.random() < 0.3 else (1.0,):
        picture = np.asarray(cv2.resize(scene.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        faces, troubles = detector.detect(picture, _LEAST_HEAT)
        for face in faces:
            if not SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                continue
            corners = resized(face.corners, 1 / scale)
            truth = what_lies_at(scene, corners.mean(0), face.size / scale)
            if truth is not None:
                seen.append(corners.mean(0))
                found.append((cut_out(scene.image, corners), _class(truth)))
        for heat, centre in troubles:  # what it takes for a die that can't be read, and is none
            x, y = resized(centre, 1 / scale).tolist()
            edge = _TROUBLE_EDGE_PX / scale * float(np.exp(rng.normal(0, 0.4)))
            if heat > _LEAST_TROUBLE and what_lies_at(scene, np.array((x, y)), edge) == 0:
                found.append((cut_out(scene.image, quad(x, y, edge, (0, 0), rng.uniform(-0.78, 0.78))), 0))
    for value, corners in zip(scene.values, scene.corners, strict=True):
        missed = all(np.linalg.norm(corners.mean(0) - s) > 0.3 * np.linalg.norm(corners[1] - corners[0]) for s in seen)
        if missed or rng.random() < _AT_LEAST_SEEN:
            found.append((cut_out(scene.image, _jittered(rng, corners)), value))
    for x, y, edge, kind in scene.troubles:
        face_quad = quad(x, y, edge * float(np.exp(rng.normal(0, 0.1))), (0, 0), rng.uniform(-0.78, 0.78))
        found.append((cut_out(scene.image, face_quad), _class(kind)))
    for _ in range(1 if scene.values else 3):  # anything on the table
        (x, y), edge = rng.uniform(0, SIZE_PX, 2), float(np.exp(rng.uniform(2.3, 4)))
        if what_lies_at(scene, np.array((x, y)), edge) == 0:
            found.append((cut_out(scene.image, quad(x, y, edge, (0, 0), rng.uniform(-0.78, 0.78))), 0))
    return found


def _throws_of_emblems(seed: tuple[int, int]) -> Iterator[Scene]:
    """Some throws at one table whose dice show emblems, as a reader sees them that was taught nothing."""
    table, rng = EmblemTable(seed), np.random.default_rng(seed)
    return (table.scene(rng, int(rng.integers(1, 4)), int(rng.integers(0, 4))).untaught() for _ in range(_THROWS))


def _batch(emblems: float, task: tuple[int, int]) -> tuple[Array, Array]:
    """One batch of cut-outs, (n, 3, SIDE_PX, SIDE_PX) uint8, and their classes; `emblems`: share of scenes with any."""
    seed, scenes = task
    cv2.setNumThreads(1)
    sprites = make_sprites(seed, 600)
    rng = np.random.default_rng(seed)
    detector = Detector()
    shown = itertools.chain(
        (make_scene(rng, sprites) for _ in range(round(scenes * (1 - emblems)))),
        (scene for number in range(round(scenes * emblems / _THROWS)) for scene in _throws_of_emblems((seed, number))),
    )
    found = [cut for scene in shown for cut in cuts(rng, detector, scene)]
    return np.stack([f.transpose(2, 0, 1) for f, _ in found]), np.array([v for _, v in found])


def make_net() -> nn.Module:
    """BGR and ink in 0…1, (n, CHANNELS, SIDE_PX, SIDE_PX); out (n, CLASSES) logits."""
    return _net(CHANNELS, (16, 32, 64), (3, 3))


def make_teacher() -> nn.Module:
    """The same of three channels, larger."""
    return _net(3, (24, 48, 96), (2, 1))


def _net(channels: int, widths: tuple[int, int, int], residuals: tuple[int, int]) -> nn.Module:
    """`widths`: channels at a half, a quarter and an eighth of a cut-out's size; `residuals`: of the last two."""
    fine, middle, coarse = widths
    return nn.Sequential(
        conv(channels, fine, 2), conv(fine, middle, 2), *(Residual(middle) for _ in range(residuals[0])),
        conv(middle, coarse, 2), *(Residual(coarse) for _ in range(residuals[1])), nn.Dropout2d(0.1),
        nn.AvgPool2d(SIDE_PX // 16), nn.Flatten(), nn.Linear(4 * coarse, CLASSES),
    )  # fmt: skip


def _varied(picture: Tensor) -> Tensor:
    """Each cut-out placed, lit and coloured a little otherwise, some with a lamp's streak, half of them mirrored."""
    n = len(picture)
    placed = torch.eye(2, 3) + torch.cat([torch.randn(n, 2, 2) * 0.03, torch.randn(n, 2, 1) * 0.04], 2)
    grid = nn.functional.affine_grid(placed, [n, 3, SIDE_PX, SIDE_PX], align_corners=False)
    picture = nn.functional.grid_sample(picture.float() / 255, grid, padding_mode="border", align_corners=False)
    picture = torch.cat([_filmed_small(few) for few in _streaked(_flattened(picture)).split(16)])
    grey = picture.mean((1, 2, 3), keepdim=True)
    picture = (picture - grey) * torch.exp(torch.randn(n, 1, 1, 1) * 0.2) + grey
    picture = picture + torch.randn(n, 3, 1, 1) * 0.05 + torch.randn(n, 1, 1, 1) * 0.05
    if torch.rand(()) < 0.25:
        picture = picture[:, torch.randperm(3)]
    if torch.rand(()) < 0.5:
        picture = picture.flip(3)
    return picture.clamp(0, 1)


def _flattened(picture: Tensor) -> Tensor:
    """Some with less difference in light than in colour, as crimson pips on a black die have."""
    luma = (picture * _LUMA).sum(1, keepdim=True)
    share = torch.rand(len(picture), 1, 1, 1) * 0.75 * (torch.rand(len(picture), 1, 1, 1) < _FLATTENED)
    return picture - share * (luma - luma.mean((2, 3), keepdim=True))


def _streaked(picture: Tensor) -> Tensor:
    """Some with what gloss makes of lamps: bright curves and rings across the face, sharp or soft, thin or pip-wide."""
    lit = picture.clone()
    left = torch.arange(len(picture))
    for share in _STREAKED:
        left = left[torch.rand(len(left)) < share]
        lit[left] += (1 - lit[left]) * _streaks(len(left))
    return lit


def _streaks(n: int) -> Tensor:
    """How bright each pixel is for a curve across the face, or for a part of a ring, (n, 1, SIDE_PX, SIDE_PX)."""
    ramp = (torch.arange(SIDE_PX) + 0.5) / SIDE_PX * 2 - 1
    places = torch.cartesian_prod(ramp, ramp).flip(1).expand(n, -1, -1)
    t = torch.linspace(0, 1, 32)[:, None]
    ends = (torch.rand(n, 3, 2) - 0.5) * 1.6
    curve = (1 - t) ** 2 * ends[:, :1] + 2 * t * (1 - t) * ends[:, 1:2] + t**2 * ends[:, 2:]
    radius = torch.rand(n, 1, 1) * 0.5 + 0.05
    around = (places - torch.randn(n, 1, 2) * 0.15) / (radius * torch.exp(torch.randn(n, 1, 2) * 0.15))
    facing = torch.nn.functional.normalize(torch.randn(n, 1, 2), dim=2)
    beyond = (around * facing).sum(2) < torch.rand(n, 1) * 2.4 - 1.2
    ring = ((around.norm(dim=2) - 1) * radius[..., 0]).abs() + beyond
    away = torch.where(torch.rand(n, 1) < 0.5, ring, torch.cdist(places, curve).amin(2))
    width, sharpness = torch.rand(n, 1) * 0.14 + 0.03, torch.rand(n, 1) * 4 + 1.5
    return torch.exp(-((away / width) ** sharpness)).reshape(n, 1, SIDE_PX, SIDE_PX) * torch.rand(n, 1, 1, 1)


def _filmed_small(picture: Tensor) -> Tensor:
    """Half of them as if filmed with fewer pixels: coarser still in colour, with some noise, sharpened or not."""
    if torch.rand(()) < 0.5:
        return picture
    side = int(torch.randint(20, 56, ()))
    small = nn.functional.interpolate(picture, (side, side), mode="area")
    luma = (small * _LUMA).sum(1, keepdim=True)
    colour = nn.functional.interpolate(
        nn.functional.avg_pool2d(small - luma, 2, ceil_mode=True), (side, side), mode="bilinear", align_corners=False
    )
    small = luma + colour if torch.rand(()) < 0.6 else small
    small = small + torch.randn_like(small) * 0.03 * torch.rand(())
    made = nn.functional.interpolate(small, (SIDE_PX, SIDE_PX), mode="bicubic", align_corners=False)
    if torch.rand(()) < 0.3:
        made = made + (made - nn.functional.avg_pool2d(made, 5, 1, 2, count_include_pad=False)) * torch.rand(())
    return made


def main() -> None:
    """Render, train and export each network; says how many of the last, unseen batch are right."""
    parser = arguments(__doc__, Path("assets"))
    parser.add_argument("--begin", type=Path, help="go on from this exported classifier")
    parser.add_argument("--emblems", type=float, default=0.3, help="share of scenes whose dice show them: doubts")
    parser.set_defaults(batches=46, scenes=450, epochs=4, rate=2e-3)
    args = parser.parse_args()
    torch.set_num_threads(args.processes)
    torch.set_default_device(DEVICE)
    pictures, classes, held = rendered(args, f"cuts-{args.emblems:g}", partial(_batch, args.emblems))
    made = pictures, classes.long(), held
    for name, shown in _TEACHERS.items():
        if not (args.work / name).exists():
            print(name, flush=True)
            _train(make_teacher(), shown, *made, args, args.work / name)
    teachers = _Teachers(args.work, pictures)
    net = make_net()
    if args.begin:
        begin_with(net, args.begin, _seen(pictures[:2000].float() / 255))
    print(FACE_NET, flush=True)
    _train(net, nn.Identity(), *made, args, args.out / FACE_NET, teachers)


def _seen(pictures: Tensor) -> Tensor:
    """Cut-outs in 0…1, (n, 3, SIDE_PX, SIDE_PX), as the classifier looks at them at a table: whole levels."""
    levels = (pictures * 255).round().byte().permute(0, 2, 3, 1).cpu().numpy()
    parts = np.array_split(levels, min(len(levels), torch.get_num_threads()))
    seen = np.concatenate(_lookers().map(_as_seen, parts))
    shown = torch.from_numpy(seen).to(DEVICE).permute(0, 3, 1, 2).float() / 255
    return shown.contiguous(memory_format=torch.channels_last)


@cache
def _lookers() -> Pool:
    """Who mixes inks meanwhile: that takes longer than a step on an accelerator."""
    return multiprocessing.Pool(torch.get_num_threads())


def _as_seen(cuts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut-outs, (n, SIDE_PX, SIDE_PX, 3), as the classifier looks at them."""
    cv2.setNumThreads(1)
    return np.stack([as_seen(face) for face in fit([np.ascontiguousarray(cut) for cut in cuts])])


class _Teachers(nn.Module):
    """The larger networks, which together see what the classifier sees: the mean of what they say.

    Their opinion tells more of a cut-out than the truth alone (Hinton, Vinyals and Dean 2015, "Distilling the knowledge
    in a neural network").
    """

    def __init__(self, trained: Path, pictures: Tensor) -> None:
        super().__init__()
        self.all = nn.ModuleList(make_teacher() for _ in _TEACHERS)
        seen = _seen(pictures[:2000].float() / 255)
        for (name, shown), one in zip(_TEACHERS.items(), self.all, strict=True):
            begin_with(one, trained / name, shown(seen))
        self.eval().to(memory_format=torch.channels_last)

    def forward(self, seen: Tensor) -> Tensor:
        """Shares of each class, (n, CLASSES), of what the classifier sees, (n, CHANNELS, SIDE_PX, SIDE_PX)."""
        said = [one(shown(seen)).log_softmax(1) for one, shown in zip(self.all, _TEACHERS.values(), strict=True)]
        return torch.stack(said).mean(0).softmax(1)


def _train(
    net: nn.Module,
    shown: Callable[[Tensor], Tensor],
    pictures: Tensor,
    classes: Tensor,
    held: int,
    args: Namespace,
    out: Path,
    teachers: _Teachers | None = None,
) -> None:
    """One network, with its own cut-outs left out, its own order and variations; `shown`: its part of what is seen."""
    torch.manual_seed(args.seed)
    share = torch.tensor([_KEPT.get(k, 1.0) for k in range(CLASSES)], device="cpu")
    kept = torch.rand(len(classes), device="cpu") < share[classes]
    kept[-held:] = True
    pictures, classes = pictures[kept].to(DEVICE), classes[kept].to(DEVICE)
    print(len(pictures), "cut-outs", torch.bincount(classes).tolist(), flush=True)
    net = net.to(memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    batch = 64
    steps = (len(pictures) - held) // batch * args.epochs
    step = 0
    for epoch in range(args.epochs):
        net.train()
        for rows in torch.randperm(len(pictures) - held).split(batch)[:-1]:
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            seen = _seen(_varied(pictures[rows]))
            loss = _loss(net(shown(seen)), teachers, seen, classes[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            average.update_parameters(net)
            step += 1
        average.eval()
        with torch.no_grad():
            said = torch.cat([average(shown(_seen(p.float() / 255))) for p in pictures[-held:].split(256)])
        right = (said.argmax(1) == classes[-held:]).float()
        unseen = classes[-held:]
        kinds = {"faces": (unseen > 0) & (unseen < 7), "none": unseen == 0, "troubles": unseen >= 7}
        print(f"epoch {epoch + 1}: loss {float(loss.detach()):.3f}, right of the unseen batch:",
              *(f"{name} {float(right[these].mean()):.2%}" for name, these in kinds.items()), flush=True)  # fmt: skip
        export(average.module, shown(seen).shape[1], SIDE_PX, out)


def _loss(said: Tensor, teachers: _Teachers | None, seen: Tensor, classes: Tensor) -> Tensor:
    """How far from the truth, and from the teachers' opinion; these may never have been shown an emblem."""
    loss = nn.functional.cross_entropy(said, classes, label_smoothing=0.02)
    if teachers is not None:
        heard = classes != _NO_PIPS
        with torch.no_grad():
            opinion = teachers(seen[heard])
        loss = loss + nn.functional.cross_entropy(said[heard], opinion)
    return loss


if __name__ == "__main__":
    main()
