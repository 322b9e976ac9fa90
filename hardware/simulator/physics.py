"""Dice with mass on a tray: MuJoCo moves them, this module speaks in millimetres and dice numbers.

The tray's frame: origin in the middle of its floor, x to the right and y to the far side as the camera sees it, z up.
A die's own frame: origin in its middle, axes through the faces 1 (+x), 2 (+y) and 3 (+z), opposite faces sum to 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

TRAY_MM = (392.0, 214.0)
WALL_MM = 22.0
"""The wall that is seen is 22 mm high; dice meet an invisible one that goes on upwards, so that none leaves the
tray."""

_SUBSTEPS = 2
STEP_S = _SUBSTEPS / 480
"""A step is 1/240 s, which MuJoCo reckons in two of 1/480 s."""
DENSITY = 1200.0
"""Of acrylic, kg/m³."""
_MM = 1e-3
"""A millimetre in MuJoCo's metres."""
_PARKED_MM = 2000.0
"""Dice that are not on the table stand 2 m to the right of it."""
_FLAT_COSINE = 0.985
"""The cosine of 10 degrees: a die that leans more shows no face."""
_STILL = (0.004,) * 3 + (0.4,) * 3
"""A die is still if it is slower than 0.004 m/s and 0.4 rad/s along and about every axis."""
_STILL_S = 0.08
"""A die that was still for 0.08 s rests: at the top of a bounce it is still for a step or two."""

_FAST = (0.08,) * 3 + (8.0,) * 3
"""A die faster than 0.08 m/s or 8 rad/s bounces; a slower one does not, or it would chatter on its corners for ever."""
_BOUNCY, _DULL = 0.3, 0.8
"""Damping ratios of MuJoCo's contact for the two."""

FACES = (1, 2, 3, 6, 5, 4)
"""Values on the faces +x, +y, +z, -x, -y, -z: right-handed, as European dice are."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a die is: `position` of its middle in mm; `rotation` 3x3, its axes as columns, in the tray's frame."""

    position: Vector
    rotation: Vector

    def top(self) -> int | None:
        """The value that looks upwards; None if the die leans."""
        up = self.rotation[2]
        axis = int(np.argmax(np.abs(up)))
        if abs(up[axis]) < _FLAT_COSINE:
            return None
        return FACES[axis if up[axis] > 0 else axis + 3]


def turned(value: int, yaw: float) -> Vector:
    """The rotation that shows `value` on top, turned by `yaw` radians about the vertical."""
    index = FACES.index(value)
    axis, sign = index % 3, 1.0 if index < 3 else -1.0
    rows = np.zeros((3, 3))
    rows[2, axis] = sign
    rows[0, (axis + 1) % 3] = np.cos(yaw)
    rows[1, (axis + 1) % 3] = np.sin(yaw)
    rows[:, (axis + 2) % 3] = np.cross(rows[:, axis], rows[:, (axis + 1) % 3])
    return rows


def any_turn(rng: np.random.Generator) -> Vector:
    """A rotation, all being equally likely."""
    quaternion = rng.normal(size=4)  # normally distributed, so uniform over all directions once normalised
    matrix = np.empty(9)
    mujoco.mju_quat2Mat(matrix, quaternion / np.linalg.norm(quaternion))
    return matrix.reshape(3, 3)


