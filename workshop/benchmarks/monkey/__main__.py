"""A monkey at the table: presses, touches, types, throws, pulls plugs, in every mode, for an hour of the table's time.

    python -m workshop.benchmarks.monkey --minutes 60 --seed 1 [--round 7]
    python -m workshop.benchmarks.monkey --pairs 37

Everything but the camera's pictures is what the kiosk has: session, panel, keyboard, screen, and a journal on a disk of
its own (made where this runs as root), turned as its threads turn it, under a clock that does not wait. What the eyes
see is made up. After each deed nothing may have raised; keys that show something must do something, a bounded number of
presses must lead home and let a match go on, the journal must tell the same match, also after a power cut. The hour is
cut into rounds, each a table of its own; of one that fails the deeds are printed that it takes.
"""

from __future__ import annotations

import argparse


def main() -> None:
    from workshop.benchmarks.monkey import pairs
    from workshop.benchmarks.monkey.rounds import run

    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=60.0, help="of the table's time")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--round", type=int, help="this one alone")
    arguments.add_argument(
        "--pairs", type=int, metavar="EVERY", help="each accident after each other: one pair of so many"
    )
    given = arguments.parse_args()
    if given.pairs is not None:
        raise SystemExit(pairs.run(given.pairs))
    raise SystemExit(run(given.minutes, given.seed, given.round))


if __name__ == "__main__":
    main()
