"""A referee over a match, and the table that it watches."""

from __future__ import annotations

from collections.abc import Mapping

from made_up import MadeUpTable

from hardware.panel import KEEPS
from kiosk.games.core import Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.keeping import Keeping
from kiosk.referee.referee import Referee
from kiosk.view import PlayView


class Sitting:
    """Marie and Jean at a game, with the dice falling as told."""

    def __init__(
        self,
        name: str,
        preset: str | None = None,
        options: Mapping[str, str | int] | None = None,
        *,
        first: int | None = None,
        keeping: Keeping = Keeping.BUTTONS,
    ) -> None:
        journal = Journal()
        record = journal.start(name, preset, options or {}, ["Marie", "Jean"], first)
        self.match = Match(journal, record, game(name)(preset, options))
        self.referee = Referee(self.match, keeping=keeping)
        self.table = MadeUpTable(self.referee.scene, self.referee.press)
        self.table.empty()

    def to_the_first_turn(self) -> None:
        self.table.throw(6, 6, 6)
        self.table.throw_all(1, 1, 2)
        assert self.match.wait == Throw(0, (1, 2, 3))

    @property
    def play(self) -> PlayView:
        view = self.referee.view
        assert isinstance(view, PlayView)
        return view

    @property
    def prompt(self) -> str:
        return self.play.prompt.message

    @property
    def lit(self) -> list[int]:
        return [
            number for number, key in enumerate(KEEPS, 1) if key in self.referee.keys and self.referee.keys[key].lit
        ]


def at_421(keeping: Keeping = Keeping.BUTTONS) -> Sitting:
    """A match of 421 that has not begun; after the roll-off Marie leads a round of up to three rolls."""
    return Sitting("le_421", "classique", {"charge_rolls": 3}, keeping=keeping)


def a_six_that_stays() -> Sitting:
    """Ship, Captain, Crew after a first throw, in which the rules keep the six."""
    sitting = Sitting("ship_captain_crew", first=0)
    sitting.table.throw(6, 3, 1, 1, 3)
    return sitting
