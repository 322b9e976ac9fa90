"""What the dice of the training scenes are made of: colours, marbling, gloss; and how one is painted into a scene."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.sprites import SPRITE_PX, Array, Sprite
from workshop.training.tables import SIZE_PX, any_colour


def make_marbles(seed: int, count: int = 48) -> list[Array]:
    """Clouds and veins to run through the bodies of dice, 0…1, the size of a sprite; odd ones are grain around 0."""
    rng = np.random.default_rng(seed)
    marbles: list[Array] = []
    for k in range(count):
        if k % 6 == 0:
            cells = int(rng.integers(4, 9))
            coarse = rng.standard_normal((cells, cells)).astype(np.float32)
            cloud = np.asarray(cv2.resize(coarse, (SPRITE_PX, SPRITE_PX), interpolation=cv2.INTER_CUBIC))
            marbles.append(np.clip(1.2 - np.abs(cloud) * rng.uniform(6, 16), 0, 1))
        elif k % 2:
            grain = rng.standard_normal((SPRITE_PX // 2, SPRITE_PX // 2)).astype(np.float32)
            marbles.append(cv2.resize(grain, (SPRITE_PX, SPRITE_PX), interpolation=cv2.INTER_CUBIC))
        else:
            cells = int(rng.integers(3, 12))
            cloud = cv2.resize(
                rng.standard_normal((cells, cells * int(rng.integers(1, 3)))).astype(np.float32),
                (SPRITE_PX, SPRITE_PX),
                interpolation=cv2.INTER_CUBIC,
            )
            marbles.append(np.clip(cloud * rng.uniform(0.8, 4) + rng.uniform(0, 1), 0, 1))
    return marbles


_MARBLES = make_marbles(0)


@dataclass(frozen=True, slots=True)
class Look:
    """One set of dice: colours (BGR), and what is special about them.

    Attributes:
        body, second: the body's colours; `marbling` 0…1 is how much of the second runs through the first.
        pip, special: the pips' colours; `special` on the faces of these values.
        gloss: how strongly lamps, and the room, mirror.
        haze: how translucent, 0…1.
        speckle: grey levels by which the body's grain varies.
    """

    body: Array
    second: Array
    marbling: float
    pip: Array
    special: Array
    special_values: tuple[int, ...]
    gloss: float
    haze: float
    speckle: float


_NAMED_BGR = [
    (235, 240, 245),
    (200, 225, 240),
    (215, 235, 245),
    (20, 20, 170),
    (30, 30, 200),
    (150, 60, 20),
    (90, 140, 30),
]


_NAMED_BGR += [
    (25, 25, 25),
    (40, 200, 240),
    (30, 110, 230),
    (130, 30, 110),
    (180, 120, 240),
    (35, 60, 110),
    (230, 220, 190),
]

_PIPS_BGR = [(40, 170, 215), (170, 180, 185), (30, 30, 190), (45, 30, 150), (60, 160, 70), (190, 110, 40), (20, 20, 20)]


_NEARLY_BLACK, _MARBLED, _INKED = 0.08, 0.34, 0.65
"""Shares: 0.08 of the sets of dice are nearly black, 0.34 have swirls of a second colour, and 0.65 of these an ink of
their own in the pips."""
_AS_LIGHT, _LIGHTER = 0.2, 40.0
"""A fifth of the sets of dice have pips about as light as the body, red on blue, crimson on black: lighter or darker
by at most 40 grey levels."""
LUMA = np.array([0.114, 0.587, 0.299])
"""What blue, green and red give to the light (ITU-R BT.601)."""
_STANDS_OUT = 60.0
"""Grey levels by which pips differ, in blue, green or red, from both colours of a body."""


def _shade(rng: np.random.Generator, ink: tuple[int, int, int]) -> Array:
    """An ink as one maker mixes it."""
    return np.array(ink) * rng.uniform(0.7, 1.15) + rng.normal(0, 12, 3)


def _plain(light: float) -> Array:
    """Black pips on a body so light, white ones on a darker."""
    return (np.full(3, 10) if light > 110 else np.full(3, 235)).astype(np.float32)


def _ink(rng: np.random.Generator, body: Array, second: Array) -> Array:
    """A colour for the pips of a marbled die, which often is as dark as the body: crimson on black, violet on green."""
    for _ in range(12):
        named = _PIPS_BGR[int(rng.integers(len(_PIPS_BGR)))]
        ink = any_colour(rng) if rng.random() < 0.5 else _shade(rng, named)
        if min(np.abs(ink - body).max(), np.abs(ink - second).max()) > _STANDS_OUT:
            return np.clip(ink, 0, 255).astype(np.float32)
    return _plain(float(body.mean()))


def _as_light(rng: np.random.Generator, body: Array, second: Array) -> Array | None:
    """A colour for pips that are about as light as the body, and told from it by their colour, if one is found."""
    light = float(body @ LUMA)
    for _ in range(12):
        ink = any_colour(rng)
        ink = np.clip(ink * max(5.0, light + rng.normal(0, _LIGHTER / 2)) / max(5.0, float(ink @ LUMA)), 0, 255)
        apart = min(np.abs(ink - body).max(), np.abs(ink - second).max())
        if apart > _STANDS_OUT and abs(float(ink @ LUMA) - light) < _LIGHTER:
            return ink.astype(np.float32)
    return None


def random_look(rng: np.random.Generator, table: Array) -> Look:
    """Colours of one set of dice: pips always stand out from the body, if only by their dents.

    Args:
        rng: of the scene.
        table: BGR of the surface; some dice hardly differ from it.
    """
    kind = rng.random()
    if kind < 0.33:
        body = np.array(_NAMED_BGR[int(rng.integers(3))], np.float32)
    elif kind < 0.65:
        body = np.array(_NAMED_BGR[int(rng.integers(len(_NAMED_BGR)))], np.float32)
    elif kind < 0.72:
        body = table
    else:
        body = any_colour(rng)
    if rng.random() < _NEARLY_BLACK:
        body = np.full(3, rng.uniform(5, 60), np.float32)
    body = np.clip(body * rng.uniform(0.6, 1.05) + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    luma = float(body @ LUMA)
    kind = rng.random()
    if luma > 150:
        pip = rng.uniform(0, 60, 3) if kind < 0.75 else any_colour(rng)
    elif kind < 0.45:
        pip = rng.uniform(190, 255) + rng.normal(0, 10, 3)
    elif kind < 0.75:  # gold, silver, red, crimson, green, blue, black
        pip = _shade(rng, _PIPS_BGR[int(rng.integers(len(_PIPS_BGR)))])
    else:
        pip = any_colour(rng) if luma < 110 else rng.uniform(0, 40, 3)
    pip = np.clip(pip, 0, 255).astype(np.float32)
    least = 45 if rng.random() < 0.4 else 75
    if np.abs(body - pip).max() < least:
        pip = _plain(luma)
    special_values: tuple[int, ...] = ()
    special = pip
    if rng.random() < (0.2 if luma > 150 else 0.04):
        special, special_values = np.array((25, 25, 195), np.float32), ((1,), (1, 4))[int(rng.integers(2))]
    if rng.random() < 0.05:  # never painted, or rubbed off
        pip = special = body * rng.uniform(0.4, 0.8)
    second, marbling = body, 0.0
    if rng.random() < _MARBLED:
        second = any_colour(rng) if rng.random() < 0.6 else np.clip(body * rng.uniform(0.1, 1.6), 0, 255)
        if rng.random() < _INKED:
            pip = special = _ink(rng, body, second)
        # The pips must stand out from both.
        marbling = rng.uniform(0.2, 1) if np.abs(second - pip).max() > _STANDS_OUT else 0.25
    inks = rng.spawn(1)[0]
    if inks.random() < _AS_LIGHT and (ink := _as_light(inks, body, second)) is not None:
        pip = special = ink
    return Look(
        body,
        second.astype(np.float32),
        marbling,
        pip,
        special.astype(np.float32),
        special_values,
        gloss=rng.uniform(0, 0.95) ** 2,
        haze=rng.uniform(0, 0.6) if rng.random() < 0.25 else 0,
        speckle=rng.uniform(2, 22) if rng.random() < 0.25 else 0,
    )


def paint(image: Array, owner: NDArray[np.int16], k: int, sprite: Sprite, linear: Array, at: Array, look: Look) -> None:
    """Draw one die into its corner of the picture, and write who owns each pixel."""
    reach = int(np.ceil(np.abs(linear).sum(1).max() * SPRITE_PX / 2)) + 1
    x0, y0 = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
    x1, y1 = min(SIZE_PX, int(at[0]) + reach), min(SIZE_PX, int(at[1]) + reach)
    if x1 <= x0 or y1 <= y0:
        return
    # Middles of pixels lie at whole numbers: the sprite's own lies between the two in its middle.
    shift = at - np.array([x0, y0]) - linear @ np.full(2, (SPRITE_PX - 1) / 2)
    matrix = np.concatenate([linear, shift[:, None]], 1)
    zoom = float(np.sqrt(abs(np.linalg.det(linear))))
    layers = sprite.layers
    soft = cv2.GaussianBlur(layers[..., :4], (0, 0), max(0.01, 0.42 / zoom)) if zoom < 0.8 else layers[..., :4]
    warped = cv2.warpAffine(soft, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(np.float32)
    face = cv2.warpAffine(layers[..., 4], matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_NEAREST)
    cover = warped[..., 0] / 255
    lit = np.maximum(cover, 1e-3)
    pip = np.clip(warped[..., 1] / 255 / lit, 0, 1)[..., None]
    special = np.isin(face, look.special_values) if look.special_values else np.zeros(face.shape, bool)
    ink = np.where(special[..., None], look.special, look.pip)
    body = look.body
    if look.marbling:
        cloud = cv2.warpAffine(_MARBLES[2 * (k % (len(_MARBLES) // 2))], matrix, (x1 - x0, y1 - y0)) * look.marbling
        body = body + (look.second - body) * cloud[..., None]
    if look.speckle:
        grain = cv2.warpAffine(_MARBLES[2 * (k % (len(_MARBLES) // 2)) + 1], matrix, (x1 - x0, y1 - y0))
        body = body + grain[..., None] * look.speckle
    colour = body * (1 - pip) + ink * pip
    light = (warped[..., 2] / 128 / lit)[..., None]
    colour = colour * (light * (1 - look.haze) + look.haze) + (warped[..., 3] / lit)[..., None] * look.gloss
    if look.haze:  # translucent: the table shines through
        through = look.haze * 0.4 * (1 - pip)
        colour = colour * (1 - through) + image[y0:y1, x0:x1] * through
    cover = cover[..., None]
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - cover) + colour * cover
    owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = k
