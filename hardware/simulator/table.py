"""The simulated table: a hand that follows orders, dice that obey physics, and a camera that films both."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Concatenate, ParamSpec

import cv2
import numpy as np

from hardware.simulator.film import Film
from hardware.simulator.gestures import BRISK, CALM, STEPS_A_TICK, TICK_S, Hands
from hardware.simulator.hand import Guest, HandPainter
from hardware.simulator.lens import PIXELS_PER_MM, Image, Sensor, hang
from hardware.simulator.looks import LOOKS, look_for
from hardware.simulator.physics import DicePhysics, Pose


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die that lies still on the tray: the truth, which only tests and audits may see.

    Attributes:
        die: its number, from 0.
        value: on its top face; None if it leans or stands on another.
        centre: of its top face in the picture, pixels.
        thrown: how many times a hand has thrown it.
        laid: whether a hand has laid it back since, which makes its last throw void.
    """

    die: int
    value: int | None
    centre: tuple[float, float]
    thrown: int
    laid: bool = False


P = ParamSpec("P")


def _order(
    gesture: Callable[Concatenate[Hands, P], Iterator[None]],
) -> Callable[Concatenate["SimulatedTable", P], None]:
    """An order to make this gesture, once all before it are made."""

    def order(table: "SimulatedTable", /, *args: P.args, **kwargs: P.kwargs) -> None:
        table.orders.append(lambda: gesture(table.hands, *args, **kwargs))

    return order


