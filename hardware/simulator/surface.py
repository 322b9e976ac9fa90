"""The tray without dice, as linear light: cloth, leather or wood with its weave, walls, lamps and their falloff."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.simulator.lens import HEIGHT, WIDTH, Floats, Lens
from hardware.simulator.looks import Light
from hardware.simulator.physics import TRAY_MM, WALL_MM

_TEXELS_PER_MM = 3.0
_AREA_MM = (500.0, 320.0)
_SHAPE = (int(_AREA_MM[1] * _TEXELS_PER_MM), int(_AREA_MM[0] * _TEXELS_PER_MM))
_RIM: Floats = np.array([0.035, 0.06, 0.10], np.float32)  # stained wood, BGR


def tray(surface: str, light: Light, lens: Lens, rng: np.random.Generator) -> Floats:
    """Linear light (height, width, 3), float32, as it falls through the lens on the sensor; one is a white sheet."""
    colour, relief = SURFACES[surface](rng)
    rays = lens.rays.reshape(-1, 2) @ lens.axes[:2].astype(np.float32) + lens.axes[2].astype(np.float32)
    place = lens.place.astype(np.float32)
    floor = place + rays * (-place[2] / rays[:, 2:])
    rim = place + rays * ((WALL_MM - place[2]) / rays[:, 2:])
    half = np.array(TRAY_MM, np.float32) / 2
    on_floor = (np.abs(floor[:, :2]) < half).all(axis=1)
    on_rim = (np.abs(rim[:, :2]) > half + 1.5).any(axis=1)

    light_sum = np.empty((HEIGHT * WIDTH, 3), np.float32)
    light_sum[:] = light.ambient
    inside = half - np.abs(floor[:, :2])
    nook = 0.45 * np.exp(-np.maximum(inside, 0) / 9.0)
    light_sum *= (1 - nook[:, :1]) * (1 - nook[:, 1:])
    texture = colour
    for lamp in light.lamps:
        at = np.array(lamp.place, np.float32)
        to = at - floor
        squared = (to**2).sum(axis=1)
        strength = (at @ at / squared) * (at[2] / np.sqrt(squared)) / (at[2] / np.sqrt(at @ at))
        light_sum += (strength * _wall_shadow(floor, at, lamp.radius, half))[:, None] * np.array(
            lamp.colour, np.float32
        )
        slope = at[:2] / at[2]
        texture = texture * (1 + relief @ (slope / len(light.lamps)).astype(np.float32))[..., None]
    texture = cv2.GaussianBlur(np.maximum(texture, 0).astype(np.float32), (0, 0), 0.6)

    across = (floor[:, :2] + np.array(_AREA_MM, np.float32) / 2) * _TEXELS_PER_MM
    maps = across.reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    seen = cv2.remap(texture, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    picture = seen.reshape(-1, 3) * light_sum

    wood = _grain(rng, 0.35)[..., None] * _RIM
    top = (rim[:, :2] + np.array(_AREA_MM, np.float32) / 2) * _TEXELS_PER_MM
    maps = top.reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    rim_colour = cv2.remap(wood, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    full = np.array(light.ambient, np.float32) + sum(np.array(lamp.colour, np.float32) for lamp in light.lamps)
    wall = ~on_floor & ~on_rim
    picture[on_rim] = rim_colour.reshape(-1, 3)[on_rim] * full
    depth = np.maximum(np.abs(floor[wall, :2]) - half, 0).max(axis=1) / (rim[wall, :2] - floor[wall, :2]).__abs__().max(
        axis=1
    )
    picture[wall] = _RIM * full * (0.25 + 0.5 * np.clip(depth, 0, 1))[:, None]
    result = picture.reshape(HEIGHT, WIDTH, 3) * lens.vignette[..., None]
    return np.asarray(cv2.GaussianBlur(result, (0, 0), 0.7), np.float32)


def _wall_shadow(floor: Floats, lamp: Floats, radius: float, half: Floats) -> Floats:
    """How much of a lamp each floor point sees past the walls, 0…1."""
    seen = np.ones(len(floor), np.float32)
    for axis in range(2):
        if abs(lamp[axis]) <= half[axis]:
            continue
        wall = np.copysign(half[axis], lamp[axis])
        share = (wall - floor[:, axis]) / (lamp[axis] - floor[:, axis])
        penumbra = np.maximum(radius * np.clip(share, 0.004, 1), 0.3) * 2
        seen *= np.clip((share * lamp[2] - WALL_MM) / penumbra + 0.5, 0, 1)
    return seen


# --- textures: colour (linear BGR) and relief (how much a slope of light brightens it), in texels ---------------------

Texture = tuple[Floats, Floats]


def _noise(rng: np.random.Generator, size: float, stretch: float = 1.0) -> Floats:
    """Smooth noise of unit strength with blobs of about `size` mm, `stretch` times as long in x."""
    rows = max(int(_AREA_MM[1] / size) + 3, 3)
    columns = max(int(_AREA_MM[0] / size / stretch) + 3, 3)
    small = rng.standard_normal((rows, columns), dtype=np.float32)
    return np.asarray(cv2.resize(small, _SHAPE[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _slopes(height: Floats, strength: float) -> Floats:
    """Relief of a height map: brightening towards +x and +y (up in the tray, so against the rows)."""
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.stack([-dx, -dy], axis=2) * (strength / 8), np.float32)


def _tinted(rng: np.random.Generator, base: tuple[float, float, float], shade: Floats) -> Floats:
    tint = 1 + 0.02 * np.stack([_noise(rng, 60), _noise(rng, 60), _noise(rng, 60)], axis=2)
    return np.asarray(np.array(base, np.float32) * shade[..., None] * tint, np.float32)


def _felt(rng: np.random.Generator) -> Texture:
    fuzz = rng.standard_normal(_SHAPE, dtype=np.float32)
    fibres = cv2.GaussianBlur(fuzz, (0, 0), sigmaX=2.2, sigmaY=0.5) + cv2.GaussianBlur(
        fuzz, (0, 0), sigmaX=0.5, sigmaY=2.2
    )
    shade = 1 + 0.09 * fibres + 0.02 * _noise(rng, 3) + 0.03 * _noise(rng, 25) + 0.03 * _noise(rng, 90)
    return _tinted(rng, (0.055, 0.23, 0.045), shade), _slopes(fibres, 0.5)


def _leather(rng: np.random.Generator) -> Texture:
    cells = np.abs(_noise(rng, 1.6)) + 0.7 * np.abs(_noise(rng, 1.1)) + 0.5 * np.abs(_noise(rng, 3.2))
    grain = np.tanh(cells * 1.4)
    shade = 0.72 + 0.35 * grain + 0.04 * _noise(rng, 20) + 0.05 * _noise(rng, 80)
    return _tinted(rng, (0.028, 0.034, 0.048), shade), _slopes(grain, 2.2)


def _grain(rng: np.random.Generator, strength: float) -> Floats:
    along = _noise(rng, 0.5, 40) * 0.5 + _noise(rng, 1.6, 40) + _noise(rng, 6, 30)
    rings = np.sin(_noise(rng, 40, 6) * 9 + np.linspace(0, 60, _SHAPE[0], dtype=np.float32)[:, None])
    pores = np.minimum(_noise(rng, 0.5, 14) + 1.2, 0)
    return np.asarray(1 + strength * (0.22 * along + 0.30 * rings + 0.25 * pores), np.float32)


def _wood(rng: np.random.Generator) -> Texture:
    shade = np.clip(_grain(rng, 0.36), 0.2, 2)
    base = np.array((0.085, 0.20, 0.36), np.float32)
    return base * np.stack([shade**1.5, shade**1.15, shade], axis=2), _slopes(shade, 0.4)


def _cloth(rng: np.random.Generator) -> Texture:
    rows, columns = np.mgrid[: _SHAPE[0], : _SHAPE[1]].astype(np.float32) / _TEXELS_PER_MM
    wobble = 0.15 * _noise(rng, 5)
    pitch = 2 * np.pi / 1.3  # threads of 1.3 mm
    weave = np.sin((columns + wobble) * pitch) * np.sin((rows + wobble) * pitch)
    weave = weave + 0.5 * _noise(rng, 0.5, 3)
    shade = 1 + 0.10 * weave + 0.05 * _noise(rng, 1.5, 20) + 0.04 * _noise(rng, 40)
    return _tinted(rng, (0.24, 0.085, 0.03), shade), _slopes(weave, 0.35)


def _grey(rng: np.random.Generator) -> Texture:
    speckle = rng.standard_normal(_SHAPE, dtype=np.float32)
    fine = cv2.GaussianBlur(speckle, (0, 0), 0.8)
    shade = 1 + 0.12 * fine + 0.03 * _noise(rng, 2) + 0.03 * _noise(rng, 50)
    return _tinted(rng, (0.20, 0.20, 0.195), shade), _slopes(fine, 0.8)


SURFACES: dict[str, Callable[[np.random.Generator], Texture]] = {
    "felt": _felt,
    "leather": _leather,
    "wood": _wood,
    "cloth": _cloth,
    "grey": _grey,
}
