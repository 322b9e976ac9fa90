"""Pictures of single dice, ray-marched: the raw material of the training scenes.

World axes: x to the right of the picture, y away from the viewer, z up; unit: half the die's edge. A sprite is kept as
layers (coverage, pips, light, gloss, face) so that a scene can give it any colour, size and turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import PATTERNS
from workshop.training.room import room

Array = NDArray[Any]
"""Floats, here and in the scenes: OpenCV's annotations do not tell which."""

SPRITE_PX = 168
"""Width and height of a sprite."""
EDGE_PX = 64
"""Edge of a die seen squarely, in a sprite."""

_PRINTED = 0.1
"""Share of the dice that have a number or a maker's name printed on a face: a casino's, a bar's own."""
_PRINT_PX = (24, 72)
"""Height and width of such a print, before it is drawn on the face."""
_PRINTABLE = (6, 6, 4, 2)
"""The faces with room for it in the middle, the six most often."""

_MIRRORING, _GRAZING = 0.7, 20.0
"""Share of the dice that mirror a room, and how many times more of it they mirror at a grazing angle than straight on,
where plastic (index of refraction 1.55) mirrors a twentieth."""

_HANDED = (-1, 1, -1)
"""Whether the other two axes, in order, and each of the three make a left-handed system: pictures run downwards."""

Layout = dict[tuple[int, int], tuple[int, Array]]
"""Value and middles of the pips, in spacings, of the face on each side (axis, sign) of a cube."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """One die, seen by a camera tilted by `tilt` radians from the vertical; its foot points down in the picture.

    Attributes:
        layers: uint8 (SPRITE_PX, SPRITE_PX, 5): coverage; pips, light (128 is full) and gloss, each times the coverage;
            value of the face.
        value: of the top face; 0 for a die that leans.
        corners: (4, 2) of the top face, pixels from the sprite's centre; of a die that leans, of the face that is seen
            most squarely.
        pips: (value, 2), centres of that face's pips, likewise.
        footprint: (4, 2) of the lower face, likewise.
    """

    layers: NDArray[np.uint8]
    tilt: float
    value: int
    corners: Array
    pips: Array
    footprint: Array

    @property
    def heading(self) -> float:
        """How the edges of its face run on the table, radians from the camera's right, 0…pi/2."""
        x, y = self.corners[1] - self.corners[0]
        return float(np.arctan2(y / np.cos(self.tilt), x)) % (np.pi / 2)


def turn(axis: int, angle: float) -> Array:
    """Rotation matrix about a coordinate axis."""
    c, s = np.cos(angle), np.sin(angle)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = np.eye(3, dtype=np.float32)
    m[i, i], m[i, j], m[j, i], m[j, j] = c, -s, s, c
    return m


def cube_rotation(rng: np.random.Generator) -> Array:
    """One of the 24 ways a cube can lie."""
    m = np.eye(3, dtype=np.float32)
    for _ in range(6):
        m = turn(int(rng.integers(3)), np.pi / 2) @ m
    return np.rint(m).astype(np.float32)


def random_layout(rng: np.random.Generator) -> Layout:
    """How one set of dice shows its values."""
    x, y, z = (1, 2, 3) if rng.random() < 0.5 else (2, 1, 3)  # both handednesses are sold
    values = {(0, 1): x, (0, -1): 7 - x, (1, 1): y, (1, -1): 7 - y, (2, 1): z, (2, -1): 7 - z}
    upright_two, reach = rng.random() < 0.2, rng.uniform(0.6, 1.0)  # the two of many eastern dice
    narrow = rng.uniform(0.5, 0.95) if rng.random() < 0.5 else 1.0  # half of the dice sold have their six's rows close
    tight = rng.uniform(0.7, 1.0) if rng.random() < 0.5 else 1.0  # and other faces that do not reach as far as the six
    faces = {}
    for face, value in values.items():
        dots = np.array(PATTERNS[value], np.float32)
        if value == 2 and upright_two:
            dots = np.array([(-reach, 0), (reach, 0)], np.float32)
        dots = dots * ((narrow, 1.0) if value == 6 else (tight, tight))
        if rng.random() < 0.5:
            dots = dots[:, ::-1] * ((1, -1) if value in (2, 3) and not (value == 2 and upright_two) else (1, 1))
        faces[face] = (value, np.ascontiguousarray(dots, np.float32))
    return faces


