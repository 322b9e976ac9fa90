"""The menu of a match: its rules, how it stands, taking back, leaving, and what everybody may set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hardware.presses import Button
from kiosk.games.core import Choice, Leave, Throw
from kiosk.games.text import Text, say, seat_name
from kiosk.match.match import Match
from kiosk.match.seating import Course
from kiosk.match.summary import counts, course
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.referee import Referee
from kiosk.ruling import NoticeId
from kiosk.session.lock import Lock
from kiosk.session.menu import BACK, CHOOSE, MenuItem, Page, RulesPage
from kiosk.session.modes import Mode, Stack
from kiosk.session.preferences import Preferences
from kiosk.view import Item, StandingView


@dataclass(slots=True)
class StandingPage(Mode):
    """How the match stands, round by round."""

    pages: Stack
    match: Match
    _told: tuple[int, Course] | None = None

    @property
    def view(self) -> StandingView:
        """Everybody's tokens or points, and the lines that led there."""
        match = self.match
        if self._told is None or self._told[0] != match.serial:
            record = match.record
            self._told = match.serial, course(match.game, len(record.players), record.first, match.actions)
        return StandingView(match.title, match.players, self._told[1], counts(match.view))

    @property
    def keys(self) -> Keys:
        """Nothing to choose here."""
        return {Button.END: Key(CHOOSE, self.pages.close), Button.MENU: Key(BACK, self.pages.close, lit=False)}


@dataclass(slots=True)
class MatchMenu:
    """Makes the pages; `leave` ends the match, `service` opens the service page; `lock` guards the end."""

    pages: Stack
    match: Match
    referee: Referee
    preferences: Preferences
    now: Callable[[], float]
    leave: Deed
    service: Deed
    lock: Lock

    def page(self) -> Page:
        """The menu itself."""
        return Page(self.pages, self.match.title, self._items)

    def _items(self) -> list[MenuItem]:
        match, pages = self.match, self.pages
        undo = Item(say("Undo"), say("Takes the last decision back; what was thrown stays"))
        misread = Item(say("A die was misread"), say("Or hold the button of that die"))
        found = [
            MenuItem(Item(say("Back to the result") if match.over else say("Go on playing")), pages.clear),
            MenuItem(Item(say("Rules of this game")), lambda: pages.open(RulesPage(pages, match.game))),
        ]
        if match.can_undo:
            found.append(MenuItem(undo, self._undo))
        if match.actions:
            found.append(MenuItem(misread, self._correct))
        if match.can_pass_on:
            found.append(MenuItem(Item(say("That was the next player's throw")), self._pass_on))
        found.append(MenuItem(Item(say("How it stands")), lambda: pages.open(StandingPage(pages, match))))
        if isinstance(match.wait, Throw | Choice):
            found.append(MenuItem(Item(say("Enter the throw by hand")), self._enter_throw))
        if self.referee.may_turn:
            found.append(MenuItem(Item(say("A six was turned to a one")), self._turn))
        if not match.over:
            found.append(MenuItem(Item(say("Somebody leaves")), lambda: pages.open(self._leavers())))
        found += self.preferences.items()
        found.append(MenuItem(Item(say("Service")), self.service))
        if not match.over:
            question = say("End this match without a result?")
            found.append(MenuItem(Item(say("End the match")), partial(self._ask_to_end, question)))
        return found

    def _leavers(self) -> Page:
        match, note = self.match, say("The house plays on for this seat")

        def items() -> list[MenuItem]:
            return [
                MenuItem(Item(seat_name(seat), note), partial(self._leave_seat, seat))
                for seat, player in enumerate(match.players)
                if not player.house
            ] or [MenuItem(Item(say("Nobody")), self.pages.close)]

        return Page(self.pages, say("Who leaves?"), items, players=lambda: match.players)

    def _leave_seat(self, seat: int) -> None:
        if all(player.house for other, player in enumerate(self.match.players) if other != seat):
            self._ask_to_end(say("Nobody else is here: end this match?"))
            return
        self.match.act(Leave(seat), time=self.now())
        self._resync()

    def _ask_to_end(self, question: Text) -> None:
        self.lock.guard(lambda: self.pages.open(self._really_end(question)))

    def _really_end(self, question: Text) -> Page:
        def end() -> None:
            self.match.give_up(self.now())
            self.leave()

        choices = [
            MenuItem(Item(say("No, go on playing")), self.pages.clear),
            MenuItem(Item(say("Yes, end it")), end),
        ]
        return Page(self.pages, question, lambda: choices)

    def _undo(self) -> None:
        self.match.undo(self.now())
        self._resync(NoticeId.UNDONE)

    def _pass_on(self) -> None:
        self.match.pass_on(self.now())
        self._resync()

    def _correct(self) -> None:
        self.pages.clear()
        self.referee.correct()

    def _turn(self) -> None:
        self.pages.clear()
        self.referee.turn()

    def _enter_throw(self) -> None:
        self.pages.clear()
        self.referee.enter_throw()

    def _resync(self, notice: NoticeId | None = None) -> None:
        self.pages.clear()
        self.referee.resync(notice)
