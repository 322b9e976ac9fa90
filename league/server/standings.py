"""The league table: points and a rating out of matches that were played to their end. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

FIRST_RATING = 1500.0
SWING = 32.0
"""What a match of two moves at most; of more, each pair moves its share."""
SCALE = 400.0
"""Who has so much more is expected to win ten times of eleven (Elo, The Rating of Chessplayers, 1978)."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played to its end: its code, when it ended, and the players by place, equals together."""

    code: str
    ended: str
    places: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the league table.

    Attributes:
        player: their number.
        matches: played to their end; `wins`: first, alone or not.
        points: one for each player left behind, half for each with whom a place is shared.
        rating: as `rate` says.
    """

    player: int
    matches: int
    wins: int
    points: float
    rating: float


def standings(matches: Iterable[Played]) -> list[Row]:
    """The league table, best points first; the same for the same matches, in whatever order they come."""
    rows: dict[int, Row] = {}
    for match in sorted(matches, key=lambda one: (one.ended, one.code)):
        place = {player: number for number, players in enumerate(match.places) for player in players}
        moves = rate({player: rows[player].rating if player in rows else FIRST_RATING for player in place}, place)
        for player, mine in place.items():
            row = rows.get(player, Row(player, 0, 0, 0.0, FIRST_RATING))
            beaten = sum((other > mine) + (other == mine) / 2 for other in place.values()) - 0.5
            rows[player] = Row(
                player, row.matches + 1, row.wins + (mine == 0), row.points + beaten, row.rating + moves[player]
            )
    return sorted(rows.values(), key=lambda row: (-row.points, -row.rating, row.player))


def rate(ratings: dict[int, float], place: dict[int, int]) -> dict[int, float]:
    """What a match moves: each pair counts as a match of two, from the ratings before it.

    A player moves by SWING / (players - 1) * (result - expected), result 1, 1/2 or 0, summed over the others;
    expected is 1 / (1 + 10 ** ((theirs - mine) / SCALE)).
    """
    moves = dict.fromkeys(ratings, 0.0)
    share = SWING / max(1, len(ratings) - 1)
    for one, other in combinations(sorted(ratings), 2):
        expected = 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / SCALE))
        result = 0.5 if place[one] == place[other] else float(place[one] < place[other])
        moves[one] += share * (result - expected)
        moves[other] -= share * (result - expected)
    return moves
