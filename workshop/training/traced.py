"""Scenes by another hand: path-traced by Mitsuba 3, with lamps and windows that gloss, dents and rounded edges mirror.

Nothing is trained on them. The classifiers are at home among the renders they learned from: what a bar of confidence is
worth for other dice and other light is seen here (`calibrate.py`). World axes and units as in `sprites.py`; a die's
middle is at z = 0, the table at z = -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import mitsuba as mi
import numpy as np

from workshop.training.film import film_of
from workshop.training.looks import Look, random_look
from workshop.training.scenes import Scene
from workshop.training.sprites import Array, Layout, cube_rotation, least_apart, random_layout, turn
from workshop.training.tables import SIZE_PX, log_uniform, surface

mi.set_variant("scalar_rgb")

_GRID = 88
"""Points of a die's surface along each edge of a cube."""
_PATHS = 24
"""Paths traced for each pixel; what they leave is a grain like a camera's."""
_LIT = 0.85
"""A picture's brightness before it is filmed, as a share of full."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the dice of one set have in common, in half edges.

    Attributes:
        radius, sphere, fillet: of the rounded edges, of the ball that cuts the corners, and of the ridge between both.
        spacing, pip, dent: between pips' middles and the face's, the pips' radius, and how deep they are.
    """

    radius: float
    sphere: float
    fillet: float
    spacing: float
    pip: float
    dent: float


def random_shape(rng: np.random.Generator, closest: float) -> Shape:
    """A shape by chance; `closest` is how near two pips come, in spacings."""
    spacing = rng.uniform(0.44, 0.58)
    return Shape(
        radius=rng.uniform(0.05, 0.4),
        sphere=rng.uniform(1.34, 1.55) if rng.random() < 0.5 else 9.0,
        fillet=rng.uniform(0.02, 0.12),
        spacing=spacing,
        pip=min(rng.uniform(0.15, 0.26), 0.48 * spacing * closest),
        dent=rng.uniform(0.02, 0.14),
    )


def _smooth_max(a: Array, b: Array, over: float) -> Array:
    """The greater of both, rounded where they meet (Quilez's polynomial smooth maximum)."""
    near = np.maximum(over - np.abs(a - b), 0) / over
    return np.maximum(a, b) + near**2 * over / 4


def _outside(points: Array, shape: Shape, dots: Array) -> Array:
    """Distance from the die's surface, (n,); `dots` (m, 3) are the pips' middles on the cube's faces."""
    q = np.abs(points) - (1 - shape.radius)
    away = np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(1), 0) - shape.radius
    away = _smooth_max(away, np.linalg.norm(points, axis=1) - shape.sphere, shape.fillet)
    # A ball whose cap is as wide as the pip and as deep as the dent.
    ball = (shape.pip**2 + shape.dent**2) / (2 * shape.dent)
    middles = np.where(np.abs(dots) < 1, dots, dots * (1 + ball - shape.dent))
    to_dent = np.linalg.norm(points[:, None] - middles[None], axis=2).min(1)
    return _smooth_max(away, ball - to_dent, 0.02)


def _surface_points(shape: Shape, dots: Array) -> tuple[Array, Array]:
    """Points (n, 3) of a die's surface, seen from its middle along a grid on each face of a cube; triangles (m, 3)."""
    ramp = np.linspace(-1, 1, _GRID)
    u, v = (axis.ravel() for axis in np.meshgrid(ramp, ramp))
    rays: list[Array] = []
    triangles: list[Array] = []
    index = np.arange(_GRID * _GRID).reshape(_GRID, _GRID)
    a, b, c, d = (part.ravel() for part in (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]))
    for axis in range(3):
        for sign in (1, -1):
            ray = np.zeros((len(u), 3))
            ray[:, axis], ray[:, (axis + 1) % 3], ray[:, (axis + 2) % 3] = sign, u, v * sign
            triangles.append(np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]) + len(rays) * len(u))
            rays.append(ray)
    ray = np.concatenate(rays)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    low, high = np.full(len(ray), 0.4), np.full(len(ray), 1.8)
    for _ in range(18):
        middle = (low + high) / 2
        out = _outside(ray * middle[:, None], shape, dots) > 0
        low, high = np.where(out, low, middle), np.where(out, middle, high)
    return ray * low[:, None], np.concatenate(triangles)


