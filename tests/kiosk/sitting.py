"""A referee over a match, and the table that it watches."""

from __future__ import annotations

from collections.abc import Mapping

from made_up import MadeUpTable

from hardware.panel import KEEPS
from kiosk.games.core import Throw
from kiosk.games.registry import game
from kiosk.journal import Journal
from kiosk.match import Match
from kiosk.referee import Keeping, Referee
from kiosk.view import PlayView


class Sitting:
    """A match of 421 with the dice falling as told; after the roll-off Marie leads a round of up to three rolls."""

    def __init__(self, keeping: Keeping = Keeping.BUTTONS, options: Mapping[str, str | int] | None = None) -> None:
        journal = Journal()
        chosen = {"charge_rolls": 3, **(options or {})}
        record = journal.start("le_421", "classique", chosen, ["Marie", "Jean"], None)
        self.match = Match(journal, record, game("le_421")("classique", chosen))
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


def a_six_that_stays() -> tuple[Match, Referee, MadeUpTable]:
    """Ship, Captain, Crew after a first throw, in which the rules keep the six."""
    journal = Journal()
    record = journal.start("ship_captain_crew", None, {}, ["Marie", "Jean"], 0)
    match = Match(journal, record, game("ship_captain_crew")())
    referee = Referee(match)
    table = MadeUpTable(referee.scene, referee.press)
    table.empty()
    table.throw(6, 3, 1, 1, 3)
    return match, referee, table
