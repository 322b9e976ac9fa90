"""What glossy dice mirror: a ceiling, walls, a few lamps and windows.

Lamps make bright curves and spots on edges and in dents; what the ceiling gives is a veil that makes dark dice pale.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def room(rng: np.random.Generator, towards: Array) -> Array:
    """How bright a room by chance is in these directions, unit vectors (n, 3), z up; (n,), 0…1."""
    ceiling, walls, table = rng.uniform(0, 0.3), rng.uniform(0, 0.15), rng.uniform(0, 0.15)
    side = rng.normal(0, 0.4, 2)
    up = np.clip(towards[:, 2] * rng.uniform(1, 4), -1, 1)
    bright = np.where(up > 0, walls + (ceiling - walls) * up, walls + (walls - table) * up)
    bright = bright * np.clip(1 + towards[:, :2] @ side, 0, 2)
    for _ in range(int(rng.integers(0, 5))):
        azimuth, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, np.pi / 2)
        lamp = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
        along = np.cross(lamp, rng.standard_normal(3))
        along /= np.linalg.norm(along)
        places = np.stack([towards @ along, towards @ np.cross(lamp, along)], 1)
        wide, long = np.exp(rng.uniform(np.log(0.03), np.log(0.35))), np.exp(rng.uniform(0, 1.6))
        away = places / (wide * long, wide)
        kind = rng.random()
        if kind < 0.4:  # a panel, a window, a tube
            off = np.abs(away).max(1) - 1
        elif kind < 0.8:  # a bulb, a spot
            off = np.linalg.norm(away, axis=1) - 1
        else:  # a ring
            off = np.abs(np.linalg.norm(places, axis=1) / wide - 1) - 0.25
        glow = np.clip(-off * np.exp(rng.uniform(0, 3)), 0, 1) * (towards @ lamp > 0)
        bright = np.maximum(bright, glow * rng.uniform(0.3, 1))
    return bright
