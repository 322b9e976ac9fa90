"""Matches made up by chance, for the book and the tests: states worth a picture, and whole matches."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from kiosk.games.core import Action, Choice, Event, Happening, Over, Wait
from kiosk.games.game import Game
from kiosk.games.registry import game
from kiosk.match.by_chance import action

SEEDS = 20
"""Matches that are made up at most, where a game is short."""
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


def states(rules: Game[Any], seats: int, actions: Sequence[Action]) -> list[Any]:
    """What these actions lead through, from the beginning; seat 0 leads."""
    return [*accumulate(actions, lambda state, action: rules.apply(state, action)[0], initial=rules.start(seats, 0))]


@cache
def midway(
    name: str, seats: int, preset: str | None = None, wanted: Callable[[Any, Choice], bool] | None = None
) -> tuple[Any, tuple[Event, ...], int]:
    """A state worth a picture: after some rounds somebody chooses, and others have shown their hands.

    `wanted`: what else the state and its choice must be.
    """
    rules = game(name)(preset)

    def seen(state: Any, wait: Wait, _: tuple[Event, ...]) -> bool:
        if not isinstance(wait, Choice) or not (wanted is None or wanted(state, wait)):
            return False
        view = rules.view(state)
        hands = sum(seat.hand is not None for seat in view.seats)
        moved = any(seat.tokens or seat.score for seat in view.seats)
        return hands >= seats // 2 and moved and view.named is not None

    for seed in range(SEED, SEED + SEEDS):
        actions, state, events = until(rules, seats, seen, seed=seed)
        if not isinstance(rules.waits(state), Over):
            break
    return state, events, len(actions)


@cache
def happened(name: str, what: Happening, seats: int = 4, seed: int = SEED) -> tuple[Any, tuple[Event, ...], int]:
    """The state in which this has just happened; a bust that costs something."""

    def there(_: object, __: object, events: Sequence[Event]) -> bool:
        return any(event.what is what and (event.amount or what is not Happening.BUST) for event in events)

    actions, state, events = until(game(name)(), seats, there, seed=seed)
    return state, events, len(actions)


def short(name: str) -> Game[Any]:
    """A game by the house rules that end it soonest: those of its last preset but one, where it has several."""
    kind = game(name)
    return kind(list(kind.presets)[max(0, len(kind.presets) - 2)])


@cache
def whole(name: str, seats: int, seed: int = SEED) -> tuple[tuple[Action, ...], Any]:
    """A match played to its end."""
    actions, state, _ = until(short(name), seats, lambda *_: False, seed=seed)
    return tuple(actions), state
