"""A match made up by chance: any game there is, played until something is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from kiosk.games.core import Action, Event, Game, Over, Wait
from kiosk.match.by_chance import action

SEED = 421
LONGEST = 3000
"""Actions after which a match that goes on and on is left."""
Stopping = Callable[[Any, Wait, tuple[Event, ...]], bool]
"""Whether a state, what it waits for and what just happened are what was looked for."""


def until(
    rules: Game[Any], seats: int, stop: Stopping, *, first: int | None = 0, seed: int = SEED
) -> tuple[list[Action], Any, tuple[Event, ...]]:
    """Play until `stop` or the end: the actions, the state, and what the last one brought about."""
    chance, state = Random(seed), rules.start(seats, first)
    actions: list[Action] = []
    events: tuple[Event, ...] = ()
    for _ in range(LONGEST):
        wait = rules.waits(state)
        if isinstance(wait, Over) or stop(state, wait, events):
            break
        actions.append(action(wait, chance))
        state, events = rules.apply(state, actions[-1])
    return actions, state, events
