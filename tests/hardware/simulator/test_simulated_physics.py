"""Simulated dice are dice: seven on opposite faces, and they roll until they lie on one of them."""

import numpy as np
import pytest

from hardware.simulator.physics import FACES, STEP_S, TRAY_MM, DicePhysics, Pose, any_turn, turned

EDGE_MM = 16.0


def pass_time(physics: DicePhysics, seconds: float) -> None:
    for _ in range(round(seconds / STEP_S)):
        physics.step()


def test_opposite_faces_sum_to_seven() -> None:
    assert [FACES[axis] + FACES[axis + 3] for axis in range(3)] == [7, 7, 7]


def test_one_two_three_run_counterclockwise_about_their_corner() -> None:
    along = {value: np.eye(3)[index % 3] * (1 if index < 3 else -1) for index, value in enumerate(FACES)}
    assert np.cross(along[1], along[2]) @ along[3] == 1


def test_thrown_dice_come_to_rest_flat_on_the_floor_inside_the_walls() -> None:
    rng = np.random.default_rng(3)
    physics = DicePhysics([EDGE_MM] * 4, damping=0.3)
    for die in range(4):
        start = Pose(np.array([-150.0, 40.0 * die - 60, 40.0]), any_turn(rng))
        physics.launch(die, start, np.array([900.0, 200.0, 0.0]), rng.normal(0, 25, 3))
    assert not any(physics.resting(die) for die in range(4))
    pass_time(physics, 2.0)
    for die in range(4):
        pose = physics.pose(die)
        assert physics.resting(die)
        assert pose.top() in range(1, 7)
        assert pose.position[2] == pytest.approx(EDGE_MM / 2, abs=0.2)
        assert (np.abs(pose.position[:2]) < np.array(TRAY_MM) / 2).all()


def test_every_face_comes_up_about_as_often() -> None:
    rng = np.random.default_rng(5)
    physics = DicePhysics([EDGE_MM] * 6, damping=0.3)
    counts = dict.fromkeys(range(1, 7), 0)
    for _ in range(25):
        for die in range(6):
            start = Pose(np.array([60.0 * die - 150, -60.0, 45.0]), any_turn(rng))
            physics.launch(die, start, np.array([0.0, 500.0, 0.0]), rng.normal(0, 25, 3))
        pass_time(physics, 1.6)
        for die in range(6):
            value = physics.pose(die).top()
            if value is not None:
                counts[value] += 1
    assert sum(counts.values()) >= 147  # of 150: leaning dice are rare
    assert min(counts.values()) > 10  # 25 expected, deviation 4.6


def test_a_pushed_die_slides_without_turning() -> None:
    physics = DicePhysics([EDGE_MM], damping=0.3)
    physics.put(0, Pose(np.array([0.0, 0.0, EDGE_MM / 2]), turned(2, 0.4)))
    pass_time(physics, 0.3)
    before = physics.pose(0)
    physics.slide(0, np.array([100.0, -50.0]))
    pass_time(physics, 0.4)
    physics.slide(0, None)
    pass_time(physics, 0.3)
    after = physics.pose(0)
    assert after.position[:2] - before.position[:2] == pytest.approx([40, -20], abs=1)
    assert after.rotation == pytest.approx(before.rotation, abs=0.01)
    assert physics.resting(0)
