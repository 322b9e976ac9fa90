"""What a cheap camera makes of a training scene: light, blur, grain, compression."""

from __future__ import annotations

import cv2
import numpy as np

from workshop.training.sprites import Array
from workshop.training.tables import SIZE_PX, Image, log_uniform


def film_of(rng: np.random.Generator, image: Array) -> Image:
    """What a camera makes of it: light, blur, grain, compression."""
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32) / SIZE_PX - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    fall = 1 + (x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(0, 0.9)
    if rng.random() < 0.2:  # the edge of a large shadow
        edge = (x * np.cos(angle * 3) + y * np.sin(angle * 3) + rng.uniform(-0.3, 0.3)) * log_uniform(rng, 4, 250)
        fall *= 1 - rng.uniform(0.2, 0.7) * np.clip(edge + 0.5, 0, 1)
    if rng.random() < 0.12:  # a lamp's reflection
        cx, cy, width = *rng.uniform(-0.5, 0.5, 2), rng.uniform(0.03, 0.3)
        image = image + (np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / width**2) * rng.uniform(40, 220))[..., None]
    kind = rng.random()
    lit = (
        rng.uniform(0.25, 0.6) if kind < 0.12 else rng.uniform(1.3, 2.2) if kind < 0.2 else np.exp(rng.normal(0, 0.25))
    )
    image = image * fall[..., None] * lit * np.exp(rng.normal(0, 0.1, 3))
    if rng.random() < 0.1:
        image = glowing(rng, image)
    if rng.random() < 0.5:
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), np.exp(rng.uniform(np.log(0.3), np.log(1.6))))
    if rng.random() < 0.3:  # sharpened by the camera
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * rng.uniform(0.3, 1.5)
    image = image + rng.standard_normal(image.shape, np.float32) * np.exp(rng.uniform(np.log(0.5), np.log(12)))
    film: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.45:  # filmed smaller, compressed, blown up again
        fx = rng.uniform(0.38, 0.95)
        fy = fx if rng.random() < 0.7 else rng.uniform(0.5, 0.95)
        film = compressed(rng, cv2.resize(film, None, fx=fx, fy=fy, interpolation=cv2.INTER_AREA))
        how = cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_LINEAR
        film = cv2.resize(film, (SIZE_PX, SIZE_PX), interpolation=how)
    else:
        film = compressed(rng, film)
    return film


def glowing(rng: np.random.Generator, image: Array) -> Array:
    """Under a coloured lamp, too bright for the camera, which makes colours stronger and lets light spill over."""
    image = image * np.sort(rng.uniform(0.3, 1.3, 3)) * rng.uniform(1, 2)
    grey = image.mean(2, keepdims=True)
    image = np.maximum(grey + (image - grey) * rng.uniform(1, 2.5), 0)
    spilt = cv2.GaussianBlur(np.clip(image - 200, 0, 300), (0, 0), log_uniform(rng, 2, 30))
    return image + spilt * rng.uniform(0, 0.8)


def compressed(rng: np.random.Generator, film: Image) -> Image:
    """As a JPEG of some quality, or untouched; its colours coarser than its light, as cameras keep them."""
    if rng.random() > 0.7:
        return film
    _, packed = cv2.imencode(".jpg", film, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


SMEARED = (0.45, 1.2)
"""How far what is in motion gets while the shutter is open, from and to, in edges of a die."""


def smear(rng: np.random.Generator, image: Array, length: float) -> Array:
    """Blur beyond reading: along a line, or all around."""
    return out_of_focus(image, length) if rng.random() < 0.5 else moved(rng, image, length)


def out_of_focus(image: Array, length: float) -> Array:
    """Blur all around, about as much as motion of this many pixels blurs along its way."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), length * 0.3), np.float32)


def moved(rng: np.random.Generator, image: Array, length: float) -> Array:
    """Blur along a line of this many pixels, in any direction."""
    n = max(3, int(length))
    kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    step = (round(n / 2 * np.cos(angle)), round(n / 2 * np.sin(angle)))
    cv2.line(kernel, (n - step[0], n - step[1]), (n + step[0], n + step[1]), 1.0)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def glare(rng: np.random.Generator, image: Array, at: Array, edge: float) -> float:
    """Wash out a spot on a die; how much of its face is lost, 0…1."""
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    (cx, cy), (rx, ry) = at + rng.normal(0, 0.2, 2) * edge, rng.uniform(0.12, 0.5, 2) * edge
    spot = np.exp(-(((x - cx) / rx) ** 4) - ((y - cy) / ry) ** 4)
    image += spot[..., None] * rng.uniform(200, 500)
    return float((spot > 0.4).sum()) / edge**2
