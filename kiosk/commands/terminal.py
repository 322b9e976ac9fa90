"""A match where there is no display, on a server or in a container: guests play, and the terminal shows each throw."""

import time
from collections.abc import Sequence
from typing import Any

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from kiosk.games.text import Text, say
from kiosk.locale import translate
from kiosk.match.match import Match
from kiosk.view import PlayView
from vision.types import PATTERNS

SEEN_S = 1.2
"""A throw stays at least this many seconds, to be read."""
NO_DISPLAY = say("There is no display: simulated guests play here. Ctrl-C ends it.")


def play_here(game: str, preset: str | None, *, seed: int, language: str) -> None:
    """Let guests play a whole match, and show it; into a file or a pipe, each throw is a line.

    Raises:
        StuckError: the match got no further.
    """
    from kiosk.simulation.headless import play_match

    console = Console()
    shown = _Shown(language, console)
    console.print(translate(NO_DISPLAY, language))
    with Live(console=console, auto_refresh=False) as live:

        def show(table: Any, match: Match) -> None:
            scene = table.session.modes[-1].view
            if not isinstance(scene, PlayView) or not shown.changed(scene, match.serial):
                return
            if console.is_terminal:
                live.update(shown.picture(scene), refresh=True)
                time.sleep(SEEN_S if shown.threw else 0)
            elif shown.threw:
                console.print(shown.line(scene))

        result = play_match(game, preset, seed=seed, turbo=True, onlooker=show)
    for place, names in enumerate(result.standing, 1):
        console.print(f"{place}. {', '.join(names)}", style="bold" if place == 1 else "")


class _Shown:
    def __init__(self, language: str, console: Console) -> None:
        self._language = language
        self._console = console
        self._last: tuple[int, Text] | None = None
        self._dice: tuple[int, ...] = ()
        self._names: Sequence[Text | str] = ()
        self.threw = False
        """Whether what is shown now is another throw."""

    def changed(self, scene: PlayView, serial: int) -> bool:
        before, self._last = self._last, (serial, scene.prompt)
        self._names = [player.name for player in scene.players]
        self._dice = tuple(die.value for die in scene.dice if die.value is not None) or self._dice
        self.threw = before is None or before[0] != serial
        return before != self._last

    def picture(self, scene: PlayView) -> RenderableType:
        """The match as it stands: what was thrown, whose turn it is now, what to do, and everybody."""
        turn = scene.players[scene.game.seat].name if scene.game.seat is not None else scene.game.phase
        lines: list[RenderableType] = [Styled(self._say(scene.title), style="dim")]
        lines.append(dice(self._dice, "o" if self._console.options.ascii_only else "\u25cf"))
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
        said = scene.notice or (scene.game.named.name if scene.game.named is not None else scene.prompt)
        return f"{' '.join(map(str, self._dice))}  {self._say(said)}"

    def _say(self, text: Text | str) -> str:
        return translate(text, self._language, self._names)


def dice(values: Sequence[int], pip: str) -> Columns:
    """Dice side by side, drawn with letters, in as many rows as the terminal wants."""
    places = [[(x, y) for x in (-1, 0, 1)] for y in (-1, 0, 1)]
    faces = (
        "\n".join(" ".join(pip if place in PATTERNS[value] else " " for place in row) for row in places)
        for value in values
    )
    return Columns([Panel(face, box=ROUNDED, width=9) for face in faces], padding=(0, 2))