def least_apart(dots: Array) -> float:
    """How near two pips of a face come."""
    apart = np.linalg.norm(dots[:, None] - dots[None], axis=2)[np.triu_indices(len(dots), 1)]
    return float(apart.min(initial=2.0))


def _printed(rng: np.random.Generator, places: Array) -> Array:
    """How much ink a few characters in a face's middle leave at places (n, 2) along and across them, -1…1; (n,)."""
    height, width = _PRINT_PX
    text = "".join(rng.choice(list("0123456789ABCEHMRSX"), int(rng.integers(2, 5))))
    drawn = np.zeros(_PRINT_PX, np.uint8)
    cv2.putText(drawn, text, (2, height - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.65, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    drawn = np.asarray(cv2.resize(drawn[:, : max(8, cv2.boundingRect(drawn)[2] + 4)], (width, height)), np.uint8)
    half = np.array([rng.uniform(0.4, 0.75), rng.uniform(0.14, 0.26)])
    at = np.round((places / half + 1) / 2 * (width - 1, height - 1)).astype(int)
    on = ((at >= 0) & (at < (width, height))).all(1)
    ink = np.zeros(len(places), np.float32)
    ink[on] = drawn[at[on, 1], at[on, 0]] / 255 * rng.uniform(0.4, 1)
    return ink


def _turned_up(faces: Layout, up: tuple[int, int], value: int) -> Layout:
    """The same faces, of which the one with this value has changed places with the one that lies up."""
    there = next(face for face, (shown, _) in faces.items() if shown == value)
    return faces | {up: faces[there], there: faces[up]}


def _drawn(picture: NDArray[np.uint8], places: Array) -> Array:
    """How much ink a picture leaves at places (n, 2) along and across a face, -1...1; (n,), 0...1."""
    at = (((places + 1) * len(picture) - 1) / 2).astype(np.float32)
    ink = cv2.remap(picture, at[:, None, 0], at[:, None, 1], cv2.INTER_LINEAR, borderValue=0)
    return np.asarray(ink[:, 0] / 255, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Emblems:
    """What dice show in place of pips.

    Attributes:
        top: the value that lies up.
        drawn: by value, how much ink lies where on the whole face, 0...255, square.
    """

    top: int
    drawn: Mapping[int, NDArray[np.uint8]]


def make_sprite(
    rng: np.random.Generator,
    tilt: float,
    lean: float = 0.0,
    printed: float = _PRINTED,
    mirroring: float = _MIRRORING,
    emblems: Emblems | None = None,
) -> Sprite:
    """March rays against a rounded cube (in part cut by a sphere, as cheap dice are) with dented or painted pips.

    It leans by `lean` radians towards any side, and is seen by a camera tilted by `tilt`. How likely something is
    `printed` on one of its faces, or a room is mirrored beside the lamp, changes nothing else of it, and nor do
    emblems, but for what its faces show.
    """
    edge_radius = float(rng.choice([rng.uniform(0.03, 0.12), rng.uniform(0.12, 0.3), rng.uniform(0.3, 0.55)]))
    sphere = float(rng.uniform(1.36, 1.6)) if rng.random() < 0.45 else 9.0
    spacing = float(rng.uniform(0.44, 0.6))
    dent = float(rng.uniform(0.0, 0.9))
    eye_radius = float(rng.uniform(0.2, 0.5)) if rng.random() < 0.12 else 0.0
    distance = float(np.exp(rng.uniform(np.log(9), np.log(60))))

    faces = random_layout(rng)
    apart = min(least_apart(dots) for _, dots in faces.values())
    pip_radius = min(float(rng.uniform(0.13, 0.29)), 0.54 * spacing * apart)
    pose = turn(2, rng.uniform(0, 2 * np.pi)) @ cube_rotation(rng)
    if lean:
        spin = rng.uniform(0, 2 * np.pi)
        pose = turn(2, spin) @ turn(0, lean) @ turn(2, -spin) @ pose
    local = pose.T

    if emblems:
        up = local[:, 2]
        axis_up = int(np.abs(up).argmax())
        faces = _turned_up(faces, (axis_up, int(np.sign(up[axis_up]))), emblems.top)

    forward = np.array([0, np.sin(tilt), -np.cos(tilt)], np.float32)
    upward = np.array([0, np.cos(tilt), np.sin(tilt)], np.float32)
    right = np.array([1, 0, 0], np.float32)
    eye = -forward * distance
    half = SPRITE_PX / EDGE_PX
    ramp = (np.arange(SPRITE_PX, dtype=np.float32) + 0.5) / SPRITE_PX * 2 * half - half
    xs, ys = np.meshgrid(ramp, -ramp)
    rays = forward * distance + xs[..., None] * right + ys[..., None] * upward
    rays = (rays / np.linalg.norm(rays, axis=-1, keepdims=True)).reshape(-1, 3).astype(np.float32)

    # Only rays that pass near the die are marched.
    nearest = eye + rays * (rays @ -eye)[:, None]
    hit_index = np.flatnonzero((nearest**2).sum(1) < 3.1)
    direction = rays[hit_index] @ local.T
    origin = eye @ local.T
    reach = np.full(len(hit_index), distance - 1.9, np.float32)
    core = 1 - edge_radius
    for _ in range(16):
        p = origin + direction * reach[:, None]
        q = np.abs(p) - core
        box = np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - edge_radius
        ball = np.sqrt((p**2).sum(1)) - sphere
        reach += np.maximum(box, ball)
    p = origin + direction * reach[:, None]
    q = np.abs(p) - core
    box = np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - edge_radius
    ball_distance = np.sqrt((p**2).sum(1)) - sphere
    miss = np.maximum(box, ball_distance)
    coverage = np.clip(1.2 - miss * EDGE_PX / 2, 0, 1)

    soft = np.maximum(q, 0)
    flat = (soft.sum(1) < 1e-5)[:, None] * (q == q.max(1, keepdims=True))
    normal = np.sign(p) * (soft + flat)
    normal = np.where((ball_distance > box)[:, None], p, normal)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9

    axis = np.abs(p).argmax(1)
    sign = np.sign(p[np.arange(len(p)), axis])
    pips = np.zeros(len(p), np.float32)
    value_of = np.zeros(len(p), np.uint8)
    ace_scale = float(rng.uniform(1.2, 2.1)) if rng.random() < 0.18 else 1.0
    for (face_axis, face_sign), (value, dots) in faces.items():
        here = (axis == face_axis) & (sign == face_sign)
        if not here.any():
            continue
        across = [k for k in range(3) if k != face_axis]
        on_face = p[here][:, across]
        value_of[here] = value
        if emblems and value in emblems.drawn:
            handed = face_sign * _HANDED[face_axis]  # or on every other face it would be seen in a mirror
            pips[here] = _drawn(emblems.drawn[value], on_face * (handed, 1))
            continue
        offset = on_face[:, None] - dots[None] * spacing
        away = np.sqrt((offset**2).sum(2))
        closest = away.argmin(1)
        radius = pip_radius * (ace_scale if value == 1 else 1)
        depth = away[np.arange(len(away)), closest]
        inside = np.clip((radius - depth) * EDGE_PX / 2 + 0.5, 0, 1)
        pips[here] = inside
        if eye_radius:  # worn or ringed pips: body colour in the middle
            pips[here] *= np.clip((depth - radius * eye_radius) * EDGE_PX / 2 + 0.5, 0, 1)
        slope = offset[np.arange(len(away)), closest] / radius * dent * inside[:, None]
        bent = normal[here]
        bent[:, across] -= slope
        normal[here] = bent / np.linalg.norm(bent, axis=1, keepdims=True)

    writer = rng.spawn(1)[0]
    if writer.random() < printed:
        value = int(writer.choice(_PRINTABLE))
        (face_axis, face_sign), (_, dots) = next(item for item in faces.items() if item[1][0] == value)
        here = (axis == face_axis) & (sign == face_sign)
        along = np.ptp(dots, axis=0).argmax()  # between the six's rows
        on_face = p[here][:, [k for k in range(3) if k != face_axis]]
        ink = _printed(writer, np.stack([on_face[:, along], on_face[:, 1 - along]], 1))
        pips[here] = np.maximum(pips[here], ink)

    world = normal @ pose.T
    azimuth, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.5)
    light = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)], np.float32)
    ambient = float(rng.uniform(0.25, 0.75))
    sky = 0.5 + 0.5 * world[:, 2]
    bright = ambient * (0.45 + 0.55 * sky) + (1 - ambient) * np.maximum(world @ light, 0) / max(0.35, light[2])
    halfway = light - rays[hit_index]
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    gloss = np.maximum((world * halfway).sum(1), 0) ** float(np.exp(rng.uniform(np.log(12), np.log(150))))
    facing = (rays[hit_index] * world).sum(1, keepdims=True)
    mirrored = rays[hit_index] - 2 * facing * world
    if rng.random() < 0.35:  # a window or a lamp's panel, right above
        panel = np.array([rng.normal(0, 0.5), rng.normal(0, 0.5), 1.0])
        panel /= np.linalg.norm(panel)
        away = np.abs(mirrored - panel) / rng.uniform(0.1, 0.5, 3)
        gloss = np.maximum(gloss, rng.uniform(0.3, 1) * np.clip((1 - away.max(1)) * rng.uniform(2, 12), 0, 1))
    surroundings = rng.spawn(1)[0]
    if surroundings.random() < mirroring:
        # Schlick's approximation (1994): its rim mirrors far more than its top.
        grazing = 1 + _GRAZING * (1 - np.clip(-facing[:, 0], 0, 1)) ** 5
        gloss = np.maximum(gloss, np.minimum(1, grazing * room(surroundings, mirrored)))

    flat_layers = np.zeros((SPRITE_PX * SPRITE_PX, 5), np.uint8)
    # Whoever paints it divides by how much of the pixel is the die's.
    light, covered = np.minimum(bright, 1.99) * 128, coverage * 255
    for k, layer in enumerate((covered, pips * covered, light * coverage, gloss * covered, value_of)):
        flat_layers[hit_index, k] = layer.astype(np.uint8)

    def project(points: Array) -> Array:
        rel = points - eye
        depth = rel @ forward
        return np.stack([rel @ right, -(rel @ upward)], 1) / depth[:, None] * distance * EDGE_PX / 2

    up = -forward @ pose if lean else local[:, 2]
    top_axis = int(np.abs(up).argmax())
    top_sign = int(np.sign(up[top_axis]))
    across = [k for k in range(3) if k != top_axis]

    def on_top(points: Array, height: float) -> Array:
        spots = np.zeros((len(points), 3), np.float32)
        spots[:, across] = points
        spots[:, top_axis] = top_sign * height
        return project(spots @ pose.T)

    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    value, dots = faces[top_axis, top_sign]
    return Sprite(
        layers=flat_layers.reshape(SPRITE_PX, SPRITE_PX, 5),
        tilt=tilt,
        value=0 if lean else value,
        corners=on_top(square, 1),
        pips=on_top(dots * spacing, 1),
        footprint=on_top(square, -1),
    )


def make_sprites(seed: int, count: int = 3000) -> list[Sprite]:
    """Sprites in order of tilt: most seen from above, some obliquely, one in fourteen leaning."""
    rng = np.random.default_rng(seed)
    sprites = []
    for k in range(count):
        tilt = abs(rng.normal(0, 0.2)) if rng.random() < 0.65 else rng.uniform(0.2, 1.05)
        lean = rng.uniform(0.3, 0.78) if k % 14 == 0 else 0.0
        sprites.append(make_sprite(rng, float(tilt), float(lean)))
    return sorted(sprites, key=lambda s: s.tilt)
