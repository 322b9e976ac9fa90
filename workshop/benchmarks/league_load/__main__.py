"""A league under load: a thousand tables through a real Mosquitto, into SQLite and into PostgreSQL, on this machine.

    python -m workshop.benchmarks.league_load [sqlite] [postgresql] [sqlite-tls] [postgresql-one]
        [--tables 1000] [--rate 400] [--lines 8000]

First the tables say so many lines a second together, while one more, with an uplink of its own, is watched on the
league's page: that gives the lags. Then they say what is left of their matches as fast as it is kept: that gives lines
a second. In the end the standings must be those of the tables' own journals. Some two minutes for each
kind of league where others use the machine, too.
"""

from __future__ import annotations

import argparse
import signal

LONGEST_S = 200
"""For one kind of league."""


def main() -> None:
    from workshop.benchmarks.league_load.measure import KINDS, measured

    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("kinds", nargs="*", default=["sqlite", "postgresql"], help=f"of leagues: {', '.join(KINDS)}")
    asked.add_argument("--tables", type=int, default=1000)
    asked.add_argument("--rate", type=float, default=400.0, help="lines a second of all tables together, at first")
    asked.add_argument("--lines", type=int, default=8_000, help="that are said at this rate")
    given = asked.parse_args()
    signal.signal(signal.SIGALRM, signal.default_int_handler)  # what was started is stopped, too
    signal.alarm(LONGEST_S * len(given.kinds))
    measured(given.kinds, given.tables, given.rate, given.lines)


if __name__ == "__main__":
    main()
