"""Scenes with dice that lie still and, mostly, one that moves, is out of focus or half covered."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import DoubtKind, Point
from workshop.training.film import SMEARED, film_of, out_of_focus
from workshop.training.litter import clutter
from workshop.training.looks import Look, paint, random_look
from workshop.training.scenes import place
from workshop.training.shutter import exposed, random_motion
from workshop.training.sprites import EDGE_PX, Array, Sprite
from workshop.training.tables import SIZE_PX, Image, any_colour, dished, grain, inside, log_uniform, surface

_SCENES = {"moving": 0.38, "tumbling": 0.08, "out of focus": 0.2, "half covered": 0.24, "still": 0.1}
"""What the last die of a scene does, and in how many scenes."""
_VARNISHED = 0.1
"""Share of the tables that are of wood that mirrors lamps."""
_CLUTTERED, _BLOTTED, _DISHED, _SHADOWED, _COVERED = 0.75, 0.45, 0.12, 0.75, 0.15
"""Share of the scenes with things that lie about, blots as large as dice, a dish, shadows, and a finger or sleeve."""
_HALF = 0.25
"""A die is half covered if what covers it ends so near to its middle, in edges."""
_FREE = 0.1
"""Share of another that may be covered with it."""


class Cast(NamedTuple):
    """A die of a scene: how it looks, how it lies, where its middle is, pixels, and its edge, pixels."""

    sprite: Sprite
    look: Look
    turn: float
    at: Array
    edge: float

    def linear(self, further: float = 0.0) -> Array:
        """From a sprite's pixels to the scene's, (2, 2), turned further by this many radians."""
        c, s = np.cos(self.turn + further), np.sin(self.turn + further)
        return np.array([[c, -s], [s, c]], np.float32) * np.float32(self.edge / EDGE_PX)


class Shade(NamedTuple):
    """Shadows of a scene: how dark, 0…1, how soft, pixels, and how far they fall, (2,), pixels."""

    dark: float
    soft: float
    fall: Array

    def cast(self, image: Array, die: Cast, linear: Array, at: Array, share: float = 1.0) -> None:
        """Darken the picture by a part of the die's shadow, that falls as much less far."""
        shadow = np.zeros(image.shape[:2], np.float32)
        outline = np.concatenate([die.sprite.footprint, die.sprite.corners]) @ linear.T + at + share * self.fall
        hull = cv2.convexHull(outline.astype(np.float32))
        cv2.fillConvexPoly(shadow, (hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
        image *= (1 - cv2.GaussianBlur(shadow, (0, 0), max(0.3, self.soft)) * self.dark)[..., None]


class OddScene(NamedTuple):
    """A picture, the middles of dice that lie still, of the one that can't be read, and why, and their edge; pixels."""

    image: Image
    still: list[Point]
    odd: Point | None
    why: DoubtKind
    edge: float


def make_odd_scene(rng: np.random.Generator, sprites: list[Sprite]) -> OddScene | None:
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
    shade = shadows(rng, edge)
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
    why = DoubtKind.HIDDEN if what == "half covered" else DoubtKind.BLUR
    return OddScene(film_of(rng, image.astype(np.float32)), seen, odd, why, edge)


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


def _dice(rng: np.random.Generator, sprites: list[Sprite], edge: float, ground: Array) -> list[Cast]:
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
        cast.append(Cast(sprite, look, own, np.array((x, y), np.float32), size))
    return cast


def shadows(rng: np.random.Generator, edge: float) -> Shade | None:
    """How shadows of dice of this edge fall, if at all; some fall far."""
    if rng.random() > _SHADOWED:
        return None
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.5) if rng.random() < 0.3 else rng.uniform(0, 0.4)
    fall = np.array((np.cos(angle), np.sin(angle)), np.float32) * np.float32(length * edge)
    return Shade(rng.uniform(0.1, 0.85), edge * rng.uniform(0.02, 0.25), fall)


def _smeared(
    rng: np.random.Generator,
    image: Array,
    owner: NDArray[np.int16],
    die: Cast,
    shade: Shade | None,
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


def _half_covering(rng: np.random.Generator, die: Cast) -> Array:
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


def _covered(cover: Array, die: Cast) -> float:
    """How much of a die's face is covered, 0…1."""
    face = np.zeros(cover.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, (die.sprite.corners @ die.linear().T + die.at).astype(np.int32), 1)
    return float(cover[face > 0].mean()) if face.any() else 0.0


def _any_sleeve(rng: np.random.Generator) -> Array:
    """A colour of skin, or any."""
    return rng.uniform((60, 90, 130), (150, 180, 235)) if rng.random() < 0.5 else rng.uniform(20, 220, 3)
