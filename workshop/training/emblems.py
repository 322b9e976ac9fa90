"""What dice show in place of pips: brands, skulls, letters, numerals and pictures, drawn by chance."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

PICTURE_PX = 128
"""Width and height of an emblem's picture, which covers all of a face."""
_MIDDLE = (PICTURE_PX - 1) / 2
_REACH_PX = (30.0, 46.0)
"""From a face's middle to where its emblem ends: emblems fill half to nearly all of a face."""
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
_POKER, _ROMAN = ("A", "9", "10", "J", "Q", "K"), ("I", "II", "III", "IV", "V", "VI")
_BRANDS = ("BAR", "PUB", "CAFE", "51", "421", "777", "LYON", "ROMA", "X", "TM")

Picture = NDArray[np.uint8]
"""Ink 0...255, (PICTURE_PX, PICTURE_PX)."""


def _blank() -> Picture:
    return np.zeros((PICTURE_PX, PICTURE_PX), np.uint8)


def _fill(picture: Picture, outline: NDArray[np.floating], ink: int = 255) -> None:
    """Fill what an outline (n, 2), -1...1 each, encloses."""
    points = (_MIDDLE + np.asarray(outline) * _MIDDLE) * 16
    cv2.fillPoly(picture, [points.round().astype(np.int32)], ink, cv2.LINE_AA, 4)


def _disc(picture: Picture, at: tuple[float, float], radius: float, ink: int = 255) -> None:
    round_about = np.linspace(0, 2 * np.pi, 48)
    _fill(picture, np.stack([np.cos(round_about), np.sin(round_about)], 1) * radius + at, ink)


def _bar(picture: Picture, first: tuple[float, float], last: tuple[float, float], width: float, ink: int = 255) -> None:
    a, b = (tuple(int(v) for v in _MIDDLE + np.array(end) * _MIDDLE) for end in (first, last))
    cv2.line(picture, a, b, ink, max(1, round(width * _MIDDLE)), cv2.LINE_AA)


def lettered(rng: np.random.Generator, text: str) -> Picture:
    """A few characters, as large as a face has room for."""
    font, thick = int(rng.choice(_FONTS)), int(rng.integers(3, 7))
    (width, height), _ = cv2.getTextSize(text, font, 2.0, thick)
    drawn = np.zeros((height + 40, width + 40), np.uint8)
    cv2.putText(drawn, text, (20, height + 20), font, 2.0, 255, thick, cv2.LINE_AA)
    left, top, width, height = cv2.boundingRect(drawn)
    drawn = drawn[top : top + height, left : left + width]
    fits = 1.6 / max(width, height)
    picture = _blank()
    wide, tall = (max(4, round(side * fits * _MIDDLE)) for side in (width, height))
    small = cv2.resize(drawn, (wide, tall), interpolation=cv2.INTER_AREA)
    top, left = (PICTURE_PX - tall) // 2, (PICTURE_PX - wide) // 2
    picture[top : top + tall, left : left + wide] = small
    return picture


def _polar(rng: np.random.Generator, radii: NDArray[np.floating]) -> NDArray[np.floating]:
    """An outline by its radii round about, from any angle."""
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False) + rng.uniform(0, 2 * np.pi)
    return np.stack([np.cos(angles), np.sin(angles)], 1) * np.asarray(radii)[:, None]


def _star(rng: np.random.Generator) -> Picture:
    picture, points = _blank(), int(rng.integers(3, 9))
    _fill(picture, _polar(rng, np.tile((0.8, rng.uniform(0.25, 0.5)), points)))
    return picture


def _skull(rng: np.random.Generator) -> Picture:
    picture, eye = _blank(), rng.uniform(0.13, 0.2)
    _disc(picture, (0, -0.15), rng.uniform(0.5, 0.62))
    jaw = rng.uniform(0.25, 0.36)
    _fill(picture, np.array([(-jaw, 0.2), (jaw, 0.2), (jaw, 0.75), (-jaw, 0.75)]))
    for side in (-1, 1):
        _disc(picture, (side * 0.24, -0.1), eye, 0)
    _fill(picture, np.array([(0, 0.1), (0.09, 0.3), (-0.09, 0.3)]), 0)
    for tooth in (-0.12, 0.0, 0.12):
        _bar(picture, (tooth, 0.5), (tooth, 0.75), 0.05, 0)
    return picture


