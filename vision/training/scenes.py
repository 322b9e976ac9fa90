"""Training scenes: sprites of dice on made-up surfaces, with light, clutter and a cheap camera, and their truth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.sprites import EDGE_PX, SIDE_PX, Array, Sprite

Image = NDArray[Any]

SIZE_PX = 256
"""Width and height of a scene."""


@dataclass(slots=True)
class Scene:
    """A made-up picture and its truth.

    Attributes:
        image: BGR, uint8, (SIZE_PX, SIZE_PX, 3).
        values, corners, pips: of the dice that can be read; corners (n, 4, 2), pips (m, 2), pixels.
        troubles: centre and size (x, y, edge) of dice that lean, are hidden or cut off: they must be declined.
    """

    image: Image
    values: list[int] = field(default_factory=list)
    corners: list[Array] = field(default_factory=list)
    pips: list[Array] = field(default_factory=list)
    troubles: list[tuple[float, float, float]] = field(default_factory=list)


def _noise(rng: np.random.Generator, cell: float) -> Array:
    """Smooth noise of unit deviation with features of about `cell` pixels."""
    n = max(2, int(SIZE_PX / cell))
    grid = rng.standard_normal((n, n)).astype(np.float32)
    return cv2.resize(grid, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_CUBIC)


def _colour(rng: np.random.Generator) -> Array:
    """A surface's BGR: often grey or brownish, sometimes strong, dark as often as light."""
    kind = rng.random()
    if kind < 0.35:
        grey = rng.uniform(5, 250)
        return np.clip(grey + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    hue = rng.uniform(0, 180) if kind < 0.75 else rng.normal(12, 6) % 180
    pixel = np.array([[[hue, rng.uniform(40, 255), rng.uniform(20, 255)]]]).astype(np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _surface(rng: np.random.Generator) -> Array:
    """An empty table, float BGR."""
    image: Array = np.zeros((SIZE_PX, SIZE_PX, 3), np.float32) + _colour(rng)
    kind = rng.random()
    strength = np.exp(rng.uniform(np.log(1), np.log(25)))
    if kind < 0.35:  # felt, leather, paper
        for cell in (1.5, 4, 12, 40):
            image += (_noise(rng, cell) * strength * rng.uniform(0, 0.8))[..., None]
    elif kind < 0.55:  # wood: noise stretched along one direction
        grain: Array = cv2.GaussianBlur(_noise(rng, 1.5), (0, 0), sigmaX=0.8, sigmaY=rng.uniform(8, 40))
        grain += cv2.GaussianBlur(_noise(rng, 5), (0, 0), sigmaX=1, sigmaY=30)
        grain = cv2.warpAffine(
            grain / (grain.std() + 1e-6),
            cv2.getRotationMatrix2D((128, 128), rng.uniform(0, 180), 1.5),
            (SIZE_PX, SIZE_PX),
            borderMode=cv2.BORDER_REFLECT,
        )
        image += grain[..., None] * strength * 1.3
    elif kind < 0.72:  # weave, grid, tiles
        period = np.exp(rng.uniform(np.log(3), np.log(50)))
        y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
        angle = rng.uniform(0, np.pi)
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        wave: Array = np.sin(u / period * 2 * np.pi) + np.sin(v / period * 2 * np.pi)
        if rng.random() < 0.5:
            wave = np.where(wave > rng.uniform(-1, 1.6), 1.0, -1.0).astype(np.float32)
        image += wave[..., None] * strength * rng.uniform(0.5, 2)
        image += (_noise(rng, 1.5) * strength * 0.3)[..., None]
    elif kind < 0.86:  # mottled in two colours
        blend = np.clip(_noise(rng, float(np.exp(rng.uniform(1, 4)))) * rng.uniform(0.5, 3) + 0.5, 0, 1)[..., None]
        image = image * (1 - blend) + _colour(rng) * blend
        image += (_noise(rng, 1.5) * strength * 0.3)[..., None]
    else:
        image += (_noise(rng, 2) * rng.uniform(0, 3))[..., None]
    return image


def _clutter(rng: np.random.Generator, image: Image) -> None:
    """Things that lie about: rims, cables, cards, letters, coins and dots that are no dice."""
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.55 else int(rng.integers(3, 12))):
        colour = tuple(float(c) for c in _colour(rng))
        a, b = (rng.integers(-30, SIZE_PX + 30, 2).tolist() for _ in range(2))
        kind = rng.random()
        if kind < 0.22:
            cv2.line(image, a, b, colour, int(rng.integers(1, 14)), cv2.LINE_AA)
        elif kind < 0.4:  # card, book or screen
            box = cv2.boxPoints(((float(a[0]), float(a[1])), tuple(rng.uniform(12, 140, 2)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(image, box.astype(int), colour, cv2.LINE_AA)
        elif kind < 0.55:  # coin, button, cap
            radius = int(np.exp(rng.uniform(np.log(3), np.log(50))))
            cv2.circle(image, a, radius, colour, -1, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.circle(image, a, max(1, radius * 2 // 3), tuple(float(c) for c in _colour(rng)), -1, cv2.LINE_AA)
        elif kind < 0.7:  # print
            text = "".join(rng.choice(list("abcdeGHKORSW0189.:%8o"), int(rng.integers(1, 9))))
            cv2.putText(
                image,
                text,
                a,
                int(rng.integers(0, 4)),
                rng.uniform(0.3, 2),
                colour,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind < 0.9:  # specks and dots on bare table
            for spot in rng.normal(a, rng.uniform(4, 60), (int(rng.integers(1, 12)), 2)).astype(int):
                cv2.circle(image, spot, int(rng.integers(1, 6)), colour, -1, cv2.LINE_AA)
        else:
            cv2.ellipse(
                image,
                a,
                (int(rng.integers(10, 150)), int(rng.integers(10, 150))),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                int(rng.integers(1, 9)),
                cv2.LINE_AA,
            )


@dataclass(frozen=True, slots=True)
class _Look:
    body: Array
    pip: Array
    ace: Array
    gloss: float
    haze: float


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


def _look(rng: np.random.Generator) -> _Look:
    """Colours of one set of dice: pips always stand out from the body."""
    kind = rng.random()
    if kind < 0.45:
        body = np.array(_NAMED_BGR[int(rng.integers(3))], np.float32)
    elif kind < 0.8:
        body = np.array(_NAMED_BGR[int(rng.integers(len(_NAMED_BGR)))], np.float32)
    else:
        body = _colour(rng)
    body = np.clip(body * rng.uniform(0.7, 1.05) + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    luma = body @ np.array([0.114, 0.587, 0.299])
    if luma > 150:
        pip = rng.uniform(0, 60, 3) if rng.random() < 0.85 else _colour(rng)
    elif rng.random() < 0.65:
        pip = rng.uniform(190, 255) + rng.normal(0, 10, 3)
    else:  # dark dice with red, gold or green pips, coloured ones with black
        pip = _colour(rng) if luma < 100 else rng.uniform(0, 30, 3)
    pip = np.clip(pip, 0, 255).astype(np.float32)
    if np.abs(body - pip).max() < 70:
        pip = np.zeros(3, np.float32) if luma > 110 else np.full(3, 240, np.float32)
    ace = np.array((20, 20, 190), np.float32) if luma > 150 and rng.random() < 0.12 else pip
    return _Look(body, pip, ace, rng.uniform(0, 0.9) ** 2, rng.uniform(0, 0.5) if rng.random() < 0.25 else 0)


def _place(rng: np.random.Generator, edges: list[float], crowd: float) -> list[tuple[float, float]]:
    """Spots for dice of these edges, not on top of one another; `crowd` 0…1 is how near they seek each other."""
    spots: list[tuple[float, float]] = []
    for k, edge in enumerate(edges):
        for _ in range(30):
            if spots and rng.random() < crowd:
                j = int(rng.integers(len(spots)))
                reach = (edge + edges[j]) / 2 * rng.uniform(1.0, 1.5)
                angle = rng.uniform(0, 2 * np.pi)
                x, y = spots[j][0] + reach * np.cos(angle), spots[j][1] + reach * np.sin(angle)
            else:
                x, y = rng.uniform(-0.2 * edge, SIZE_PX + 0.2 * edge, 2)
            apart = [np.hypot(x - u, y - v) / ((edge + edges[i]) / 2) for i, (u, v) in enumerate(spots)]
            if all(a > 1.02 for a in apart):
                spots.append((x, y))
                break
        else:
            return spots[:k]
    return spots


def _inside(x: float, y: float, margin: float) -> bool:
    return margin < x < SIZE_PX - margin and margin < y < SIZE_PX - margin


def make_scene(rng: np.random.Generator, sprites: list[Sprite]) -> Scene:
    """One scene; `sprites` in order of their tilt."""
    table = np.clip(_surface(rng), 0, 255).astype(np.uint8)
    _clutter(rng, table)
    image = table.astype(np.float32)
    if rng.random() < 0.08:
        return Scene(_film(rng, image))

    edge = float(np.exp(rng.uniform(np.log(11), np.log(52))))
    count = int(rng.integers(1, max(2, min(14, int(1.2 * (SIZE_PX / edge) ** 2 / 4)) + 1)))
    spread = rng.uniform(0.02, 0.35) if rng.random() < 0.3 else 0.03
    edges = [edge * float(np.exp(rng.normal(0, spread))) for _ in range(count)]
    spots = _place(rng, edges, float(rng.choice([0, 0.3, 0.9])))
    tilt = abs(rng.normal(0, 0.18)) if rng.random() < 0.7 else rng.uniform(0.2, 1.0)
    turn = rng.uniform(0, 2 * np.pi) if tilt < 0.35 or rng.random() < 0.1 else rng.normal(0, 0.25)
    squeeze = np.diag([1.0, np.exp(rng.normal(0, 0.22))]) if rng.random() < 0.2 else np.eye(2)
    same = rng.random() < 0.6
    first = _look(rng)
    tilts = np.array([s.tilt for s in sprites])

    # Farther dice first, so that nearer ones cover them.
    down = np.array([-np.sin(turn), np.cos(turn)])
    cast: list[tuple[Sprite, Array, Array, _Look]] = []
    for (x, y), size in sorted(zip(spots, edges, strict=False), key=lambda s: float(np.dot(s[0], down))):
        near = np.searchsorted(tilts, tilt + rng.normal(0, 0.06))
        sprite = sprites[int(np.clip(near + rng.integers(-60, 60), 0, len(sprites) - 1))]
        own = rng.uniform(0, 2 * np.pi) if sprite.tilt < 0.12 else turn + rng.normal(0, 0.12)
        c, s = np.cos(own), np.sin(own)
        linear = (squeeze @ np.array([[c, -s], [s, c]]) * (size / EDGE_PX)).astype(np.float32)
        cast.append((sprite, linear, np.array([x, y], np.float32), first if same else _look(rng)))

    # Shadows lie under every die.
    shade: Array = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    contact: Array = np.zeros_like(shade)
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.8)
    for sprite, linear, at, _ in cast:
        base = sprite.footprint @ linear.T + at
        top = sprite.corners @ linear.T + at + np.array([np.cos(angle), np.sin(angle)]) * length * edge
        hull = cv2.convexHull(np.concatenate([base, top]).astype(np.float32))
        cv2.fillConvexPoly(shade, (hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
        cv2.fillConvexPoly(contact, (cv2.convexHull(base.astype(np.float32)) * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.3, edge * rng.uniform(0.02, 0.3)))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.3, edge * 0.08))
    dark = np.maximum(shade * rng.uniform(0, 0.8), contact * rng.uniform(0.1, 0.7))
    image *= (1 - dark)[..., None]

    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    for k, (sprite, linear, at, look) in enumerate(cast):
        _paint(image, owner, k, sprite, linear, at, look)
    if rng.random() < 0.06:  # a finger or sleeve over the picture
        a, b = rng.integers(0, SIZE_PX, 2).tolist(), rng.integers(-100, SIZE_PX + 100, 2).tolist()
        skin = (rng.uniform(60, 150), rng.uniform(90, 180), rng.uniform(130, 235))
        width = int(rng.integers(15, 70))
        mask = np.zeros_like(shade)
        cv2.line(mask, a, b, 1.0, width, cv2.LINE_AA)
        owner[mask > 0.5] = -2
        image *= 1 - mask[..., None]
        image += mask[..., None] * np.array(skin, np.float32)

    scene = Scene(_film(rng, image))
    for k, (sprite, linear, at, _) in enumerate(cast):
        _tell(scene, owner, k, sprite, linear, at)
    return scene


def _paint(
    image: Array,
    owner: NDArray[np.int16],
    k: int,
    sprite: Sprite,
    linear: Array,
    at: Array,
    look: _Look,
) -> None:
    """Draw one die into its corner of the picture, and write who owns each pixel."""
    reach = int(np.ceil(np.abs(linear).sum(1).max() * SIDE_PX / 2)) + 1
    x0, y0 = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
    x1, y1 = min(SIZE_PX, int(at[0]) + reach), min(SIZE_PX, int(at[1]) + reach)
    if x1 <= x0 or y1 <= y0:
        return
    shift = at - np.array([x0, y0]) - linear @ np.array([SIDE_PX / 2, SIDE_PX / 2])
    matrix = np.concatenate([linear, shift[:, None]], 1)
    zoom = float(np.sqrt(abs(np.linalg.det(linear))))
    layers = sprite.layers
    soft = cv2.GaussianBlur(layers[..., :4], (0, 0), max(0.01, 0.42 / zoom)) if zoom < 0.8 else layers[..., :4]
    warped = cv2.warpAffine(soft, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(np.float32)
    face = cv2.warpAffine(layers[..., 4], matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_NEAREST)
    cover = warped[..., 0] / 255
    lit = np.maximum(cover, 1e-3)
    pip = np.clip(warped[..., 1] / 255 / lit, 0, 1)[..., None]
    ink = np.where((face == 1)[..., None], look.ace, look.pip)
    colour = look.body * (1 - pip) + ink * pip
    light = (warped[..., 2] / 128 / lit)[..., None]
    colour = colour * (light * (1 - look.haze) + look.haze) + (warped[..., 3] / lit)[..., None] * look.gloss
    if look.haze:  # translucent: the table shines through
        through = look.haze * 0.4 * (1 - pip)
        colour = colour * (1 - through) + image[y0:y1, x0:x1] * through
    cover = cover[..., None]
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - cover) + colour * cover
    owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = k


def _tell(scene: Scene, owner: NDArray[np.int16], k: int, sprite: Sprite, linear: Array, at: Array) -> None:
    """Add one die to the truth: readable, or trouble, or hardly in the picture at all."""
    corners = (sprite.corners @ linear.T + at).astype(np.float32)
    centre = corners.mean(0)
    size = float(np.sqrt(cv2.contourArea(corners)))
    seen = np.zeros(owner.shape, np.uint8)
    shrunk = centre + (corners - centre) * 0.75
    cv2.fillConvexPoly(seen, shrunk.astype(np.int32), 1)
    whole = cv2.contourArea(shrunk)
    share = float(((owner == k) & (seen > 0)).sum()) / max(whole, 1.0)
    if sprite.value and share > 0.85 and all(_inside(float(x), float(y), -0.06 * size) for x, y in corners):
        scene.values.append(sprite.value)
        scene.corners.append(corners)
        scene.pips.append((sprite.pips @ linear.T + at).astype(np.float32))
    elif _inside(float(centre[0]), float(centre[1]), -0.1 * size) and share > 0.15:
        scene.troubles.append((float(centre[0]), float(centre[1]), size))


def _film(rng: np.random.Generator, image: Array) -> Image:
    """What a camera makes of it: light, blur, grain, compression."""
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32) / SIZE_PX - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    fall = 1 + (x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(0, 0.9)
    if rng.random() < 0.2:  # the edge of a large shadow
        edge = (x * np.cos(angle * 3) + y * np.sin(angle * 3) + rng.uniform(-0.3, 0.3)) * rng.uniform(4, 60)
        fall *= 1 - rng.uniform(0.2, 0.7) * np.clip(edge + 0.5, 0, 1)
    if rng.random() < 0.12:  # a lamp's reflection
        cx, cy, width = *rng.uniform(-0.5, 0.5, 2), rng.uniform(0.03, 0.3)
        image = image + (np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / width**2) * rng.uniform(40, 220))[..., None]
    image = image * fall[..., None] * np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.08, 3))
    if rng.random() < 0.5:
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), np.exp(rng.uniform(np.log(0.3), np.log(1.6))))
    if rng.random() < 0.3:  # sharpened by the camera
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * rng.uniform(0.3, 1.5)
    image = image + rng.standard_normal(image.shape, np.float32) * np.exp(rng.uniform(np.log(0.5), np.log(12)))
    film: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:  # filmed smaller and blown up
        small = cv2.resize(film, None, fx=rng.uniform(0.5, 0.9), fy=rng.uniform(0.5, 0.9), interpolation=cv2.INTER_AREA)
        film = cv2.resize(small, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.6:
        _, packed = cv2.imencode(".jpg", film, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        film = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return film
