"""Who sits at a match, now and in the next one, and how each seat fared: what the rules' own view does not tell."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kiosk.games.core import GameView
from kiosk.games.game import Game
from kiosk.games.text import Text, say

GUESTS = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam")
"""Names for guests who give none; more than any game has seats."""
HOUSE = say("House")
"""The name of a seat that the house plays from the start."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat; `colour` indexes the theme's list; `house` is played by the house.

    A seat that was the house's from the start is named in the language of the moment: its name is a `Text`.
    """

    name: Text | str
    colour: int
    house: bool = False


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """How a match went: what each seat had after each round, by seat; `what` is counted ("tokens", "points")."""

    what: Text
    rounds: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits down to the next match.

    Attributes:
        seats: where each of them sat in the match before.
        house: of the new seats, those that the house plays.
    """

    seats: tuple[int, ...]
    house: frozenset[int]


def house_name(number: int) -> Text:
    """The name of the house's seat; more than one are numbered."""
    return HOUSE if number == 1 else say("House {number}", number=number)


def players(names: Sequence[str], house: Collection[int], left: Collection[int] = ()) -> tuple[Player, ...]:
    """Who sits where; the house plays its own seats, `house`, and on for whoever has `left`."""
    numbers = {seat: number for number, seat in enumerate(sorted(house), 1)}
    return tuple(
        Player(house_name(numbers[seat]) if seat in numbers else name, seat, house=seat in numbers or seat in left)
        for seat, name in enumerate(names)
    )


def company(players: Sequence[Player], invited: Collection[int], least: int) -> Company:
    """Who plays once more: all but those who left; where too few remain, the house takes the place of some who left.

    The house has played the seats `invited` from the start; the game needs `least`.
    """
    gone = [seat for seat, player in enumerate(players) if player.house and seat not in invited]
    filled = gone[: max(0, least - len(players) + len(gone))]
    seats = tuple(seat for seat in range(len(players)) if seat not in gone or seat in filled)
    return Company(seats, frozenset(new for new, old in enumerate(seats) if old in invited or old in filled))


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
