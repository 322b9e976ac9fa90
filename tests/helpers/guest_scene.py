"""A made-up match as simulated guests have it before them: what they do there is only written down."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import hypot
from typing import Any, cast

from made_up import MadeUpTable
from sitting import Sitting

from hardware.panel import Button
from hardware.simulator.table import RestingDie
from kiosk.games.text import say
from kiosk.referee.keys import soft_keys
from kiosk.ruling import NoticeId, RulingId
from kiosk.simulation.guests.playing import Guests
from kiosk.simulation.guests.tempo import BRISK
from kiosk.view import TableView


class Tray:
    """The made-up table as guests see it; what they do there is only written down."""

    idle = True
    dice = 3

    def __init__(self, table: MadeUpTable) -> None:
        self._table = table
        self._tracks = [die.track for die in table.dice]
        self.done: list[tuple[Any, ...]] = []

    def _number(self, track: int) -> int:
        """Tracks that came later are the die that is missing."""
        if track in self._tracks:
            return self._tracks.index(track)
        lying = {die.track for die in self._table.dice}
        return next(n for n, old in enumerate(self._tracks) if old not in lying)

    def at(self, x: float, y: float) -> int | None:
        near = [die for die in self._table.dice if hypot(die.die.centre[0] - x, die.die.centre[1] - y) < die.die.size]
        return self._number(near[0].track) if near else None

    def truth(self) -> tuple[RestingDie, ...]:
        return tuple(RestingDie(self._number(d.track), d.die.value, d.die.centre, 1) for d in self._table.dice)

    def throw(self, dice: Collection[int]) -> None:
        self.done.append(("throw", sorted(dice)))

    def push(self, die: int, by: tuple[float, float]) -> None:
        self.done.append(("push", die, by))

    def lift(self, dice: Collection[int]) -> None:
        self.done.append(("lift", sorted(dice)))

    def place(self, die: int, value: int) -> None:
        self.done.append(("place", die, value))

    def turn(self, die: int, value: int) -> None:
        self.done.append(("turn", die, value))


class Fingers:
    """Nobody presses anything here."""

    def press(self, button: Button, now: float) -> None:
        """Push a button down."""

    def release(self, button: Button, now: float) -> None:
        """Let it go."""


class Scene:
    """4, 6 and 1 lie there, of three throws, and the 4 is marked; then somebody meddles, and guests look."""

    def __init__(self) -> None:
        self.sitting = Sitting("le_421", "classique", {"charge_rolls": 3}, first=0)
        self.table = self.sitting.table
        self.table.throw(4, 6, 1)
        self.table.keep(1)
        self.tray = cast("Any", Tray(self.table))
        self.guests = Guests(self.tray, cast("Any", Fingers()), 1, BRISK)

    def asks(self) -> RulingId | None:
        view = self.sitting.play
        return view.ruling.id if view.warning else None

    def look(self, now: float, *, lost: bool = False, looking: bool = False) -> None:
        """The guests see the screen, which may say that the camera is lost, or still looking."""
        play, alert = self.sitting.play, say("The camera is lost") if lost else None
        play = replace(play, notice_id=NoticeId.LOOKING) if looking else play
        self.guests.look(TableView(play, soft_keys(self.sitting.keys), alert), now)