def _crown(rng: np.random.Generator) -> Picture:
    picture, spikes = _blank(), int(rng.integers(2, 5))
    xs = np.linspace(-0.7, 0.7, 2 * spikes + 1)
    top = [(x, -0.55 if k % 2 == 0 else rng.uniform(-0.1, 0.1)) for k, x in enumerate(xs)]
    _fill(picture, np.array([*top, (0.6, 0.6), (-0.6, 0.6)]))
    _bar(picture, (-0.55, 0.4), (0.55, 0.4), 0.07, 0)
    return picture


def _heart(rng: np.random.Generator) -> Picture:
    t, sign = np.linspace(0, 2 * np.pi, 80), float(rng.choice((-1.0, 1.0)))
    down = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    picture = _blank()
    _fill(picture, np.stack([16 * np.sin(t) ** 3, sign * down], 1) / 22)
    if sign < 0:  # a spade
        _fill(picture, np.array([(0, 0.1), (0.25, 0.8), (-0.25, 0.8)]))
    return picture


def _club(rng: np.random.Generator) -> Picture:
    picture, radius = _blank(), rng.uniform(0.24, 0.32)
    for x, y in ((0, -0.4), (-0.36, 0.1), (0.36, 0.1)):
        _disc(picture, (x, y), radius)
    _fill(picture, np.array([(0, -0.1), (0.22, 0.75), (-0.22, 0.75)]))
    return picture


def _anchor(rng: np.random.Generator) -> Picture:
    picture, width = _blank(), rng.uniform(0.1, 0.18)
    _bar(picture, (0, -0.45), (0, 0.65), width)
    _bar(picture, (-0.3, -0.25), (0.3, -0.25), width)
    _disc(picture, (0, -0.6), 0.18)
    _disc(picture, (0, -0.6), 0.08, 0)
    t = np.linspace(0.1, np.pi - 0.1, 20)
    outer, inner = np.stack([np.cos(t), np.sin(t)], 1) * 0.7, np.stack([np.cos(t), np.sin(t)], 1) * (0.7 - width)
    _fill(picture, np.concatenate([outer, inner[::-1]]))
    return picture


def _bolt(rng: np.random.Generator) -> Picture:
    picture, lean = _blank(), rng.uniform(0.1, 0.4)
    _fill(picture, np.array([(lean, -0.8), (-0.5, 0.1), (-0.05, 0.1), (-lean, 0.8), (0.5, -0.15), (0.05, -0.15)]))
    return picture


def _moon(rng: np.random.Generator) -> Picture:
    picture, off = _blank(), rng.uniform(0.2, 0.4)
    _disc(picture, (0, 0), 0.7)
    _disc(picture, (off, -0.1), 0.55, 0)
    return picture


def _cross(rng: np.random.Generator) -> Picture:
    picture, width, at = _blank(), rng.uniform(0.15, 0.4), rng.uniform(-0.4, 0.1)
    _bar(picture, (0, -0.65), (0, 0.65), width)
    _bar(picture, (-0.55, at), (0.55, at), width)
    return picture


def _blob(rng: np.random.Generator) -> Picture:
    """The shape of an animal, a leaf or a map, that nobody could name."""
    waves = rng.normal(0, 1, (2, 7)) / np.arange(1, 8)
    t = np.linspace(0, 2 * np.pi, 90, endpoint=False)[:, None] * np.arange(1, 8)
    radii = np.clip(0.5 + 0.16 * (np.cos(t) @ waves[0] + np.sin(t) @ waves[1]), 0.12, 0.85)
    picture = _blank()
    _fill(picture, _polar(rng, radii))
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(-0.35, 0.35, 2)
        _disc(picture, (float(x), float(y)), rng.uniform(0.06, 0.16), 0)
    return picture


