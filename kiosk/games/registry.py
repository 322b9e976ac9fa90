"""Every game of the house, found by the names of its files, and one of them by its own name."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from inspect import isabstract
from typing import Any

from kiosk.games.core import Game
from kiosk.games.options import OptionError


@cache
def games() -> tuple[type[Game[Any]], ...]:
    """Every game, in the order offered: a file of this package that holds a `Game` named like the file is a game."""
    package = import_module(__package__)
    files = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    found = ((file, vars(import_module(f"{__package__}.{file}")).values()) for file in files)
    kinds = [
        thing
        for file, things in found
        for thing in things
        if isinstance(thing, type) and issubclass(thing, Game) and not isabstract(thing) and thing.name == file
    ]
    return tuple(sorted(kinds, key=lambda kind: (kind.place, kind.name)))


def game(name: str) -> type[Game[Any]]:
    """The game of this name: `game("le_421")("classique")` is one with its house rules chosen.

    Raises:
        OptionError: there is none.
    """
    for known in games():
        if known.name == name:
            return known
    raise OptionError(f"There is no game {name}; there are {', '.join(known.name for known in games())}.")
