"""Setting a match up with the buttons: the game, its preset, its house rules, the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.games.core import Game, Switch, Value, games, say
from kiosk.menus import Line, Page
from kiosk.view import Item, Player

NAMES = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam")
"""Guests who sit down without giving a name; more than any game seats."""
USUAL_PLAYERS = 3


@dataclass(slots=True)
class Setup:
    """What was chosen so far; `options` are the single house rules set over the preset."""

    game: type[Game[Any]]
    preset: str
    options: dict[str, Value] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def value(self, switch: Switch) -> Value:
        """What a house rule is set to."""
        return self.options.get(switch.name, self.game.presets[self.preset].get(switch.name, switch.values[0]))

    def change(self, switch: Switch, step: int) -> None:
        """Set a house rule to its next or previous value; a number by one."""
        value = self.value(switch)
        if switch.numbers and isinstance(value, int) and not isinstance(value, bool):
            low, high = switch.numbers
            self.options[switch.name] = min(max(value + step, low), high)
        else:
            values = switch.values
            at = values.index(value) if value in values else 0
            self.options[switch.name] = values[(at + step) % len(values)]


class SetupPages:
    """The pages of setting up; `open_page` shows the next one, `start` begins the match.

    `game` and `presets` (by game) are those that the owner wants offered first.
    """

    def __init__(
        self,
        open_page: Callable[[Page], None],
        start: Callable[[Setup], None],
        names: Sequence[str] = NAMES,
        game: str | None = None,
        presets: Mapping[str, str] | None = None,
    ) -> None:
        self._open = open_page
        self._start = start
        self._game = game
        self._usual = presets or {}
        self._known = tuple(names)
        self._sitting = list(self._known[:USUAL_PLAYERS])

    def first(self) -> Page:
        """The page to choose a game from."""
        names = [game.name for game in games()]
        return Page(say("Which game?"), self._games, chosen=names.index(self._game) if self._game in names else 0)

    def _games(self) -> list[Line]:
        def line(game: type[Game[Any]]) -> Line:
            return Line(Item(game.title, game.credit), choose=lambda: self._presets(game))

        return [line(game) for game in games()]

    def _presets(self, game: type[Game[Any]]) -> None:
        usual = self._usual.get(game.name, "")
        preset = usual if usual in game.presets else next(iter(game.presets))
        setup = Setup(game, preset, names=list(self._sitting))

        def lines() -> list[Line]:
            presets = [
                Line(Item(game.preset_titles[name]), choose=lambda name=name: self._players(setup, name))  # type: ignore[misc]
                for name in game.presets
            ]
            return [*presets, Line(Item(say("House rules…")), choose=lambda: self._house_rules(setup))]

        self._open(Page(game.title, lines, chosen=list(game.presets).index(preset)))

    def _house_rules(self, setup: Setup) -> None:
        def preset(step: int) -> None:
            names = list(setup.game.presets)
            setup.preset = names[(names.index(setup.preset) + step) % len(names)]
            setup.options.clear()

        def line(switch: Switch) -> Line:
            return Line(
                Item(switch.title, value=switch.label(setup.value(switch))),
                choose=lambda: self._players(setup, setup.preset),
                change=lambda step: setup.change(switch, step),
            )

        def lines() -> list[Line]:
            title = setup.game.preset_titles[setup.preset]
            start = Line(Item(say("As usual:"), value=title), lambda: self._players(setup, setup.preset), preset)
            return [start, *(line(switch) for switch in setup.game.switches)]

        self._open(Page(say("House rules"), lines, hint=say("− and + change a rule, OK goes on")))

    def _players(self, setup: Setup, preset: str) -> None:
        if preset != setup.preset:
            setup.preset = preset
            setup.options.clear()
        seats = setup.game(setup.preset, setup.options).seats
        most = min(seats.stop - 1, len(self._known))
        setup.names = setup.names[:most]
        while len(setup.names) < seats.start:
            setup.names.append(self._free_name(setup.names))

        def number(step: int) -> None:
            if step > 0 and len(setup.names) < most:
                setup.names.append(self._free_name(setup.names))
            elif step < 0 and len(setup.names) > seats.start:
                setup.names.pop()

        def rename(seat: int, step: int) -> None:
            free = [name for name in self._known if name not in setup.names or name == setup.names[seat]]
            at = free.index(setup.names[seat]) if setup.names[seat] in free else 0
            setup.names[seat] = free[(at + step) % len(free)]

        def start() -> None:
            self._sitting = list(setup.names)
            self._start(setup)

        def lines() -> list[Line]:
            people = [
                Line(
                    Item(say("Player {n}", n=seat + 1), value=say("{name}", name=name)),
                    choose=start,
                    change=lambda step, seat=seat: rename(seat, step),  # type: ignore[misc]
                )
                for seat, name in enumerate(setup.names)
            ]
            count = Line(Item(say("Players"), value=say("{n}", n=len(setup.names))), choose=start, change=number)
            return [count, *people]

        def players() -> tuple[Player, ...]:
            return tuple(Player(name, seat) for seat, name in enumerate(setup.names))

        self._open(Page(say("Who plays?"), lines, hint=say("− and + change, OK starts the match"), players=players))

    def _free_name(self, taken: Sequence[str]) -> str:
        return next(name for name in self._known if name not in taken)
