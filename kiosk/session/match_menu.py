"""The menu of a match: its rules, how it stands, taking back, leaving, and what everybody may set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kiosk.games.core import Carry, Choice, Leave, Return, Throw
from kiosk.games.text import Text, say, seat_name
from kiosk.match.match import Match
from kiosk.match.seating import Player, counts
from kiosk.referee import prompts
from kiosk.referee.keys import Deed
from kiosk.referee.referee import Referee
from kiosk.session.lock import Lock
from kiosk.session.modes import Stack
from kiosk.session.naming import NamePage
from kiosk.session.page import Line, Page, ReadingPage, rules_page
from kiosk.session.preferences import Preferences
from kiosk.view import StandingView


def standing_page(stack: Stack, match: Match) -> ReadingPage:
    """How the match stands, round by round: everybody's tokens or points, and the lines that led there."""
    told = match.course
    return ReadingPage(stack, (match.title, lambda: StandingView(match.players, told)))


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
        return Page(self.pages, self.match.title, self._lines)

    def _lines(self) -> list[Line]:
        match, pages = self.match, self.pages
        lines = [
            Line(say("Back to the result") if match.over else say("Go on playing"), pages.clear),
            Line(say("Rules of this game"), lambda: pages.open(rules_page(pages, match.game))),
        ]
        if (undoes := match.undoes) is not None:
            taken = prompts.decided(undoes, match.game.figures, lambda seat: match.players[seat].name)
            lines.append(Line(say("Undo"), partial(self._resync, match.undo), detail=taken))
        if match.actions:
            hint = say("Or hold the button of that die")
            lines.append(Line(say("A die was misread"), partial(self._ask, self.referee.correct), detail=hint))
        if match.can_pass_on:
            lines.append(Line(say("That was the next player's throw"), partial(self._resync, match.pass_on)))
        lines.append(Line(say("How it stands"), lambda: pages.open(standing_page(pages, match))))
        if isinstance(match.wait, Throw | Choice):
            lines.append(Line(say("Enter the throw by hand"), partial(self._ask, self.referee.enter_throw)))
        if self.referee.may_turn:
            lines.append(Line(say("A six was turned to a one"), partial(self._ask, self.referee.turn)))
        if not match.over:
            lines.append(Line(say("Somebody leaves"), lambda: pages.open(self._leavers())))
            if match.gone:
                lines.append(Line(say("Somebody is back"), lambda: pages.open(self._returners())))
            carry = match.game.newcomer(match.state)
            if carry is not None:
                lines.append(Line(say("Somebody joins"), lambda: pages.open(self._newcomers(carry))))
        lines += [*self.preferences.lines(), Line(say("Service"), self.service)]
        if not match.over:
            question = say("End this match without a result?")
            lines.append(Line(say("End the match"), partial(self._ask_to_end, question)))
        return lines

    def _leavers(self) -> Page:
        note, players = say("The house plays on for this seat"), self.match.players
        here = [seat for seat, player in enumerate(players) if not player.house]
        return self._seats(say("Who leaves?"), here, self._leave_seat, lambda _: note)

    def _returners(self) -> Page:
        held = counts(self.match.view)
        return self._seats(
            say("Who is back?"),
            sorted(self.match.gone),
            lambda seat: self._resync(partial(self.match.act, Return(seat))),
            lambda seat: say("Goes on with {n}", n=held[seat]),
        )

    def _seats(self, title: Text, seats: Sequence[int], do: Callable[[int], None], note: Callable[[int], Text]) -> Page:
        lines = [Line(seat_name(seat), partial(do, seat), detail=note(seat)) for seat in seats]
        return self._beside_players(title, lines or [Line(say("Nobody"), self.pages.close)])

    def _newcomers(self, carry: Carry) -> Page:
        """Who sits down, beside those who play; or a name that nobody has written yet."""
        sitting = self.match.record.players
        note = say("Begins with {n}, as many as whoever has the fewest", n=carry.counts[-1])

        def write() -> None:
            self.pages.open(NamePage(self.pages, Player("", len(sitting)), self.join, sitting))

        names = [Line(Text(name), partial(self.join, name), detail=note) for name in self.known if name not in sitting]
        return self._beside_players(say("Who joins?"), [Line(say("New name"), write, detail=note), *names])

    def _beside_players(self, title: Text, lines: Sequence[Line]) -> Page:
        page = Page(self.pages, title, lambda: lines)
        page.dressed = lambda view: replace(view, players=self.match.players)
        return page

    def _leave_seat(self, seat: int) -> None:
        # With the last guest the match would be the house against itself.
        if all(player.house for other, player in enumerate(self.match.players) if other != seat):
            self._ask_to_end(say("Nobody else is here: end this match?"))
        else:
            self._resync(partial(self.match.act, Leave(seat)))

    def _ask_to_end(self, question: Text) -> None:
        def end() -> None:
            self.match.give_up(self.now())
            self.leave()

        lines = [Line(say("No, go on playing"), self.pages.clear), Line(say("Yes, end it"), end)]
        self.lock.guard(lambda: self.pages.open(Page(self.pages, question, lambda: lines)))

    def _ask(self, ask: Deed) -> None:
        self.pages.clear()
        ask()

    def _resync(self, change: Callable[..., object]) -> None:
        """Change the match, and let the referee begin anew with what the match waits for now."""
        change(time=self.now())
        self.pages.clear()
        self.referee.resync()
