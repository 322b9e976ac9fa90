"""The empty tables of the training scenes: felt, wood, weave, stone, and bold patterns."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.sprites import Array

Image = NDArray[Any]


SIZE_PX = 256
"""Width and height of a scene."""


def log_uniform(rng: np.random.Generator, least: float, most: float) -> float:
    """A size by chance, as often below the geometric mean of both ends as above."""
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


def noise(rng: np.random.Generator, cell: float) -> Array:
    """Smooth noise of unit deviation with features of about `cell` pixels."""
    n = max(2, int(SIZE_PX / cell))
    grid = rng.standard_normal((n, n)).astype(np.float32)
    return cv2.resize(grid, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_CUBIC)


def any_colour(rng: np.random.Generator) -> Array:
    """A surface's BGR: often grey or brownish, sometimes strong, dark as often as light."""
    kind = rng.random()
    if kind < 0.35:
        grey = rng.uniform(5, 250)
        return np.clip(grey + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    hue = rng.uniform(0, 180) if kind < 0.75 else rng.normal(12, 6) % 180
    pixel = np.array([[[hue, rng.uniform(40, 255), rng.uniform(20, 255)]]]).astype(np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def surface(rng: np.random.Generator) -> Array:
    """An empty table, float BGR."""
    image: Array = np.zeros((SIZE_PX, SIZE_PX, 3), np.float32) + any_colour(rng)
    if rng.random() < _BOLD:
        image = bold(rng, image)
        if rng.random() < 0.4:
            return dished(rng, image, rng.uniform(0.2, 0.8, 2) * SIZE_PX, log_uniform(rng, 40, 180))
        return image
    kind = rng.random()
    strength = log_uniform(rng, 1, 25)
    if kind < 0.35:  # felt, leather, paper
        for cell in (1.5, 4, 12, 40):
            image += (noise(rng, cell) * strength * rng.uniform(0, 0.8))[..., None]
    elif kind < 0.55:
        image += grain(rng) * strength * 1.3
    elif kind < 0.72:  # weave, grid, tiles
        period = log_uniform(rng, 3, 50)
        y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
        angle = rng.uniform(0, np.pi)
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        wave: Array = np.sin(u / period * 2 * np.pi) + np.sin(v / period * 2 * np.pi)
        if rng.random() < 0.5:
            wave = np.where(wave > rng.uniform(-1, 1.6), 1.0, -1.0).astype(np.float32)
        image += wave[..., None] * strength * rng.uniform(0.5, 2)
        image += (noise(rng, 1.5) * strength * 0.3)[..., None]
    elif kind < 0.86:  # mottled in two colours
        blend = np.clip(noise(rng, float(np.exp(rng.uniform(1, 4)))) * rng.uniform(0.5, 3) + 0.5, 0, 1)[..., None]
        image = image * (1 - blend) + any_colour(rng) * blend
        image += (noise(rng, 1.5) * strength * 0.3)[..., None]
    else:
        image += (noise(rng, 2) * rng.uniform(0, 3))[..., None]
    return image


def grain(rng: np.random.Generator) -> Array:
    """The grain of wood, (SIZE_PX, SIZE_PX, 1) of unit deviation: noise stretched along one direction."""
    lines: Array = cv2.GaussianBlur(noise(rng, 1.5), (0, 0), sigmaX=0.8, sigmaY=rng.uniform(8, 40))
    lines += cv2.GaussianBlur(noise(rng, 5), (0, 0), sigmaX=1, sigmaY=30)
    turned = cv2.warpAffine(
        lines / (lines.std() + 1e-6),
        cv2.getRotationMatrix2D((128, 128), rng.uniform(0, 180), 1.5),
        (SIZE_PX, SIZE_PX),
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(turned)[..., None]


_BOLD = 0.15
"""Share of the tables that have a strong pattern of two colours."""


def bold(rng: np.random.Generator, image: Array) -> Array:
    """The same with checks, stripes, rings or a grate over it: a tablecloth, a printed mat, a drip tray."""
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), log_uniform(rng, 6, 70)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    middle = rng.uniform(0, SIZE_PX, 2)
    rings = np.hypot(x - middle[0], y - middle[1])
    kind, wide = rng.random(), rng.uniform(0.15, 0.6)

    def bars(along: Array) -> Array:
        """A soft edge, two pixels wide, between bar and gap."""
        return np.clip((np.abs(along / period % 1 - 0.5) - 0.5 + wide / 2) * period / 2 + 0.5, 0, 1)

    if kind < 0.45:  # a grate
        cover = np.maximum(bars(u), bars(v))
    elif kind < 0.7:  # checks: where stripes cross they are stronger, or even each other out
        cover = np.abs(bars(u) - bars(v)) if rng.random() < 0.5 else (bars(u) + bars(v)) / 2
    else:
        cover = bars(u if kind < 0.85 else rings)
    cover = cover[..., None] * rng.uniform(0.4, 1)
    image = image * (1 - cover) + any_colour(rng) * cover
    if rng.random() < 0.4:  # a plate's rim
        rim = np.clip(2 - np.abs(rings - rng.uniform(40, 160)) / rng.uniform(2, 14), 0, 1)[..., None]
        image = image * (1 - rim) + any_colour(rng) * rim
    return image + (noise(rng, 1.5) * rng.uniform(0, 6))[..., None]


def dished(rng: np.random.Generator, around: Array, middle: Array, radius: float) -> Array:
    """The same with a bold one in a disc on it: a strainer, a round tray, an ashtray; its rim shines or not."""
    image = bold(rng, np.zeros_like(around) + any_colour(rng))
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    far = np.hypot(x - middle[0], y - middle[1]) - radius
    disc = np.clip(0.5 - far, 0, 1)[..., None]
    rim = np.exp(-((far / rng.uniform(1, 14)) ** 2))[..., None] * rng.uniform(0, 1)
    return (around * (1 - disc) + image * disc) * (1 - rim) + any_colour(rng) * rim


def inside(x: float, y: float, margin: float) -> bool:
    """Whether a place is this far from the edge of the scene."""
    return margin < x < SIZE_PX - margin and margin < y < SIZE_PX - margin
