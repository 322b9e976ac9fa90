"""What hands do over the simulated tray: each gesture is a generator that goes on by one tick of time a step."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.simulator.hand import REACH_MM, TIP_MM, Grip, Hand
from hardware.simulator.lens import Lens, Vector
from hardware.simulator.physics import STEP_S, TRAY_MM, DicePhysics, Pose, any_turn, turned

STEPS_A_TICK = 2
TICK_S = STEPS_A_TICK * STEP_S
"""Hands move every second step of the physics: 1/120 s, the shortest exposure."""
_HALF: Vector = np.array(TRAY_MM) / 2
_SIDES = (-np.pi / 2, np.pi / 2, 0.0, np.pi)
"""Headings of hands from the far side, the near side, left and right."""
_SIDE_ODDS = (0.15, 0.5, 0.175, 0.175)
"""How often a hand comes from each: players stand on the near side."""
_TREMOR_MM = 0.25
"""How far a held hand jumps each tick; as it drifts back, it wanders by about a millimetre."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a guest's gestures are (seconds), and how hard the throws: `speed` mm/s, `spin` rad/s, `damping` 1/s."""

    reach: float
    grasp: float
    shake: float
    slide: float
    speed: tuple[float, float]
    spin: float
    damping: float


CALM = Pace(reach=0.24, grasp=0.07, shake=0.5, slide=0.5, speed=(650, 1150), spin=30, damping=0.3)
BRISK = Pace(reach=0.13, grasp=0.03, shake=0.13, slide=0.2, speed=(450, 700), spin=24, damping=2.0)


