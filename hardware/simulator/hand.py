"""A guest's hand and sleeve over the tray: modelled once as a relief of rounded limbs, then laid over every picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator.lens import HEIGHT, PEDESTAL, PIXELS_PER_MM, WIDTH, Floats, Image, Lens, Vector
from hardware.simulator.looks import Light

HOVER_MM = 60.0
"""Height of the back of the hand over the tray."""

REACH_MM = 150.0
"""From the middle of the palm to the tips of the fingers, and a little more."""

_PIXELS_PER_MM = 2.0  # of the hand's own picture; it is nearer than the plane of focus
_BEFORE, _BEHIND, _BESIDE = 190, 520, 150  # mm that this picture reaches around the middle of the palm
_SKINS = ((0.25, 0.36, 0.58), (0.17, 0.27, 0.48), (0.10, 0.17, 0.33), (0.045, 0.08, 0.17))  # linear BGR
_SLEEVES = ((0.05, 0.04, 0.035), (0.22, 0.10, 0.05), (0.40, 0.40, 0.41), (0.06, 0.05, 0.22), (0.05, 0.10, 0.06))


class Grip(Enum):
    """What the hand does with its fingers."""

    OPEN = "open"
    CURLED = "curled"
    POINTING = "pointing"


TIP_MM = (112.0, 27.0)
"""Tip of the pointing finger: forward and to the left of the middle of the palm."""


@dataclass(slots=True)
class Hand:
    """Where the hand is: middle of the palm in mm, radians its fingers point to, and its speed in mm/s."""

    place: Vector
    heading: float
    grip: Grip = Grip.OPEN
    speed: float = 0.0


@dataclass(frozen=True, slots=True)
class Guest:
    """Whose hand it is: indices of skin and sleeve."""

    skin: int
    sleeve: int

    @staticmethod
    def draw(rng: np.random.Generator) -> Guest:
        """Anybody."""
        return Guest(int(rng.integers(len(_SKINS))), int(rng.integers(len(_SLEEVES))))


def lay_over(canvas: Image, hand: Hand, guest: Guest, light: Light, lens: Lens, exposure: float) -> None:
    """Draw the hand on the canvas; `exposure` in seconds smears it along the arm."""
    quarter = round(hand.heading / (np.pi / 2)) % 4
    smear = min(int(hand.speed * exposure * _PIXELS_PER_MM / 6), 4)
    colour, left_over = _picture(guest, hand.grip, quarter, light, smear)
    centre = lens.project(np.array([[*hand.place, HOVER_MM]]))[0]
    scale = PIXELS_PER_MM * lens.place[2] / (lens.place[2] - HOVER_MM) / _PIXELS_PER_MM
    cos, sin = np.cos(hand.heading) * scale, -np.sin(hand.heading) * scale  # rows grow downwards
    turn = np.array([[cos, -sin], [sin, cos]])
    origin = np.array([_BEHIND, _BESIDE]) * _PIXELS_PER_MM
    shift = centre - turn @ origin
    height, width = left_over.shape
    outline = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ turn.T + shift
    left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)).astype(int), (WIDTH, HEIGHT))
    if left >= right or top >= bottom:
        return
    affine = np.column_stack([turn, shift - (left, top)])
    size = (int(right - left), int(bottom - top))
    laid = cv2.warpAffine(colour, affine, size, flags=cv2.INTER_LINEAR)
    gaps = cv2.warpAffine(
        left_over, affine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,)
    )
    part = canvas[top:bottom, left:right]
    dimmed = cv2.multiply(part, cv2.merge([gaps, gaps, gaps]), scale=1 / 255)
    part[:] = cv2.add(dimmed, laid)


@lru_cache(maxsize=96)
def _picture(guest: Guest, grip: Grip, quarter: int, light: Light, smear: int) -> tuple[Image, Image]:
    """The hand's light times its coverage, and what it and its shadow leave of what is below; fingers to the right."""
    if smear:
        colour, left_over = _picture(guest, grip, quarter, light, 0)
        size = (6 * smear + 1, 1)
        return np.asarray(cv2.blur(colour, size), np.uint8), np.asarray(cv2.blur(left_over, size), np.uint8)
    height, sleeve = _relief(grip)
    cover = cv2.GaussianBlur((height > 0).astype(np.float32), (0, 0), 1.3)
    smooth = cv2.GaussianBlur(height, (0, 0), 1.5)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) * (_PIXELS_PER_MM / 8)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1) * (_PIXELS_PER_MM / 8)
    steep = np.sqrt(1 + dx**2 + dy**2)
    rng = np.random.default_rng(7)
    skin = np.array(_SKINS[guest.skin], np.float32)
    cloth = np.array(_SLEEVES[guest.sleeve], np.float32)
    mottle = 1 + 0.05 * cv2.GaussianBlur(rng.standard_normal(height.shape, dtype=np.float32), (0, 0), 5) * 12
    pores = 1 + 0.10 * cv2.GaussianBlur(rng.standard_normal(height.shape, dtype=np.float32), (0, 0), 0.8)
    rows = np.arange(height.shape[0], dtype=np.float32)[:, None]
    knit = 1 + 0.08 * np.sin(rows * 2.1) * np.sin(np.arange(height.shape[1], dtype=np.float32) * 2.1)
    albedo = np.where(sleeve[..., None], cloth * knit[..., None], skin * (mottle * pores)[..., None])
    nook = np.clip(1 - (cv2.GaussianBlur(height, (0, 0), 9) - height) * 0.035, 0.35, 1.05)
    glow = np.array(light.ambient, np.float32) * (0.55 + 0.45 / steep)[..., None] * nook[..., None]
    heading = quarter * np.pi / 2
    shadow = np.zeros_like(height)
    total = np.array(light.ambient).sum()
    for lamp in light.lamps:
        away = np.array(lamp.place) / np.linalg.norm(lamp.place)
        ahead = away[0] * np.cos(heading) + away[1] * np.sin(heading)
        aside = -away[0] * np.sin(heading) + away[1] * np.cos(heading)  # to the left of the fingers: up in the picture
        lit = np.maximum((away[2] - dx * ahead + dy * aside) / steep * 0.85 + 0.15, 0)
        glow += (lit * nook)[..., None] * np.array(lamp.colour, np.float32)
        offset = np.array([-ahead, aside]) / away[2] * HOVER_MM * _PIXELS_PER_MM
        moved = cv2.warpAffine(cover, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), cover.shape[::-1])
        spread = HOVER_MM / away[2] * lamp.radius / np.linalg.norm(lamp.place) * _PIXELS_PER_MM + 3
        shadow += cv2.GaussianBlur(moved, (0, 0), spread * 0.6) * sum(lamp.colour)
        total += sum(lamp.colour)
    ambient_share = np.array(light.ambient).sum() / total
    shadow = shadow / total + cv2.GaussianBlur(cover, (0, 0), 40) * ambient_share * 0.6
    linear = cv2.GaussianBlur(np.asarray(albedo * glow, np.float32), (0, 0), 1.2)
    grey = np.clip(linear, 0, 1) ** (1 / 2.3) * 255 - PEDESTAL
    colour = np.clip(grey * cover[..., None], 0, 255).astype(np.uint8)
    left_over = np.clip((1 - cover) * (1 - np.clip(shadow, 0, 0.95)) ** (1 / 2.3) * 255, 0, 255).astype(np.uint8)
    return colour, left_over


