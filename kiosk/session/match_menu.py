"""The menu of a match: its rules, how it stands, taking back, leaving, and what everybody may set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from hardware.presses import Button
from kiosk.games.core import Carry, Choice, Leave, Return, Throw
from kiosk.games.text import Text, say, seat_name
from kiosk.match.match import Match
from kiosk.match.seating import Course, Player
from kiosk.match.summary import counts, course
from kiosk.referee import prompts
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.referee import Referee
from kiosk.session.lock import Lock
from kiosk.session.menu import BACK, CHOOSE, MenuItem, Page, RulesPage
from kiosk.session.modes import Mode, Stack
from kiosk.session.naming import NamePage
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
    """Makes the pages; `leave` ends the match, `service` opens the service page; `lock` guards the end.

    `join` lets somebody of this name sit down; `known` are the names that were used last.
    """

    pages: Stack
    match: Match
    referee: Referee
    preferences: Preferences
    now: Callable[[], float]
    leave: Deed
    service: Deed
    join: Callable[[str], None]
    known: Sequence[str]
    lock: Lock

    def page(self) -> Page:
        """The menu itself."""
        return Page(self.pages, self.match.title, self._items)

    def _items(self) -> list[MenuItem]:
        match, pages = self.match, self.pages
        misread = Item(say("A die was misread"), say("Or hold the button of that die"))
        found = [
            MenuItem(Item(say("Back to the result") if match.over else say("Go on playing")), pages.clear),
            MenuItem(Item(say("Rules of this game")), lambda: pages.open(RulesPage(pages, match.game))),
        ]
        if (undoes := match.undoes) is not None:
            taken = prompts.decided(undoes, match.game.figures, lambda seat: match.players[seat].name)
            found.append(MenuItem(Item(say("Undo"), taken), self._undo))
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
            if match.gone:
                found.append(MenuItem(Item(say("Somebody is back")), lambda: pages.open(self._returners())))
            carry = match.game.newcomer(match.state)
            if carry is not None:
                found.append(MenuItem(Item(say("Somebody joins")), lambda: pages.open(self._newcomers(carry))))
        found += self.preferences.items()
        found.append(MenuItem(Item(say("Service")), self.service))
        if not match.over:
            question = say("End this match without a result?")
            found.append(MenuItem(Item(say("End the match")), partial(self._ask_to_end, question)))
        return found

    def _leavers(self) -> Page:
        note, players = say("The house plays on for this seat"), self.match.players
        here = [seat for seat, player in enumerate(players) if not player.house]
        return self._seats(say("Who leaves?"), here, self._leave_seat, lambda _: note)

    def _returners(self) -> Page:
        held = counts(self.match.view)
        return self._seats(
            say("Who is back?"),
            sorted(self.match.gone),
            self._return,
            lambda seat: say("Goes on with {n}", n=held[seat]),
        )

    def _seats(self, title: Text, seats: Sequence[int], do: Callable[[int], None], note: Callable[[int], Text]) -> Page:
        sitting = [MenuItem(Item(seat_name(seat), note(seat)), partial(do, seat)) for seat in seats]
        items = sitting or [MenuItem(Item(say("Nobody")), self.pages.close)]
        return Page(self.pages, title, lambda: items, players=lambda: self.match.players)

    def _newcomers(self, carry: Carry) -> Page:
        """Who sits down, beside those who play; or a name that nobody has written yet."""
        sitting = self.match.record.players
        note = say("Begins with {n}, as many as whoever has the fewest", n=carry.counts[-1])

        def write() -> None:
            self.pages.open(NamePage(self.pages, Player("", len(sitting)), self.join, sitting))

        names = [
            MenuItem(Item(Text(name), note), partial(self.join, name)) for name in self.known if name not in sitting
        ]
        items = [MenuItem(Item(say("New name"), note), write), *names]
        return Page(self.pages, say("Who joins?"), lambda: items, players=lambda: self.match.players)

    def _return(self, seat: int) -> None:
        self.match.act(Return(seat), time=self.now())
        self._resync()

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
        self._resync()

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

    def _resync(self) -> None:
        self.pages.clear()
        self.referee.resync()
