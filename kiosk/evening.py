"""The evening: from "press any button" through matches and their menus to the next match, with seven buttons.

Presses, scenes and ticks go in; the view, the lamps and the expectation come out. It asks no clock and knows no device
and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from hardware.panel import Button, Press, PressKind
from kiosk.games.core import Draw, Lead, Leave, OptionError, Over, Text, Value, game, games, say, seat_name
from kiosk.journal import Journal
from kiosk.match import Match
from kiosk.menus import Line, Page
from kiosk.referee import Keeping, Referee
from kiosk.setup import NAMES, Setup, SetupPages
from kiosk.view import AttractView, EndView, Item, PlayView, SoftKey, SoftKeys, TableView, View
from vision.types import Expectation, Image, Scene, SceneState

MENU_IDLE_S = 120.0
"""Setting up that nobody goes on with is given up."""
END_IDLE_S = 300.0
LANGUAGES = {"en": say("English"), "fr": say("Français")}


class Evening:
    """One table's evening; a match that was under way when the program ended goes on by itself.

    Attributes:
        match: under way, or over and still shown; None otherwise.
        alert: a fault of the machine to show, set from outside; the camera's goes before it.
        camera: the camera's picture to show beside everything, set from outside.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        language: str = "en",
        keeping: Keeping = Keeping.BUTTONS,
        names: Sequence[str] = NAMES,
        favourite: str | None = None,
        presets: Mapping[str, str] | None = None,
        rng: Random | None = None,
        resume: bool = True,
    ) -> None:
        """`favourite` and `presets` (by game) are what is offered first.

        `rng` draws a leader where the rules want a draw; it never makes a die.
        """
        self.match: Match | None = None
        self.alert: Text | None = None
        self.camera: Image | None = None
        self._no_camera: Text | None = None
        self.language = language
        self._journal = journal
        self._keeping = keeping
        self._rng = rng or Random()
        self._referee: Referee | None = None
        self._pages: list[Page] = []
        self._setup = SetupPages(self._pages.append, self._start_setup, names, favourite, presets)
        self._now = 0.0
        self._touched = 0.0
        self._last: Text | None = None
        self._scenes: list[Scene] = []
        """The last scene at rest, and what came after it: where a new match begins to watch."""
        if resume:
            self._resume()

    # --- in ---

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        self._now = scene.time
        at_rest = scene.state in {SceneState.EMPTY, SceneState.SETTLED}
        self._scenes = [scene] if at_rest else [*self._scenes[:1], scene]
        if self._referee is not None:
            serial = self._serial
            self._referee.scene(scene)
            if self._serial != serial:
                self._touched = scene.time

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        self._now = time
        if self._referee is not None:
            self._referee.tick(time)
        idle = time - self._touched
        if self._pages and idle > MENU_IDLE_S:
            self._pages.clear()
        elif self.match is not None and self.match.over and idle > END_IDLE_S:
            self._leave_match()

    def camera_fails(self, trouble: Text | None) -> None:
        """What is wrong with the camera: throws are entered by hand until it comes back (None)."""
        self._no_camera = trouble
        if self._referee is not None:
            self._referee.see(blind=trouble is not None)

    def press(self, press: Press) -> None:
        """Somebody pressed buttons."""
        self._now = self._touched = max(self._now, press.time)
        if self._pages:
            self._press_in_menu(press)
        elif self._referee is None or self.match is None:
            self._pages.append(self._setup.first())
        elif self._referee.dialog is not None or press.kind is PressKind.LONG:
            self._referee.press(press)
        elif Button.MENU in press.buttons:
            self._pages.append(self._match_menu(self.match))
        elif self.match.over:
            self._press_at_the_end(self.match, press)
        elif isinstance(self.match.wait, Draw) and Button.END in press.buttons:
            self.match.act(Lead(self._rng.choice(self.match.wait.seats)), time=self._now)
        else:
            self._referee.press(press)

    def begin(
        self,
        name: str,
        preset: str | None,
        options: Mapping[str, Value],
        players: Sequence[str],
        first: int | None = None,
        *,
        house: Collection[int] = (),
    ) -> Match:
        """Begin a match at once; the house plays the seats `house`.

        Raises:
            OptionError: there is no such game, preset, house rule or value.
        """
        rules = game(name)(preset, options)
        record = self._journal.start(name, rules.preset, options, players, first, house=house)
        self._play(Match(self._journal, record, rules))
        assert self.match is not None
        return self.match

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie on the tray, for the watcher."""
        return self._referee.expectation if self._referee is not None else Expectation()

    @property
    def lamps(self) -> dict[Button, bool]:
        """Which lamps shine."""
        return {button: key.lit for button, key in self._keys().items()}

    @property
    def view(self) -> TableView:
        """All that the screen shows."""
        return TableView(
            self._view(),
            self._keys(),
            self._no_camera or self.alert or self._journal.trouble,
            self.camera,
            self.language,
        )

    def _view(self) -> View:
        if self._pages:
            return self._pages[-1].view()
        if self._referee is None or self.match is None:
            return AttractView(tuple(known.title for known in games()), self._last)
        view = self._referee.view
        if isinstance(view, PlayView) and isinstance(self.match.wait, Over):
            return EndView(self.match.title, self.match.players, self.match.wait.standing, self._summary(), view.dice)
        return view

    def _keys(self) -> SoftKeys:
        if self._pages:
            return self._pages[-1].keys()
        if self._referee is None or self.match is None:
            return {button: SoftKey(lit=True) for button in Button}
        if self._referee.dialog is None:
            if self.match.over:
                return {
                    Button.END: SoftKey(say("Once more"), lit=True),
                    Button.KEEP_1: SoftKey(say("Other game"), lit=True),
                    Button.KEEP_2: SoftKey(say("Loser leads"), lit=True),
                    Button.MENU: SoftKey(say("Menu")),
                }
            if isinstance(self.match.wait, Draw):
                return {Button.END: SoftKey(say("Draw"), lit=True), Button.MENU: SoftKey(say("Menu"))}
        return self._referee.keys

    # --- a match and its end ---

    @property
    def _serial(self) -> int:
        return -1 if self.match is None else self.match.serial

    def _resume(self) -> None:
        record = self._journal.unfinished()
        if record is None:
            return
        try:
            rules = game(record.game)(record.preset, record.options)
        except OptionError:
            return  # of another version of this program: it stays in the journal, and nobody can play it here
        self._play(Match(self._journal, record, rules), resumed=True)

    def _play(self, match: Match, *, resumed: bool = False) -> None:
        self.match = match
        self._referee = Referee(match, keeping=self._keeping, resumed=resumed)
        self._referee.see(blind=self._no_camera is not None)
        self._pages.clear()
        self._touched = self._now
        if not resumed:
            # Dice that lie there already were not thrown in this match.
            for scene in self._scenes:
                self._referee.scene(scene)

    def _start_setup(self, setup: Setup) -> None:
        rules = setup.game(setup.preset, setup.options)
        self.begin(setup.game.name, setup.preset, setup.options, setup.names, self._leader(rules.options))

    def _leader(self, options: Mapping[str, Value], *, loser: bool = False) -> int | None:
        """Who leads without a roll-off; None if they roll for it."""
        rule = options.get("first")
        before = self.match.wait if self.match is not None else None
        if isinstance(before, Over) and (loser or rule == "loser"):
            return before.standing[-1][-1]
        return 0 if rule == "seat" else None

    def _press_at_the_end(self, match: Match, press: Press) -> None:
        record = match.record
        if Button.END in press.buttons or Button.KEEP_2 in press.buttons:
            first = self._leader(match.game.options, loser=Button.KEEP_2 in press.buttons)
            self.begin(record.game, record.preset, record.options, record.players, first, house=record.house)
        elif Button.KEEP_1 in press.buttons:
            self._leave_match()
            self._pages.append(self._setup.first())

    def _leave_match(self) -> None:
        if self.match is not None and isinstance(self.match.wait, Over):
            self._last = say("{name} won the last match", name=self._winner(self.match.wait))
        self.match = self._referee = None
        self._pages.clear()

    def _winner(self, over: Over) -> str:
        assert self.match is not None
        return self.match.players[over.standing[0][0]].name

    def _summary(self) -> Text | None:
        assert self.match is not None
        if not self.match.corrections:
            return None
        n = self.match.corrections
        return say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=n)

    # --- menus ---

    def _press_in_menu(self, press: Press) -> None:
        if Button.MENU in press.buttons:
            self._pages.pop()
            return
        page = self._pages[-1]
        for button in Button:
            # One press may close the page that the next would have been for.
            if button in press.buttons and self._pages and self._pages[-1] is page:
                page.press(button)

    def _match_menu(self, match: Match) -> Page:
        def lines() -> list[Line]:
            found = [
                Line(Item(say("Go on playing")), choose=self._pages.clear),
                Line(Item(say("Rules of this game")), choose=lambda: self._pages.append(self._rules(match))),
            ]
            if match.actions:
                found.append(Line(Item(say("Undo"), say("Takes the last throw or decision back")), choose=self._undo))
            if match.can_pass_on:
                found.append(Line(Item(say("That was the next player's throw")), choose=self._pass_on))
            if not match.over:
                found.append(Line(Item(say("Enter the throw by hand")), choose=self._enter_throw))
                found.append(
                    Line(Item(say("Somebody leaves")), choose=lambda: self._pages.append(self._leavers(match)))
                )
            found.append(
                Line(Item(say("Language"), value=LANGUAGES[self.language]), self._next_language, self._language)
            )
            if not match.over:
                found.append(
                    Line(Item(say("End the match")), choose=lambda: self._pages.append(self._really_end(match)))
                )
            return found

        return Page(match.title, lines)

    def _rules(self, match: Match) -> Page:
        return Page(match.game.title, lambda: [Line(Item(text), choose=self._close_page) for text in match.game.rules])

    def _leavers(self, match: Match) -> Page:
        def leave(seat: int) -> Callable[[], None]:
            def do() -> None:
                match.act(Leave(seat), time=self._now)
                self._resync()

            return do

        def lines() -> list[Line]:
            return [
                Line(Item(seat_name(seat), say("The house plays on for this seat")), choose=leave(seat))
                for seat, player in enumerate(match.players)
                if not player.house
            ] or [Line(Item(say("Nobody")), choose=self._close_page)]

        return Page(say("Who leaves?"), lines, players=lambda: match.players)

    def _really_end(self, match: Match) -> Page:
        def end() -> None:
            match.give_up(self._now)
            self._leave_match()

        return Page(
            say("End this match without a result?"),
            lambda: [
                Line(Item(say("No, go on playing")), choose=self._pages.clear),
                Line(Item(say("Yes, end it")), choose=end),
            ],
        )

    def _close_page(self) -> None:
        self._pages.pop()

    def _undo(self) -> None:
        assert self.match is not None
        self.match.undo(self._now)
        self._resync()

    def _pass_on(self) -> None:
        assert self.match is not None
        self.match.pass_on(self._now)
        self._resync()

    def _enter_throw(self) -> None:
        self._pages.clear()
        if self._referee is not None:
            self._referee.enter_throw()

    def _resync(self) -> None:
        self._pages.clear()
        if self._referee is not None:
            self._referee.resync()

    def _next_language(self) -> None:
        self._language(1)

    def _language(self, step: int) -> None:
        names = list(LANGUAGES)
        self.language = names[(names.index(self.language) + step) % len(names)]