class SimulatedTable:
    """A tray with dice, seen by a camera; one seed, one session.

    Orders to the hand return at once and are carried out one after the other over the coming pictures. They may come
    from another thread than `advance`.

    Args:
        seed: decides the look (unless named) and every throw.
        dice: how many, 1-8; at first they are in a guest's hand, out of the picture.
        sets: 2 makes the first half of them red and the others blue.
        fps: pictures a second of the table's own time, at most 120.
        look: a name from `LOOKS`; None: chosen by the seed.
        brisk: quick hands and short tumbles, for matches that nobody watches.

    Attributes:
        hands: what makes the gestures that are ordered.
        orders: the gestures to come.

    Raises:
        KeyError: a look of that name does not exist.
    """

    def __init__(
        self,
        seed: int,
        dice: int = 3,
        *,
        sets: int = 1,
        fps: float = 30.0,
        look: str | None = None,
        brisk: bool = False,
    ) -> None:
        self.dice = dice
        self.fps = fps
        self.time = 0.0
        # A generator each for look, hands and scenery: to draw one number more in one leaves the others as they were.
        self._look = look_for(seed, sets=sets, dice=dice) if look is None else LOOKS[look]
        scenery = np.random.default_rng([seed, 3])
        self._lens = hang(self._look.mount)
        self._sensor = Sensor(self._look.light.noise, scenery)
        self._film = Film(self._look, dice, self._lens, self._sensor, scenery)
        self._edges = [self._look.dice[die % len(self._look.dice)].edge for die in range(dice)]
        pace = BRISK if brisk else CALM
        self._physics = DicePhysics(self._edges, pace.damping)
        self.hands = Hands(self._physics, self._lens, pace, np.random.default_rng([seed, 2]))
        self._painter = HandPainter(Guest.draw(scenery), self._look.light, self._lens)
        self.orders: deque[Callable[[], Iterator[None]]] = deque()
        self._gesture: Iterator[None] | None = None
        self._ticks = 0
        self._frames = 0
        self._brightness = 1.0
        self._seen: tuple[RestingDie, ...] = ()
        """The dice that rested in the last picture."""
        self._calm = True
        """Whether in the last picture no hand was at work and all dice rested."""

    # --- filming -----------------------------------------------------------------------------------------------------

    def advance(self) -> Image:
        """Let 1/fps seconds pass and film: a new picture, BGR uint8, (720, 1280, 3)."""
        self._frames += 1
        self.time = self._frames / self.fps
        # Poses are kept of the last ticks only, during which the shutter is open.
        exposure = max(round(self._look.light.exposure / TICK_S), 1)
        last = round(self.time / TICK_S)
        exposed: list[dict[int, Pose]] = []
        while self._ticks < last:
            self._ticks += 1
            self._gesticulate()
            for _ in range(STEPS_A_TICK):
                self._physics.step()
                if self._ticks > last - exposure:
                    exposed.append({die: self._physics.pose(die) for die in self.hands.on_tray})
        lying = sorted(self.hands.on_tray)
        self._film.expose({die: [poses[die] for poses in exposed if die in poses] for die in lying})
        canvas = self._film.canvas
        if self.hands.hand is not None:
            canvas = canvas.copy()
            self._painter.paint(canvas, self.hands.hand, exposure * TICK_S)
        if self._brightness != 1.0:
            # Levels go with the power 1/2.3 of the light, nearly as in the sensor's own tone curve.
            canvas = np.asarray(cv2.convertScaleAbs(canvas, alpha=self._brightness ** (1 / 2.3)), np.uint8)
        self._note_rests()
        return self._sensor.film(canvas)

    def doze(self, seconds: float) -> None:
        """Let time pass in which nothing happens and nobody films."""
        self._frames += round(seconds * self.fps)
        self.time = self._frames / self.fps
        self._ticks = round(self.time / TICK_S)

    @property
    def idle(self) -> bool:
        """Whether the hand is away, nothing is ordered and all dice are at rest."""
        return not self.orders and self._calm

    def at(self, x: float, y: float) -> int | None:
        """The die whose top face is nearest to a point of the picture, within a die's size; None if there is none."""
        near = [(np.hypot(x - seen.centre[0], y - seen.centre[1]), seen.die) for seen in self._seen]
        distance, die = min(near, default=(np.inf, -1))
        return die if distance <= self._edges[die] * PIXELS_PER_MM else None

    def truth(self) -> tuple[RestingDie, ...]:
        """The dice that rested on the tray in the last picture, by number: for the audit only."""
        return self._seen

    def _note_rests(self) -> None:
        """Note which dice rest: the truth about the picture that is being filmed."""
        poses = {die: self._physics.pose(die) for die in sorted(self.hands.on_tray)}
        resting = []
        for die, pose in poses.items():
            half = self._edges[die] / 2
            on_floor = pose.position[2] < 1.2 * half
            # A die that lies flat and hardly moves can't turn any more: it has come to rest in this very picture.
            landed = on_floor and pose.top() is not None and self._physics.still(die)
            if not landed and not self._physics.resting(die):
                continue
            x, y = self._lens.project(np.array([[*pose.position[:2], pose.position[2] + half]]))[0]
            value = pose.top() if on_floor else None
            resting.append(RestingDie(die, value, (float(x), float(y)), self.hands.thrown[die], die in self.hands.laid))
        self._seen = tuple(resting)
        self._calm = self._gesture is None and all(self._physics.resting(die) for die in poses)

    # --- orders, see `Hands` -----------------------------------------------------------------------------------------

    throw, lift, place, push = _order(Hands.throw), _order(Hands.lift), _order(Hands.place), _order(Hands.push)
    hover, cock, drop = _order(Hands.hover), _order(Hands.cock), _order(Hands.drop)

    def turn(self, die: int, value: int) -> None:
        """Turn over a die where it lies, so that this value is on top: that is neither a throw nor laying it back."""
        at = next((seen.centre for seen in self._seen if seen.die == die), None)
        self.place(die, value, at, back=False)

    def clear(self) -> None:
        self.lift(range(self.dice))

    def light(self, factor: float) -> None:
        """Make all light `factor` times as strong as at the beginning, from the next picture on."""
        self._brightness = factor

    def _gesticulate(self) -> None:
        if self._gesture is None:
            if not self.orders:
                return
            self._calm = False  # before the order leaves its queue: `idle` must not see a gap
            self._gesture = self.orders.popleft()()
        # `next` gives the default, the gesture itself, once it has ended.
        if next(self._gesture, self._gesture) is self._gesture:
            self._gesture = None
