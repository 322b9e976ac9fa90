"""How a die looks: a rounded cube with inset pips, cast ray by ray, and the shadow it throws on the tray.

Lengths inside a die are in half edges: its faces lie at -1 and 1. The model of light is simple, and chosen by eye:
lamps, light from everywhere, light that the tray sends back, and a polish that mirrors the lamps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator.lens import HEIGHT, PIXELS_PER_MM, WIDTH, Floats, Lens, Vector
from hardware.simulator.looks import DieLook, Lamp, Light
from hardware.simulator.physics import FACES, Pose

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Span = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the picture, in whole pixels, right and bottom exclusive."""

_CELL = 96
"""A face's texture is 96 texels wide."""
_PRINT_SIZE = 1.9
"""Size of a character printed on a face, in the font's own units: half as high as the face."""
_GROUND = 0.07
"""Within 0.07 half edges a face bends into the ball to which its corners are ground."""
_BLUR_PIXELS = 2.0
"""A die whose middle or corners move by over 2 pixels during the exposure is drawn blurred."""

_LAYOUT = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Pips on each face in the face's own axes, in units of the spread."""

_CORNERS: Vector = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_SMALL_LAMP_MM = 100.0
"""Of a lamp with a radius below 100 mm four points throw a shadow that is smooth enough; of a larger one nine."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A die as laid over the picture.

    Attributes:
        span: where the body is.
        body: float32 (h, w, 4): linear light, already multiplied by the coverage that is the fourth channel.
        shadow_span: where the shadow is.
        shadow: float32 (h, w, 3): what is left of the tray's light.
        height: of the die's middle over the tray, mm: lower dice are drawn first.
    """

    span: Span
    body: Floats
    shadow_span: Span
    shadow: Floats
    height: float


