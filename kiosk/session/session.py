"""The session: from "press any button" through matches and their menus to the next match, with seven buttons.

Presses, scenes and ticks go in; the view, the lamps and the expectation come out. A press belongs to the mode on top of
the stack. It asks no clock and knows no device and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random

from hardware.presses import Button, Press
from kiosk.appliance.machine import Machine
from kiosk.games.core import Action, IllegalActionError, Leave, Over, Throw
from kiosk.games.options import OptionError, Value
from kiosk.games.registry import INTRODUCTION, game
from kiosk.games.text import Text, say
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match import seating
from kiosk.match.journal import Journal
from kiosk.match.log import DamagedMatchError, action_entry
from kiosk.match.match import Match
from kiosk.match.seating import company
from kiosk.referee.coach import Coach
from kiosk.referee.dialog import Dialog
from kiosk.referee.keys import Key, soft_keys
from kiosk.referee.referee import Referee
from kiosk.session.attract import Asleep, Attract, last_winners
from kiosk.session.cutouts import Cutouts
from kiosk.session.fault_texts import FaultText
from kiosk.session.faults import Faults
from kiosk.session.how_to import how_to_page
from kiosk.session.lock import Lock
from kiosk.session.match_menu import MatchMenu
from kiosk.session.modes import Stack
from kiosk.session.naming import known, roster
from kiosk.session.operator_menu import OperatorMenu
from kiosk.session.page import MENU
from kiosk.session.play_modes import DialogMode, PlayMode
from kiosk.session.preferences import Preferences
from kiosk.session.result import ResultMode, leader
from kiosk.session.setup import Setup, SetupPages
from kiosk.session.start import Start
from kiosk.view import Coaching, Pointed, TableView, Typed
from vision.types import Expectation, Image, Scene, SceneState
from vision.watching.calibration import Calibration

MENU_IDLE_S = 120.0
"""What lies open and nobody goes on with is given up; a name half written or a tray half taught as late as a match."""
END_IDLE_S = 300.0
NOTICE_S = 60.0
"""What was done to the files stands above everything for a minute; after that the service page still tells it."""
ATTRACT_S = 600.0
"""A match left alone for ten minutes is kept behind the attract screen: the next press or throw goes on."""
AT_WORK_S = 300.0
"""No hand is over a tray for five minutes without a rest: it is a cup or a coat, and nobody is there."""


class Session:
    """One table's modes; a match that was under way when the program ended goes on by itself.

    Attributes:
        alert: a fault of the machine to show as long as it lasts, set from outside; the camera's goes before it.
        preferences: what everybody may set.
        operator: the pages for whoever looks after the table, and what it knows of its tray.
        faults: what is wrong with the machine.
        modes: all that lies over one another now; the last one, on top, has the screen and the buttons.
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
        self._start = start = start or Start()
        self.alert: Text | None = None
        self._notices: list[tuple[Text, float]] = []
        """What was told once, and until when it stands: one after the other."""
        self.camera: Image | None = None
        self.preferences = preferences or Preferences()
        self._journal = journal
        self._cutouts = cutouts
        self._rng = rng or Random()
        self._now = self._touched = start.now
        self._stirs: float | None = None
        """Since when the tray is not at rest."""
        self._scenes: list[Scene] = []
        """The last scene at rest, and what came after it: where a new match begins to watch."""
        self._teaching = False
        """Whether the coach speaks in the first turn of the first match, whatever is set."""
        self._followed: tuple[Match | None, int] = None, -1
        """The match as it was followed last: how many of its actions."""
        self._stack = Stack()
        self.modes = self._stack.modes
        self.faults = Faults(self._stack)
        menu, first = (lambda: self.operator.open_menu(self._choose_game)), self._try_out if start.tries else None
        winners, league = last_winners(journal), start.online.address
        self._attract = Attract(self._choose_game, menu, winners, league, first, self._now)
        self._stack.open(self._attract)
        self._setup = SetupPages(self._stack, self._begin_setup, start.favourite, start.presets)
        self._lock = Lock(self._stack, self._clock, start.pin, start.settings)
        self.operator: OperatorMenu = OperatorMenu(
            self._stack, self.preferences, machine, calibration, learn, lock=self._lock, start=start
        )
        names, last = roster(journal)
        self._setup.know(names, start.sitting or last)
        if start.resume:
            self._resume()
        if self._play is None and start.guide.step is not None:
            self.operator.guide(start.guide.step)
        self._top, self._topped_at = self.modes[-1], float("-inf")
        """The mode that is on top, and since when where it came there by itself: nobody pressed for that."""

    # --- in ---

    def press(self, press: Press) -> None:
        """Somebody pressed buttons: the top mode's, if that was on top when the press began."""
        top, state = self.modes[-1], self._state  # as it was shown when somebody pressed
        self._now = max(self._now, press.time)
        self._touch()
        if press.time < self._topped_at:
            return  # nobody has read yet what came by itself, nor meant it
        top.press(press, lambda: self.modes[-1] is top and self._state == state)
        self._coach()
        self._follow()
        self._top = self.modes[-1]

    def point(self, pointed: Pointed) -> None:
        """Somebody typed, or tapped a line of a list or a letter: the top mode's."""
        self._touch()
        top = self.modes[-1]
        if isinstance(pointed, Typed):
            top.type(pointed.text)
        else:
            top.pick(pointed)
        self._follow()
        self._top = self.modes[-1]

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        self._now = scene.time
        at_rest = scene.state in {SceneState.EMPTY, SceneState.SETTLED}
        self._stirs = None if at_rest else scene.time if self._stirs is None else self._stirs
        self._scenes = [scene] if at_rest else [*self._scenes[:1], scene]
        at_work = [mode.scene(scene) for mode in [*self.modes]]  # each looks, whatever lies over it
        if any(at_work) and (self._stirs is None or scene.time - self._stirs <= AT_WORK_S):
            self._touch()
        self._follow(thrown=True)

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        self._now = time
        for mode in [*self.modes]:
            mode.tick(time)
        match, pages, idle = self.match, self._stack.pages, time - self._touched
        under_way = match is not None and not match.over
        self.faults.journal_fails(self._journal.trouble, time)
        self.faults.tick(time, playing=under_way and not pages)
        if pages and idle > (ATTRACT_S if any(page.unfinished for page in pages) else MENU_IDLE_S):
            self._stack.clear()
            self.tell(*(page.lost for page in pages if page.lost is not None))
        elif match is not None and match.over and idle > END_IDLE_S:
            self._leave()
        if under_way and idle > ATTRACT_S and self._stack.find(Asleep) is None:
            self._stack.open(Asleep(self._attract, self._touch))
        if self.modes[-1] is not self._top:
            self._top, self._topped_at = self.modes[-1], time

    def tell(self, *notices: Text) -> None:
        """Say once what was done that the owner should know; it goes by itself, and the service page keeps the last."""
        for notice in notices:
            begins = max([self._now, *(until for _, until in self._notices)])
            self._notices.append((notice, begins + NOTICE_S))
            self.operator.notice = notice

    def camera_fails(self, trouble: FaultText | None) -> None:
        """What is wrong with the camera: throws are entered by hand until it comes back (None)."""
        self.faults.camera_fails(trouble, self._now)
        if self._play is not None:
            self._play.camera_fails(blind=trouble is not None)
        self._follow(thrown=True)

    def begin(
        self,
        name: str,
        preset: str | None,
        options: Mapping[str, Value],
        players: Sequence[str],
        first: int | None = None,
        *,
        house: Collection[int] = (),
        actions: Sequence[Action] = (),
        instead_of: Match | None = None,
    ) -> Match:
        """Begin a match at once with these actions; the house plays the seats `house`, `instead_of` is given up.

        Raises:
            OptionError: there is no such game, preset, house rule or value.
        """
        rules = game(name)(preset, options)
        # The house's seats are written down in one language, and shown in that of the moment.
        names = [translate(player.name, SOURCE_LANGUAGE) for player in seating.players(players, house)]
        entries = [action_entry(action, self._now) for action in actions]
        before = None if instead_of is None else instead_of.record
        record = self._journal.start(
            name, rules.preset, options, names, first, house=house, entries=entries, instead_of=before
        )
        match = Match(self._journal, record, rules)
        self._begin(match)
        self._setup.know(*roster(self._journal))
        return match

    # --- out ---

    @property
    def view(self) -> TableView:
        """All that the screen shows."""
        top, set_ = self.modes[-1], self.preferences
        told = next((notice for notice, until in self._notices if self._now <= until), self.alert)
        alert = None if self.faults.problem is not None else self.faults.line or told
        return TableView(top.view, soft_keys(top.keys), alert, self.camera, set_.language, set_.brightness, set_.sound)

    @property
    def match(self) -> Match | None:
        """The match under way, or over and still shown."""
        return None if self._play is None else self._play.match

    @property
    def expectation(self) -> Expectation:
        """What should lie on the tray, for the watcher."""
        return Expectation() if self._play is None else self._play.referee.expectation

    # --- a match and its end ---

    @property
    def _state(self) -> tuple[Match | None, int]:
        """The match, and how far it is: what a press answers."""
        return self.match, -1 if self.match is None else self.match.serial

    @property
    def _play(self) -> PlayMode | None:
        return self._stack.find(PlayMode)

    def _touch(self) -> None:
        self._touched = self._now
        self._stack.leave(self._stack.find(Asleep))

    def _resume(self) -> None:
        try:
            record = self._journal.unfinished()
            if record is None:
                return
            match = Match(self._journal, record, game(record.game)(record.preset, record.options))
        except DamagedMatchError:
            self.tell(say("The match under way is damaged in the journal: it cannot go on."))
        except (OptionError, IllegalActionError, LookupError):
            self.tell(say("The match under way is of another version of this program: it cannot go on here."))
        else:
            self._begin(match, resumed=True)

    def _begin(self, match: Match, *, resumed: bool = False) -> None:
        self._put_away()
        self._attract.first = None
        coach = Coach(match, self.preferences.coaching, background=self._start.background)
        referee = Referee(match, keeping=self._start.keeping, coach=coach, resumed=resumed, ask=self._ask)
        play = PlayMode(self._stack, referee, self._open_match_menu, self._clock, self._rng)
        self._stack.open(play)
        play.camera_fails(blind=self.faults.blind)
        self._touch()
        self._follow()
        if not resumed:
            # Dice that lie there already were not thrown in this match.
            for scene in self._scenes:
                play.scene(scene)

    def _try_out(self) -> None:
        """A short match against the house, at once, in whose first turn the coach speaks."""
        guest = translate(say("Guest"), self.preferences.language)
        self._teaching = True
        self.begin(*INTRODUCTION, [guest, ""], 0, house=[1])

    def _coach(self) -> None:
        """The coach speaks as it is set, and in somebody's very first turn."""
        if self._play is not None:
            self._teaching = self._teaching and self._play.match.board.seat == 0
            self._play.referee.coach.coaching = Coaching.ON if self._teaching else self.preferences.coaching

    def _ask(self, dialog: Dialog) -> None:
        assert self._play is not None
        self._stack.open(DialogMode(self._stack, dialog, self._play.referee, self._cutouts))

    def _clock(self) -> float:
        return self._now

    def _follow(self, *, thrown: bool = False) -> None:
        """Where the match has gone on it may have ended, or not after all; whoever has `thrown` is done with pages."""
        play, result = self._play, self._stack.find(ResultMode)
        if play is None or self._state == self._followed:
            return
        self._followed = self._state
        if thrown:
            self._stack.clear()
        self._coach()
        if not play.match.over:
            self._stack.leave(result)
        elif result is None:
            page = self._start.online.page_of(play.match.record)
            menu = Key(MENU, self._open_match_menu, lit=False)
            exits = {
                Button.END: Key(say("Once more"), self._once_more),
                Button.KEEP_1: Key(say("Other game"), self._choose_game),
                Button.KEEP_2: Key(say("Loser leads"), partial(self._once_more, loser=True)),
            }
            self._stack.open(ResultMode(play, menu, exits, self._clock, page))
        self._attract.keep_hand(play.match, play.referee.view.dice)

    def _once_more(self, *, loser: bool = False) -> None:
        match = self.match
        assert match is not None
        record, sitting = match.record, company(match.players, match.record.house, match.game.seats.start)
        first = leader(match.game.options, match.wait, sitting.seats, loser=loser)
        names = [record.players[seat] for seat in sitting.seats]
        self.begin(record.game, record.preset, record.options, names, first, house=sitting.house)

    def _join(self, name: str) -> None:
        """Somebody sits down between two rounds: the match goes on as another, of one seat more."""
        match = self.match
        assert match is not None
        record, carry, wait = match.record, match.game.newcomer(match.state), match.wait
        if carry is None or not isinstance(wait, Throw):
            return
        rules, names = (record.game, record.preset, record.options), [*record.players, name]
        actions: list[Action] = [carry, *map(Leave, sorted(match.gone))]
        self.begin(*rules, names, wait.seat, house=record.house, actions=actions, instead_of=match)

    def _put_away(self) -> None:
        """The match makes way; whoever won it stands on the attract screen."""
        self._attract.begun = self._now
        match = self.match
        if match is not None and isinstance(match.wait, Over):
            self._attract.won(match, match.wait.standing)
        for kind in (PlayMode, ResultMode, DialogMode, Asleep):
            self._stack.leave(self._stack.find(kind))
        self._stack.clear()

    def _leave(self) -> None:
        # Who left during the match is not offered a seat in the next.
        self._put_away()
        self._setup.know(*roster(self._journal))

    # --- pages ---

    def _choose_game(self) -> None:
        if self.match is not None:
            self._leave()
        self._stack.clear()
        self._stack.open(self._setup.first())

    def _begin_setup(self, setup: Setup) -> None:
        first, new = leader(setup.rules.options, None), not known(self._journal, setup.names)
        self.begin(setup.game.name, setup.preset, setup.options, setup.names, first, house=setup.house)
        if new:
            self._stack.open(how_to_page(self._stack, setup.rules, self._start.keeping))

    def _open_match_menu(self) -> None:
        assert self._play is not None
        menu = MatchMenu(
            self._stack,
            self._play.match,
            self._play.referee,
            self.preferences,
            self._clock,
            leave=self._leave,
            service=partial(self.operator.open, playing=True),
            join=self._join,
            known=self._setup.known,
            lock=self._lock,
        )
        self._stack.open(menu.page())