def _badge(rng: np.random.Generator) -> Picture:
    """A brand's letter in a ring, or left out of a disc."""
    letter = cv2.resize(lettered(rng, _any_letter(rng)), None, fx=0.62, fy=0.62, interpolation=cv2.INTER_AREA)
    inset = (PICTURE_PX - len(letter)) // 2
    middle = _blank()
    middle[inset : inset + len(letter), inset : inset + len(letter)] = letter
    picture = _blank()
    _disc(picture, (0, 0), 0.82)
    if rng.random() < 0.5:
        return np.asarray(cv2.subtract(picture, middle), np.uint8)
    _disc(picture, (0, 0), rng.uniform(0.66, 0.74), 0)
    return np.asarray(cv2.max(picture, middle), np.uint8)


def _picture(rng: np.random.Generator) -> Picture:
    """A photograph in one ink: patches of light and dark."""
    cells = int(rng.integers(4, 8))
    coarse = rng.standard_normal((cells, cells)).astype(np.float32)
    cloud = cv2.resize(coarse, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_CUBIC)
    picture = np.clip(127 + cloud * rng.uniform(80, 400), 0, 255).astype(np.uint8)
    frame = _blank()
    _fill(frame, np.array([(-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72)]))
    return np.asarray(cv2.min(picture, frame), np.uint8)


def _wings(rng: np.random.Generator) -> Picture:
    """A brand with rows of stripes on either side."""
    picture, rows = _blank(), int(rng.integers(2, 5))
    for side in (-1, 1):
        for row in range(rows):
            y = -0.5 + 0.25 * row
            _bar(picture, (side * 0.15, y + 0.15), (side * (0.75 - 0.12 * row), y), 0.11)
    _bar(picture, (0, -0.6), (0, 0.7), rng.uniform(0.12, 0.22))
    _disc(picture, (0, rng.uniform(-0.2, 0.2)), rng.uniform(0.16, 0.26))
    return picture


_SHAPES: tuple[Callable[[np.random.Generator], Picture], ...] = (
    _star,
    _skull,
    _crown,
    _heart,
    _club,
    _anchor,
    _bolt,
    _moon,
    _cross,
    _blob,
    _badge,
    _picture,
    _wings,
)


def _any_letter(rng: np.random.Generator) -> str:
    return str(rng.choice(list("ABCDEFGHJKLMPQRSTVWXYZ")))


def _sized(rng: np.random.Generator, picture: Picture) -> Picture:
    """An emblem as large as a maker prints it."""
    most = float(np.abs(np.argwhere(picture > 127) - _MIDDLE).max(initial=1))
    zoom = rng.uniform(*_REACH_PX) / most
    warp = np.array([(zoom, 0, _MIDDLE * (1 - zoom)), (0, zoom, _MIDDLE * (1 - zoom))])
    return np.asarray(cv2.warpAffine(picture, warp, picture.shape, flags=cv2.INTER_AREA), np.uint8)


def emblem_set(rng: np.random.Generator) -> dict[int, Picture]:
    """The faces of one maker's dice that show no pips, by value: one or two of them, or all six."""
    kind = rng.random()
    if kind < 0.15:
        drawn = {value: lettered(rng, str(value)) for value in range(1, 7)}
    elif kind < 0.25:
        drawn = {value: lettered(rng, text) for value, text in enumerate(_POKER, 1)}
    elif kind < 0.32:
        drawn = {value: lettered(rng, text) for value, text in enumerate(_ROMAN, 1)}
    elif kind < 0.4:
        chosen = rng.choice(len(_SHAPES), 6, replace=False)
        drawn = {value: _SHAPES[shape](rng) for value, shape in enumerate(chosen, 1)}
    else:
        values = ((1,), (6,), (1, 6))[int(rng.integers(3))]
        drawn = {value: _brand(rng) for value in values}
    return {value: _sized(rng, picture) for value, picture in drawn.items()}


def _brand(rng: np.random.Generator) -> Picture:
    if rng.random() < 0.2:
        return lettered(rng, str(rng.choice(_BRANDS)))
    return _SHAPES[int(rng.integers(len(_SHAPES)))](rng)