class Hands:
    """The guests' hands, one at a time, and the dice that they have not taken off the tray.

    Attributes:
        hand: the one over the tray; None while nobody reaches in.
        on_tray: the dice on the tray; the others are in somebody's hand, or on the floor.
        thrown: how many times each die has been thrown.
        laid: the dice that were laid back since their last throw.
    """

    def __init__(self, physics: DicePhysics, lens: Lens, pace: Pace, rng: np.random.Generator) -> None:
        self._physics, self._lens, self._pace, self._rng = physics, lens, pace, rng
        self.hand: Hand | None = None
        self.on_tray: set[int] = set()
        self.thrown = [0] * len(physics.edges)
        self.laid: set[int] = set()

    # --- gestures ----------------------------------------------------------------------------------------------------

    def throw(self, dice: Collection[int]) -> Iterator[None]:
        """Lift those of the dice that lie there, shake them outside the picture, throw them in, wait until all rest."""
        yield from self.lift(dice)
        yield from self._wait(self._pace.shake)
        heading, start, target = self._aim()
        yield from self._enter(heading, start, Grip.CURLED)
        self._release(dice, start, target)
        assert self.hand is not None
        self.hand.grip = Grip.OPEN
        yield from self._wait(0.04)
        yield from self._leave()
        while not all(self._physics.resting(die) for die in self.on_tray):
            yield

    def lift(self, dice: Collection[int]) -> Iterator[None]:
        """Gather the dice, the nearest first, and carry them out of the picture."""
        wanted = [die for die in dice if die in self.on_tray]
        if not wanted:
            return
        heading = self._side()
        places = {die: self._physics.pose(die).position[:2] for die in wanted}
        inwards = np.array([np.cos(heading), np.sin(heading)])
        for die in sorted(wanted, key=lambda die: float(places[die] @ inwards)):
            if self.hand is None:
                yield from self._enter(heading, places[die], Grip.OPEN)
            else:
                yield from self._travel(places[die], self._pace.grasp)
            yield from self._wait(self._pace.grasp)
            self._take(die)
        assert self.hand is not None
        self.hand.grip = Grip.CURLED
        yield from self._leave()

    def place(
        self, die: int, value: int, at: tuple[float, float] | None = None, *, back: bool = True
    ) -> Iterator[None]:
        """Set the die down with this value on top, at a point of the picture or somewhere free.

        `back`: it is laid back, so that its last throw is void.
        """
        yield from self.lift([die])
        spot = self._free_spot() if at is None else self._lens.meet(*at, self._physics.edges[die] / 2)[:2]
        yield from self._enter(self._side(), spot, Grip.CURLED)
        pose = Pose(np.array([*spot, self._physics.edges[die] / 2]), turned(value, self._rng.uniform(0, 2 * np.pi)))
        self._physics.put(die, pose)
        self.on_tray.add(die)
        if back:
            self.laid.add(die)
        assert self.hand is not None
        self.hand.grip = Grip.OPEN
        yield from self._wait(self._pace.grasp)
        yield from self._leave()

    def push(self, die: int, by: tuple[float, float]) -> Iterator[None]:
        """Slide the die this many pixels to the right and down, a finger on it."""
        if die not in self.on_tray:
            return
        here = self._physics.pose(die).position
        x, y = self._lens.project(here[None])[0]
        # Turned by 45 degrees a die reaches 0.71 edges from its middle: it stays clear of the walls.
        room = _HALF - self._physics.edges[die] * 0.75
        there = np.clip(self._lens.meet(x + by[0], y + by[1], float(here[2])), -room, room)
        heading = self._side()
        cos, sin = np.cos(heading), np.sin(heading)
        palm = np.array([cos * TIP_MM[0] - sin * TIP_MM[1], sin * TIP_MM[0] + cos * TIP_MM[1]])
        yield from self._enter(heading, here[:2] - palm, Grip.POINTING)
        self._physics.slide(die, (there - here[:2]) / self._pace.slide)
        yield from self._travel(there - palm, self._pace.slide, steady=True)
        self._physics.slide(die, None)
        yield from self._leave()

    def hover(self, seconds: float) -> Iterator[None]:
        spot = self._rng.uniform(-0.6, 0.6, 2) * _HALF
        yield from self._enter(self._side(), spot, Grip.OPEN)
        assert self.hand is not None
        for _ in range(round(seconds / TICK_S)):
            # No hand is still: it drifts back to where it is held, and shakes.
            place = self.hand.place + (spot - self.hand.place) * 0.05 + self._rng.normal(0, _TREMOR_MM, 2)
            self.hand.speed = float(np.linalg.norm(place - self.hand.place)) / TICK_S
            self.hand.place = place
            yield
        yield from self._leave()

    def cock(self, die: int) -> Iterator[None]:
        """Lean the die against the far wall, where it stays."""
        half = self._physics.edges[die] / 2
        lean = self._rng.uniform(0.4, 0.7)
        extent = half * (np.cos(lean) + np.sin(lean))
        x = self._rng.uniform(-0.7, 0.7) * _HALF[0]
        tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        rotation = tilt @ turned(int(self._rng.integers(1, 7)), np.pi / 2 * self._rng.integers(4))
        self._physics.pin(die, Pose(np.array([x, _HALF[1] - extent, extent]), rotation))
        self.on_tray.add(die)
        yield

    def drop(self, die: int) -> Iterator[None]:
        """Let the die jump over the nearer long wall."""
        if die not in self.on_tray:
            return
        pose = self._physics.pose(die)
        side = np.copysign(1.0, pose.position[1])
        self._physics.launch(die, pose, np.array([0, side * 500, 1300]), self._rng.normal(0, 12, 3))
        self._physics.ghost(die)
        yield from self._wait(0.5)
        self._take(die)

    # --- parts of gestures -------------------------------------------------------------------------------------------

    def _take(self, die: int) -> None:
        self.on_tray.discard(die)
        self._physics.park(die)

    def _side(self) -> float:
        """A heading: the side that the next hand comes from."""
        return float(self._rng.choice(_SIDES, p=_SIDE_ODDS))

    def _wait(self, seconds: float) -> Iterator[None]:
        for _ in range(round(seconds / TICK_S)):
            if self.hand is not None:
                self.hand.speed = 0.0
            yield

    def _enter(self, heading: float, place: Vector, grip: Grip) -> Iterator[None]:
        """A hand comes in from outside the picture, straight to a place."""
        slant = heading + float(self._rng.uniform(-0.3, 0.3))
        self.hand = Hand(self._outside(slant, place), slant, grip)
        yield from self._travel(place, self._pace.reach)

    def _leave(self) -> Iterator[None]:
        """The hand draws back out of the picture, to where it came from."""
        assert self.hand is not None
        yield from self._travel(self._outside(self.hand.heading, self.hand.place), self._pace.reach)
        self.hand = None

    @staticmethod
    def _outside(heading: float, place: Vector) -> Vector:
        """The point behind `place` from which not even a finger reaches into the picture."""
        back = -np.array([np.cos(heading), np.sin(heading)])
        room = _HALF + 30 + REACH_MM
        with np.errstate(divide="ignore"):
            steps = np.where(back > 0, (room - place) / back, (-room - place) / back)
        return np.asarray(place + back * float(steps.min()))

    def _travel(self, to: Vector, seconds: float, *, steady: bool = False) -> Iterator[None]:
        assert self.hand is not None
        start = self.hand.place
        ticks = max(round(seconds / TICK_S), 1)
        for tick in range(1, ticks + 1):
            share = tick / ticks
            # A hand starts and stops softly (smoothstep); one that pushes a die goes as steadily as the die.
            if not steady:
                share = share * share * (3 - 2 * share)
            place = start + (to - start) * share
            self.hand.speed = float(np.linalg.norm(place - self.hand.place)) / TICK_S
            self.hand.place = place
            yield

    def _free_spot(self) -> Vector:
        """A place in the tray far from the dice that lie there."""
        lying = [self._physics.pose(die).position[:2] for die in self.on_tray]
        spots = self._rng.uniform(-1, 1, (16, 2)) * (_HALF - 35)
        return max(spots, key=lambda spot: min((float(np.linalg.norm(spot - at)) for at in lying), default=0.0))

    def _aim(self) -> tuple[float, Vector, Vector]:
        """Heading, palm and target of a throw: of eight the one that passes farthest from the dice that lie there."""
        lying = [self._physics.pose(die).position[:2] for die in self.on_tray]
        aims = []
        for _ in range(8):
            heading = self._side()
            inwards = np.array([np.cos(heading), np.sin(heading)])
            along = np.array([-inwards[1], inwards[0]]) * (_HALF - 70) * self._rng.uniform(-1, 1)
            start = -inwards * (_HALF - 34) + along
            target = self._rng.uniform(-0.45, 0.45, 2) * _HALF
            aims.append((heading, start, target))
        return max(aims, key=lambda aim: min((_distance(at, aim[1], aim[2]) for at in lying), default=0.0))

    def _release(self, dice: Collection[int], start: Vector, target: Vector) -> None:
        forwards = (target - start) / np.linalg.norm(target - start)
        aside = np.array([-forwards[1], forwards[0]])
        for index, die in enumerate(self._rng.permutation(sorted(dice)).tolist()):
            # Three side by side, others above them, apart by more than a diagonal (1.73 edges): none touch.
            gap = 1.75 * max(self._physics.edges)
            column = index % 3 - (min(3, len(dice)) - 1) / 2
            place = np.clip(start + aside * column * gap, gap - _HALF - 8, _HALF - gap + 8)
            position = np.array([*place, gap * (0.75 + index // 3) + self._rng.uniform(0, 8)])
            turn = any_turn(self._rng)
            # Softer along the tray's short side: else all dice would end at the far wall.
            speed = self._rng.uniform(*self._pace.speed) * (0.6 + 0.4 * abs(forwards[0]))
            velocity = np.array([*(forwards * speed + aside * (column * 90 + self._rng.normal(0, 50))), -50.0])
            self._physics.launch(die, Pose(position, turn), velocity, self._rng.normal(0, self._pace.spin, 3))
            self.on_tray.add(die)
            self.laid.discard(die)
            self.thrown[die] += 1


def _distance(point: Vector, start: Vector, end: Vector) -> float:
    """From a point to the way of a throw, which goes on beyond its target by 0.6 of its length."""
    way = end - start
    share = float(np.clip((point - start) @ way / (way @ way), 0, 1.6))
    return float(np.linalg.norm(point - start - share * way))
