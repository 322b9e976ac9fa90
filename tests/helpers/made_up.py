"""Scenes made up by hand: what the watcher would say of a table on which things happen as the tests tell them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from readers import read_die

from hardware.panel import KEEPS, Button, Press, PressKind
from vision.types import Die, Doubt, DoubtKind, Scene, SceneState, TrackedDie

PICTURE = np.zeros((720, 1280, 3), np.uint8)
RED = (30, 30, 200)
EDGE_PX = 50.0


def die(value: int, x: float, second: int | None = None, colour: tuple[int, int, int] = RED) -> Die:
    """A die read as `value`, in a row across the picture; `second` is what it may be else."""
    read = read_die(value, (x, 360.0), EDGE_PX, colour=colour, confidence=0.98, score=0.9)
    if second is None:
        return read
    return replace(read, scores=tuple(0.06 if face == second else score for face, score in enumerate(read.scores, 1)))  # type: ignore[arg-type]


class MadeUpTable:
    """Tells one listener, frame by frame, what happens on a table."""

    def __init__(self, scene: Callable[[Scene], None], press: Callable[[Press], None]) -> None:
        self._scene = scene
        self._press = press
        self.time = 0.0
        self.dice: list[TrackedDie] = []
        self.colour = RED
        """Of the dice that come next, BGR."""
        self._tracks = 0
        self._told: tuple[SceneState, Sequence[Doubt]] = SceneState.EMPTY, ()

    def tell(self, state: SceneState, doubts: Sequence[Doubt] = (), *, after: float = 0.1) -> None:
        """One scene."""
        self.time += after
        self._told = state, doubts
        self.dice.sort(key=lambda d: d.die.centre[0])
        self._scene(Scene(self.time, state, tuple(self.dice), tuple(doubts), PICTURE))

    def again(self, after: float = 0.1) -> None:
        """Nothing has moved."""
        self.tell(*self._told, after=after)

    def empty(self) -> None:
        """Nothing lies there."""
        self.dice = []
        self.tell(SceneState.EMPTY)

    def rest(self, *doubts: Doubt) -> None:
        """Everything lies still, for two frames."""
        self.tell(SceneState.SETTLED, doubts)
        self.tell(SceneState.SETTLED, doubts)

    def lie(self, *values: int) -> None:
        """Dice lie there that nobody saw falling; to the watcher they are new."""
        self.dice = [self._new(value, 200.0 + 100 * place) for place, value in enumerate(values)]
        self.rest()

    def stir(self) -> None:
        """A hand comes, and something moves; then nothing that lies there is newly thrown."""
        self.dice = [replace(d, thrown=False) for d in self.dice]
        self.tell(SceneState.HAND)
        self.tell(SceneState.MOVING)

    def lift(self, *numbers: int) -> None:
        """Take dice off, counted left to right from 1, and leave the others; out of sight."""
        self.stir()
        self.dice = [d for number, d in enumerate(self.dice, 1) if number not in numbers]
        self.tell(SceneState.SETTLED if self.dice else SceneState.EMPTY)

    def throw(
        self,
        *values: int,
        at: float = 200.0,
        doubts: Sequence[Doubt] = (),
        doubted: tuple[int, DoubtKind] | None = None,
        hits: tuple[int, int] | None = None,
    ) -> None:
        """Throw dice beside those that lie there; left to right from `at`, in the gaps.

        `doubted`: the number of a die, left to right, and what is wrong with it; `hits`: the number of a die that lies
        there, and what it shows once they have hit it.
        """
        self.stir()
        if hits is not None:
            self._tumble(*hits)
        taken = {d.die.centre[0] for d in self.dice}
        for value in values:
            while at in taken:
                at += 100
            taken.add(at)
            self.dice.append(self._new(value, at))
        self.dice.sort(key=lambda d: d.die.centre[0])
        self.rest(*doubts, *([] if doubted is None else [self.doubt(*doubted)]))

    def throw_all(self, *values: int, doubted: tuple[int, DoubtKind] | None = None) -> None:
        """Take all dice and throw them."""
        self.lift(*range(1, len(self.dice) + 1))
        self.throw(*values, doubted=doubted)

    def slide(self, number: int, x: float) -> None:
        """Push a die with a finger: it keeps its track and was not thrown."""
        self.stir()
        old = self.dice[number - 1]
        self.dice[number - 1] = replace(old, die=die(old.die.value, x, colour=old.die.colour))
        self.rest()

    def doubt(self, number: int, kind: DoubtKind = DoubtKind.VALUE) -> Doubt:
        """A doubt about the die with this number, left to right."""
        return Doubt(kind, self.dice[number - 1].die.box)

    def tip(self, number: int, value: int, *, doubted: bool = False) -> None:
        """A die tips over onto another face, and nobody touched it; `doubted`: the reader is not sure of it."""
        self.dice = [replace(d, thrown=False) for d in self.dice]
        self.tell(SceneState.MOVING)
        self._tumble(number, value)
        self.rest(*[self.doubt(number)] if doubted else [])

    def turn(self, number: int, value: int, *, throw: Sequence[int] = (), at: float = 200.0) -> None:
        """A hand turns a die over where it lies; and takes all others in the same breath to `throw` them."""
        self.stir()
        self._tumble(number, value)
        if throw:
            stays = self.dice[number - 1]
            self.dice = [stays]
            for value_ in throw:
                self.dice.append(self._new(value_, at))
                at += 100
        self.dice.sort(key=lambda d: d.die.centre[0])
        self.rest()

    def _tumble(self, number: int, value: int) -> None:
        old = self.dice[number - 1]
        self.dice[number - 1] = TrackedDie(old.track, thrown=True, die=die(value, old.die.centre[0]))

    def press(self, *buttons: Button, long: bool = False, after: float = 0.5) -> None:
        """Press these together."""
        self.time += after
        kind = PressKind.LONG if long else PressKind.SHORT
        self._press(Press(frozenset(buttons), kind, self.time))

    def keep(self, *numbers: int) -> None:
        """Press KEEP, one after the other."""
        for number in numbers:
            self.press(KEEPS[number - 1])

    def end(self) -> None:
        """Press END."""
        self.press(Button.END)

    def _new(self, value: int, x: float) -> TrackedDie:
        self._tracks += 1
        return TrackedDie(self._tracks, thrown=True, die=die(value, x, value % 6 + 1, self.colour))
