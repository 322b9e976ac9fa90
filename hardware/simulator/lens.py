"""The simulated camera's eye: where a point of the tray falls in the picture, how dark its corners are, its grain."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Vector = NDArray[np.float64]

WIDTH, HEIGHT = 1280, 720
PIXELS_PER_MM = 3.0
"""A millimetre of the tray's floor is 3 pixels in the middle of the picture."""

PEDESTAL = 8
"""The canvas is kept 8 grey levels too dark; the grain, whose mean is 8 and which is never negative, brings them back.
So both are bytes, and one addition that stops at 0 and 255 films a picture."""

_TONE_STEPS, _TONE_RANGE = 4096, 2.0
"""The tone curve is a table of 4,096 steps of linear light up to 2; 1 is a white sheet."""


@dataclass(frozen=True, slots=True)
class Mount:
    """How the camera hangs (`height` above the floor, mm; `tilt` and `roll`, degrees), and its lens's faults.

    `distortion` is the radial distortion's k1; `vignetting` how much darker the corners are, as a share.
    """

    height: float = 560.0
    tilt: float = 5.0
    roll: float = 0.0
    distortion: float = -0.06
    vignetting: float = 0.25


class Lens:
    """A pinhole with radial distortion, looking down at the middle of the tray.

    Attributes:
        place: the pinhole in the tray's frame, mm.
        rays: float32 (height, width, 2): the direction of each pixel is (x, y, 1) in the camera's frame, where y
            points downwards in the picture.
        axes: 3x3, rows are the camera's axes in the tray's frame.
        vignette: float32 (height, width), 1 in the middle.
    """

    def __init__(self, mount: Mount) -> None:
        tilt, roll = np.radians(mount.tilt), np.radians(mount.roll)
        self.place = mount.height * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
        forward = -self.place / mount.height
        right = np.array([1.0, 0.0, 0.0])
        down = np.cross(forward, right)
        right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
        self.axes = np.stack([right, down, forward])
        self._focal = PIXELS_PER_MM * mount.height
        self._k1 = mount.distortion
        self.rays = self._cast()
        squared = (self.rays**2).sum(axis=2) / float((self.rays[0, 0] ** 2).sum())
        self.vignette: Floats = (1 - mount.vignetting * squared * (0.6 + 0.4 * squared)).astype(np.float32)

    def _cast(self) -> Floats:
        xs = (np.arange(WIDTH, dtype=np.float32) - (WIDTH - 1) / 2) / self._focal
        ys = (np.arange(HEIGHT, dtype=np.float32) - (HEIGHT - 1) / 2) / self._focal
        seen = np.stack(np.meshgrid(xs, ys), axis=2).astype(np.float32)
        rays = seen.copy()
        # Distortion is given from ray to pixel; its inverse by fixed-point iteration of seen = rays * (1 + k1 r²).
        for _ in range(4):
            rays = seen / (1 + np.float32(self._k1) * (rays**2).sum(axis=2, keepdims=True))
        return rays

    def project(self, points: Vector) -> Vector:
        """Pixels (n, 2) of points (n, 3) of the tray's frame, mm."""
        seen = (points - self.place) @ self.axes.T
        flat = seen[:, :2] / seen[:, 2:]
        flat = flat * (1 + self._k1 * (flat**2).sum(axis=1, keepdims=True))
        pixels: Vector = flat * self._focal + ((WIDTH - 1) / 2, (HEIGHT - 1) / 2)
        return pixels

    def meet(self, x: float, y: float, height: float) -> Vector:
        """The point (x, y in mm) of the plane at `height` mm that is seen at a pixel."""
        column, row = min(max(int(x), 0), WIDTH - 1), min(max(int(y), 0), HEIGHT - 1)
        direction = np.append(self.rays[row, column], 1.0) @ self.axes
        point = self.place + direction * (height - self.place[2]) / direction[2]
        return np.asarray(point[:2])


class Sensor:
    """What turns light into numbers: tone curve, sharpening, grain.

    Args:
        noise: standard deviation of the grain, grey levels.
        rng: moves the grain from picture to picture.
    """

    def __init__(self, noise: float, rng: np.random.Generator) -> None:
        light = np.linspace(0, _TONE_RANGE, _TONE_STEPS)
        # A soft shoulder above 0.7, as cameras have, then the tone curve of sRGB.
        bent = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3))
        grey = np.where(bent < 0.0031308, 12.92 * bent, 1.055 * bent ** (1 / 2.4) - 0.055) * 255
        self._tone: Image = np.clip(np.rint(grey - PEDESTAL), 0, 255).astype(np.uint8)
        self._grain = _grain(noise)
        self._rng = rng

    def develop(self, light: Floats) -> Image:
        """Grey levels, `PEDESTAL` too dark, of linear light."""
        steps = np.clip(light * np.float32(_TONE_STEPS / _TONE_RANGE), 0, _TONE_STEPS - 1).astype(np.int32)
        grey: Image = np.take(self._tone, steps)
        soft = cv2.GaussianBlur(grey, (0, 0), 1.1)
        return np.asarray(cv2.addWeighted(grey, 1.45, soft, -0.45, 0), np.uint8)

    def film(self, canvas: Image) -> Image:
        """A picture of the canvas: the same with fresh grain."""
        top, left = int(self._rng.integers(64)), int(self._rng.integers(128))
        # numpy's memory is in huge pages, OpenCV's own would not be: ten times fewer page faults.
        picture = np.empty_like(canvas)
        cv2.add(canvas, self._grain[top : top + HEIGHT, left : left + WIDTH], dst=picture)
        return picture


@lru_cache(maxsize=4)
def hang(mount: Mount) -> Lens:
    """The lens so mounted; tables that look alike share it."""
    return Lens(mount)


@lru_cache(maxsize=4)
def _grain(noise: float) -> Image:
    """Grain around `PEDESTAL`, a little larger than a picture; coarser in colour than in brightness, as demosaicked."""
    rng = np.random.default_rng(1)
    shape = (HEIGHT + 64, WIDTH + 128)
    fine = rng.standard_normal(shape, dtype=np.float32)
    luma = fine * 0.75 + cv2.GaussianBlur(fine, (5, 5), 0.8) * 0.9
    chroma = cv2.GaussianBlur(rng.standard_normal((*shape, 3), dtype=np.float32), (7, 7), 1.2) * 1.6
    grain: Floats = (luma[..., None] + chroma) * np.float32(noise / 1.3) + PEDESTAL
    return np.clip(np.rint(grain), 0, 2 * PEDESTAL).astype(np.uint8)
