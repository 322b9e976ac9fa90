"""Points and rating of the league table. Pure arithmetic, in which no order counts: what comes late is added."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MIDDLE, SCALE = 1500.0, 400.0
"""Chess's scale (Elo, The Rating of Chessplayers, 1978): who has 400 more is ahead ten times of eleven."""
BEGINNING = 2.0
"""Wins and defeats against the middle with which everybody begins, so that one match makes no champion."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a match came to for a player: `points` of those that were to be had, one from each other; first or not."""

    points: float
    others: int
    won: bool


def shares(places: Sequence[Sequence[int]]) -> Mapping[int, Share]:
    """Of players by place, equals together: a point for each who was left behind, half a point for each equal."""
    people = sum(map(len, places))
    found: dict[int, Share] = {}
    ahead = 0
    for number, players in enumerate(places):
        behind = people - ahead - len(players)
        points = behind + (len(players) - 1) / 2
        found |= {player: Share(points, people - 1, number == 0) for player in players}
        ahead += len(players)
    return found


def rating(points: float, others: int) -> float:
    """Where somebody stands who has these points, of one for each other player in each match."""
    return MIDDLE + SCALE * math.log10((points + BEGINNING) / (others - points + BEGINNING))
