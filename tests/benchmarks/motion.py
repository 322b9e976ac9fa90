"""Who counts as thrown: dice thrown by the simulated hand among others that are left, hit, pushed and pointed at.

python tests/benchmarks/motion.py [--tables 40] [--first 0] [--fps 30]

The reader is told the truth, so that only who was thrown can go wrong. Tables differ in look and light.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "helpers"))

from simulated_session import SimulatedSession

MOVED_PX = 4.0
"""By less, a die has not been hit."""


def watched(seed: int, fps: float) -> Iterator[tuple[str, bool]]:
    """What happened to each die in seven rounds at one table, and whether it counts as thrown."""
    rng = random.Random(seed)
    rounds = SimulatedSession(seed, fps)
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
                yield "pushed by a finger", thrown
            elif lies.value != lay[lies.die].value:
                yield "hit, and tumbled onto another value", now[lies.die].thrown
            elif moved:
                yield "hit, and shows its value still", thrown
            else:
                yield "under or beside a hand that points" if number == 2 else "left lying", thrown
        before = now


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--fps", type=float, default=30.0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen: Counter[str] = Counter()
    thrown: Counter[str] = Counter()
    late = 0
    for seed in range(args.first, args.first + args.tables):
        try:
            for what, counts in watched(seed, args.fps):
                seen[what] += 1
                thrown[what] += counts
        except TimeoutError:
            late += 1
    print("| a die | seen | counts as thrown |\n|---|---|---|")
    for what, times in seen.most_common():
        print(f"| {what} | {times} | {thrown[what]} |")
    print(f"\nTables given up because the scene did not settle in time: {late} of {args.tables}")


if __name__ == "__main__":
    main()