class DicePhysics:
    """The bodies of the dice, the floor and the walls.

    Args:
        edges: the dice's edges, mm; die 0 is the first.
        damping: of rolling in the air and on the cloth, 1/s; more makes tumbles shorter.
    """

    def __init__(self, edges: Sequence[float], damping: float) -> None:
        self.edges = tuple(edges)
        self._model = mujoco.MjModel.from_xml_string(_scene(self.edges))
        self._data = mujoco.MjData(self._model)
        inertia = self._model.body_inertia[-len(self.edges) :].mean(axis=1)
        mass = self._model.body_mass[-len(self.edges) :]
        for die in range(len(self.edges)):
            self._model.dof_damping[6 * die : 6 * die + 3] = 0.3 * damping * mass[die]
            self._model.dof_damping[6 * die + 3 : 6 * die + 6] = damping * inertia[die]
        self._geoms = [mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_GEOM, f"die{i}") for i in range(len(edges))]

        self._still_s = np.full(len(self.edges), np.inf)
        """For how long each die has been still; infinity if it is not on the table."""
        self._sliding: dict[int, tuple[Vector, Vector, Vector]] = {}
        self._pinned: dict[int, tuple[Vector, Vector]] = {}
        for die in range(len(self.edges)):
            self.park(die)

    def step(self) -> None:
        """Let `STEP_S` seconds pass; costs nothing while all dice rest."""
        if not self._sliding and np.all(self._still_s >= _STILL_S):
            return
        for die, (velocity, quaternion, place) in self._sliding.items():
            # Set, not pushed: a finger is stronger than friction, and keeps the die from turning.
            self._data.qpos[7 * die : 7 * die + 2] = place
            self._data.qpos[7 * die + 3 : 7 * die + 7] = quaternion
            self._data.qvel[6 * die : 6 * die + 2] = velocity
            self._data.qvel[6 * die + 3 : 6 * die + 6] = 0
            np.add(place, velocity * STEP_S, out=place)
        mujoco.mj_step(self._model, self._data, _SUBSTEPS)
        for die, (place, quaternion) in self._pinned.items():
            self._set(die, place, quaternion)
        velocities = self._data.qvel.reshape(-1, 6)
        still = (np.abs(velocities) < _STILL).all(axis=1)
        fast = (np.abs(velocities) > _FAST).any(axis=1)
        self._model.geom_solref[self._geoms, 1] = np.where(fast, _BOUNCY, _DULL)
        self._still_s = np.where(still, self._still_s + STEP_S, 0.0)

    def pose(self, die: int) -> Pose:
        matrix = np.empty(9)
        mujoco.mju_quat2Mat(matrix, self._data.qpos[7 * die + 3 : 7 * die + 7])
        return Pose(self._data.qpos[7 * die : 7 * die + 3] / _MM, matrix.reshape(3, 3))

    def still(self, die: int) -> bool:
        """Whether the die hardly moves at this moment."""
        return bool(self._still_s[die] > 0)

    def resting(self, die: int) -> bool:
        """Whether the die has lain still for a while, or is away."""
        return bool(self._still_s[die] >= _STILL_S)

    def put(self, die: int, pose: Pose) -> None:
        """Lay the die somewhere, without speed."""
        quaternion = np.empty(4)
        mujoco.mju_mat2Quat(quaternion, pose.rotation.ravel())
        self._free(die)
        self._set(die, pose.position * _MM, quaternion)
        self._still_s[:] = 0.0  # all dice: one that leant on it may fall

    def launch(self, die: int, pose: Pose, velocity: Vector, spin: Vector) -> None:
        """Let go of the die in the air: velocity in mm/s, spin in rad/s about its own axes."""
        self.put(die, pose)
        self._data.qvel[6 * die : 6 * die + 3] = velocity * _MM
        self._data.qvel[6 * die + 3 : 6 * die + 6] = spin

    def park(self, die: int) -> None:
        """Take the die off the table."""
        self._free(die)
        self._set(die, np.array([_PARKED_MM + 60 * die, 0, self.edges[die] / 2]) * _MM, np.array([1.0, 0, 0, 0]))
        self._still_s[:] = 0.0
        self._still_s[die] = np.inf

    def slide(self, die: int, velocity: Vector | None) -> None:
        """Move the die over the floor at `velocity` (x, y in mm/s) as a finger does, without turning; None: let go."""
        self._sliding.pop(die, None)
        if velocity is not None:
            self._pinned.pop(die, None)
            place, quaternion = self._data.qpos[7 * die :][:2].copy(), self._data.qpos[7 * die + 3 :][:4].copy()
            self._sliding[die] = (velocity * _MM, quaternion, place)
        else:
            self._data.qvel[6 * die : 6 * die + 6] = 0
        self._still_s[die] = 0.0

    def pin(self, die: int, pose: Pose) -> None:
        """Lay the die where nothing but another order moves it: leaning against the wall, say."""
        self.put(die, pose)
        self._pinned[die] = (self._data.qpos[7 * die : 7 * die + 3].copy(), self._data.qpos[7 * die + 3 :][:4].copy())

    def ghost(self, die: int) -> None:
        """Let the die fly through walls and floor, until it is put or parked."""
        self._model.geom_contype[self._geoms[die]] = self._model.geom_conaffinity[self._geoms[die]] = 0

    def _free(self, die: int) -> None:
        self._sliding.pop(die, None)
        self._pinned.pop(die, None)
        self._model.geom_contype[self._geoms[die]] = self._model.geom_conaffinity[self._geoms[die]] = 1

    def _set(self, die: int, place: Vector, quaternion: Vector) -> None:
        self._data.qpos[7 * die : 7 * die + 3] = place
        self._data.qpos[7 * die + 3 : 7 * die + 7] = quaternion
        self._data.qvel[6 * die : 6 * die + 6] = 0


def _scene(edges: Sequence[float]) -> str:
    """The MuJoCo model, SI units: an endless floor, four high walls, one free box a die."""
    x, y = TRAY_MM[0] / 2 * _MM, TRAY_MM[1] / 2 * _MM
    walls = "".join(
        f'<geom type="box" pos="{px} {py} 0.3" size="{sx} {sy} 0.3" class="wall"/>'
        for px, py, sx, sy in (
            (x + 0.05, 0, 0.05, y + 0.1),
            (-x - 0.05, 0, 0.05, y + 0.1),
            (0, y + 0.05, x + 0.1, 0.05),
            (0, -y - 0.05, x + 0.1, 0.05),
        )
    )
    dice = "".join(
        f'<body name="body{i}"><freejoint/><geom name="die{i}" type="box" size="{h} {h} {h}" priority="1"/></body>'
        for i, h in enumerate(edge / 2 * _MM for edge in edges)
    )
    return f"""
    <mujoco>
      <option timestep="{STEP_S / _SUBSTEPS}" cone="elliptic" integrator="implicitfast" iterations="20"/>
      <default>
        <geom friction="0.28 0.003 0.0001" condim="4" solref="0.006 0.6" density="{DENSITY}"/>
        <default class="wall"><geom friction="0.05 0.003 0.0001" solref="0.006 0.5" priority="2"/></default>
      </default>
      <worldbody>
        <geom type="plane" size="1 1 0.1"/>
        {walls}
        {dice}
      </worldbody>
    </mujoco>"""