_Joint = tuple[float, float, float, float]  # forward, left, up and radius, mm

_PALM: tuple[tuple[_Joint, ...], ...] = (
    ((-38, 14, 34, 17), (40, 29, 38, 13)),
    ((-40, 4, 34, 18), (45, 10, 40, 13)),
    ((-40, -5, 34, 18), (42, -10, 39, 12.5)),
    ((-38, -14, 33, 16), (34, -28, 36, 12)),
    ((-30, 18, 30, 18), (2, 42, 26, 15)),
    ((-42, 0, 33, 25), (-120, 0, 34, 31)),
)
_THUMB: dict[Grip, tuple[_Joint, ...]] = {
    Grip.OPEN: ((2, 42, 26, 14), (32, 62, 24, 11), (58, 70, 20, 9)),
    Grip.CURLED: ((2, 42, 26, 14), (34, 50, 22, 11), (58, 42, 12, 9)),
    Grip.POINTING: ((2, 42, 26, 14), (34, 44, 20, 11), (54, 30, 14, 9)),
}
_STRETCHED: tuple[tuple[_Joint, ...], ...] = (
    ((40, 29, 38, 11), (82, 36, 34, 9.3), (104, 39, 27, 8.3), (122, 40, 20, 7.3)),
    ((45, 10, 40, 11), (92, 12, 36, 9.6), (117, 13, 28, 8.6), (136, 13, 20, 7.5)),
    ((42, -10, 39, 10.5), (86, -14, 35, 9.2), (110, -16, 27, 8.2), (127, -17, 20, 7.2)),
    ((34, -28, 36, 9.5), (67, -39, 32, 8.0), (83, -44, 26, 7.2), (98, -48, 20, 6.4)),
)
_FOLDED: tuple[tuple[_Joint, ...], ...] = (
    ((40, 29, 38, 11), (72, 32, 44, 9.8), (84, 30, 24, 8.4), (80, 27, 10, 7.5)),
    ((45, 10, 40, 11), (79, 11, 46, 10), (92, 11, 25, 8.6), (88, 11, 10, 7.6)),
    ((42, -10, 39, 10.5), (74, -12, 44, 9.6), (86, -12, 24, 8.3), (82, -11, 10, 7.4)),
    ((34, -28, 36, 9.5), (60, -33, 40, 8.4), (70, -33, 22, 7.4), (67, -31, 10, 6.6)),
)
_INDEX: tuple[_Joint, ...] = ((40, 29, 38, 11), (74, 30, 36, 9.4), (94, 28, 27, 8.3), TIP_MM + (16, 7.3))


