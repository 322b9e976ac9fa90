"""Tables at which dice show emblems: one maker's dice, one camera, one light, and throws of them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.types import DoubtKind
from workshop.training.emblems import Picture, emblem_set
from workshop.training.film import film_of
from workshop.training.looks import Look, paint, random_look
from workshop.training.scenes import Scene, place
from workshop.training.sprites import EDGE_PX, Array, Emblems, Sprite, make_sprite
from workshop.training.tables import SIZE_PX, Image, log_uniform, surface

_DARKEST, _BRIGHTEST = 40, 210
"""Mean grey levels of a picture that a person would find well lit."""
_LEAST_CONTRAST = 35.0
"""Grey levels by which the ink of an emblem differs from the body around it, in the picture as it was filmed."""
_MARBLED = 0.3
"""How much of a second colour runs through a body at most: of bolder swirls emblems are not made."""
_LOOKED_AT = ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75))
"""Where that is tried: a lamp may wash out one corner."""
_INSIDE = 0.75
"""How far dice lie from the picture's edge, in edges."""
_SHADOWED = 0.75
"""Share of the tables where dice cast shadows."""


class Cast(NamedTuple):
    """A die of a scene: how it looks, how it lies, where its middle is, pixels, and its edge, pixels."""

    sprite: Sprite
    look: Look
    turn: float
    at: Array
    edge: float

    def linear(self) -> Array:
        """From a sprite's pixels to the scene's, (2, 2)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.array([[c, -s], [s, c]], np.float32) * np.float32(self.edge / EDGE_PX)


class Shade(NamedTuple):
    """Shadows of a scene: how dark, 0…1, how soft, pixels, and how far they fall, (2,), pixels."""

    dark: float
    soft: float
    fall: Array

    def cast(self, image: Array, die: Cast) -> None:
        """Darken the picture by the die's shadow, along all of its height."""
        for share in (0.0, 0.5, 1.0):
            shadow = np.zeros(image.shape[:2], np.float32)
            outline = np.concatenate([die.sprite.footprint, die.sprite.corners]) @ die.linear().T + die.at
            hull = cv2.convexHull((outline + share * self.fall).astype(np.float32))
            cv2.fillConvexPoly(shadow, (hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
            dark = self.dark * (0.4 + 0.2 * share)
            image *= (1 - cv2.GaussianBlur(shadow, (0, 0), max(0.3, self.soft)) * dark)[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class ShownDie:
    """One die of a scene: the corners of its top face, (4, 2), pixels, its value, and whether an emblem shows it."""

    corners: Array
    value: int
    emblem: bool

    @property
    def at(self) -> tuple[float, float]:
        """The middle of its top face, x, y, pixels."""
        x, y = self.corners.mean(0).tolist()
        return x, y

    @property
    def edge(self) -> float:
        """Of its top face, pixels."""
        return float(np.sqrt(cv2.contourArea(self.corners)))


@dataclass(frozen=True, slots=True, eq=False)
class EmblemScene:
    """A picture of the table, and the dice that lie there."""

    image: Image
    dice: tuple[ShownDie, ...]

    def untaught(self) -> Scene:
        """What a reader that was taught nothing is to make of it: pips are read, and emblems are told to be dice."""
        plain = [die for die in self.dice if not die.emblem]
        return Scene(
            self.image,
            [die.value for die in plain],
            [die.corners for die in plain],
            troubles=[(*die.at, die.edge, DoubtKind.VALUE) for die in self.dice if die.emblem],
            bodies=[(*die.at, die.edge) for die in self.dice],
        )


class EmblemTable:
    """One table: what lies on it changes from scene to scene, and nothing else does."""

    def __init__(self, seed: tuple[int, ...], sprites: int = 24) -> None:
        """Make it.

        Args:
            seed: of all that is chosen by chance.
            sprites: pictures of single dice that its scenes are made of; half of them show emblems.
        """
        rng = np.random.default_rng(seed)
        self.emblems: dict[int, Picture] = emblem_set(rng)
        self.edge = log_uniform(rng, 24, 56)
        tilt = min(0.35, abs(rng.normal(0, 0.15)))
        self._ground = surface(rng)
        self._heading = rng.uniform(0, 2 * np.pi)
        self._shade: Shade | None = shadows(rng, self.edge)
        odd, plain = sorted(self.emblems), [value for value in range(1, 7) if value not in self.emblems]
        self._sprites = {True: self._made(rng, odd, sprites // 2, tilt)}
        self._sprites[False] = self._made(rng, plain, sprites // 2, tilt) if plain else self._sprites[True]
        self._look, self._camera = self._well_seen(rng)

    def scene(self, rng: np.random.Generator, emblems: int, pips: int) -> EmblemScene:
        """A throw, of which `emblems` dice show emblems, and `pips` pips; fewer where they find no room."""
        kinds = [True] * emblems + [False] * pips
        edges = [self.edge * float(np.exp(rng.normal(0, 0.02))) for _ in kinds]
        spots = place(rng, edges, float(rng.choice([0, 0.5])))
        order = rng.permutation(len(kinds))
        cast: list[Cast] = []
        for spot, k in zip(spots, order, strict=False):
            at = np.clip(spot, _INSIDE * self.edge, SIZE_PX - _INSIDE * self.edge).astype(np.float32)
            if any(np.linalg.norm(at - other.at) < 1.45 * self.edge for other in cast):
                continue
            sprites = self._sprites[kinds[k]]
            sprite = sprites[int(rng.integers(len(sprites)))]
            turn = rng.uniform(0, 2 * np.pi) if sprite.tilt < 0.12 else self._heading + rng.normal(0, 0.12)
            cast.append(Cast(sprite, self._look, turn, at, edges[k]))
        dice = tuple(_shown(die, self.emblems) for die in cast)
        return EmblemScene(self._filmed(cast), dice)

    def _made(self, rng: np.random.Generator, values: list[int], count: int, tilt: float) -> list[Sprite]:
        """Sprites that show these values; all of them seen by one camera."""
        seen = [max(0.0, tilt + rng.normal(0, 0.04)) for _ in range(count)]
        shape = int(rng.integers(2**32))  # one maker's, in three shapes
        return [
            make_sprite(np.random.default_rng((shape, k % 3)), tilted, emblems=Emblems(value, self.emblems))
            for k, (tilted, value) in enumerate(zip(seen, itertools.cycle(values), strict=False))
        ]

    def _well_seen(self, rng: np.random.Generator) -> tuple[Look, int]:
        """Colours of the dice, and the seed of a camera and its light, by which a person could read every emblem."""
        ground = self._ground[:: SIZE_PX // 8, :: SIZE_PX // 8].reshape(-1, 3).mean(0)
        while True:
            look, camera = random_look(rng, ground), int(rng.integers(2**32))
            look = replace(look, marbling=min(look.marbling, _MARBLED))
            sprites = self._sprites[True][: len(self.emblems)]
            if all(self._stands_out(sprite, look, camera, at) for at in _LOOKED_AT for sprite in sprites):
                return look, camera

    def _stands_out(self, sprite: Sprite, look: Look, camera: int, share: tuple[float, float]) -> bool:
        """Whether a die's ink is seen at a share of the picture: by what that would be without it."""
        blank = replace(sprite, layers=sprite.layers * np.array((1, 0, 1, 1, 1), np.uint8))
        films, owner = [], np.full((SIZE_PX, SIZE_PX), -1, np.int16)
        at = np.array(share, np.float32) * SIZE_PX
        for shown in (sprite, blank):
            image = self._ground.copy()
            die = Cast(shown, look, 0.0, at, self.edge)
            paint(image, owner, 0, shown, die.linear(), at, look)
            films.append(film_of(np.random.default_rng(camera), image).astype(np.float32))
        apart = np.abs(films[0] - films[1]).max(2)
        ink = apart[apart >= apart.max() / 2]
        return bool(_DARKEST < films[0].mean() < _BRIGHTEST and np.median(ink) > _LEAST_CONTRAST)

    def _filmed(self, cast: list[Cast]) -> Image:
        image, owner = self._ground.copy(), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
        for die in cast:
            if self._shade:
                self._shade.cast(image, die)
        for number, die in enumerate(cast):
            paint(image, owner, number, die.sprite, die.linear(), die.at, die.look)
        return film_of(np.random.default_rng(self._camera), image)


def _shown(die: Cast, emblems: dict[int, Picture]) -> ShownDie:
    corners = (die.sprite.corners @ die.linear().T + die.at).astype(np.float32)
    return ShownDie(corners, die.sprite.value, die.sprite.value in emblems)


def shadows(rng: np.random.Generator, edge: float) -> Shade | None:
    """How shadows of dice of this edge fall, if at all; some fall far."""
    if rng.random() > _SHADOWED:
        return None
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.5) if rng.random() < 0.3 else rng.uniform(0, 0.4)
    fall = np.array((np.cos(angle), np.sin(angle)), np.float32) * np.float32(length * edge)
    return Shade(rng.uniform(0.1, 0.85), edge * rng.uniform(0.02, 0.25), fall)
