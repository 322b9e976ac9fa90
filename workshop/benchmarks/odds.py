"""How long the odds of a match take to be ready, and the slowest advice in it after that.

    python -m workshop.benchmarks.odds [GAME…]

Milliseconds are those of a processor, of one core; the figures themselves are the tests'.
"""

import time
from random import Random
from typing import Annotated, Any

import typer

from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.odds import Odds
from workshop.benchmarks.measuring import header, row, taken_ms
from workshop.benchmarks.strength import Act, advised, played


def asked(rules: Game[Any], seats: int) -> tuple[float, float]:
    """Until the odds of a match are worked out in the background, and the slowest advice after that."""
    made: list[Odds] = []

    def make() -> None:
        made.append(Odds(rules, seats, background=True))
        made[0].join()

    ready_ms, advice_ms = taken_ms(make, time.process_time), [0.0]

    def act(rules: Game[Any], state: Any, wait: Any) -> Act:
        advice_ms.append(taken_ms(lambda: made[0].advice(state), time.process_time))
        made[0].join()
        return advised(made[0].advice(state), rules, state, wait)

    played(rules, [act] * seats, Random(seats))
    return ready_ms, max(advice_ms)


def main(names: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """How long the odds of these games take, or of all."""
    header("advice in a match", "seats", "ready after, ms", "slowest advice, ms")
    for name in names or [known.name for known in games()]:
        for seats in (2, 8):
            ready_ms, slowest_ms = asked(game(name)(), seats)
            row(name, seats, f"{ready_ms:.0f}", f"{slowest_ms:.1f}")


if __name__ == "__main__":
    typer.run(main)
