"""Who sits at a match, and how each seat fared: what the screen knows of a match beside the rules' own view."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.games.text import Text


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat; `colour` and `shape` index the theme's lists; `house` is played by the house."""

    name: str
    colour: int
    house: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went: what each seat had after each round, by seat; `what` is counted ("tokens", "points")."""

    what: Text
    rounds: tuple[tuple[int, ...], ...] = ()
