"""Tells of a game what no single state holds: how its hands rank, how a match went, who pays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from kiosk.games.core import Action, GameView, HandView, Happening, Over, Roll
from kiosk.games.game import Game
from kiosk.games.text import Text, say
from kiosk.match.seating import MatchCourse


def title_of(game: Game[Any]) -> Text:
    """The game with its preset, and whether house rules were set over it."""
    preset = game.presets[game.preset].title
    if type(game)(game.preset).options == game.options:
        return say("{game} · {preset}", game=game.title, preset=preset)
    return say("{game} · {preset} · house rules", game=game.title, preset=preset)


def ranking(rules: Game[Any]) -> tuple[HandView, ...]:
    """Every hand from best to worst by these house rules; none in a game that does not rank all of them."""
    hands = _hands(type(rules), rules.preset, tuple(rules.options.items()))
    ranked = [hand for hand in hands if hand.rank is not None]
    return tuple(sorted(ranked, key=lambda hand: hand.rank or 0)) if len(ranked) == len(hands) else ()


def ranks(rules: Game[Any]) -> bool:
    """Whether these rules rank any first throw, be it only the best one."""
    return any(hand.rank is not None for hand in _hands(type(rules), rules.preset, tuple(rules.options.items())))


@lru_cache(maxsize=32)
def _hands(kind: type[Game[Any]], preset: str, options: tuple[tuple[str, Any], ...]) -> tuple[HandView, ...]:
    # The rules themselves are asked what each first throw is called: nothing here knows a table.
    rules = kind(preset, dict(options))
    start = rules.start(rules.seats.start, 0)
    found = []
    for dice in combinations_with_replacement(range(6, 0, -1), rules.dice):
        if len(rules.view(start).hand) != rules.dice:
            return ()
        view = rules.view(rules.apply(start, Roll(dice))[0])
        hand = view.named or view.seats[view.order[0]].hand
        if hand is None:
            return ()
        found.append(hand)
    return tuple(found)


def counts(view: GameView) -> tuple[int, ...]:
    """What every seat has now: tokens or points, as the game counts."""
    return tuple((seat.score if seat.tokens is None else seat.tokens) or 0 for seat in view.seats)


def counted(rules: Game[Any], view: GameView) -> Text:
    """What `counts` counts."""
    return say("points") if view.pot is None and view.seats[0].tokens is None else rules.held


def course(rules: Game[Any], seats: int, first: int | None, actions: Sequence[Action]) -> MatchCourse:
    """What every seat had at the start and after each round that moved something."""
    state = rules.start(seats, first)
    view = rules.view(state)
    found = [counts(view)]
    for action in actions:
        state, events = rules.apply(state, action)
        now = counts(rules.view(state))
        ended = any(event.what in _MOVES for event in events)
        over = isinstance(rules.waits(state), Over)
        if now != found[-1] and (ended or over):
            found.append(now)
    return MatchCourse(counted(rules, view), tuple(found))


_MOVES = {Happening.ROUND_ENDED, Happening.POINTS, Happening.BUST, Happening.TOKENS}
"""What may change what somebody has."""


def payer(standing: Sequence[Sequence[int]]) -> int | None:
    """The seat that is last and shares that place with nobody; None if some share it."""
    return standing[-1][0] if len(standing) > 1 and len(standing[-1]) == 1 else None
