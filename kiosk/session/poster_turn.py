"""The turn that the poster plays by itself: dice fall, two are kept, the third makes 4-2-1, and tokens move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from kiosk.games.core import Event, Keep, Roll, Stop
from kiosk.games.game import Game
from kiosk.games.registry import INTRODUCTION, game
from kiosk.games.text import Text
from kiosk.match.seating import players
from kiosk.view import DieView, PlayView

NAMES = ("Marie", "Jean", "Lou")
BEFORE = (Roll((6, 3, 1)), Stop(), Roll((5, 5, 2)), Stop())
"""The turns of the two other players, before the turn that is shown."""
FALLEN, KEPT, LAST = (4, 6, 2), frozenset({1, 3}), 1
"""The first throw, the slots that are kept of it (4 and 2), and what the third die shows then: 4-2-1."""
TUMBLE_S, TUMBLES = 0.09, 9
"""A tumbling die shows 9 faces, each for 0.09 seconds."""
THROWS_S, LOOKS_S, KEEPS_S, MAKES_S, MOVES_S = 1.0, 1.8, 1.2, 2.2, 5.5
"""How long each picture stands, seconds: before the throw, the throw, what is kept, the hand, and the tokens moved."""
Shown = tuple[float, PlayView]


@cache
def frames() -> tuple[Shown, ...]:
    """The pictures, each with the second of the turn at which it ends."""
    shown = tuple(_shown())
    ends = accumulate(seconds for seconds, _ in shown)
    return tuple(zip(ends, (view for _, view in shown), strict=True))


def at(since: float) -> PlayView | None:
    """What is seen of the turn this many seconds after it began; None once it is over."""
    return next((view for end, view in frames() if since < end), None)


def _shown() -> Iterator[Shown]:
    name, preset, options = INTRODUCTION
    rules, chance = game(name)(preset, options), Random(421)
    state, events = rules.start(len(NAMES), 0), tuple[Event, ...]()
    for action in BEFORE:
        state, events = rules.apply(state, action)
    serial = len(BEFORE)
    yield THROWS_S, _view(rules, state, serial)
    for _ in range(TUMBLES):
        yield TUMBLE_S, _view(rules, state, serial, [chance.randint(1, 6) for _ in FALLEN])
    state, events = rules.apply(state, Roll(FALLEN))
    yield LOOKS_S, _view(rules, state, serial + 1, FALLEN)
    kept = rules.view(rules.apply(state, Keep(KEPT))[0])
    yield KEEPS_S, _view(rules, state, serial + 1, FALLEN, KEPT, prompt=kept.prompt)
    state, events = rules.apply(state, Keep(KEPT))
    for _ in range(TUMBLES):
        yield TUMBLE_S, _view(rules, state, serial + 2, (4, chance.randint(1, 6), 2), KEPT)
    state, events = rules.apply(state, Roll((LAST,)))
    yield MAKES_S, _view(rules, state, serial + 3, (4, LAST, 2))
    state, events = rules.apply(state, Stop())
    yield MOVES_S, _view(rules, state, serial + 4, (4, LAST, 2), events=events)


def _view(
    rules: Game[Any],
    state: Any,
    serial: int,
    values: Sequence[int] = (),
    kept: frozenset[int] = frozenset(),
    *,
    prompt: Text | None = None,
    events: tuple[Event, ...] = (),
) -> PlayView:
    """A state as a match would show it, with these dice on the tray."""
    view = rules.view(state)
    dice = tuple(DieView(value, kept=slot in kept) for slot, value in enumerate(values, 1))
    play = PlayView(rules.title, view, players(NAMES, ()), dice, prompt or view.prompt, events=events, serial=serial)
    # The hand that ended the turn stays on the screen while its tokens move.
    ended = next(((event.seat, event.hand) for event in events if event.hand is not None), None)
    if ended is None or ended[0] is None or ended[1] is None:
        return play
    return replace(play, last_hand=(ended[0], ended[1]))
