"""The evening: from "press any button" through matches and their menus to the next match, with seven buttons.

Presses, scenes and ticks go in; the view, the lamps and the expectation come out. It asks no clock and knows no device
and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from random import Random

from hardware.presses import Button, Press, PressKind
from kiosk import ending, prompts
from kiosk.coach import Coach
from kiosk.comfort import Comfort
from kiosk.cutouts import Cutouts
from kiosk.ending import Ending
from kiosk.faults import Faults
from kiosk.games.core import Draw, IllegalActionError, Lead, OptionError, Over, Text, Value, game, say
from kiosk.journal import Journal
from kiosk.machine import Machine
from kiosk.match import Match
from kiosk.match_menu import MatchMenu
from kiosk.naming import house_name, roster
from kiosk.pages import Pages
from kiosk.poster import remembered
from kiosk.referee import Keeping, Referee
from kiosk.setup import BY_THE_HOUSE, Setup, SetupPages
from kiosk.upkeep import table_menu
from kiosk.view import PlayView, SoftKey, SoftKeys, TableView, View
from vision.calibration import Calibration
from vision.types import Expectation, Image, Scene, SceneState

MENU_IDLE_S = 120.0
"""Setting up that nobody goes on with is given up."""
END_IDLE_S = 300.0
ATTRACT_S = 600.0
"""A match that nobody has touched for so long is kept behind the poster, and goes on with the next press or throw."""


class Evening:
    """One table's evening; a match that was under way when the program ended goes on by itself.

    Attributes:
        match: under way, or over and still shown; None otherwise.
        alert: a fault of the machine to show, set from outside; the camera's goes before it.
        comfort: what everybody may set.
        camera: the camera's picture to show beside everything, set from outside.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        comfort: Comfort | None = None,
        keeping: Keeping = Keeping.BUTTONS,
        favourite: str | None = None,
        presets: Mapping[str, str] | None = None,
        rng: Random | None = None,
        machine: Machine | None = None,
        cutouts: Cutouts | None = None,
        resume: bool = True,
        background: bool = False,
        calibration: Calibration | None = None,
        learn: Callable[[Calibration], object] | None = None,
        sitting: Sequence[str] = (),
        now: float = 0.0,
    ) -> None:
        """`favourite`, `presets` (by game) and the players `sitting` are what is offered first.

        `rng` draws a leader where the rules want a draw; it never makes a die. `machine` is what the service page
        tells of; `calibration` is what the table knows of its tray, and `learn` keeps what it learns anew; `cutouts`
        keeps pictures of dice that were corrected. With `background` nothing waits for odds that take long to work out.
        `now` is when the evening begins, seconds by the clock of the scenes and presses: nobody has left alone yet what
        goes on then.
        """
        self.match: Match | None = None
        self.alert: Text | None = None
        self.camera: Image | None = None
        self.comfort = comfort or Comfort()
        self._background = background
        self._faults = Faults()
        self._journal = journal
        self._cutouts = cutouts
        self._keeping = keeping
        self._rng = rng or Random()
        self._referee: Referee | None = None
        self._pages = Pages(self.comfort, machine, calibration, learn)
        self._setup = SetupPages(
            self._pages.open, self._pages.close, self._start_setup, game=favourite, presets=presets
        )
        self._poster = remembered(journal)
        self._ending: Ending | None = None
        """Of the match, once it is over."""
        self._look: tuple[tuple[object, ...], Image] | None = None
        """The picture that the screen points into, and where."""
        self._now = now
        self._touched = now
        self._scenes: list[Scene] = []
        """The last scene at rest, and what came after it: where a new match begins to watch."""
        names, last = roster(journal)
        self._setup.know(names, sitting or last)
        if resume:
            self._resume()

    # --- in ---

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        self._now = scene.time
        at_rest = scene.state in {SceneState.EMPTY, SceneState.SETTLED}
        self._scenes = [scene] if at_rest else [*self._scenes[:1], scene]
        if self._asleep and scene.state is SceneState.HAND:
            self._touched = scene.time
        if self._pages.scene(scene) and not at_rest:
            self._touched = scene.time  # hands are busy, though no button is pressed
        if self._referee is not None and self.match is not None:
            serial = self._serial
            self._referee.scene(scene)
            if self._serial != serial:
                self._touched = scene.time
                self._pages.clear()  # whoever throws has done with the menu
                self._follow()

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        self._now = time
        if self._referee is not None:
            self._referee.tick(time)
        playing = self._pages.top is None and self.match is not None and not self.match.over
        self._faults.watch(self._journal.trouble, time, playing=playing)
        idle = time - self._touched
        if self._pages.top is not None and idle > MENU_IDLE_S:
            self._pages.clear()
        elif self.match is not None and self.match.over and idle > END_IDLE_S:
            self._leave_match()

    def camera_fails(self, trouble: Text | None) -> None:
        """What is wrong with the camera: throws are entered by hand until it comes back (None)."""
        self._faults.camera_fails(trouble, self._now)
        if self._referee is not None:
            self._referee.see(blind=trouble is not None)

    def press(self, press: Press) -> None:
        """Somebody pressed buttons."""
        asleep, serial = self._asleep, self._serial
        self._now = self._touched = max(self._now, press.time)
        if asleep:
            pass  # it woke the table up
        elif self._faults.problem is not None:
            self._faults.problem = None
        elif self._pages.top is not None:
            self._pages.press(press)
            if self._referee is not None:
                self._referee.coach.coaching = self.comfort.coaching
        elif self._referee is not None and self.match is not None:
            self._press_in_match(self.match, self._referee, press)
        elif Button.MENU in press.buttons:
            self._pages.open(table_menu(self.comfort, self._choose_game, self._open_service))
        else:
            self._choose_game()
        if self._serial != serial:
            self._follow()

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
        match = Match(self._journal, record, rules)
        self._play(match)
        self._setup.know(*roster(self._journal))
        return match

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie on the tray, for the watcher."""
        return self._referee.expectation if self._referee is not None else Expectation()

    @property
    def calibration(self) -> Calibration | None:
        """What the table knows of its tray, for whoever watches it: nothing, while it learns anew."""
        return self._pages.calibration

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
            self._faults.line or (self.alert if self._faults.problem is None else None),
            self.camera,
            self.comfort.language,
            self.comfort.brightness,
            self.comfort.sound,
        )

    @property
    def language(self) -> str:
        """What the screen speaks."""
        return self.comfort.language

    def _view(self) -> View:
        if self._faults.problem is not None:
            return self._faults.problem.view
        if self._pages.top is not None:
            return self._pages.top.view()
        if self._referee is None or self._asleep:
            return self._poster.view(resumable=self._asleep)
        view = self._referee.view
        if not isinstance(view, PlayView):
            return view
        if self.match is not None and isinstance(self.match.wait, Draw):
            view = replace(view, prompt=prompts.DRAW)
        view = self._looking(view)
        return view if self._ending is None else self._ending.view(view)

    @property
    def _asleep(self) -> bool:
        """Whether a match was left alone for so long that the poster lies over it."""
        return self.match is not None and not self.match.over and self._now - self._touched > ATTRACT_S

    def _looking(self, play: PlayView) -> PlayView:
        """The play with the picture of what is wrong, as it was when it was noticed."""
        if not play.trouble or not self._scenes:
            self._look = None
            return play
        if self._look is None or self._look[0] != play.trouble:
            self._look = play.trouble, self._scenes[-1].image
        return replace(play, look=self._look[1])

    def _keys(self) -> SoftKeys:
        if self._faults.problem is not None:
            return self._faults.problem.keys
        if self._pages.top is not None:
            return self._pages.top.keys()
        if self._asleep:
            return {button: SoftKey(lit=True) for button in Button}
        if self._referee is None or self.match is None:
            return {button: SoftKey(lit=True) for button in Button} | {Button.MENU: SoftKey(say("Menu"), lit=True)}
        if self._referee.dialog is None and self._ending is not None:
            return self._ending.keys(self._now)
        if self._referee.dialog is None and isinstance(self.match.wait, Draw):
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
            match = Match(self._journal, record, game(record.game)(record.preset, record.options))
        except (OptionError, IllegalActionError, LookupError):
            return  # of another version of this program: it stays in the journal, and nobody can play it here
        self._play(match, resumed=True)

    def _play(self, match: Match, *, resumed: bool = False) -> None:
        self._put_away()
        self.match = match
        coach = Coach(match, self.comfort.coaching, background=self._background)
        self._referee = Referee(match, keeping=self._keeping, coach=coach, resumed=resumed)
        self._referee.see(blind=self._faults.camera is not None)
        self._pages.clear()
        self._touched = self._now
        self._follow()
        if not resumed:
            # Dice that lie there already were not thrown in this match.
            for scene in self._scenes:
                self._referee.scene(scene)

    def _start_setup(self, setup: Setup) -> None:
        house = [seat for seat, name in enumerate(setup.names) if name == BY_THE_HOUSE]
        names = list(setup.names)
        for number, seat in enumerate(house, 1):
            names[seat] = house_name(self.language, number)
        first = ending.leader(setup.rules.options, None)
        self.begin(setup.game.name, setup.preset, setup.options, names, first, house=house)

    def _press_in_match(self, match: Match, referee: Referee, press: Press) -> None:
        if referee.dialog is not None or press.kind is PressKind.LONG:
            dialog = referee.dialog
            referee.press(press)
            accepted = referee.dialog is None and Button.END in press.buttons
            if self._cutouts is not None and dialog is not None and accepted:
                self._cutouts.save(dialog)
        elif Button.MENU in press.buttons:
            self._pages.open(self._match_menu(match, referee).page())
        elif self._ending is not None:
            self._press_at_the_end(self._ending, press)
        elif isinstance(match.wait, Draw) and Button.END in press.buttons:
            match.act(Lead(self._rng.choice(match.wait.seats)), time=self._now)
        else:
            referee.press(press)

    def _follow(self) -> None:
        """The match has gone on: the poster keeps its best hand, and it may have ended, or not after all."""
        match, referee = self.match, self._referee
        if match is None or referee is None or not match.over:
            self._ending = None
        elif self._ending is None:
            self._ending = Ending(match, self._now)
        if match is not None and referee is not None:
            self._poster.see(match, referee.view.dice)

    def _press_at_the_end(self, end: Ending, press: Press) -> None:
        match, ready = end.match, end.keys(self._now).keys() & press.buttons
        if ready & {ending.ONCE_MORE, ending.LOSER_LEADS}:
            record = match.record
            first = ending.leader(match.game.options, match.wait, loser=ending.LOSER_LEADS in ready)
            self.begin(record.game, record.preset, record.options, record.players, first, house=record.house)
        elif ending.OTHER_GAME in ready:
            self._leave_match()
            self._choose_game()

    def _leave_match(self) -> None:
        self._put_away()
        self._pages.clear()

    def _put_away(self) -> None:
        """The match makes way; whoever won it stands on the poster."""
        match = self.match
        if match is not None and isinstance(match.wait, Over):
            self._poster.won(match.players[match.wait.standing[0][0]].name, match.game.title)
        self.match = self._referee = self._ending = None

    # --- menus ---

    def _choose_game(self) -> None:
        self._pages.clear()
        self._pages.open(self._setup.first())

    def _match_menu(self, match: Match, referee: Referee) -> MatchMenu:
        def now() -> float:
            return self._now

        return MatchMenu(match, referee, self._pages.sheets, self.comfort, now, self._leave_match, self._open_service)

    def _open_service(self) -> None:
        self._pages.open_service(playing=self.match is not None)
