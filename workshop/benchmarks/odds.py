"""How long the odds of a match take to be ready, and the slowest advice after that.

    python -m workshop.benchmarks.odds

Seconds are those of a processor, of one core; the figures themselves are the tests'.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from kiosk.games.core import Choice, Choose, Draw, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.game import Game
from kiosk.games.registry import games
from kiosk.odds import Odds

MATCH_ACTIONS = 200


def main() -> None:
    print(f"{'advice in a match':32} {'ready after':>12} {'slowest advice':>15}")
    for known in games():
        for seats in (2, 8):
            ready_s, worst_s = match(known(), seats)
            print(f"{known.name:22} {seats} seats {ready_s * 1e3:9.0f} ms {worst_s * 1e3:12.2f} ms")


def match(rules: Game[Any], seats: int) -> tuple[float, float]:
    """Seconds until the odds of a match are worked out in the background; of the slowest advice after that."""
    start = time.process_time()
    odds = Odds(rules, seats, background=True)
    odds.join()
    ready_s, worst_s, chance = time.process_time() - start, 0.0, Random(seats)
    state = rules.start(seats, 0)
    for _ in range(MATCH_ACTIONS):
        start = time.process_time()
        advice = odds.advice(state)
        worst_s = max(worst_s, time.process_time() - start)
        odds.join()
        match rules.waits(state):
            case Over():
                break
            case Throw(slots=slots):
                state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
            case Choice(keeps=keeps):
                best = advice.best if advice else None
                if best is not None and best.turned:
                    state, _ = rules.apply(state, Turned(best.turned))
                    if isinstance(rules.waits(state), Throw):
                        continue  # but one way was left
                stop = best is not None and best.stop
                state, _ = rules.apply(state, Stop() if stop else Keep(best.slots if best else min(keeps, key=sorted)))
            case Pick(options=options):
                box = advice.best.offer if advice and advice.best else None
                state, _ = rules.apply(state, Choose((box or options[0]).name))
            case Draw(drawn):
                state, _ = rules.apply(state, Lead(drawn[0]))
    return ready_s, worst_s


if __name__ == "__main__":
    main()
