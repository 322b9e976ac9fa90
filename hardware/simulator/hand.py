"""A guest's hand and sleeve over the tray: modelled once as a relief of rounded limbs, then laid over every picture.

The relief is made once for each grip (`_anatomy`), lit once for each quarter turn (`_lit`), smeared once for each
speed, and turned into each picture as a flat image: that is quick enough for every frame.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator.lens import HEIGHT, PEDESTAL, PIXELS_PER_MM, WIDTH, Floats, Image, Lens, Vector
from hardware.simulator.looks import Light

HOVER_MM = 60.0
"""The back of the hand is 60 mm above the tray."""

REACH_MM = 150.0
"""The tips of the fingers are up to 150 mm away from the middle of the palm."""

SMEARED = 6
"""6 pictures of a hand are kept, of 2.6 MB each: those that one movement needs."""

_PIXELS_PER_MM = 2.0  # of the hand's own picture; it is nearer than the plane of focus
_BEFORE, _BEHIND, _BESIDE = 190, 450, 125  # mm that this picture reaches around the middle of the palm
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
    """Where the hand is: the middle of its palm (mm), the direction of its fingers (radians), and its speed (mm/s)."""

    place: Vector
    heading: float
    grip: Grip = Grip.OPEN
    speed: float = 0.0


@dataclass(frozen=True, slots=True)
class Guest:
    """Whose hand it is: which of the skins and sleeves."""

    skin: int
    sleeve: int

    @staticmethod
    def draw(rng: np.random.Generator) -> "Guest":
        return Guest(int(rng.integers(len(_SKINS))), int(rng.integers(len(_SLEEVES))))


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
_INDEX: tuple[_Joint, ...] = ((40, 29, 38, 11), (74, 30, 36, 9.4), (94, 28, 27, 8.3), (*TIP_MM, 16, 7.3))


class HandPainter:
    def __init__(self, guest: Guest, light: Light, lens: Lens) -> None:
        self._guest, self._light, self._lens = guest, light, lens
        self._scale = PIXELS_PER_MM * lens.place[2] / (lens.place[2] - HOVER_MM) / _PIXELS_PER_MM
        self._smeared = lru_cache(maxsize=SMEARED)(self._smear)
        self._colour = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        self._gaps = np.empty((HEIGHT, WIDTH), np.uint8)

    def paint(self, canvas: Image, hand: Hand, exposure: float) -> None:
        """Draw the hand on the canvas, smeared along the arm by its movement during `exposure` seconds."""
        colour, gaps = self._picture(hand, exposure)
        centre = self._lens.project(np.array([[*hand.place, HOVER_MM]]))[0]
        cos, sin = np.cos(hand.heading) * self._scale, -np.sin(hand.heading) * self._scale  # rows grow downwards
        # From the hand's own picture to its place in the frame; only the part of the frame that it covers is worked on.
        turn = np.array([[cos, -sin], [sin, cos]])
        shift = centre - turn @ np.array([_BEHIND, _BESIDE]) * _PIXELS_PER_MM
        height, width = gaps.shape
        outline = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ turn.T + shift
        left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
        right, bottom = np.minimum(np.ceil(outline.max(axis=0)).astype(int), (WIDTH, HEIGHT))
        if left >= right or top >= bottom:
            return
        affine = np.column_stack([turn, shift - (left, top)])
        size = (int(right - left), int(bottom - top))
        part = canvas[top:bottom, left:right]
        laid, free = self._colour[: size[1], : size[0]], self._gaps[: size[1], : size[0]]
        # The hand is out of focus anyway: nearest neighbours and a small blur take a fifth of the time of
        # interpolation.
        cv2.warpAffine(colour, affine, size, dst=laid, flags=cv2.INTER_NEAREST)
        cv2.warpAffine(gaps, affine, size, dst=free, flags=cv2.INTER_NEAREST, borderValue=(255,))
        cv2.blur(laid, (3, 3), dst=laid)
        cv2.blur(free, (3, 3), dst=free)
        cv2.multiply(part, cv2.merge([free, free, free]), dst=part, scale=1 / 255)
        cv2.add(part, laid, dst=part)

    def _picture(self, hand: Hand, exposure: float) -> tuple[Image, Image]:
        # Light is worked out for the nearest quarter turn, and smears in five steps: there are few to make and keep.
        quarter = round(hand.heading / (np.pi / 2)) % 4
        return self._smeared(hand.grip, quarter, min(int(hand.speed * exposure * _PIXELS_PER_MM / 6), 4))

    def _smear(self, grip: Grip, quarter: int, smear: int) -> tuple[Image, Image]:
        sharp = _lit(self._guest, grip, quarter, self._light)
        colour, gaps = (np.asarray(cv2.blur(plane, (6 * smear + 1, 1)), np.uint8) for plane in sharp)
        return colour, gaps


@lru_cache(maxsize=12)
def _lit(guest: Guest, grip: Grip, quarter: int, light: Light) -> tuple[Image, Image]:
    """The hand with its fingers to the right, lit as if they pointed `quarter` times 90 degrees.

    Returns:
        Its grey levels times its coverage; and the share of what is below that it and its shadow leave, 255 for all.
    """
    limb = _anatomy(grip)
    heading = quarter * np.pi / 2
    glow = [strength * limb.open_sky for strength in light.ambient]
    total = sum(light.ambient)
    cover = cv2.resize(limb.cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    # Light from everywhere throws a wide soft shadow, each lamp its own beside the hand, blurred by its penumbra.
    shadow = cv2.blur(cover, (21, 21)) * (0.6 * total)
    for lamp in light.lamps:
        away = np.array(lamp.place) / np.linalg.norm(lamp.place)
        ahead = float(away[0] * np.cos(heading) + away[1] * np.sin(heading))
        left = float(-away[0] * np.sin(heading) + away[1] * np.cos(heading))
        lit = np.maximum(away[2] * limb.flat - ahead * limb.forwards - left * limb.leftwards, 0) * 0.9 + 0.1
        lit *= limb.nook
        for channel, strength in enumerate(lamp.colour):
            glow[channel] += strength * lit
        offset = np.array([-ahead, left]) / away[2] * HOVER_MM * _PIXELS_PER_MM / 4
        moved = cv2.warpAffine(cover, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), cover.shape[::-1])
        penumbra = HOVER_MM / away[2] * lamp.radius / np.linalg.norm(lamp.place) * _PIXELS_PER_MM / 4 + 1
        shadow += cv2.GaussianBlur(moved, (0, 0), float(penumbra) * 0.6) * sum(lamp.colour)
        total += sum(lamp.colour)
    border = np.pad(np.ones((cover.shape[0] - 24, cover.shape[1] - 12), np.float32), ((12, 12), (0, 12)))
    shadow *= cv2.blur(border, (15, 15))  # it must have faded where this picture ends
    left_over = cv2.pow(np.maximum(1 - shadow / total, 0.03), 1 / 2.3)
    gaps = cv2.resize(left_over, limb.cover.shape[::-1], interpolation=cv2.INTER_LINEAR) * (1 - limb.cover)
    planes = []
    for channel in range(3):
        albedo = np.where(limb.cloth, _SLEEVES[guest.sleeve][channel], _SKINS[guest.skin][channel])
        linear = np.clip(albedo * glow[channel], 0, 1).astype(np.float32)
        grey = cv2.pow(cv2.GaussianBlur(linear, (5, 5), 1.1), 1 / 2.3) * 255 - PEDESTAL
        planes.append(np.clip(grey * limb.cover, 0, 255).astype(np.uint8))
    return np.asarray(cv2.merge(planes), np.uint8), np.clip(gaps * 255, 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Limb:
    """All of a hand that does not depend on the light; (rows, columns), float32.

    Attributes:
        cover: coverage, 0…1.
        cloth: whether it is sleeve.
        flat, forwards, leftwards: the surface's normal is (-forwards, -leftwards, flat), first along the fingers, then
            to their left, then up.
        nook: how open to the lamps a place is, less between fingers; open_sky: how open to light from everywhere.
    """

    cover: Floats
    cloth: NDArray[np.bool_]
    flat: Floats
    forwards: Floats
    leftwards: Floats
    nook: Floats
    open_sky: Floats


@lru_cache(maxsize=3)
def _anatomy(grip: Grip) -> _Limb:
    height, cloth = _relief(grip)
    cover = cv2.GaussianBlur((height > 0).astype(np.float32), (7, 7), 1.3)
    pores = np.random.default_rng(7).standard_normal(height.shape, dtype=np.float32)
    smooth = cv2.GaussianBlur(height, (7, 7), 1.5) + 0.3 * cv2.GaussianBlur(pores, (5, 5), 0.8)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) * (_PIXELS_PER_MM / 8)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1) * (_PIXELS_PER_MM / 8)
    flat = 1 / np.sqrt(1 + dx**2 + dy**2)
    hollow = cv2.blur(cv2.blur(height, (17, 17)), (17, 17)) - height
    nook = np.clip(1 - hollow * 0.035, 0.35, 1.06)
    return _Limb(
        cover=np.asarray(cover, np.float32),
        cloth=cloth,
        flat=np.asarray(flat, np.float32),
        forwards=np.asarray(dx * flat, np.float32),
        leftwards=np.asarray(-dy * flat, np.float32),
        nook=np.asarray(nook, np.float32),
        open_sky=np.asarray(nook * (0.55 + 0.45 * flat), np.float32),
    )


def _fingers(grip: Grip) -> tuple[tuple[_Joint, ...], ...]:
    if grip is Grip.OPEN:
        return _STRETCHED
    return (_INDEX, *_FOLDED[1:]) if grip is Grip.POINTING else _FOLDED


def _relief(grip: Grip) -> tuple[Floats, NDArray[np.bool_]]:
    """Height (mm) of hand and arm over the table, 0 where there is none; and where it is sleeve.

    Limbs are added as exp(height / 1.6 mm) and the logarithm is taken of the sum: a smooth maximum, in which they grow
    together.
    """
    shape = (int(2 * _BESIDE * _PIXELS_PER_MM), int((_BEFORE + _BEHIND) * _PIXELS_PER_MM))
    sharp = 1.6
    mass = np.zeros(shape, np.float32)
    for limb in (*_PALM, _THUMB[grip], *_fingers(grip)):
        for start, end in pairwise(limb):
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
