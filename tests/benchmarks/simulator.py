"""How long the simulated table takes for a picture, physics and drawing apart, and what every look looks like.

    python tests/benchmarks/simulator.py [FOLDER]

prints milliseconds of processor time a picture on one core; writes sample pictures of each look to FOLDER if named.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np

from hardware.simulator import LOOKS, SimulatedTable
from hardware.simulator.physics import DicePhysics

THROWS = 8


def main() -> None:
    cv2.setNumThreads(1)
    physics_s = 0.0
    step = DicePhysics.step

    def timed_step(self: DicePhysics) -> None:
        nonlocal physics_s
        start = time.process_time()
        step(self)
        physics_s += time.process_time() - start

    DicePhysics.step = timed_step  # type: ignore[method-assign]  # to tell physics from drawing
    for brisk, fps in ((False, 30.0), (True, 8.0)):
        for dice in (3, 5):
            table = SimulatedTable(7, dice, fps=fps, look="felt", brisk=brisk)
            play(table)  # the hand's pictures are made once
            physics_s, spent = 0.0, []
            for _ in range(THROWS):
                spent += play(table)
            rest = [timed(table) for _ in range(20)]
            pictures = len(spent)
            print(
                f"{dice} dice, {fps:2.0f} pictures/s{', brisk' if brisk else ''}: "
                f"{pictures / THROWS:.1f} pictures a throw, "
                f"{np.sum(spent) / pictures * 1e3:.2f} ms a picture (physics {physics_s / pictures * 1e3:.2f}, "
                f"worst {np.max(spent) * 1e3:.1f}), {np.sum(spent) / THROWS * 1e3:.0f} ms a throw, "
                f"{np.mean(rest) * 1e3:.2f} ms while all lies still"
            )
    if len(sys.argv) > 1:
        show(Path(sys.argv[1]))


def play(table: SimulatedTable) -> list[float]:
    """Seconds of each picture of a whole throw."""
    table.throw(range(table.dice))
    spent = [timed(table)]
    while not table.idle:
        spent.append(timed(table))
    return spent


def timed(table: SimulatedTable) -> float:
    """Processor seconds of one picture."""
    start = time.process_time()
    table.advance()
    return time.process_time() - start


def show(folder: Path) -> None:
    """Write a still, a tumble and a hand of each look, and stills of looks chosen by seeds."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LOOKS:
        table = SimulatedTable(5, 5, look=name)
        play(table)
        cv2.imwrite(str(folder / f"{name}-still.png"), table.advance())
        table.hover(0.3)
        for _ in range(12):
            image = table.advance()
        cv2.imwrite(str(folder / f"{name}-hand.png"), image)
        while not table.idle:
            table.advance()
        thrown = table.truth()[0].thrown
        table.throw(range(5))
        while table.truth() or not table.idle:
            image = table.advance()
            if any(die.thrown > thrown for die in table.truth()):
                break
        cv2.imwrite(str(folder / f"{name}-tumble.png"), image)
    for seed in range(6):
        table = SimulatedTable(seed, 5)
        play(table)
        cv2.imwrite(str(folder / f"seed-{seed}.png"), table.advance())


if __name__ == "__main__":
    main()
