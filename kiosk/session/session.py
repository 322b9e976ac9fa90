"""The session: from "press any button" through matches and their menus to the next match, with seven buttons.

Presses, scenes and ticks go in; the view, the lamps and the expectation come out. It asks no clock and knows no device
and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from hardware.presses import Button, Press, PressKind
from kiosk.appliance.machine import Machine
from kiosk.games.core import IllegalActionError, Over
from kiosk.games.options import OptionError, Value
from kiosk.games.registry import game
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.coach import Coach
from kiosk.referee.keeping import Keeping
from kiosk.referee.referee import Referee
from kiosk.session import result
from kiosk.session.attract import remembered
from kiosk.session.cutouts import Cutouts
from kiosk.session.fault_texts import FaultText
from kiosk.session.faults import Faults
from kiosk.session.match_menu import MatchMenu
from kiosk.session.match_session import MatchSession
from kiosk.session.modes import Pages
from kiosk.session.naming import house_name, roster
from kiosk.session.preferences import Preferences
from kiosk.session.result import Result
from kiosk.session.service_page import table_menu
from kiosk.session.setup import BY_THE_HOUSE, Setup, SetupPages
from kiosk.view import SoftKey, SoftKeys, TableView, View
from vision.types import Expectation, Image, Scene, SceneState
from vision.watching.calibration import Calibration

MENU_IDLE_S = 120.0
"""Setting up that nobody goes on with is given up."""
END_IDLE_S = 300.0
ATTRACT_S = 600.0
"""A match that nobody has touched for so long is kept behind the poster, and goes on with the next press or throw."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a session starts from: the owner's settings, who sits there, and when it is.

    Attributes:
        keeping: how players say which dice stay.
        favourite: the game that is offered first; `presets` (by game) the house rules, `sitting` the players.
        resume: whether a match that was cut off goes on.
        background: nothing waits for odds that take long to work out.
        now: when the session begins, seconds by the clock of the scenes and presses: nobody has left alone yet what
            goes on then.
    """

    keeping: Keeping = Keeping.BUTTONS
    favourite: str | None = None
    presets: Mapping[str, str] = field(default_factory=dict)
    sitting: Sequence[str] = ()
    resume: bool = True
    background: bool = False
    now: float = 0.0


class Session:
    """One table's session; a match that was under way when the program ended goes on by itself.

    Attributes:
        alert: a fault of the machine to show, set from outside; the camera's goes before it.
        preferences: what everybody may set.
        camera: the camera's picture to show beside everything, set from outside.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        preferences: Preferences | None = None,
        start: Start | None = None,
        rng: Random | None = None,
        machine: Machine | None = None,
        cutouts: Cutouts | None = None,
        calibration: Calibration | None = None,
        learn: Callable[[Calibration], object] | None = None,
    ) -> None:
        """`rng` draws a leader where the rules want a draw; it never makes a die.

        `machine` is what the service page tells of; `calibration` is what the table knows of its tray, and `learn`
        keeps what it learns anew; `cutouts` keeps pictures of dice that were corrected.
        """
        start = start or Start()
        self.alert: Text | None = None
        self.camera: Image | None = None
        self.preferences = preferences or Preferences()
        self._background = start.background
        self._faults = Faults()
        self._journal = journal
        self._cutouts = cutouts
        self._keeping = start.keeping
        self._rng = rng or Random()
        self._match_session: MatchSession | None = None
        self._pages = Pages(self.preferences, machine, calibration, learn)
        self._setup = SetupPages(
            self._pages.open, self._pages.close, self._start_setup, game=start.favourite, presets=start.presets
        )
        self._attract = remembered(journal)
        self._now = self._touched = start.now
        self._scenes: list[Scene] = []
        """The last scene at rest, and what came after it: where a new match begins to watch."""
        names, last = roster(journal)
        self._setup.know(names, start.sitting or last)
        if start.resume:
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
        if self._match_session is not None:
            serial = self._serial
            self._match_session.scene(scene)
            if self._serial != serial:
                self._touched = scene.time
                self._pages.clear()  # whoever throws has done with the menu
                self._follow()

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        self._now = time
        if self._match_session is not None:
            self._match_session.referee.tick(time)
        playing = self._pages.top is None and self.match is not None and not self.match.over
        self._faults.watch(self._journal.trouble, time, playing=playing)
        idle = time - self._touched
        if self._pages.top is not None and idle > MENU_IDLE_S:
            self._pages.clear()
        elif self.match is not None and self.match.over and idle > END_IDLE_S:
            self._leave_match()

    def camera_fails(self, trouble: FaultText | None) -> None:
        """What is wrong with the camera: throws are entered by hand until it comes back (None)."""
        self._faults.camera_fails(trouble, self._now)
        if self._match_session is not None:
            self._match_session.referee.see(blind=trouble is not None)

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
            if self._match_session is not None:
                self._match_session.referee.coach.coaching = self.preferences.coaching
        elif self._match_session is not None:
            self._press_in_match(self._match_session, press)
        elif Button.MENU in press.buttons:
            self._pages.open(table_menu(self.preferences, self._choose_game, self._open_service))
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
    def match(self) -> Match | None:
        """The match under way, or over and still shown."""
        return None if self._match_session is None else self._match_session.match

    @property
    def expectation(self) -> Expectation:
        """What should lie on the tray, for the watcher."""
        return Expectation() if self._match_session is None else self._match_session.referee.expectation

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
            self.preferences.language,
            self.preferences.brightness,
            self.preferences.sound,
        )

    @property
    def language(self) -> str:
        """What the screen speaks."""
        return self.preferences.language

    def _view(self) -> View:
        if self._faults.problem is not None:
            return self._faults.problem.view
        if self._pages.top is not None:
            return self._pages.top.view()
        if self._match_session is None or self._asleep:
            return self._attract.view(resumable=self._asleep)
        return self._match_session.view

    @property
    def _asleep(self) -> bool:
        """Whether a match was left alone for so long that the poster lies over it."""
        return self.match is not None and not self.match.over and self._now - self._touched > ATTRACT_S

    def _keys(self) -> SoftKeys:
        if self._faults.problem is not None:
            return self._faults.problem.keys
        if self._pages.top is not None:
            return self._pages.top.keys()
        if self._asleep:
            return {button: SoftKey(lit=True) for button in Button}
        if self._match_session is None:
            return {button: SoftKey(lit=True) for button in Button} | {Button.MENU: SoftKey(say("Menu"), lit=True)}
        return self._match_session.keys(self._now)

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
        coach = Coach(match, self.preferences.coaching, background=self._background)
        referee = Referee(match, keeping=self._keeping, coach=coach, resumed=resumed)
        self._match_session = MatchSession(match, referee, self._rng, self._cutouts)
        referee.see(blind=self._faults.camera is not None)
        self._pages.clear()
        self._touched = self._now
        self._follow()
        if not resumed:
            # Dice that lie there already were not thrown in this match.
            for scene in self._scenes:
                self._match_session.scene(scene)

    def _start_setup(self, setup: Setup) -> None:
        house = [seat for seat, name in enumerate(setup.names) if name == BY_THE_HOUSE]
        names = list(setup.names)
        for number, seat in enumerate(house, 1):
            names[seat] = house_name(self.language, number)
        first = result.leader(setup.rules.options, None)
        self.begin(setup.game.name, setup.preset, setup.options, names, first, house=house)

    def _press_in_match(self, match_session: MatchSession, press: Press) -> None:
        plain = match_session.referee.dialog is None and press.kind is PressKind.SHORT
        if plain and Button.MENU in press.buttons:
            self._pages.open(self._match_menu(match_session).page())
        elif plain and match_session.result is not None:
            self._press_at_the_end(match_session.result, press)
        else:
            match_session.press(press, self._now)

    def _follow(self) -> None:
        """The match has gone on, and the poster keeps its best hand."""
        if self._match_session is not None:
            self._match_session.follow(self._now)
            self._attract.see(self._match_session.match, self._match_session.referee.view.dice)

    def _press_at_the_end(self, end: Result, press: Press) -> None:
        match, ready = end.match, end.keys(self._now).keys() & press.buttons
        if ready & {result.ONCE_MORE, result.LOSER_LEADS}:
            record = match.record
            first = result.leader(match.game.options, match.wait, loser=result.LOSER_LEADS in ready)
            self.begin(record.game, record.preset, record.options, record.players, first, house=record.house)
        elif result.OTHER_GAME in ready:
            self._leave_match()
            self._choose_game()

    def _leave_match(self) -> None:
        self._put_away()
        self._pages.clear()

    def _put_away(self) -> None:
        """The match makes way; whoever won it stands on the poster."""
        match = self.match
        if match is not None and isinstance(match.wait, Over):
            self._attract.won(match.players[match.wait.standing[0][0]].name, match.game.title)
        self._match_session = None

    # --- menus ---

    def _choose_game(self) -> None:
        self._pages.clear()
        self._pages.open(self._setup.first())

    def _match_menu(self, match_session: MatchSession) -> MatchMenu:
        def now() -> float:
            return self._now

        match, referee, sheets = match_session.match, match_session.referee, self._pages.sheets
        return MatchMenu(match, referee, sheets, self.preferences, now, self._leave_match, self._open_service)

    def _open_service(self) -> None:
        self._pages.open_service(playing=self.match is not None)
