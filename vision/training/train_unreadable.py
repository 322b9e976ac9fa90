"""Make assets/unreadable.onnx from our own renders: `python -m vision.training.train_unreadable`.

Scenes with dice that lie still and, mostly, one that moves while the shutter is open, is out of focus or half covered;
cut-outs of what stands out beside those that lie still, each with the one of them that is next to it. Seeded; an hour
on one core for the cut-outs and another for the net. Never sees a photograph.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.cutting import SIDE_PX, moved
from vision.pyramid import Pyramid
from vision.standing import STANDING_PX, faintly_standing_out
from vision.training.film import SMEARED, film_of, out_of_focus
from vision.training.litter import clutter
from vision.training.looks import Look, paint, random_look
from vision.training.lots import arguments, rendered
from vision.training.network import Residual, conv, export
from vision.training.scenes import place
from vision.training.shutter import exposed, random_motion
from vision.training.sprites import EDGE_PX, Array, Sprite, make_sprites
from vision.training.tables import SIZE_PX, Image, any_colour, dished, grain, inside, log_uniform, surface
from vision.types import Point
from vision.unreadable import KINDS, pair

_NOTHING, _STILL, _SMEARED, _HIDDEN = range(KINDS)
_SCENES = {"moving": 0.45, "tumbling": 0.1, "out of focus": 0.1, "half covered": 0.23, "still": 0.12}
"""What the last die of a scene does, and in how many scenes."""
_VARNISHED = 0.1
"""So many tables are of wood that mirrors lamps."""
_CLUTTERED, _BLOTTED, _DISHED, _SHADOWED, _COVERED = 0.75, 0.45, 0.12, 0.75, 0.15
"""So many scenes have things that lie about, blots as large as dice, a dish, shadows, and a finger or sleeve."""
_AT, _OFF = 0.6, 1.5
"""What stands out nearer than this to the middle of a die that can't be read is it, farther than this it is not; in
edges."""
_MOST = 6
"""Cut-outs of nothing, of a scene."""
_HALF = 0.25
"""A die is half covered if what covers it ends so near to its middle, in edges."""
_FREE = 0.1
"""So much of another may be covered with it."""
_MISJUDGED, _ASIDE, _JITTER = 0.08, 0.2, 0.04
"""How far off an edge is, as a power of e, and a place and the middle of a die that was told, in edges; deviations."""


class _Cast(NamedTuple):
    """A die of a scene: how it looks, how it lies, where its middle is, pixels, and its edge, pixels."""

    sprite: Sprite
    look: Look
    turn: float
    at: Array
    edge: float

    def linear(self, further: float = 0.0) -> Array:
        """From a sprite's pixels to the scene's, (2, 2), turned by so many radians further."""
        c, s = np.cos(self.turn + further), np.sin(self.turn + further)
        return np.array([[c, -s], [s, c]], np.float32) * np.float32(self.edge / EDGE_PX)


class _Shade(NamedTuple):
    """Shadows of a scene: how dark, 0…1, how soft, pixels, and how far they fall, (2,), pixels."""

    dark: float
    soft: float
    fall: Array

    def cast(self, image: Array, die: _Cast, linear: Array, at: Array, share: float = 1.0) -> None:
        """Darken the picture by a part of the die's shadow, that falls as much less far."""
        shadow = np.zeros(image.shape[:2], np.float32)
        outline = np.concatenate([die.sprite.footprint, die.sprite.corners]) @ linear.T + at + share * self.fall
        hull = cv2.convexHull(outline.astype(np.float32))
        cv2.fillConvexPoly(shadow, (hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
        image *= (1 - cv2.GaussianBlur(shadow, (0, 0), max(0.3, self.soft)) * self.dark)[..., None]


class _Scene(NamedTuple):
    """A picture, the middles of dice that lie still, of the one that can't be read, and their edge; pixels.

    What that one is, as the net numbers it, comes last.
    """

    image: Image
    still: list[Point]
    odd: Point | None
    edge: float
    kind: int


def _scene(rng: np.random.Generator, sprites: list[Sprite]) -> _Scene | None:
    """One scene, if it has room for two dice; `sprites` in order of their tilt."""
    edge = log_uniform(rng, 15, 56)
    image, ground = _table(rng, edge)
    if rng.random() < _BLOTTED:
        for _ in range(int(rng.integers(1, 5))):
            _blot(rng, image, edge)
    if rng.random() < _DISHED:
        image = dished(rng, image, rng.uniform(0.2, 0.8, 2) * SIZE_PX, log_uniform(rng, 30, 160))
    cast = _dice(rng, sprites, edge, ground)
    if len(cast) < 2:
        return None
    what = str(rng.choice(list(_SCENES), p=list(_SCENES.values())))
    still, last = (cast, None) if what == "still" else (cast[:-1], cast[-1])
    shade = _shadows(rng, edge)
    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    if shade:
        for die, share in itertools.product(still, (0.0, 0.5, 1.0)):  # along all of its height
            shade._replace(dark=shade.dark * (0.4 + 0.2 * share)).cast(image, die, die.linear(), die.at, share)
    for number, die in enumerate(still):
        paint(image, owner, number, die.sprite, die.linear(), die.at, die.look)
    if last and what == "half covered":
        if shade:
            shade.cast(image, last, last.linear(), last.at)
        paint(image, owner, len(still), last.sprite, last.linear(), last.at, last.look)
        cover = _half_covering(rng, last)
        if any(_covered(cover, die) > _FREE for die in still):
            return None
        image = image * (1 - cover) + cover * _any_sleeve(rng)
    elif last:
        image = _smeared(rng, image, owner, last, shade, sprites, what)
    if rng.random() < _COVERED:
        cover = _finger(rng)
        if last and _covered(cover, last) > _FREE:
            return None
        image = image * (1 - cover) + cover * _any_sleeve(rng)
    middles = [(die.sprite.corners @ die.linear().T + die.at).mean(0) for die in still]
    seen = [(float(x), float(y)) for x, y in middles if inside(float(x), float(y), 8)]
    odd = (float(last.at[0]), float(last.at[1])) if last else None
    kind = _HIDDEN if what == "half covered" else _SMEARED
    return _Scene(film_of(rng, image.astype(np.float32)), seen, odd, edge, kind)


def _table(rng: np.random.Generator, edge: float) -> tuple[Array, Array]:
    """A table with what lies about on it, and its mean colours here and there."""
    table = np.clip(_varnished(rng, edge) if rng.random() < _VARNISHED else surface(rng), 0, 255).astype(np.uint8)
    ground = table[:: SIZE_PX // 8, :: SIZE_PX // 8].reshape(-1, 3).mean(0).astype(np.float32)
    if rng.random() < _CLUTTERED:
        clutter(rng, table)
    return table.astype(np.float32), ground


def _varnished(rng: np.random.Generator, edge: float) -> Array:
    """Wood that mirrors a lamp or three, from which its grain stands out."""
    lit: Array = np.zeros((SIZE_PX, SIZE_PX, 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        lit += _glow(rng.uniform(0, SIZE_PX, 2), edge * rng.uniform(1, 7, 2)) * rng.uniform(0.3, 1.5)
    brown = any_colour(rng) + lit * rng.uniform(40, 160)
    return brown + grain(rng) * log_uniform(rng, 3, 25) * (0.4 + lit)


def _glow(at: Array, size: Array) -> Array:
    """A lamp mirrored on the table, 0…1, (SIZE_PX, SIZE_PX, 1), from its middle and size, x and y, pixels."""
    down, right = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    return np.exp(-(((right - at[0]) / size[0]) ** 2) - ((down - at[1]) / size[1]) ** 2)[..., None]


def _blot(rng: np.random.Generator, image: Array, edge: float) -> None:
    """Something flat, about as large as a die: a hole, a stain, a sticker, a coin; or a lamp mirrored on the table."""
    x, y = rng.uniform(0, SIZE_PX, 2)
    kind = rng.random()
    wide = edge * (log_uniform(rng, 0.4, 6) if kind < 0.3 else rng.uniform(0.4, 1.4))
    tall = wide * (1 if rng.random() < 0.6 else rng.uniform(0.5, 2))
    if kind < 0.3:
        image += _glow(np.array((x, y)), np.array((wide, tall))) * rng.uniform(-80, 150) * (1 + rng.normal(0, 0.1, 3))
        return
    if kind < 0.5:  # rings round one middle, as those a spinning die's pips make, but sharp
        for radius in sorted(edge * rng.uniform(0.05, 0.85, int(rng.integers(2, 6))), reverse=True):
            ring = image[int(y), int(x)] + rng.normal(0, 40, 3)
            cv2.circle(image, (int(x), int(y)), max(1, round(radius)), ring.clip(0, 255).tolist(), -1, cv2.LINE_AA)
        return
    cover: Array = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    box = ((float(x), float(y)), (float(wide), float(tall)), float(rng.uniform(0, 90)))
    if kind < 0.8:
        cv2.ellipse(cover, box, 1.0, -1, cv2.LINE_AA)
    else:
        cv2.fillConvexPoly(cover, cv2.boxPoints(box).astype(int), 1.0, cv2.LINE_AA)
    if rng.random() < 0.6:
        cover = cv2.GaussianBlur(cover, (0, 0), edge * log_uniform(rng, 0.01, 0.12))
    like_table = image[int(y), int(x)] * rng.uniform(0.4, 1.4) + rng.normal(0, 6, 3)
    colour = like_table if rng.random() < 0.7 else rng.uniform(10, 245, 3)
    image += cover[..., None] * (colour - image) * rng.uniform(0.5, 1)


def _dice(rng: np.random.Generator, sprites: list[Sprite], edge: float, ground: Array) -> list[_Cast]:
    """Up to five dice, mostly of one kind, seen from where the camera is."""
    edges = [edge * float(np.exp(rng.normal(0, 0.04))) for _ in range(int(rng.integers(2, 6)))]
    spots = place(rng, edges, float(rng.choice([0, 0.3, 0.9], p=[0.5, 0.3, 0.2])))
    tilt = abs(rng.normal(0, 0.18)) if rng.random() < 0.7 else rng.uniform(0.2, 1.0)
    turn = rng.uniform(0, 2 * np.pi) if tilt < 0.35 else rng.normal(0, 0.25)
    near, alike = int(np.searchsorted([sprite.tilt for sprite in sprites], tilt)), max(1, len(sprites) // 40)
    first, same = random_look(rng, ground), rng.random() < 0.7
    cast = []
    for (x, y), size in zip(spots, edges, strict=False):
        number = int(np.clip(near + rng.integers(-alike, alike + 1), 0, len(sprites) - 1))
        sprite, look = sprites[number], first if same else random_look(rng, ground)
        own = rng.uniform(0, 2 * np.pi) if sprite.tilt < 0.12 else turn + rng.normal(0, 0.12)
        cast.append(_Cast(sprite, look, own, np.array((x, y), np.float32), size))
    return cast


def _shadows(rng: np.random.Generator, edge: float) -> _Shade | None:
    """How shadows of dice of this edge fall, if at all; some fall far."""
    if rng.random() > _SHADOWED:
        return None
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.5) if rng.random() < 0.3 else rng.uniform(0, 0.4)
    fall = np.array((np.cos(angle), np.sin(angle)), np.float32) * np.float32(length * edge)
    return _Shade(rng.uniform(0.1, 0.85), edge * rng.uniform(0.02, 0.25), fall)


def _smeared(
    rng: np.random.Generator,
    image: Array,
    owner: NDArray[np.int16],
    die: _Cast,
    shade: _Shade | None,
    sprites: list[Sprite],
    what: str,
) -> Array:
    """The picture with a die that moves, tumbles or is out of focus."""
    nearer = die._replace(edge=die.edge * float(np.exp(abs(rng.normal(0, 0.05)))))
    faces = [die.sprite]
    if what == "tumbling":
        faces = [sprites[int(rng.integers(len(sprites)))] for _ in range(int(rng.integers(2, 6)))]
    lifted = 1 + (rng.uniform(0, 2) if rng.random() < 0.4 else 0)

    def laid(aside: Array | float, further: float, moment: float) -> Array:
        made, linear, at = image.copy(), nearer.linear(further), (nearer.at + aside).astype(np.float32)
        if shade:
            shade._replace(soft=shade.soft * lifted).cast(made, nearer, linear, at, lifted)
        sprite = faces[min(len(faces) - 1, int(moment * len(faces)))]
        paint(made, owner, 0, sprite, linear, at, nearer.look)
        return made

    if what == "out of focus":  # the die alone: it is nearer to the camera
        return image + out_of_focus(laid(0.0, 0.0, 0.0) - image, nearer.edge * rng.uniform(*SMEARED))
    return exposed(random_motion(rng, nearer.edge), nearer.edge, laid)


def _finger(rng: np.random.Generator) -> Array:
    """How much of each pixel a finger or a sleeve covers, (SIZE_PX, SIZE_PX, 1), sharp or not."""
    a, b = rng.integers(0, SIZE_PX, 2).tolist(), rng.integers(-100, SIZE_PX + 100, 2).tolist()
    return _line(rng, a, b, int(rng.integers(15, 70)))


def _half_covering(rng: np.random.Generator, die: _Cast) -> Array:
    """The same, of what ends about the middle of a die."""
    angle, width = rng.uniform(0, 2 * np.pi), int(die.edge * log_uniform(rng, 0.8, 3))
    across = np.array((np.cos(angle), np.sin(angle)))
    middle = die.at + across * (rng.uniform(-_HALF, _HALF) * die.edge + width / 2)
    along = across[::-1] * (1, -1)
    first, last = middle - along * rng.uniform(0.2, 3) * die.edge, middle + along * SIZE_PX
    return _line(rng, first.astype(int).tolist(), last.astype(int).tolist(), width)


def _line(rng: np.random.Generator, first: list[int], last: list[int], width: int) -> Array:
    cover: Array = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    cv2.line(cover, first, last, 1.0, width, cv2.LINE_AA)
    if rng.random() < 0.4:
        cover = cv2.GaussianBlur(cover, (0, 0), log_uniform(rng, 0.5, 8))
    return cover[..., None]


def _covered(cover: Array, die: _Cast) -> float:
    """How much of a die's face is covered, 0…1."""
    face = np.zeros(cover.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, (die.sprite.corners @ die.linear().T + die.at).astype(np.int32), 1)
    return float(cover[face > 0].mean()) if face.any() else 0.0


def _any_sleeve(rng: np.random.Generator) -> Array:
    """A colour of skin, or any."""
    return rng.uniform((60, 90, 130), (150, 180, 235)) if rng.random() < 0.5 else rng.uniform(20, 220, 3)


def _cuts(rng: np.random.Generator, scene: _Scene) -> list[tuple[Array, int]]:
    """Pairs of cut-outs of one scene, (6, SIDE_PX, SIDE_PX), and what the first shows, as the net numbers it."""
    if not scene.still:
        return []
    pyramid, edge = Pyramid(scene.image), scene.edge
    found: list[tuple[Array, int]] = []

    def add(at: Point, kind: int, told: list[Point]) -> None:
        size = edge * float(np.exp(rng.normal(0, _MISJUDGED)))
        both = pair(pyramid, at, [_jittered(rng, die, _JITTER * edge) for die in told], size)
        found.append((np.concatenate(both, 2).transpose(2, 0, 1), kind))

    scale = pyramid.finest(edge, STANDING_PX)
    there = faintly_standing_out(pyramid.at(scale), moved(scene.still, scale), edge * scale)
    left = _MOST
    for at in moved(there, 1 / scale):
        away = math.dist(at, scene.odd) / edge if scene.odd else math.inf
        if away < _AT:
            add(at, scene.kind, scene.still)
        elif away > _OFF and left:
            left -= 1
            add(at, _NOTHING, scene.still)
    if scene.odd and inside(*scene.odd, 0):
        add(_jittered(rng, scene.odd, _ASIDE * edge), scene.kind, scene.still)
    one = scene.still[int(rng.integers(len(scene.still)))]
    others = [die for die in scene.still if die != one]
    if others and (scene.odd is None or math.dist(one, scene.odd) > _OFF * edge):
        add(_jittered(rng, one, _ASIDE * edge), _STILL, others)
    return found


def _jittered(rng: np.random.Generator, at: Point, by: float) -> Point:
    x, y = (at + rng.normal(0, by, 2)).clip(0, SIZE_PX - 1).tolist()
    return x, y


def _lot(task: tuple[int, int]) -> tuple[Array, Array]:
    """One lot of pairs of cut-outs, (n, 6, SIDE_PX, SIDE_PX) uint8, and their kinds."""
    seed, scenes = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    sprites = sorted(make_sprites(seed, 300), key=lambda sprite: sprite.tilt)
    made = [scene for _ in range(scenes) if (scene := _scene(rng, sprites))]
    found = [cut for scene in made for cut in _cuts(rng, scene)]
    return np.stack([cut for cut, _ in found]), np.array([kind for _, kind in found])


def make_net() -> nn.Module:
    """Two cut-outs in 0…1, (n, 6, SIDE_PX, SIDE_PX), of a place and of a die; out (n, KINDS) logits."""
    return nn.Sequential(
        conv(6, 12, 2),
        conv(12, 24, 2),
        Residual(24),
        conv(24, 32, 2),
        nn.AvgPool2d(SIDE_PX // 32),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(32 * 16, KINDS),
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
    """Render, train, export; says how much of each kind in the last, unseen lot is taken for unreadable dice."""
    parser = arguments(__doc__, Path("assets/unreadable.onnx"))
    parser.set_defaults(lots=46, scenes=500, epochs=11, rate=4e-3)
    args = parser.parse_args()
    torch.set_num_threads(args.processes)
    pictures, kinds, held = rendered(args, "unreadable", _lot)
    kinds = kinds.long()
    torch.manual_seed(args.seed)
    print(len(pictures), "pairs", torch.bincount(kinds).tolist(), flush=True)
    net = make_net()
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
        export(average.module, 6, SIDE_PX, args.out)


if __name__ == "__main__":
    main()
