"""A match where there is no display, on a server or in a container: guests play, and the terminal shows each throw."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text as Styled

from kiosk.commands.play import usual_throws
from kiosk.games import registry as games
from kiosk.games.core import Game
from kiosk.games.text import Text, say
from kiosk.locale import translate
from kiosk.match.match import Match
from kiosk.session.setup import USUAL_PLAYERS
from kiosk.view import PlayView

SEEN_S = 1.2
"""A throw stays at least this many seconds, to be read."""
EDGE, PIP = ("\u256d", "\u2500", "\u256e", "\u2502", "\u2570", "\u256f"), "\u25cf"
"""Of a die: its corners, its edges, its pips."""
PLAIN_EDGE, PLAIN_PIP = ("+", "-", "+", "|", "+", "+"), "o"
"""The same for terminals that write ASCII only."""
DIE = 11
"""Width of a die and what parts it from the next, letters."""
PIPS = {
    1: ("   ", " x ", "   "),
    2: ("x  ", "   ", "  x"),
    3: ("x  ", " x ", "  x"),
    4: ("x x", "   ", "x x"),
    5: ("x x", " x ", "x x"),
    6: ("x x", "x x", "x x"),
}
NO_DISPLAY = say("There is no display: simulated guests play here. Ctrl-C ends it.")


def play_here(game: str, preset: str | None, *, seed: int, language: str) -> None:
    """Let guests play a whole match, and show it; into a file or a pipe, each throw is a line.

    Where no `preset` is named it is the game's shortest: somebody is looking on.

    Raises:
        StuckError: the match got no further.
    """
    from kiosk.simulation.headless import play_match

    console = Console()
    shown = _Shown(language, console)
    console.print(translate(NO_DISPLAY, language))
    presets = games.game(game).presets
    preset = preset or min(presets, key=lambda name: _throws(games.game(game)(name)))
    with Live(console=console, auto_refresh=False) as live:

        def look(table: Any, match: Match) -> None:
            scene = table.session.modes[-1].view
            if not isinstance(scene, PlayView) or not shown.changed(scene, match.serial):
                return
            if console.is_terminal:
                live.update(shown.picture(scene), refresh=True)
                time.sleep(SEEN_S if shown.threw else 0)
            elif shown.threw:
                console.print(shown.line(scene))

        result = play_match(game, preset, seed=seed, turbo=True, onlooker=look)
    for place, names in enumerate(result.standing, 1):
        console.print(f"{place}. {', '.join(names)}", style="bold" if place == 1 else "")


def _throws(rules: Game[Any]) -> int:
    """Of a match by these rules, as long as such matches are."""
    return usual_throws(rules, min(USUAL_PLAYERS, rules.seats[-1]))


class _Shown:
    """What stands in the terminal."""

    def __init__(self, language: str, console: Console) -> None:
        self._language = language
        self._console = console
        self._edge, self._pip = (PLAIN_EDGE, PLAIN_PIP) if console.options.ascii_only else (EDGE, PIP)
        self._last: tuple[int, Text] | None = None
        self._dice: tuple[int, ...] = ()
        self._names: Sequence[Text | str] = ()
        self.threw = False
        """Whether what is shown now is another throw."""

    def changed(self, scene: PlayView, serial: int) -> bool:
        """Whether there is anything new to see."""
        before, self._last = self._last, (serial, scene.prompt)
        self._names = [player.name for player in scene.players]
        self._dice = tuple(die.value for die in scene.dice if die.value is not None) or self._dice
        self.threw = before is None or before[0] != serial
        return before != self._last

    def picture(self, scene: PlayView) -> RenderableType:
        """The match as it stands: what was thrown, whose turn it is now, what to do, and everybody."""
        turn = scene.players[scene.game.seat].name if scene.game.seat is not None else scene.game.phase
        lines = [Styled(self._say(scene.title), style="dim")]
        across = max(1, self._console.width // DIE)
        for left in range(0, len(self._dice), across):
            lines += [Styled(line) for line in dice(self._dice[left : left + across], self._edge, self._pip)]
        lines.append(Styled(self._say(scene.notice) if scene.notice is not None else "", style="yellow"))
        lines.append(Styled(f" {self._say(turn)} ", style="bold reverse"))
        if scene.game.sought is not None:
            lines.append(Styled(self._say(scene.game.sought), style="bold yellow"))
        lines.append(Styled(self._say(scene.prompt), style="bold red" if scene.warning else "bold"))
        table = Table(show_header=False, box=None)
        for player, seat in zip(scene.players, scene.game.seats, strict=True):
            counted = seat.tokens if seat.score is None else seat.score
            hand = self._say(seat.hand.name) if seat.hand is not None else ""
            table.add_row(self._say(player.name), "" if counted is None else str(counted), hand)
        return Group(*lines, table)

    def line(self, scene: PlayView) -> str:
        """The last throw in one line."""
        said = scene.notice or (scene.game.named.name if scene.game.named is not None else scene.prompt)
        return f"{' '.join(map(str, self._dice))}  {self._say(said)}"

    def _say(self, text: Text | str) -> str:
        return translate(text, self._language, self._names)


def dice(values: Sequence[int], edge: Sequence[str] = EDGE, pip: str = PIP) -> list[str]:
    """Dice side by side, drawn with letters: five lines."""
    left, across, right, down, low_left, low_right = edge
    rows = [f"{left}{7 * across}{right}"] * len(values), [f"{low_left}{7 * across}{low_right}"] * len(values)
    faces = [[f"{down} {' '.join(PIPS[value][row]).replace('x', pip)} {down}" for value in values] for row in range(3)]
    return ["  ".join(line) for line in (rows[0], *faces, rows[1])]
