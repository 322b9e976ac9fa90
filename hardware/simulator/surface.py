"""The tray without dice, as linear light: cloth, leather or wood with its texture, the walls, and the light on them.

Textures and light are chosen by eye.
"""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from hardware.simulator.lens import HEIGHT, WIDTH, Floats, Lens
from hardware.simulator.looks import Lamp, Light
from hardware.simulator.physics import TRAY_MM, WALL_MM

_TEXELS_PER_MM = 3.0
"""As many as pixels: see `PIXELS_PER_MM`."""
_AREA_MM = (460.0, 280.0)
"""A texture covers 460 x 280 mm: the tray, its rim and what the picture shows around it."""
_SHAPE = (int(_AREA_MM[1] * _TEXELS_PER_MM), int(_AREA_MM[0] * _TEXELS_PER_MM))
_HALF = (TRAY_MM[0] / 2, TRAY_MM[1] / 2)
_RIM = (0.035, 0.06, 0.10)
"""The rim's colour, stained wood: linear BGR."""
_NOOK_MM = 9.0
"""The shade at the foot of a wall, where light from everywhere is kept off, falls to 1/e within 9 mm."""


@lru_cache(maxsize=4)
def tray(surface: str, light: Light, lens: Lens) -> Floats:
    """Linear light (height, width, 3), float32, as it falls through the lens on the sensor; 1 is a white sheet.

    Shared by all tables that look alike: nobody writes into it.
    """
    rng = np.random.default_rng(list(surface.encode()))
    # Where each pixel's ray meets the floor's plane, and where the plane of the rim's upper edge.
    rays = lens.rays @ lens.axes[:2].astype(np.float32) + lens.axes[2].astype(np.float32)
    place = lens.place.astype(np.float32)
    slope = rays[..., :2] / rays[..., 2:]
    floor = place[:2] - place[2] * slope
    rim = place[:2] + (np.float32(WALL_MM) - place[2]) * slope

    picture = _texture(*SURFACES[surface](rng), light, floor) * _on_floor(light, floor)
    outside = (np.abs(floor) > _HALF).any(axis=2)
    full = np.sum([light.ambient, *(lamp.colour for lamp in light.lamps)], axis=0).astype(np.float32)
    wood = _grain(rng, 0.35)[..., None] * np.array(_RIM, np.float32)
    picture[outside] = (_sample(wood, rim) * full)[outside]
    # A ray that meets the floor's plane outside the tray, but the rim's plane inside, meets the inner side of a wall:
    # darker the nearer to its foot.
    wall = outside & (np.abs(rim) < (_HALF[0] + 1.5, _HALF[1] + 1.5)).all(axis=2)
    beyond = (np.abs(floor[wall]) - _HALF).max(axis=1) / np.abs(rim[wall] - floor[wall]).max(axis=1)
    picture[wall] *= (0.25 + 0.5 * np.clip(beyond, 0, 1))[:, None]
    edge = cv2.morphologyEx(wall.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    picture *= (1 + 0.25 * cv2.GaussianBlur(edge, (5, 5), 1.0) * outside)[..., None]
    picture *= lens.vignette[..., None]
    return np.asarray(cv2.GaussianBlur(picture, (5, 5), 0.7), np.float32)


def _on_floor(light: Light, floor: Floats) -> Floats:
    """Light (height, width, 3) that falls on the floor's points (height, width, 2)."""
    inside = np.maximum(np.array(_HALF, np.float32) - np.abs(floor), 0)
    nook = 0.45 * np.exp(-inside / np.float32(_NOOK_MM))
    falls = ((1 - nook[..., 0]) * (1 - nook[..., 1]))[..., None] * np.array(light.ambient, np.float32)
    for lamp in light.lamps:
        x, y, z = lamp.place
        # The inverse square of the distance, times the cosine of the angle: 1 in the middle of the tray.
        squared = (floor[..., 0] - np.float32(x)) ** 2 + (floor[..., 1] - np.float32(y)) ** 2 + np.float32(z * z)
        strength = (np.float32(x * x + y * y + z * z) / squared) ** 1.5
        falls += (strength * _past_walls(floor, lamp))[..., None] * np.array(lamp.colour, np.float32)
    return np.asarray(falls, np.float32)


def _past_walls(floor: Floats, lamp: Lamp) -> Floats:
    """How much of a lamp each floor point sees past the walls, 0…1."""
    seen = np.ones(floor.shape[:2], np.float32)
    for axis in range(2):
        if abs(lamp.place[axis]) <= _HALF[axis]:
            continue
        wall = np.copysign(_HALF[axis], lamp.place[axis])
        # How far from the floor's point to the lamp the line crosses the wall's plane: there it must be above the wall,
        # by more or less than the penumbra that a lamp of its size has.
        share = ((wall - floor[..., axis]) / (lamp.place[axis] - floor[..., axis])).astype(np.float32)
        penumbra = np.maximum(np.float32(lamp.radius) * np.clip(share, 0.004, 1), 0.3) * 2
        seen *= np.clip((share * np.float32(lamp.place[2]) - np.float32(WALL_MM)) / penumbra + 0.5, 0, 1)
    return seen


def _texture(colour: Floats, relief: Floats, light: Light, floor: Floats) -> Floats:
    """The surface's colour at the floor's points, its relief lit by the lamps."""
    slant = np.mean([(lamp.place[0] / lamp.place[2], lamp.place[1] / lamp.place[2]) for lamp in light.lamps], axis=0)
    lit = 1 + relief[0] * np.float32(slant[0]) + relief[1] * np.float32(slant[1])
    return _sample(cv2.GaussianBlur(colour * np.maximum(lit, 0)[..., None], (3, 3), 0.6), floor)


def _sample(texture: cv2.typing.MatLike, points: Floats) -> Floats:
    """The texture at points (height, width, 2) of a plane, mm from its middle."""
    columns = (points[..., 0] + np.float32(_AREA_MM[0] / 2)) * np.float32(_TEXELS_PER_MM)
    rows = (points[..., 1] + np.float32(_AREA_MM[1] / 2)) * np.float32(_TEXELS_PER_MM)
    seen = cv2.remap(texture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.float32).reshape(HEIGHT, WIDTH, 3)


# --- textures: colour (linear BGR), and relief: brightening (2, …) by light from the right and from the far side ------

Texture = tuple[Floats, Floats]


def _noise(rng: np.random.Generator, size: float, stretch: float = 1.0) -> Floats:
    """Smooth noise of unit strength with blobs of about `size` mm, `stretch` times as long in x."""
    rows = max(int(_AREA_MM[1] / size) + 3, 3)
    columns = max(int(_AREA_MM[0] / size / stretch) + 3, 3)
    small = rng.standard_normal((rows, columns), dtype=np.float32)
    return np.asarray(cv2.resize(small, _SHAPE[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _fuzz(rng: np.random.Generator, across: float, along: float) -> Floats:
    """White noise smeared by this many texels, of unit strength."""
    white = rng.standard_normal(_SHAPE, dtype=np.float32)
    smeared = cv2.GaussianBlur(white, (0, 0), sigmaX=across, sigmaY=along)
    return np.asarray(smeared / smeared.std(), np.float32)


def _slopes(height: cv2.typing.MatLike, strength: float) -> Floats:
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3)
    # A rise to the right turns from light on the right; rows run to the far side, as the tray's y does.
    return np.asarray(np.stack([-dx, -dy]) * (strength / 8), np.float32)


def _tinted(rng: np.random.Generator, base: tuple[float, float, float], shade: Floats) -> Floats:
    """The base colour times the shade, slightly faded here and there."""
    planes = [shade * (1 + 0.02 * _noise(rng, 60)) * part for part in base]
    return np.asarray(cv2.merge(planes), np.float32)


def _felt(rng: np.random.Generator) -> Texture:
    fibres = (_fuzz(rng, 2.2, 0.6) + _fuzz(rng, 0.6, 2.2)) / 2
    shade = 1 + 0.045 * fibres + 0.02 * _noise(rng, 3) + 0.03 * _noise(rng, 25) + 0.03 * _noise(rng, 90)
    return _tinted(rng, (0.055, 0.23, 0.045), shade), _slopes(fibres, 0.22)


def _leather(rng: np.random.Generator) -> Texture:
    # Pebbles with creases between: creases are where smooth noise changes its sign.
    creases = np.minimum(np.abs(_noise(rng, 1.9)), 1.2 * np.abs(_noise(rng, 2.6)))
    pebbles = np.tanh(creases * 3.5)
    shade = 0.55 + 0.55 * pebbles + 0.05 * _noise(rng, 20) + 0.06 * _noise(rng, 80)
    return _tinted(rng, (0.026, 0.033, 0.050), np.maximum(shade, 0.1)), _slopes(pebbles, 3.0)


def _grain(rng: np.random.Generator, strength: float) -> Floats:
    """Brightness of planed wood, its fibres along x."""
    along = _noise(rng, 0.5, 40) * 0.5 + _noise(rng, 1.6, 40) + _noise(rng, 6, 30)
    years = np.linspace(0, 60, _SHAPE[0], dtype=np.float32)[:, None]
    rings = np.sin(_noise(rng, 40, 6) * 9 + years)
    pores = np.minimum(_noise(rng, 0.4, 12) + 1.0, 0)
    return np.asarray(1 + strength * (0.22 * along + 0.28 * rings + 0.40 * pores), np.float32)


def _wood(rng: np.random.Generator) -> Texture:
    shade: Floats = np.clip(_grain(rng, 0.36), 0.2, 2)
    planes = [0.085 * shade**1.5, 0.20 * shade**1.15, 0.36 * shade]
    return np.asarray(cv2.merge(planes), np.float32), _slopes(shade, 0.6)


def _cloth(rng: np.random.Generator) -> Texture:
    rows, columns = (np.indices(_SHAPE, dtype=np.float32) + 0.5) / np.float32(_TEXELS_PER_MM)
    bent = 0.25 * _noise(rng, 9)
    pitch = np.float32(2 * np.pi / 1.6)  # mm between threads
    warp, weft = np.sin((columns + bent) * pitch), np.sin((rows + bent) * pitch)
    weave = warp * weft + 0.35 * _fuzz(rng, 2.5, 0.6)
    shade = 1 + 0.16 * weave + 0.05 * _noise(rng, 1.5, 20) + 0.04 * _noise(rng, 40)
    return _tinted(rng, (0.24, 0.085, 0.03), shade), _slopes(weave, 0.35)


def _grey(rng: np.random.Generator) -> Texture:
    fine = _fuzz(rng, 0.8, 0.8)
    shade = 1 + 0.045 * fine + 0.03 * _noise(rng, 2) + 0.03 * _noise(rng, 50)
    return _tinted(rng, (0.20, 0.20, 0.195), shade), _slopes(fine, 0.2)


SURFACES: dict[str, Callable[[np.random.Generator], Texture]] = {
    "felt": _felt,
    "leather": _leather,
    "wood": _wood,
    "cloth": _cloth,
    "grey": _grey,
}
