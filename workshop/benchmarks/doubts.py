"""What a guest can put on a table to fool the reader, staged one at a time: what becomes of it.

    python -m workshop.benchmarks.doubts [--first SEED] [--scenes N] [--kind NAME] [--told]

Each scene has a plain die, and the odd thing beside it (tests/helpers/staged.py). It is declined if a doubt names its
place; vouched for if the reader is certain, and reads a die there; passed over if it is certain, and reads none.
"""

from __future__ import annotations

import argparse

import cv2
from staged import KINDS, tally

from vision.reading.reader import Reader


def main() -> None:
    """Stage each kind and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=2000, help="seed of the first scene")
    parser.add_argument("--scenes", type=int, default=150, help="of each kind")
    parser.add_argument("--kind", help="this one alone")
    parser.add_argument("--told", action="store_true", help="that two dice lie there")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    print("| beside a plain die | declined with its place | vouched for | passed over |\n|---|---|---|---|")
    for put in KINDS:
        if args.kind not in {None, put.__name__}:
            continue
        seeds = range(args.first, args.first + args.scenes)
        declined, vouched, passed = tally(reader, put, seeds, 2 if args.told else None)
        print(f"| {put.__name__.replace('_', ' ')} | {declined} | {vouched} | {passed} |", flush=True)


if __name__ == "__main__":
    main()
