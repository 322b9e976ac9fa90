"""The menu of a match: its rules, how it stands, taking back, leaving, and what everybody may set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.presses import Button
from kiosk.games.core import Leave
from kiosk.games.text import Text, say, seat_name
from kiosk.match.match import Match
from kiosk.match.seating import Course
from kiosk.match.summary import counts, course
from kiosk.referee import prompts
from kiosk.referee.referee import Referee
from kiosk.session.menu import BACK, CHOOSE, MenuItem, Mode, Page, rules_page
from kiosk.session.preferences import Preferences
from kiosk.view import Item, SoftKey, SoftKeys, StandingView


@dataclass(slots=True)
class StandingPage:
    """How the match stands, round by round."""

    match: Match
    close: Callable[[], None]
    _told: tuple[int, Course] | None = None

    def press(self, button: Button) -> None:
        """END goes back, as MENU does."""
        if button is Button.END:
            self.close()

    def view(self) -> StandingView:
        """Everybody's tokens or points, and the lines that led there."""
        match = self.match
        if self._told is None or self._told[0] != match.serial:
            record = match.record
            self._told = match.serial, course(match.game, len(record.players), record.first, match.actions)
        return StandingView(match.title, match.players, self._told[1], counts(match.view))

    def keys(self) -> SoftKeys:
        """Nothing to choose here."""
        return {Button.END: SoftKey(CHOOSE, lit=True), Button.MENU: SoftKey(BACK)}


@dataclass(slots=True)
class MatchMenu:
    """Makes the pages; `pages` are those that lie open, `leave` ends the match, `service` opens the service page."""

    match: Match
    referee: Referee
    pages: list[Mode]
    preferences: Preferences
    now: Callable[[], float]
    leave: Callable[[], None]
    service: Callable[[], None]

    def page(self) -> Page:
        """The menu itself."""
        return Page(self.match.title, self._lines)

    def _lines(self) -> list[MenuItem]:
        match = self.match
        found = [
            MenuItem(Item(say("Back to the result") if match.over else say("Go on playing")), choose=self.pages.clear),
            MenuItem(Item(say("Rules of this game")), choose=lambda: self._open(rules_page(match.game, self._close))),
        ]
        if match.can_undo:
            found.append(
                MenuItem(
                    Item(say("Undo"), say("Takes the last decision back; what was thrown stays")), choose=self._undo
                )
            )
        if match.actions:
            found.append(
                MenuItem(Item(say("A die was misread"), say("Or hold the button of that die")), choose=self._correct)
            )
        if match.can_pass_on:
            found.append(MenuItem(Item(say("That was the next player's throw")), choose=self._pass_on))
        found.append(MenuItem(Item(say("How it stands")), choose=lambda: self._open(StandingPage(match, self._close))))
        if not match.over:
            found.append(MenuItem(Item(say("Enter the throw by hand")), choose=self._enter_throw))
            found.append(MenuItem(Item(say("Somebody leaves")), choose=lambda: self._open(self._leavers())))
        found += self.preferences.lines()
        found.append(MenuItem(Item(say("Service")), choose=self.service))
        if not match.over:
            found.append(MenuItem(Item(say("End the match")), choose=lambda: self._open(self._really_end())))
        return found

    def _open(self, page: Mode) -> None:
        self.pages.append(page)

    def _close(self) -> None:
        self.pages.pop()

    def _leavers(self) -> Page:
        match = self.match

        def leave(seat: int) -> Callable[[], None]:
            def do() -> None:
                match.act(Leave(seat), time=self.now())
                self._resync()

            return do

        def lines() -> list[MenuItem]:
            return [
                MenuItem(Item(seat_name(seat), say("The house plays on for this seat")), choose=leave(seat))
                for seat, player in enumerate(match.players)
                if not player.house
            ] or [MenuItem(Item(say("Nobody")), choose=self._close)]

        return Page(say("Who leaves?"), lines, players=lambda: match.players)

    def _really_end(self) -> Page:
        def end() -> None:
            self.match.give_up(self.now())
            self.leave()

        return Page(
            say("End this match without a result?"),
            lambda: [
                MenuItem(Item(say("No, go on playing")), choose=self.pages.clear),
                MenuItem(Item(say("Yes, end it")), choose=end),
            ],
        )

    def _undo(self) -> None:
        self.match.undo(self.now())
        self._resync(prompts.UNDONE)

    def _pass_on(self) -> None:
        self.match.pass_on(self.now())
        self._resync()

    def _correct(self) -> None:
        self.pages.clear()
        self.referee.correct()

    def _enter_throw(self) -> None:
        self.pages.clear()
        self.referee.enter_throw()

    def _resync(self, notice: Text | None = None) -> None:
        self.pages.clear()
        self.referee.resync(notice)
