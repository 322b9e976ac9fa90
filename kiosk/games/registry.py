"""All games: those of this folder, found by the names of their files, and those of other packages.

Other packages name their games in entry points of the group `dice_table.games`; a faulty game is left out.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from inspect import isabstract
from typing import Any

from kiosk.games.game import Game
from kiosk.games.options import OptionError

GROUP = "dice_table.games"
"""The group of entry points, each of the form `name = "module:Class"`."""

INTRODUCTION = ("le_421", "courte", {"charge_rolls": 3})
"""The game, preset and options that newcomers are shown first: short, with a choice already in the first turn."""


def games() -> tuple[type[Game[Any]], ...]:
    """Every game, in the order offered."""
    return _found()[0]


def left_out() -> tuple[str, ...]:
    """Why games of other packages are not among them: a sentence each."""
    return _found()[1]


def forget() -> None:
    """Look again the next time: files or packages have changed."""
    _found.cache_clear()


def game(name: str) -> type[Game[Any]]:
    """The game of this name: `game("le_421")("classique")` is one with its house rules chosen."""
    for known in games():
        if known.name == name:
            return known
    raise OptionError(f"There is no game {name}; there are {', '.join(known.name for known in games())}.")


@cache
def _found() -> tuple[tuple[type[Game[Any]], ...], tuple[str, ...]]:
    kinds = {kind.name: kind for kind in _of_the_house()}
    faults = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist is not None else entry.value
        try:
            kind = entry.load()
            fault = _fault(kind)
            if fault is None and kinds.setdefault(kind.name, kind) is not kind:
                fault = f"there is a game {kind.name} already"
        except Exception as error:  # noqa: BLE001  whatever a stranger's code may raise, the table plays on
            fault = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
        if fault is not None:
            faults.append(f"The game {entry.name} of the package {package} is left out: {fault}.")
    return tuple(sorted(kinds.values(), key=lambda kind: (kind.place, kind.name))), tuple(faults)


def _of_the_house() -> list[type[Game[Any]]]:
    """The classes of this package whose `name` is that of their file; families are in a folder of their own."""
    package = import_module(__package__)
    files = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    found = ((file, vars(import_module(f"{__package__}.{file}")).values()) for file in files)
    return [
        thing
        for file, things in found
        for thing in things
        if isinstance(thing, type) and issubclass(thing, Game) and not isabstract(thing) and thing.name == file
    ]


def _fault(kind: Any) -> str | None:
    """What is wrong with a game that a package brings; None if it can be offered and begun."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return "it is no Game"
    if isabstract(kind):
        return f"it does not answer {', '.join(sorted(kind.__abstractmethods__))}"
    missing = [word for word in WORDS if not hasattr(kind, word)]
    if missing:
        return f"it does not say its {', '.join(missing)}"
    for preset in kind.presets:
        rules = kind(preset)
        rules.view(rules.start(rules.seats.start))
        _ = rules.lesson
    return None


WORDS = ("name", "title", "about", "dice", "switches", "presets", "rules")
"""The attributes that every game must have; see `Game`."""
