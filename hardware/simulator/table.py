"""The simulated table: a hand that follows orders, dice that obey physics, and one filmed picture after another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulator.film import Film
from hardware.simulator.hand import REACH_MM, TIP_MM, Grip, Guest, Hand, HandPainter
from hardware.simulator.lens import PIXELS_PER_MM, Image, Sensor, Vector, hang
from hardware.simulator.looks import LOOKS, look_for
from hardware.simulator.physics import STEP_S, TRAY_MM, DicePhysics, Pose, any_turn, turned

_STEPS_A_TICK = 2
_TICK_S = _STEPS_A_TICK * STEP_S
_HALF: Vector = np.array(TRAY_MM) / 2
_SIDES = (-np.pi / 2, np.pi / 2, 0.0, np.pi)  # headings of a hand from the far side, the near side, left and right
_SIDE_ODDS = (0.15, 0.5, 0.175, 0.175)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a guest is, seconds; and how hard the throws are: mm/s, rad/s, damping 1/s."""

    reach: float
    grasp: float
    shake: float
    slide: float
    speed: tuple[float, float]
    spin: float
    damping: float


CALM = Pace(reach=0.24, grasp=0.07, shake=0.5, slide=0.5, speed=(650, 1150), spin=30, damping=0.3)
BRISK = Pace(reach=0.13, grasp=0.03, shake=0.13, slide=0.2, speed=(450, 700), spin=24, damping=2.0)


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die that lies still on the tray, as only the judge knows it.

    Attributes:
        die: its number, from 0.
        value: on its top face; None if it leans or stands on another.
        centre: of its top face in the picture, pixels.
        thrown: how many times a hand has thrown it.
    """

    die: int
    value: int | None
    centre: tuple[float, float]
    thrown: int


class SimulatedTable:
    """A tray with dice, seen by a camera; one seed, one evening.

    Orders to the hand return at once and are carried out one after the other over the coming pictures. They may come
    from another thread than `advance`.

    Args:
        seed: decides the look (unless named) and every throw.
        dice: 1-8; they begin in a guest's hand, out of the picture.
        fps: pictures a second of the table's own time.
        look: a name from `LOOKS`; None lets the seed choose.
        brisk: quick hands and short tumbles, for matches that nobody watches.

    Raises:
        KeyError: a look of that name does not exist.
    """

    def __init__(
        self, seed: int, dice: int = 3, *, fps: float = 30.0, look: str | None = None, brisk: bool = False
    ) -> None:
        self.dice = dice
        self.fps = fps
        self.time = 0.0
        self._look = look_for(seed) if look is None else LOOKS[look]
        self._pace = BRISK if brisk else CALM
        self._rng = np.random.default_rng([seed, 2])
        scenery = np.random.default_rng([seed, 3])
        self._lens = hang(self._look.mount)
        self._sensor = Sensor(self._look.light.noise, scenery)
        self._film = Film(self._look, dice, self._lens, self._sensor, scenery)
        self._edges = [self._look.dice[die % len(self._look.dice)].edge for die in range(dice)]
        self._physics = DicePhysics(self._edges, self._pace.damping)
        self._on_tray: set[int] = set()
        self._thrown = [0] * dice
        self._hand: Hand | None = None
        self._painter = HandPainter(Guest.draw(scenery), self._look.light, self._lens)
        self._orders: deque[Callable[[], Iterator[None]]] = deque()
        self._gesture: Iterator[None] | None = None
        self._ticks = 0
        self._frames = 0
        self._brightness = 1.0
        self._seen: tuple[RestingDie, ...] = ()
        self._calm = True

    # --- filming -----------------------------------------------------------------------------------------------------

    def advance(self) -> Image:
        """Let 1/fps seconds pass and film: a new picture, BGR uint8, (720, 1280, 3)."""
        self._frames += 1
        self.time = self._frames / self.fps
        exposure = max(round(self._look.light.exposure / _TICK_S), 1)
        last = round(self.time / _TICK_S)
        exposed: list[dict[int, Pose]] = []
        while self._ticks < last:
            self._ticks += 1
            self._gesticulate()
            for _ in range(_STEPS_A_TICK):
                self._physics.step()
                if self._ticks > last - exposure:
                    exposed.append({die: self._physics.pose(die) for die in self._on_tray})
        self._film.expose({die: [poses[die] for poses in exposed if die in poses] for die in sorted(self._on_tray)})
        canvas = self._film.canvas
        if self._hand is not None:
            canvas = canvas.copy()
            self._painter.paint(canvas, self._hand, exposure * _TICK_S)
        if self._brightness != 1.0:
            canvas = np.asarray(cv2.convertScaleAbs(canvas, alpha=self._brightness ** (1 / 2.3)), np.uint8)
        self._look_on()
        return self._sensor.film(canvas)

    @property
    def idle(self) -> bool:
        """Whether the hand is away, nothing is ordered and all dice are at rest."""
        return not self._orders and self._calm

    def at(self, x: float, y: float) -> int | None:
        """The die whose top face is nearest to a point of the picture, within a die's size; None if there is none."""
        near = [(np.hypot(x - seen.centre[0], y - seen.centre[1]), seen.die) for seen in self._seen]
        distance, die = min(near, default=(np.inf, -1))
        return die if distance <= self._edges[die] * PIXELS_PER_MM else None

    def truth(self) -> tuple[RestingDie, ...]:
        """The dice that rested on the tray in the last picture, by number: for the judge only."""
        return self._seen

    def _look_on(self) -> None:
        poses = {die: self._physics.pose(die) for die in sorted(self._on_tray)}
        resting = []
        for die, pose in poses.items():
            if not self._physics.resting(die):
                continue
            half = self._edges[die] / 2
            on_floor = pose.position[2] < 1.2 * half
            x, y = self._lens.project(np.array([[*pose.position[:2], pose.position[2] + half]]))[0]
            value = pose.top() if on_floor else None
            resting.append(RestingDie(die, value, (float(x), float(y)), self._thrown[die]))
        self._seen = tuple(resting)
        self._calm = self._gesture is None and len(resting) == len(poses)

    # --- orders ------------------------------------------------------------------------------------------------------

    def throw(self, dice: Collection[int]) -> None:
        """Lift those of the dice that lie on the tray, leave the others, shake them out of view and throw them in."""
        chosen = sorted(dice)
        self._orders.append(lambda: self._throw(chosen))

    def lift(self, dice: Collection[int]) -> None:
        """Take the dice off the tray and keep them."""
        chosen = sorted(dice)
        self._orders.append(lambda: self._lift(chosen))

    def place(self, die: int, value: int) -> None:
        """Set the die down somewhere free with this value on top."""
        self._orders.append(lambda: self._place(die, value))

    def push(self, die: int, by: tuple[float, float]) -> None:
        """Slide the die with a finger by so many pixels to the right and down; its face stays up."""
        self._orders.append(lambda: self._push(die, by))

    def hover(self, seconds: float) -> None:
        """Hold a hand over the tray."""
        self._orders.append(lambda: self._hover(seconds))

    def clear(self) -> None:
        """Take all dice off the tray."""
        self._orders.append(lambda: self._lift(range(self.dice)))

    def cock(self, die: int) -> None:
        """Lean the die against the rim; it stays so until it is lifted or pushed."""
        self._orders.append(lambda: self._cock(die))

    def drop(self, die: int) -> None:
        """Let the die jump off the tray; a throw brings it back."""
        self._orders.append(lambda: self._drop(die))

    def light(self, factor: float) -> None:
        """Make all light `factor` times as strong as it was in the beginning, from the next picture on."""
        self._brightness = factor

    # --- gestures: each goes on for as long as it yields, once a tick ------------------------------------------------

    def _gesticulate(self) -> None:
        if self._gesture is None:
            if not self._orders:
                return
            self._calm = False  # before the order leaves its queue: `idle` must not see a gap
            self._gesture = self._orders.popleft()()
        if next(self._gesture, self._gesture) is self._gesture:
            self._gesture = None

    def _throw(self, dice: Collection[int]) -> Iterator[None]:
        yield from self._lift(dice)
        yield from self._wait(self._pace.shake)
        heading, start, target = self._aim()
        yield from self._enter(heading, start, Grip.CURLED)
        self._release(dice, start, target)
        assert self._hand is not None
        self._hand.grip = Grip.OPEN
        yield from self._wait(0.04)
        yield from self._leave()
        while not all(self._physics.resting(die) for die in self._on_tray):
            yield

    def _lift(self, dice: Collection[int]) -> Iterator[None]:
        wanted = [die for die in dice if die in self._on_tray]
        if not wanted:
            return
        heading = self._side()
        places = {die: self._physics.pose(die).position[:2] for die in wanted}
        inwards = np.array([np.cos(heading), np.sin(heading)])
        for die in sorted(wanted, key=lambda die: float(places[die] @ inwards)):
            if self._hand is None:
                yield from self._enter(heading, places[die], Grip.OPEN)
            else:
                yield from self._travel(places[die], self._pace.grasp)
            yield from self._wait(self._pace.grasp)
            self._take(die)
        assert self._hand is not None
        self._hand.grip = Grip.CURLED
        yield from self._leave()

    def _place(self, die: int, value: int) -> Iterator[None]:
        yield from self._lift([die])
        spot = self._free_spot()
        yield from self._enter(self._side(), spot, Grip.CURLED)
        pose = Pose(np.array([*spot, self._edges[die] / 2]), turned(value, self._rng.uniform(0, 2 * np.pi)))
        self._physics.put(die, pose)
        self._on_tray.add(die)
        assert self._hand is not None
        self._hand.grip = Grip.OPEN
        yield from self._wait(self._pace.grasp)
        yield from self._leave()

    def _push(self, die: int, by: tuple[float, float]) -> Iterator[None]:
        if die not in self._on_tray:
            return
        here = self._physics.pose(die).position
        x, y = self._lens.project(here[None])[0]
        room = _HALF - self._edges[die] * 0.75
        there = np.clip(self._lens.meet(x + by[0], y + by[1], float(here[2])), -room, room)
        heading = self._side()
        cos, sin = np.cos(heading), np.sin(heading)
        palm = np.array([cos * TIP_MM[0] - sin * TIP_MM[1], sin * TIP_MM[0] + cos * TIP_MM[1]])
        yield from self._enter(heading, here[:2] - palm, Grip.POINTING)
        self._physics.slide(die, (there - here[:2]) / self._pace.slide)
        yield from self._travel(there - palm, self._pace.slide, steady=True)
        self._physics.slide(die, None)
        yield from self._leave()

    def _hover(self, seconds: float) -> Iterator[None]:
        spot = self._rng.uniform(-0.6, 0.6, 2) * _HALF
        yield from self._enter(self._side(), spot, Grip.OPEN)
        yield from self._wait(seconds)
        yield from self._leave()

    def _cock(self, die: int) -> Iterator[None]:
        half = self._edges[die] / 2
        lean = self._rng.uniform(0.4, 0.7)
        extent = half * (np.cos(lean) + np.sin(lean))
        x = self._rng.uniform(-0.7, 0.7) * _HALF[0]
        tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        rotation = tilt @ turned(int(self._rng.integers(1, 7)), np.pi / 2 * self._rng.integers(4))
        self._physics.pin(die, Pose(np.array([x, _HALF[1] - extent, extent]), rotation))
        self._on_tray.add(die)
        yield

    def _drop(self, die: int) -> Iterator[None]:
        if die not in self._on_tray:
            return
        pose = self._physics.pose(die)
        side = np.copysign(1.0, pose.position[1])
        self._physics.launch(die, pose, np.array([0, side * 500, 1300]), self._rng.normal(0, 12, 3))
        self._physics.ghost(die)
        yield from self._wait(0.5)
        self._take(die)

    # --- parts of gestures -------------------------------------------------------------------------------------------

    def _take(self, die: int) -> None:
        self._on_tray.discard(die)
        self._physics.park(die)

    def _side(self) -> float:
        """A heading: the side that the next hand comes from."""
        return float(self._rng.choice(_SIDES, p=_SIDE_ODDS))

    def _wait(self, seconds: float) -> Iterator[None]:
        for _ in range(round(seconds / _TICK_S)):
            if self._hand is not None:
                self._hand.speed = 0.0
            yield

    def _enter(self, heading: float, place: Vector, grip: Grip) -> Iterator[None]:
        """A hand comes in from outside the picture, straight to a place."""
        slant = heading + float(self._rng.uniform(-0.3, 0.3))
        self._hand = Hand(self._outside(slant, place), slant, grip)
        yield from self._travel(place, self._pace.reach)

    def _leave(self) -> Iterator[None]:
        """The hand draws back out of the picture the way it points from."""
        assert self._hand is not None
        yield from self._travel(self._outside(self._hand.heading, self._hand.place), self._pace.reach)
        self._hand = None

    @staticmethod
    def _outside(heading: float, place: Vector) -> Vector:
        """The point behind `place` from which no finger reaches into the picture."""
        back = -np.array([np.cos(heading), np.sin(heading)])
        room = _HALF + 30 + REACH_MM
        with np.errstate(divide="ignore"):
            steps = np.where(back > 0, (room - place) / back, (-room - place) / back)
        return np.asarray(place + back * float(steps.min()))

    def _travel(self, to: Vector, seconds: float, *, steady: bool = False) -> Iterator[None]:
        assert self._hand is not None
        start = self._hand.place
        ticks = max(round(seconds / _TICK_S), 1)
        for tick in range(1, ticks + 1):
            share = tick / ticks
            if not steady:
                share = share * share * (3 - 2 * share)
            place = start + (to - start) * share
            self._hand.speed = float(np.linalg.norm(place - self._hand.place)) / _TICK_S
            self._hand.place = place
            yield

    def _free_spot(self) -> Vector:
        """A place in the tray far from the dice that lie there."""
        lying = [self._physics.pose(die).position[:2] for die in self._on_tray]
        spots = self._rng.uniform(-1, 1, (16, 2)) * (_HALF - 35)
        return max(spots, key=lambda spot: min((float(np.linalg.norm(spot - at)) for at in lying), default=0.0))

    def _aim(self) -> tuple[float, Vector, Vector]:
        """Heading, palm and target of a throw: of several, the one that goes best past the dice that lie there."""
        lying = [self._physics.pose(die).position[:2] for die in self._on_tray]
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
            gap = 1.75 * max(self._edges)  # no two of them touch, however they are turned
            column = index % 3 - (min(3, len(dice)) - 1) / 2
            place = np.clip(start + aside * column * gap, gap - _HALF - 8, _HALF - gap + 8)
            position = np.array([*place, gap * (0.75 + index // 3) + self._rng.uniform(0, 8)])
            turn = any_turn(self._rng)
            # Across the tray's short way softly, or all dice end at the far wall.
            speed = self._rng.uniform(*self._pace.speed) * (0.6 + 0.4 * abs(forwards[0]))
            velocity = np.array([*(forwards * speed + aside * (column * 90 + self._rng.normal(0, 50))), -50.0])
            self._physics.launch(die, Pose(position, turn), velocity, self._rng.normal(0, self._pace.spin, 3))
            self._on_tray.add(die)
            self._thrown[die] += 1


def _distance(point: Vector, start: Vector, end: Vector) -> float:
    way = end - start
    share = float(np.clip((point - start) @ way / (way @ way), 0, 1.6))
    return float(np.linalg.norm(point - start - share * way))