class DieModel:
    """One die's looks, ready to be drawn in any pose."""

    def __init__(self, look: DieLook, light: Light, lens: Lens, rng: np.random.Generator) -> None:
        self.edge = look.edge
        self._half = look.edge / 2
        self._look, self._light, self._lens = look, light, lens
        self._colours, self._bumps = _faces(look, rng)
        # The tray sends back 0.35 of all light, in the light's own colour.
        sky, lamps = np.array(light.ambient), [np.array(lamp.colour) for lamp in light.lamps]
        total = np.sum([sky, *lamps], axis=0)
        # Columns: light from everywhere, light from the tray, then each lamp. `_glow` and `_shine` say how much of
        # each.
        self._lights = np.stack([sky, 0.35 * total, *lamps], axis=1).astype(np.float32)
        self._shares = np.stack([sky, *lamps], axis=1) / total[:, None]

    def draw(self, poses: Sequence[Pose]) -> Sprite | None:
        """The die in the course of one exposure; None if it is outside the picture.

        A still die is cast with four rays a pixel, so that its edges are smooth. A moving one is the mean of two casts
        of one ray a pixel, each smeared along half of its way.
        """
        middles = self._lens.project(np.stack([poses[0].position, poses[-1].position]))
        travel = middles[1] - middles[0]
        turn = float(np.abs(poses[-1].rotation - poses[0].rotation).max()) * self.edge * PIXELS_PER_MM
        moving = float(np.hypot(*travel)) + turn > _BLUR_PIXELS
        chosen = [poses[len(poses) // 4], poses[(3 * len(poses)) // 4]] if moving else [poses[-1]]
        corners = np.concatenate([pose.position + (_CORNERS * self._half) @ pose.rotation.T for pose in chosen])
        span = _around(self._lens.project(corners), 3 + (int(np.abs(travel).max()) // 2 if moving else 0))
        if span is None:
            return None
        left, top, right, bottom = span
        rays: Floats = self._lens.rays[top:bottom, left:right]
        if not moving:
            rays = np.asarray(cv2.resize(rays, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), np.float32)
        directions = np.ascontiguousarray(rays.reshape(-1, 2).T)
        planes = self._cast(chosen[0], directions)
        if moving:
            planes += self._cast(chosen[1], directions)
            planes *= 0.5
        planes[:3] *= self._lens.vignette[(top + bottom) // 2, (left + right) // 2]
        body = cv2.merge([plane.reshape(rays.shape[:2]) for plane in planes])
        if moving:
            body = cv2.filter2D(body, -1, _streak(travel / 2))
        else:
            body = cv2.resize(body, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        body = cv2.GaussianBlur(body, (5, 5), 0.7)
        shadow_span, shadow = self._shadow(chosen[-1])
        return Sprite(span, np.asarray(body, np.float32), shadow_span, shadow, float(poses[-1].position[2]))

    def _cast(self, pose: Pose, rays: Floats) -> Floats:
        """Linear light and coverage (4, n) of the die under the rays (2, n); works in the die's own axes."""
        rounding, ball = self._look.rounding, self._look.ball
        into = (pose.rotation.T @ self._lens.axes.T).astype(np.float32)
        eye = ((self._lens.place - pose.position) @ pose.rotation / self._half).astype(np.float32)[:, None]
        # Where each ray enters and leaves the cube without roundings: between the two planes of all three axes.
        way = into[:, :2] @ rays + into[:, 2:]
        way[way == 0] = 1e-9  # no division by zero below
        inverse = 1 / way
        middle, half = -eye * inverse, np.abs(inverse)
        near, far = (middle - half).max(axis=0), (middle + half).min(axis=0)
        seen = np.flatnonzero(near < far)
        planes = np.zeros((4, rays.shape[1]), np.float32)
        if not len(seen):
            return planes
        way = np.take(way, seen, axis=1)
        point = eye + way * near[seen]
        way /= np.sqrt(np.einsum("ij,ij->j", way, way))

        # On a plane part of a face the ray has arrived. At edges, corners and the ball's cap it goes on by the distance
        # to the surface, six times (sphere tracing); if it is not there then, it passes the die.
        inner = np.abs(point) > np.float32(1 - rounding)
        beyond = np.einsum("ij,ij->j", point, point) > ball**2
        edgy = np.flatnonzero(inner[0] & inner[1] | inner[1] & inner[2] | inner[2] & inner[0] | beyond)
        walk, steps = np.take(point, edgy, axis=1), np.take(way, edgy, axis=1)
        for _ in range(6):
            walk += steps * self._gap(walk)
        point[:, edgy] = walk
        solid = np.ones(len(seen), np.float32)
        solid[edgy] = self._gap(walk) < 0.02

        axis, side, texel = _texels(point)
        normal = self._normals(point, edgy, axis, side, texel)
        light = self._lights @ self._glow(pose, point, normal)
        for channel in range(3):
            light[channel] *= np.take(self._colours[channel], texel)
        light += self._lights @ self._shine(pose, normal, way)
        planes[:3, seen] = light * solid
        planes[3, seen] = solid
        return planes

    def _normals(self, point: Floats, edgy: Ints, axis: Ints, side: Bools, texel: Ints) -> Floats:
        """Unit normals (3, n) of the surface: rounded at its edges, ball-shaped where `edgy`, dented at its pips."""
        rounding, ball = self._look.rounding, self._look.ball
        normal = np.copysign(np.maximum(np.abs(point) - np.float32(1 - rounding), 1e-6), point)
        normal /= np.sqrt(np.einsum("ij,ij->j", normal, normal))
        if ball < 3**0.5:
            walk = np.take(point, edgy, axis=1)
            far = np.sqrt(np.einsum("ij,ij->j", walk, walk))
            on_ball = np.clip((far - np.float32(ball - _GROUND)) / np.float32(_GROUND), 0, 1)
            bent = np.take(normal, edgy, axis=1) * (1 - on_ball) + walk * (on_ball / far)
            normal[:, edgy] = bent / np.sqrt(np.einsum("ij,ij->j", bent, bent))
        bump_u, bump_v = np.take(self._bumps[0], texel), np.take(self._bumps[1], texel)
        dented = np.flatnonzero((bump_u != 0) | (bump_v != 0))
        if len(dented):
            along = axis[dented]
            normal[(along + 1) % 3, dented] += np.where(side[dented], -bump_u[dented], bump_u[dented])
            normal[(along + 2) % 3, dented] += bump_v[dented]
            normal[:, dented] /= np.sqrt((normal[:, dented] ** 2).sum(axis=0))
        return normal

    def _gap(self, point: Floats) -> Floats:
        """Distance to the surface of the rounded cube cut by its ball."""
        inner = np.maximum(np.abs(point) - np.float32(1 - self._look.rounding), 0)
        cube = np.sqrt(np.einsum("ij,ij->j", inner, inner)) - np.float32(self._look.rounding)
        if self._look.ball >= 3**0.5:
            return np.asarray(cube, np.float32)
        ball = np.sqrt(np.einsum("ij,ij->j", point, point)) - np.float32(self._look.ball)
        return np.asarray(np.maximum(cube, ball), np.float32)

    def _glow(self, pose: Pose, point: Floats, normal: Floats) -> Floats:
        """How much of each of `_lights` the material sends back at these points, before its colour.

        Lamps by Lambert's cosine; in a material of some `depth` light comes around the edge, and a little through it.
        """
        up = pose.rotation[2].astype(np.float32)
        facing_up = up @ normal
        height = up @ point + np.float32(pose.position[2] / self._half)  # half edges over the tray
        glow = np.empty((self._lights.shape[1], point.shape[1]), np.float32)
        nook = np.where(facing_up > 0.7, 1, np.minimum(0.35 + 0.4 * height, 1))
        glow[0] = (0.5 + 0.5 * facing_up) * nook
        glow[1] = (1 - facing_up) * np.clip(0.30 - 0.06 * height, 0, 1)
        depth = np.float32(self._look.depth)
        wrap = np.float32(0.35) * depth
        for row, lamp in enumerate(self._light.lamps, 2):
            lit = self._towards(pose, lamp) @ normal
            glow[row] = np.maximum((lit + wrap) / (1 + wrap), 0) - np.float32(0.3) * depth * np.minimum(lit, 0)
        return glow

    def _shine(self, pose: Pose, normal: Floats, way: Floats) -> Floats:
        """How much of each of `_lights` the polish mirrors: lamps as spots (Blinn), at flat angles all (Fresnel)."""
        gloss = np.float32(self._look.gloss)
        graze = 1 + np.minimum(np.einsum("ij,ij->j", normal, way), 0)
        graze *= graze
        shine = np.zeros((self._lights.shape[1], normal.shape[1]), np.float32)
        shine[0] = (0.02 + 0.25 * graze * graze) * gloss
        # One line of sight for the whole die: it is small, and far from the camera.
        middle = way[:, way.shape[1] // 2]
        for row, lamp in enumerate(self._light.lamps, 2):
            half_way = self._towards(pose, lamp) - middle
            wide = np.maximum((half_way / np.linalg.norm(half_way)) @ normal, 0)
            for _ in range(4):
                wide *= wide  # the 16th power: a sheen
            narrow = wide * wide
            narrow *= narrow
            narrow *= narrow  # the 128th: a spot
            shine[row] = gloss * (np.float32(0.03) * wide + np.float32(0.6) * narrow)
        return shine

    def _towards(self, pose: Pose, lamp: Lamp) -> Floats:
        """Direction of the lamp in the die's own axes."""
        away = np.array(lamp.place) - pose.position
        return np.asarray((away / np.linalg.norm(away)) @ pose.rotation, np.float32)

    def _shadow(self, pose: Pose) -> tuple[Span, Floats]:
        """What is left of the tray's light around the die: one shadow for each point of each lamp, and one right below.

        Works at half the picture's size: shadows are soft.
        """
        corners = pose.position + (_CORNERS * self._half * (1 - 0.25 * self._look.rounding)) @ pose.rotation.T
        low = max(float(corners[:, 2].min()), 0.0)
        outlines = [corners * (1, 1, 0)]
        points = [4 if lamp.radius < _SMALL_LAMP_MM else 9 for lamp in self._light.lamps]
        for lamp, count in zip(self._light.lamps, points, strict=True):
            at = np.array(lamp.place) + _disc(count)[:, None] * lamp.radius
            outlines += list(at + (corners - at) * (at[..., 2:] / np.maximum(at[..., 2:] - corners[:, 2:], 1)))
        pixels = self._lens.project(np.concatenate(outlines))
        reach = int(2 + PIXELS_PER_MM * (0.30 * self._half + 0.4 * low))  # pixels over which the nook below fades
        span = _around(pixels, 2 * reach + 4)
        if span is None:
            return (0, 0, 1, 1), np.ones((1, 1, 3), np.float32)
        left, top, right, bottom = span
        hulls = np.rint((pixels - (left, top)) * 8).astype(np.int32).reshape(-1, len(_CORNERS), 2)
        shape = ((bottom - top + 1) // 2, (right - left + 1) // 2)
        masks = []
        nook = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(nook, cv2.convexHull(hulls[0]), (255,), cv2.LINE_AA, 4)
        masks.append(cv2.blur(cv2.blur(nook, (reach, reach)), (reach, reach)))
        first = 1
        for count in points:
            mask = np.zeros(shape, np.uint8)
            once = np.empty(shape, np.uint8)
            for hull in hulls[first : first + count]:
                once[:] = 0
                cv2.fillConvexPoly(once, cv2.convexHull(hull), (255 // count,), cv2.LINE_AA, 4)
                cv2.add(mask, once, dst=mask)
            first += count
            masks.append(cv2.blur(mask, (2, 2)))
        strength = np.full(len(masks), 1 - 0.25 * self._look.depth)
        strength[0] = 0.95 / (1 + 0.5 * low / self._half)
        dark = (self._shares * strength / 255).astype(np.float32) @ np.stack(masks).reshape(len(masks), -1)
        left_over = cv2.merge([plane.reshape(shape) for plane in 1 - dark])
        size = (right - left, bottom - top)
        return span, np.asarray(cv2.resize(left_over, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _texels(point: Floats) -> tuple[Ints, Bools, Ints]:
    """The axis of the face of each point (3, n), whether it is the face on the negative side, and the point's texel."""
    size = np.abs(point)
    axis = np.where(size[0] > np.maximum(size[1], size[2]), 0, np.where(size[1] > size[2], 1, 2))
    first, second = axis == 0, axis == 1
    u = np.where(first, point[1], np.where(second, point[2], point[0]))
    v = np.where(first, point[2], np.where(second, point[0], point[1]))
    side = np.where(first, point[0], np.where(second, point[1], point[2])) < 0
    u = np.where(side, -u, u)
    columns = np.clip((u + 1) * (_CELL / 2), 0, _CELL - 1).astype(np.int32)
    rows = np.clip((v + 1) * (_CELL / 2), 0, _CELL - 1).astype(np.int32)
    texel = ((axis + 3 * side) * _CELL + rows) * _CELL + columns
    return axis, side, texel


@lru_cache
def _disc(count: int) -> Vector:
    """Points (count, 3) spread evenly over a level disc of unit radius, along a sunflower's spiral."""
    turn, far = np.arange(count) * 2.4, np.sqrt((np.arange(count) + 0.5) / count)
    return np.stack([np.cos(turn) * far, np.sin(turn) * far, np.zeros(count)], axis=1)


def _streak(travel: Vector) -> Floats:
    """The kernel of a motion blur along this many pixels to the right and down."""
    reach = int(np.ceil(np.abs(travel).max() / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 4 * reach + 1):
        x, y = travel * share + reach
        column, row = int(x), int(y)
        kernel[row, column] += (1 - x + column) * (1 - y + row)
        kernel[row, column + 1] += (x - column) * (1 - y + row)
        kernel[row + 1, column] += (1 - x + column) * (y - row)
        kernel[row + 1, column + 1] += (x - column) * (y - row)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _around(pixels: Vector, margin: int) -> Span | None:
    """The part of the picture around some pixels; None if they are all outside."""
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    span = max(int(left), 0), max(int(top), 0), min(int(right), WIDTH), min(int(bottom), HEIGHT)
    return span if span[0] < span[2] and span[1] < span[3] else None


def _faces(look: DieLook, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Colour (3, n) and dents (2, n) of the six faces' texels, face by face in the order of `FACES`, row by row."""
    across = (np.arange(_CELL, dtype=np.float32) + 0.5) * (2 / _CELL) - 1
    u, v = np.meshgrid(across, across)
    colours = np.empty((6, _CELL, _CELL, 3), np.float32)
    bumps = np.zeros((6, _CELL, _CELL, 2), np.float32)
    for face, value in enumerate(FACES):
        mottle = cv2.resize(
            rng.standard_normal((7, 7), dtype=np.float32), (_CELL, _CELL), interpolation=cv2.INTER_CUBIC
        )
        colours[face] = np.array(look.body, np.float32) * (1 + 0.02 * mottle)[..., None]
        radius = look.ace if value == 1 else look.pip
        paint = look.ace_colour if value == 1 and look.ace_colour else look.pips
        if emblem := dict(look.emblems).get(value):
            colours[face] += _printed(emblem)[..., None] * (np.array(paint, np.float32) - colours[face])
            continue
        rows = look.narrow if value == len(FACES) else 1.0
        for place in _LAYOUT[value]:
            du, dv = u - place[0] * look.spread, v - place[1] * look.spread * rows
            far = np.sqrt(du**2 + dv**2) / radius
            inside = np.clip((1 - far) * radius * _CELL / 2 + 0.5, 0, 1)[..., None]
            colours[face] += inside * (np.array(paint, np.float32) - colours[face])
            # A drilled bowl: its wall looks inwards, steepest at the rim.
            bowl = np.where(far < 1, 0.75 * far, 0.35 * np.maximum(1.25 - far, 0) / 0.25 * (far < 1.25))
            tilt = np.where(far < 1, -bowl, bowl * 0.3)
            bumps[face, ..., 0] += tilt * du / np.maximum(far * radius, 1e-6)
            bumps[face, ..., 1] += tilt * dv / np.maximum(far * radius, 1e-6)
    return np.ascontiguousarray(colours.reshape(-1, 3).T), np.ascontiguousarray(bumps.reshape(-1, 2).T)


def _printed(character: str) -> Floats:
    """How much ink a character leaves on a face, 0...1, (_CELL, _CELL)."""
    face, font, thick = np.zeros((_CELL, _CELL), np.uint8), cv2.FONT_HERSHEY_DUPLEX, 7
    (width, height), _ = cv2.getTextSize(character, font, _PRINT_SIZE, thick)
    place = ((_CELL - width) // 2, (_CELL + height) // 2)
    cv2.putText(face, character, place, font, _PRINT_SIZE, (255,), thick, cv2.LINE_AA)
    return np.asarray(face[:, ::-1] / np.float32(255), np.float32)  # columns run from right to left as it is seen
