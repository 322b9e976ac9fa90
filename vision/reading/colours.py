"""Colours by how different they look: CIELAB of sRGB (IEC 61966-2-1), under its own white (D65)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float32]

_XYZ_OF_BGR = np.array(
    ((0.180423, 0.357580, 0.412453), (0.072169, 0.715160, 0.212671), (0.950227, 0.119193, 0.019334)), np.float32
)
_OF_WHITE = _XYZ_OF_BGR / _XYZ_OF_BGR.sum(1, keepdims=True)
"""X, Y and Z of blue, green and red, as shares of those of white (ITU-R BT.709)."""
_LEVELS = np.arange(256, dtype=np.float32) / 255
_LIGHT = np.where(_LEVELS > 0.04045, ((_LEVELS + 0.055) / 1.055) ** 2.4, _LEVELS / 12.92)
"""The linear light of each level of a picture (sRGB's curve)."""
_DARK, _SLOPE, _START = 0.008856, 7.787, 16 / 116
"""Below the share 0.008856 CIELAB is a straight line with this slope and start (CIE 15)."""


def lab(colours: ArrayLike) -> Array:
    """L, a and b of colours, both (…, 3); BGR, whole numbers from 0 to 255.

    OpenCV's own conversion would build tables of five megabytes, and keep them.
    """
    shares = _LIGHT[np.asarray(colours)] @ _OF_WHITE.T
    x, y, z = np.moveaxis(np.where(shares > _DARK, np.cbrt(shares), _SLOPE * shares + _START), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1).astype(np.float32)


def as_bodies(colours: ArrayLike) -> Array:
    """Colours of dice as they are compared, both (…, 3): `lab` with half the weight on lightness.

    The same die is darker where the lamp is far, and on its sides.
    """
    return lab(colours) * np.array((0.5, 1, 1), np.float32)
