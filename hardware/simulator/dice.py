"""How a die looks: a rounded cube with inset pips, cast ray by ray, and the shadow it throws on the tray."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulator.lens import HEIGHT, WIDTH, Floats, Image, Lens, Vector
from hardware.simulator.looks import DieLook, Lamp, Light
from hardware.simulator.physics import FACES, Pose

Span = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the picture, in whole pixels, right and bottom exclusive."""

_CELL = 96  # texels of a face's edge
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
_SOFT = np.array([[np.cos(a) * r, np.sin(a) * r] for a, r in zip(np.arange(7) * 2.4, np.sqrt(np.arange(7) / 6.5))])
"""Points of a lamp's disc, unit radius, from which its shadow is thrown."""


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
        self._look, self._light, self._lens = look, light, lens
        self.edge = look.edge
        self._half = look.edge / 2
        self._colours, self._bumps = _faces(look, rng)

    def draw(self, poses: list[Pose], fine: int) -> Sprite | None:
        """The die in the middle of an exposure: the mean of `poses`, each cast with `fine` rays a pixel's edge.

        None if it is out of the picture.
        """
        corners = np.concatenate([pose.position + (_CORNERS * self._half) @ pose.rotation.T for pose in poses])
        span = _around(self._lens.project(corners), 3)
        if span is None:
            return None
        left, top, right, bottom = span
        rays = self._lens.rays[top:bottom, left:right]
        if fine > 1:
            rays = cv2.resize(rays, None, fx=fine, fy=fine, interpolation=cv2.INTER_LINEAR)
        body = self._cast(poses[0], rays)
        for pose in poses[1:]:
            body += self._cast(pose, rays)
        if len(poses) > 1:
            body *= 1 / len(poses)
        if fine > 1:
            body = cv2.resize(body, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        body = cv2.GaussianBlur(body, (0, 0), 0.7)
        body[..., :3] *= self._lens.vignette[(top + bottom) // 2, (left + right) // 2]
        middle = poses[len(poses) // 2]
        shadow_span, shadow = self._shadow(middle)
        return Sprite(span, body, shadow_span, shadow, float(middle.position[2]))

    def _cast(self, pose: Pose, rays: Floats) -> Floats:
        """Linear light and coverage (h, w, 4) of the die under the rays; works in the die's own half edges."""
        look, rounding = self._look, self._look.rounding
        shape = rays.shape[:2]
        into = (pose.rotation.T @ self._lens.axes.T).astype(np.float32)
        eye = ((self._lens.place - pose.position) @ pose.rotation / self._half).astype(np.float32)
        way = into[:, :2] @ rays.reshape(-1, 2).T + into[:, 2:]
        near = ((-np.sign(way) - eye[:, None]) / way).max(axis=0)
        far = ((np.sign(way) - eye[:, None]) / way).min(axis=0)
        seen = np.flatnonzero(near < far)
        way = way[:, seen]
        length = np.sqrt(np.einsum("ij,ij->j", way, way))
        way /= length
        reach = near[seen] * length
        point = eye[:, None] + way * reach

        # Faces are met at once; edges, corners and the ball's cap are walked to by their distance.
        inner = np.abs(point) - np.float32(1 - rounding)
        edgy = np.flatnonzero(((inner > 0).sum(axis=0) > 1) | (np.einsum("ij,ij->j", point, point) > look.ball**2))
        walk, steps = point[:, edgy], way[:, edgy]
        for _ in range(7):
            gap = self._gap(walk)
            walk += steps * gap
        point[:, edgy] = walk
        solid = np.ones(len(seen), np.float32)
        solid[edgy] = self._gap(walk) < 0.02

        normal = np.maximum(np.abs(point) - np.float32(1 - rounding), 1e-6)
        normal = np.copysign(normal, point)
        normal[:, edgy] += np.where(
            np.einsum("ij,ij->j", walk, walk) > (look.ball - 0.02) ** 2, walk * np.float32(4 * rounding), 0
        )
        axis = np.argmax(np.abs(point), axis=0)
        each = np.arange(len(seen))
        side = point[axis, each] < 0
        face = axis + 3 * side
        u_axis, v_axis = (axis + 1) % 3, (axis + 2) % 3
        flip = np.where(side, np.float32(-1), np.float32(1))
        column = (point[u_axis, each] * flip + 1) * np.float32(_CELL / 2)
        row = (point[v_axis, each] + 1) * np.float32(_CELL / 2)
        np.clip(column, 0, _CELL - 1, out=column)
        np.clip(row, 0, _CELL - 1, out=row)
        texel = (face * _CELL + row.astype(np.int64)) * _CELL + column.astype(np.int64)
        normal /= np.sqrt(np.einsum("ij,ij->j", normal, normal))
        bump = self._bumps[texel]
        dented = np.flatnonzero(bump.any(axis=1))
        normal[u_axis[dented], dented] += bump[dented, 0] * flip[dented]
        normal[v_axis[dented], dented] += bump[dented, 1]
        normal[:, dented] /= np.sqrt((normal[:, dented] ** 2).sum(axis=0))

        colour = self._colours[texel] * self._glow(pose, point, normal)
        colour += self._shine(pose, normal, way)
        body = np.zeros((shape[0] * shape[1], 4), np.float32)
        body[seen, :3] = colour * solid[:, None]
        body[seen, 3] = solid
        return body.reshape(*shape, 4)

    def _gap(self, point: Floats) -> Floats:
        """Distance to the surface of the rounded cube cut by its ball."""
        inner = np.maximum(np.abs(point) - np.float32(1 - self._look.rounding), 0)
        cube = np.sqrt(np.einsum("ij,ij->j", inner, inner)) - np.float32(self._look.rounding)
        ball = np.sqrt(np.einsum("ij,ij->j", point, point)) - np.float32(self._look.ball)
        return np.asarray(np.maximum(cube, ball), np.float32)

    def _glow(self, pose: Pose, point: Floats, normal: Floats) -> Floats:
        """Light (n, 3) that falls on each point and wanders under the surface."""
        up = pose.rotation[2].astype(np.float32)
        facing_up = up @ normal
        height = np.float32(pose.position[2] / self._half) + up @ point  # half edges over the tray
        open_sky = 0.5 + 0.5 * facing_up
        open_sky *= np.where(facing_up > 0.7, np.float32(1), np.clip(0.35 + 0.4 * height, 0, 1))
        sky = np.array(self._light.ambient, np.float32)
        light = open_sky[:, None] * sky
        full = sky + sum(np.array(lamp.colour, np.float32) for lamp in self._light.lamps)
        light += ((1 - facing_up) * np.clip(0.30 - 0.06 * height, 0, 1))[:, None] * (full * 0.35)
        depth = self._look.depth
        for lamp in self._light.lamps:
            to = self._towards(pose, lamp)
            lit = to @ normal
            wrap = np.float32(0.35 * depth)
            lit = np.maximum((lit + wrap) / (1 + wrap), 0) + np.float32(0.3 * depth) * np.maximum(-lit, 0)
            light += lit[:, None] * np.array(lamp.colour, np.float32)
        return light

    def _shine(self, pose: Pose, normal: Floats, way: Floats) -> Floats:
        """Light (n, 3) mirrored by the polish: the lamps, and at the limbs the room."""
        graze = 1 + np.minimum(np.einsum("ij,ij->j", normal, way), 0)
        fresnel = np.float32(0.04) + np.float32(0.5) * graze**4
        gloss = np.float32(self._look.gloss)
        shine = (fresnel * gloss * 0.5)[:, None] * np.array(self._light.ambient, np.float32)
        middle = way[:, way.shape[1] // 2]
        for lamp in self._light.lamps:
            half_way = self._towards(pose, lamp) - middle
            half_way /= np.linalg.norm(half_way)
            spark = np.maximum(half_way @ normal, 0)
            wide = spark**8  # ** of small whole numbers is repeated multiplication
            wide = wide * wide
            narrow = wide * wide
            narrow = narrow * narrow
            narrow = narrow * narrow
            shine += (gloss * (0.03 * wide + 0.75 * narrow))[:, None] * np.array(lamp.colour, np.float32)
        return shine

    def _towards(self, pose: Pose, lamp: Lamp) -> Floats:
        """Direction of the lamp in the die's own axes."""
        away = np.array(lamp.place) - pose.position
        return np.asarray((away / np.linalg.norm(away)) @ pose.rotation, np.float32)

    def _shadow(self, pose: Pose) -> tuple[Span, Floats]:
        """What is left of the tray's light around the die: each lamp's disc thrown point by point, and the nook below."""
        corners = pose.position + (_CORNERS * self._half * (1 - 0.25 * self._look.rounding)) @ pose.rotation.T
        sky = np.array(self._light.ambient)
        total = sky + sum(np.array(lamp.colour) for lamp in self._light.lamps)
        outlines: list[tuple[Vector, Vector]] = []
        for lamp in self._light.lamps:
            share = np.array(lamp.colour) / total / len(_SOFT) * (1 - 0.25 * self._look.depth)
            for offset in _SOFT * lamp.radius:
                at = np.array(lamp.place) + (*offset, 0)
                down = at[2] / np.maximum(at[2] - corners[:, 2:], 1)
                outlines.append((at + (corners - at) * down, share))
        footprint = corners * (1, 1, 0)
        points = np.concatenate([footprint, *(outline for outline, _ in outlines)])
        reach = 0.55 * self._half + 0.5 * float(corners[:, 2].min())  # mm over which the nook below fades
        span = _around(self._lens.project(points), int(6 * reach) + 3) or (0, 0, 1, 1)
        left, top, right, bottom = span
        shadow = np.zeros((bottom - top, right - left, 3), np.float32)
        mask = np.empty(shadow.shape[:2], np.uint8)
        for outline, share in outlines:
            mask[:] = 0
            self._fill(mask, outline, span)
            shadow += mask[..., None] * (share / 255).astype(np.float32)
        shadow = cv2.GaussianBlur(shadow, (0, 0), 1.0)
        mask[:] = 0
        self._fill(mask, footprint, span)
        nook = cv2.GaussianBlur(mask, (0, 0), 3 * reach * 0.6).astype(np.float32)
        depth = 0.95 / (1 + max(float(corners[:, 2].min()), 0) / self._half)
        shadow += nook[..., None] * (sky / total * depth / 255).astype(np.float32)
        return span, np.asarray(1 - shadow, np.float32)

    def _fill(self, mask: Image, outline: Vector, span: Span) -> None:
        seen = self._lens.project(outline) - span[:2]
        hull = cv2.convexHull(seen.astype(np.float32))
        cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)


def _around(pixels: Vector, margin: int) -> Span | None:
    """The part of the picture around some pixels; None if they are all outside."""
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    span = max(int(left), 0), max(int(top), 0), min(int(right), WIDTH), min(int(bottom), HEIGHT)
    return span if span[0] < span[2] and span[1] < span[3] else None


def _faces(look: DieLook, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Colour (n, 3) and dents (n, 2) of the six faces' texels, face by face in the order of `FACES`, row by row."""
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
        for place in _LAYOUT[value]:
            du, dv = u - place[0] * look.spread, v - place[1] * look.spread
            far = np.sqrt(du**2 + dv**2) / radius
            inside = np.clip((1 - far) * radius * _CELL / 2 + 0.5, 0, 1)[..., None]
            colours[face] += inside * (np.array(paint, np.float32) - colours[face])
            # A drilled bowl: its wall looks inwards, steepest at the rim.
            bowl = np.where(far < 1, 0.75 * far, 0.35 * np.maximum(1.25 - far, 0) / 0.25 * (far < 1.25))
            tilt = np.where(far < 1, -bowl, bowl * 0.3)
            bumps[face, ..., 0] += tilt * du / np.maximum(far * radius, 1e-6)
            bumps[face, ..., 1] += tilt * dv / np.maximum(far * radius, 1e-6)
    return colours.reshape(-1, 3), bumps.reshape(-1, 2)
