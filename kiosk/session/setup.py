"""Setting a match up with the buttons: the game, its preset, its house rules, the players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from kiosk.games.game import Game
from kiosk.games.lesson import Example
from kiosk.games.options import Switch, Value
from kiosk.games.registry import games
from kiosk.games.text import Text, say
from kiosk.match import seating
from kiosk.match.seating import GUESTS, Player
from kiosk.referee.keys import Deed, Key
from kiosk.session.modes import Stack
from kiosk.session.naming import NamePage
from kiosk.session.page import RULES, Line, Page, rules_page
from kiosk.view import Ladder, PageView

NAMES = GUESTS
USUAL_PLAYERS = 3
BY_THE_HOUSE = ""
"""Stands for a name where the house plays the seat."""


@dataclass(slots=True)
class Setup:
    """What was chosen up to now; `options` are the single house rules set over the preset.

    `moved` are the examples of the game's ladder that the last changed house rule has changed: the screen marks them.
    `names` holds `BY_THE_HOUSE` for the house's seats. `first` and `offered` are the preset and the names that stood
    there before anybody chose.
    """

    game: type[Game[Any]]
    preset: str
    options: dict[str, Value] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    moved: frozenset[Example] = frozenset()
    first: str = field(init=False)
    offered: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.offered = self.preset, list(self.names)

    @property
    def begun(self) -> bool:
        """Whether a house rule, a preset or a name was chosen."""
        return bool(self.options) or self.preset != self.first or self.names != self.offered

    def fit(self, most: int, free: Callable[[Sequence[str]], str]) -> None:
        """Have as many names as these rules seat, up to `most`; `free` finds one that is not among those given."""
        # Names added here are no choice of anybody's: the page is not `begun` by them.
        untouched = self.names == self.offered
        del self.names[most:]
        while len(self.names) < self.rules.seats.start:
            self.names.append(free(self.names))
        if untouched:
            self.offered = list(self.names)

    @property
    def rules(self) -> Game[Any]:
        return _game_by(self.game, self.preset, frozenset(self.options.items()))

    def value(self, switch: Switch) -> Value:
        return self.options.get(switch.name, self.game.presets[self.preset].values.get(switch.name, switch.values[0]))

    def line(self, switch: Switch, choose: Deed) -> Line:
        """The line of a house rule: minus and plus set the value before and the one after."""
        value, less, more = self.value(switch), self._neighbour(switch, -1), self._neighbour(switch, 1)
        return Line(
            switch.title,
            choose,
            value=switch.label(value),
            less=None if less == value else partial(self.change, switch, less),
            more=None if more == value else partial(self.change, switch, more),
        )

    def _neighbour(self, switch: Switch, step: int) -> Value:
        """The next or the previous value; a number stops at its bounds, all else goes round."""
        value = self.value(switch)
        if switch.numbers and isinstance(value, int) and not isinstance(value, bool):
            low, high = switch.numbers
            return min(max(value + step, low), high)
        at = switch.values.index(value) if value in switch.values else 0
        return switch.values[(at + step) % len(switch.values)]

    def take(self, preset: str, options: dict[str, Value]) -> None:
        """Play by this preset, and these single rules over it."""
        before = self.rules.lesson.examples
        self.preset, self.options = preset, options
        self.moved = frozenset(self.rules.lesson.examples) - frozenset(before)

    def change(self, switch: Switch, value: Value) -> None:
        self.take(self.preset, {**self.options, switch.name: value})

    @property
    def house(self) -> list[int]:
        return [seat for seat, name in enumerate(self.names) if name == BY_THE_HOUSE]

    def take_preset(self, preset: str) -> None:
        """Play by another preset; single rules set before are forgotten."""
        if preset != self.preset:
            self.take(preset, {})


# Two: the rules before a change and those after it, which `take` compares.
@lru_cache(maxsize=2)
def _game_by(game: type[Game[Any]], preset: str, options: frozenset[tuple[str, Value]] = frozenset()) -> Game[Any]:
    """The game by these rules; kept, as every picture of a page asks for it and its lesson takes long to work out."""
    return game(preset, dict(options))


def _ladder(rules: Game[Any], moved: frozenset[Example]) -> Ladder | None:
    """The examples of what decides the game by these rules; None in a game that has none."""
    examples = rules.lesson.examples
    return Ladder(examples, moved, rules.faces) if examples else None


class SetupPages:
    """The pages of setting up, laid on one another; `start` begins the match.

    `game` and `presets` (by game) are those that the owner wants offered first.
    """

    def __init__(
        self,
        pages: Stack,
        start: Callable[[Setup], None],
        game: str | None = None,
        presets: Mapping[str, str] | None = None,
    ) -> None:
        self._pages = pages
        self._start = start
        self._game = game
        self._usual = presets or {}
        self.known: list[str] = list(NAMES)
        """Names that are offered, the last used first."""
        self._sitting: list[str] = list(NAMES[:USUAL_PLAYERS])

    def know(self, names: Sequence[str], sitting: Sequence[str] = ()) -> None:
        """Offer these names first, and seats for those who sat here last."""
        self.known = list(names)
        if sitting:
            self._sitting = list(sitting)

    def first(self) -> Page:
        known = games()
        first = next((at for at, game in enumerate(known) if game.name == self._game), 0)
        lines = [Line(game.title, partial(self._presets, game), detail=_about(game)) for game in known]
        page = Page(self._pages, say("Which game?"), lambda: lines, first)
        page.extra = lambda: self._rules(_game_by(known[page.chosen], self._first_preset(known[page.chosen])))
        return page

    def _presets(self, game: type[Game[Any]]) -> None:
        first = self._first_preset(game)
        setup = Setup(game, first, names=list(self._sitting))
        names = list(game.presets)

        def choose(name: str) -> None:
            setup.take_preset(name)
            setup.moved = frozenset()
            self._players(setup)

        def chosen_rules() -> Game[Any]:
            # The line after the presets is that of the house rules.
            return _game_by(game, names[page.chosen]) if page.chosen < len(names) else setup.rules

        def dressed(view: PageView) -> PageView:
            moved = setup.moved if page.chosen >= len(names) else frozenset()
            return replace(view, ladder=_ladder(chosen_rules(), moved))

        presets = game.presets.items()
        lines = [Line(preset.title, partial(choose, name), detail=preset.about) for name, preset in presets]
        lines.append(Line(say("House rules…"), lambda: self._house_rules(setup)))
        page = Page(self._pages, game.title, lambda: lines, names.index(first), begun=lambda: setup.begun)
        page.dressed, page.extra = dressed, lambda: self._rules(chosen_rules())
        self._pages.open(page)

    def _first_preset(self, game: type[Game[Any]]) -> str:
        """The one that the owner wants, or the game's first."""
        usual = self._usual.get(game.name, "")
        return usual if usual in game.presets else next(iter(game.presets))

    def _rules(self, game: Game[Any]) -> Key:
        return Key(RULES, lambda: self._pages.open(rules_page(self._pages, game)))

    def _house_rules(self, setup: Setup) -> None:
        def preset(step: int) -> None:
            names = list(setup.game.presets)
            setup.take_preset(names[(names.index(setup.preset) + step) % len(names)])

        go_on = partial(self._players, setup)

        def lines() -> list[Line]:
            based = [Line.turning(say("Based on"), setup.game.presets[setup.preset].title, preset, go_on)]
            switches = (setup.line(switch, go_on) for switch in setup.game.switches)
            return [*(based if len(setup.game.presets) > 1 else ()), *switches]

        def dressed(view: PageView) -> PageView:
            return replace(view, ladder=_ladder(setup.rules, setup.moved), hint=say("− and + change a rule"))

        # Nothing was changed on this page yet, so no example is marked.
        setup.moved = frozenset()
        page = Page(self._pages, say("House rules"), lines, go=say("Go on"), begun=lambda: setup.begun)
        page.dressed, page.extra = dressed, lambda: self._rules(setup.rules)
        self._pages.open(page)

    def _players(self, setup: Setup) -> None:
        seats = setup.rules.seats
        # Everybody needs a name of their own; another can be written on the page.
        most = min(seats.stop - 1, len(self.known))
        setup.fit(most, self._free_name)

        def start() -> None:
            self._sitting = list(setup.names)
            self._start(setup)

        def lines() -> list[Line]:
            names = setup.names
            count = Line(
                say("Players"),
                start,
                value=say("{n}", n=len(names)),
                less=names.pop if len(names) > seats.start else None,
                more=(lambda: names.append(self._free_name(names))) if len(names) < most else None,
            )
            return [count, *(self._seat(setup, seat, start) for seat in range(len(names)))]

        def dressed(view: PageView) -> PageView:
            players = seating.players(setup.names, setup.house)
            return replace(view, players=players, hint=say("− and + change the chosen line"))

        def extra() -> Key | None:
            seat = page.chosen - 1
            return Key(say("New name"), lambda: self._write_name(setup, seat)) if seat >= 0 else None

        page = Page(self._pages, say("Who plays?"), lines, go=say("Start"), begun=lambda: setup.begun)
        page.dressed, page.extra = dressed, extra
        self._pages.open(page)

    def _seat(self, setup: Setup, seat: int, start: Deed) -> Line:
        """Who sits there, and who may instead: anybody known who sits nowhere else, or the house."""
        names, sits = setup.names, setup.names[seat]
        free = [name for name in self.known if name not in names or name == sits]
        if any(name != BY_THE_HOUSE for other, name in enumerate(names) if other != seat):
            free.append(BY_THE_HOUSE)  # somebody must play
        at = free.index(sits) if sits in free else 0
        before, after = free[(at - 1) % len(free)], free[(at + 1) % len(free)]
        return Line(
            say("Player {n}", n=seat + 1),
            start,
            value=say("{name}", name=seating.players(names, setup.house)[seat].name),
            less=None if before == sits else partial(names.__setitem__, seat, before),
            more=None if after == sits else partial(names.__setitem__, seat, after),
        )

    def _write_name(self, setup: Setup, seat: int) -> None:
        def take(name: str) -> None:
            setup.names[seat] = name
            self.known = list(dict.fromkeys((name, *self.known)))
            self._pages.close()

        others = [name for other, name in enumerate(setup.names) if other != seat]
        self._pages.open(NamePage(self._pages, Player("", seat), take, others))

    def _free_name(self, taken: Sequence[str]) -> str:
        return next(name for name in self.known if name not in taken)


def _about(game: type[Game[Any]]) -> Text:
    """What a game is, for whoever chooses one, and its author where the game names one."""
    if game.credit is None:
        return game.about
    return say("{about} · {credit}", about=game.about, credit=game.credit)