def _normals(points: Array, shape: Shape, dots: Array) -> Array:
    """Which way the surface looks, (n, 3): how the distance from it grows."""
    step = 0.004
    slope = [
        _outside(points + step * axis, shape, dots) - _outside(points - step * axis, shape, dots) for axis in np.eye(3)
    ]
    normals: Array = np.stack(slope, 1)
    return normals / (np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12)


def _linear(bgr: Array) -> Array:
    """Reflectance of red, green and blue."""
    made: Array = (np.clip(bgr[..., ::-1], 2, 250) / 255) ** 2.2
    return made


def _painted(rng: np.random.Generator, points: Array, shape: Shape, dots: Array, values: Array, look: Look) -> Array:
    """Colours of a die's points, (n, 3)."""
    body = np.repeat(look.body[None], len(points), 0)
    if look.marbling:
        waves = rng.normal(0, rng.uniform(1, 4), (5, 3))
        field = np.sin(points @ waves.T + rng.uniform(0, 6.3, 5)).sum(1)
        cloud = 1.2 - np.abs(field) * rng.uniform(1, 4) if rng.random() < 0.5 else field * rng.uniform(0.5, 2) + 0.5
        body = body + (look.second - body) * np.clip(cloud, 0, 1)[:, None] * look.marbling
    away = np.linalg.norm(points[:, None] - dots[None], axis=2)
    nearest = away.argmin(1)
    special = np.isin(values[nearest], look.special_values) if look.special_values else np.zeros(len(points), bool)
    ink = np.where(special[:, None], look.special, look.pip)
    within = np.clip((shape.pip - away.min(1)) / 0.03 + 0.5, 0, 1)[:, None]
    return _linear(body * (1 - within) + ink * within)


def _material(rng: np.random.Generator, gloss: float) -> dict[str, Any]:
    """Plastic, rough or polished, coloured by the mesh's own points."""
    return {
        "type": "principled",
        "base_color": {"type": "mesh_attribute", "name": "vertex_color"},
        "roughness": float(np.clip(rng.uniform(0.1, 0.6) * (1.2 - gloss), 0.05, 0.7)),
        "specular": 0.5,
    }


def _mesh(points: Array, normals: Array, colours: Array, triangles: Array, material: dict[str, Any]) -> mi.Mesh:
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    mesh = mi.Mesh("die", len(points), len(triangles), has_vertex_normals=True, props=properties)
    mesh.add_attribute("vertex_color", 3, colours.astype(np.float32).ravel())
    kept = mi.traverse(mesh)
    kept["vertex_positions"] = points.astype(np.float32).ravel()
    kept["vertex_normals"] = normals.astype(np.float32).ravel()
    kept["faces"] = triangles.astype(np.uint32).ravel()
    kept.update()
    return mesh


