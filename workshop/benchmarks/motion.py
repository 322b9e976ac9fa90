"""Who counts as thrown: dice thrown by the simulated hand among others that are left, hit, pushed and pointed at.

python -m workshop.benchmarks.motion [--tables 40] [--first 0] [--fps 30] [--brisk] [--conditions plain,shake,spot,…]

The reader is told the truth, so that only who was thrown can go wrong. Tables differ in look and light. A row for each
condition of hardware/simulator/conditions.py that is asked for, and each with a seed of its own at each table; `late`
are the tables given up because the scene did not settle in time.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np

from hardware.simulator.conditions import CONDITIONS, Condition
from workshop.benchmarks.bar import everything
from workshop.benchmarks.simulated_session import SimulatedSession

PLAIN = "plain"
ALL = {**CONDITIONS, "everything": everything}
WHAT = ("thrown", "tumbled", "left lying", "pointed at", "pushed", "hit")
"""`tumbled` dice were hit and show another value; those `hit` show theirs still."""
MOVED_PX = 4.0
"""By less, a die has not been hit."""


def watched(seed: int, fps: float, condition: Condition | None, *, brisk: bool | None) -> Iterator[tuple[str, bool]]:
    """What happened to each die in seven rounds at one table, and whether it counts as thrown."""
    rng = random.Random(seed)
    rounds = SimulatedSession(seed, fps, condition, brisk=brisk)
    rounds.table.throw(range(5))
    before = rounds.settled()
    for number in range(7):
        lay = {resting.die: resting for resting in rounds.table.truth()}
        chosen = rng.sample(range(5), rng.randint(1, 4))
        pushed = rng.randrange(5)
        if number == 2:
            rounds.table.hover(1.0)
        elif number == 4:
            rounds.push(pushed)
        else:
            rounds.table.throw(chosen)
        now = rounds.settled()
        for lies in rounds.table.truth():
            thrown = now[lies.die].thrown or now[lies.die].track != before[lies.die].track
            moved = np.hypot(*np.subtract(lies.centre, lay[lies.die].centre)) > MOVED_PX
            if number not in {2, 4} and lies.die in chosen:
                yield "thrown", now[lies.die].thrown
            elif number == 4 and lies.die == pushed:
                yield "pushed", thrown
            elif lies.value != lay[lies.die].value:
                yield "tumbled", now[lies.die].thrown
            elif moved:
                yield "hit", thrown
            else:
                yield "pointed at" if number == 2 else "left lying", thrown
        before = now


def row(args: argparse.Namespace, name: str) -> str:
    """One condition at all tables."""
    seen: Counter[str] = Counter()
    thrown: Counter[str] = Counter()
    late = 0
    for seed in range(args.first, args.first + args.tables):
        condition = None if name == PLAIN else ALL[name](seed)
        try:
            for what, counts in watched(seed, args.fps, condition, brisk=args.brisk or None):
                seen[what] += 1
                thrown[what] += counts
        except TimeoutError:
            late += 1
    return " | ".join([name, *(f"{thrown[what]} of {seen[what]}" for what in WHAT), f"{late} of {args.tables}"])


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--fps", type=float, default=30.0)
    parser.add_argument("--brisk", action="store_true", help="quick hands, also where pictures are many")
    parser.add_argument("--conditions", default=PLAIN, help=f"{PLAIN}, {', '.join(ALL)}")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("How many of the dice that were … count as thrown:\n")
    print(f"| condition | {' | '.join(WHAT)} | late |\n|---{'|---' * len(WHAT)}|---|")
    for name in args.conditions.split(","):
        print(f"| {row(args, name)} |", flush=True)


if __name__ == "__main__":
    main()