def _relief(grip: Grip) -> tuple[Floats, NDArray[np.bool_]]:
    """Height in mm of hand and arm over the table, 0 where there is none, and where it is sleeve."""
    fingers = {
        Grip.OPEN: _STRETCHED,
        Grip.CURLED: _FOLDED,
        Grip.POINTING: (_INDEX, *_FOLDED[1:]),
    }[grip]
    shape = (int(2 * _BESIDE * _PIXELS_PER_MM), int((_BEFORE + _BEHIND) * _PIXELS_PER_MM))
    sharp = 1.6  # mm over which limbs grow together
    mass = np.zeros(shape, np.float32)
    for limb in (*_PALM, _THUMB[grip], *fingers):
        for start, end in zip(limb, limb[1:], strict=False):
            _add(mass, start, end, sharp)
    skin = np.log(np.maximum(mass, 1e-9)) * sharp
    arm = np.zeros(shape, np.float32)
    _add(arm, (-105, 0, 34, 37), (-180, 0, 36, 43), sharp)
    _add(arm, (-180, 0, 36, 43), (-_BEHIND - 60, 0, 40, 52), sharp)
    cloth = np.log(np.maximum(arm, 1e-9)) * sharp
    along = np.arange(shape[1], dtype=np.float32) / _PIXELS_PER_MM - _BEHIND
    across = np.arange(shape[0], dtype=np.float32)[:, None] / _PIXELS_PER_MM - _BESIDE
    folds = 1.6 * np.sin(along * 0.16 + 0.05 * across + 1.3 * np.sin(across * 0.07)) + 1.1 * np.sin(
        along * 0.33 - 0.09 * across
    )
    cloth = np.where(cloth > 0, np.maximum(cloth + folds, 0.1), 0)
    return np.maximum(np.maximum(skin, cloth), 0).astype(np.float32), cloth > skin


def _add(mass: Floats, start: _Joint, end: _Joint, sharp: float) -> None:
    """Add a limb that tapers between two joints, as exp(height / sharp)."""
    a, b = np.array(start, np.float32), np.array(end, np.float32)
    reach = max(a[3], b[3])
    low = np.floor((np.minimum(a, b)[:2] - reach + (_BEHIND, _BESIDE)) * _PIXELS_PER_MM).astype(int)
    high = np.ceil((np.maximum(a, b)[:2] + reach + (_BEHIND, _BESIDE)) * _PIXELS_PER_MM).astype(int)
    rows, columns = mass.shape
    left, right = max(low[0], 0), min(high[0], columns)
    # Left of the fingers is up in the picture.
    top, bottom = max(rows - high[1], 0), min(rows - low[1], rows)
    x = (np.arange(left, right, dtype=np.float32) / _PIXELS_PER_MM - _BEHIND)[None, :]
    y = (_BESIDE - np.arange(top, bottom, dtype=np.float32) / _PIXELS_PER_MM)[:, None]
    way = b[:2] - a[:2]
    share = np.clip(((x - a[0]) * way[0] + (y - a[1]) * way[1]) / max(float(way @ way), 1e-6), 0, 1)
    middle = a + share[..., None] * (b - a)
    squared = middle[..., 3] ** 2 - (x - middle[..., 0]) ** 2 - (y - middle[..., 1]) ** 2
    height = middle[..., 2] + np.sqrt(np.maximum(squared, 0))
    mass[top:bottom, left:right] += np.where(squared > 0, np.exp(height / np.float32(sharp)), 0)