def _lights(rng: np.random.Generator, above: float) -> dict[str, Any]:
    """A room, and one to four lamps, panels or windows, all higher than the camera, which is `above` the table."""
    room = rng.uniform(0.1, 0.6)
    made: dict[str, Any] = {"room": {"type": "constant", "radiance": {"type": "rgb", "value": [room] * 3}}}
    for k in range(int(rng.integers(1, 5))):
        angle, height = rng.uniform(0, 2 * np.pi), above * rng.uniform(1.05, 1.5)
        away = height * rng.uniform(0.05, 1.2)
        wide, long = height * rng.uniform(0.02, 0.3, 2)
        strength = rng.uniform(0.3, 1.2) * (height**2 + away**2) / (4 * wide * long)
        warmth = np.exp(rng.normal(0, 0.15, 3))
        made[f"lamp{k}"] = {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().look_at(
                origin=[away * np.cos(angle), away * np.sin(angle), height], target=[0, 0, 0], up=[0.3, 0.9, 0.1]
            )
            @ mi.ScalarTransform4f().scale([wide, long, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": (strength * warmth).tolist()}},
        }
    return made


def make_traced(rng: np.random.Generator) -> Scene:
    """One scene of one to six dice of one set, seen from above or nearly so, and its truth."""
    edge = log_uniform(rng, 15, 44)
    tilt = float(abs(rng.normal(0, 0.15)))
    away = rng.uniform(500, 1500) * 2 / edge
    view = 2 * np.degrees(np.arctan(SIZE_PX / edge / away))
    forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
    up = np.array([0, np.cos(tilt), np.sin(tilt)])
    eye = -forward * away
    focal = edge / 2 * away

    def seen(points: Array) -> Array:
        """Where the camera sees points of the world, (n, 2) pixels, whose middles lie at whole numbers."""
        rel = points - eye
        flat = np.stack([rel[:, 0], -(rel @ up)], 1) / (rel @ forward)[:, None] * focal
        made: Array = (flat + (SIZE_PX - 1) / 2).astype(np.float32)
        return made

    table = np.clip(surface(rng), 0, 255)
    ground = table.reshape(-1, 3).mean(0).astype(np.float32)
    reach = SIZE_PX / edge * 1.3
    look, layout = random_look(rng, ground), random_layout(rng)
    shape = random_shape(rng, min(least_apart(dots) for _, dots in layout.values()))
    dots, values = _on_cube(layout, shape)
    points, triangles = _surface_points(shape, dots)
    normals = _normals(points, shape, dots)
    colours = _painted(rng, points, shape, dots, values, look)
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 4},
        "sensor": {
            "type": "perspective",
            "fov": view,
            "to_world": mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=[0, 0, 0], up=up.tolist()),
            "film": {"type": "hdrfilm", "width": SIZE_PX, "height": SIZE_PX, "rfilter": {"type": "gaussian"}},
            "sampler": {"type": "independent", "sample_count": _PATHS, "seed": int(rng.integers(1 << 30))},
        },
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().translate([0, 0, -1]).scale([reach, reach, 1]),
            "bsdf": {
                "type": "diffuse",
                "reflectance": {
                    "type": "bitmap",
                    "data": mi.TensorXf(_linear(table).astype(np.float32)),
                    "raw": True,
                },
            },
        },
        **_lights(rng, float(eye[2])),
    }
    truth = Scene(np.zeros((SIZE_PX, SIZE_PX, 3), np.uint8))
    spots: list[Array] = []
    for k in range(int(rng.integers(1, 7))):
        spot = np.append(rng.uniform(-0.42, 0.42, 2) * SIZE_PX / edge * 2, 0)
        if any(np.linalg.norm(spot - other) < 2.9 for other in spots):
            continue
        spots.append(spot)
        pose = turn(2, rng.uniform(0, 2 * np.pi)) @ cube_rotation(rng)
        scene[f"die{k}"] = _mesh(
            points @ pose.T + spot, normals @ pose.T, colours, triangles, _material(rng, look.gloss)
        )
        _tell(truth, pose, spot, shape, layout, seen)
    traced = np.asarray(mi.render(mi.load_dict(scene)), np.float64)[..., 2::-1]
    bright = np.percentile(traced, 98)
    image = 255 * np.clip(traced * _LIT / max(bright, 1e-6), 0, 1.3) ** (1 / 2.2)
    truth.image = film_of(rng, image.astype(np.float32))
    return truth


def _on_face(flat: Array, axis: int, sign: int) -> Array:
    """Points of a cube's face, (n, 2) in half edges from its middle, on the cube: (n, 3)."""
    points = np.zeros((len(flat), 3))
    points[:, [k for k in range(3) if k != axis]] = flat
    points[:, axis] = sign
    return points


def _on_cube(layout: Layout, shape: Shape) -> tuple[Array, Array]:
    """Middles of all pips on the cube's faces, (21, 3), and the value of the face of each."""
    dots = [_on_face(places * shape.spacing, *side) for side, (_, places) in layout.items()]
    return np.concatenate(dots), np.repeat([value for value, _ in layout.values()], [len(spots) for spots in dots])


def _tell(
    scene: Scene,
    pose: Array,
    spot: Array,
    shape: Shape,
    layout: Layout,
    seen: Callable[[Array], Array],
) -> None:
    """Add one die to the truth; `seen` tells where the camera sees points of the world."""
    up = pose[2]
    axis = int(np.abs(up).argmax())
    sign = int(np.sign(up[axis]))
    value, places = layout[axis, sign]

    def on_top(flat: Array) -> Array:
        return seen(_on_face(flat, axis, sign) @ pose.T + spot)

    corners = on_top(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    scene.values.append(value)
    scene.corners.append(corners)
    scene.pips.append(on_top(places * shape.spacing))
    x, y = seen(spot[None])[0].tolist()
    scene.bodies.append((x, y, float(np.sqrt(abs(cv2.contourArea(corners))))))
