"""Tells of a game what no single state holds: how a match went, what is counted, who pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from kiosk.games.core import GameView
from kiosk.games.game import Game
from kiosk.games.text import Text, say
from kiosk.match.seating import MatchCourse


def title_of(game: Game[Any]) -> Text:
    """The game with its preset, and whether house rules were set over it."""
    preset = game.presets[game.preset].title
    if type(game)(game.preset).options == game.options:
        return say("{game} · {preset}", game=game.title, preset=preset)
    return say("{game} · {preset} · house rules", game=game.title, preset=preset)


def counts(view: GameView) -> tuple[int, ...]:
    """What every seat has now: tokens or points, as the game counts."""
    return tuple((seat.score if seat.tokens is None else seat.tokens) or 0 for seat in view.seats)


def counted(rules: Game[Any], view: GameView) -> Text:
    """What `counts` counts."""
    return say("points") if view.pot is None and view.seats[0].tokens is None else rules.held


def course(rules: Game[Any], states: Iterable[Any]) -> MatchCourse:
    """What every seat had in the first of these states, and after each round that moved something."""
    views = [rules.view(state) for state in states]
    return MatchCourse(counted(rules, views[0]), tuple(row for row, _ in groupby(map(counts, views))))


def payer(standing: Sequence[Sequence[int]]) -> int | None:
    """The seat that is last and shares that place with nobody; None if some share it."""
    return standing[-1][0] if len(standing) > 1 and len(standing[-1]) == 1 else None
