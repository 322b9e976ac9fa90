"""The session: from "press any button" through matches and their menus to the next match, with seven buttons.

Presses, scenes and ticks go in; the view, the lamps and the expectation come out. A press belongs to the mode on top of
the stack. It asks no clock and knows no device and no game.
"""

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
from kiosk.session.setup import BY_THE_HOUSE, Setup, SetupPages
from kiosk.session.start import Start
from kiosk.view import Coaching, Pointed, TableView, Typed
from vision.types import Expectation, Image, Scene, SceneState
from vision.watching.calibration import Calibration

MENU_IDLE_S = 120.0
"""A page that nobody touches for 120 seconds is closed; one with unfinished work on it only after `ATTRACT_S`."""
END_IDLE_S = 300.0
"""A result that nobody touches for 300 seconds makes way for the attract screen."""
NOTICE_S = 60.0
"""A notice about the table's files stands above everything for 60 seconds; the service page keeps the last one."""
ATTRACT_S = 600.0
"""A match left alone for 600 seconds is kept behind the attract screen: the next press or throw goes on."""
AT_WORK_S = 300.0
"""A tray without a rest for 300 seconds is covered by a cup or a coat, no hand: nobody is at the table."""


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
        """Each notice, and until when it stands, seconds: one after the other."""
        self.camera: Image | None = None
        self.preferences = preferences or Preferences()
        self._journal = journal
        self._cutouts = cutouts
        self._rng = rng or Random()
        self._now = self._touched = start.now
        """The time, and when somebody last did something: what stands idle is measured from there."""
        self._unrest_since: float | None = None
        self._scenes: list[Scene] = []
        """The last scene at rest, and what came after it: where a new match begins to watch."""
        self._teaching = False
        """Whether the coach must speak: in the first turn of the very first match, also if he is set to be silent."""
        self._followed: tuple[Match | None, int] = None, -1
        """`_state` as `_follow` saw it last."""
        self._stack = Stack()
        self.modes = self._stack.modes
        self.faults = Faults(self._stack)
        # A lambda: the operator's pages need the stack and the lock, and are made below.
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
        self._top, self._came_up_at = self.modes[-1], float("-inf")
        """The mode on top, and when a mode last came there without a press (a fault, a result)."""

    # --- in ---

    def press(self, press: Press) -> None:
        """Somebody pressed buttons: the top mode's, if that was on top when the press began."""
        top, state = self.modes[-1], self._state  # as it was shown when somebody pressed
        self._now = max(self._now, press.time)
        self._touch()
        if press.time < self._came_up_at:
            return  # the press began before this mode came up, and was meant for the one beneath
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
        self._now = scene.time
        at_rest = scene.state in {SceneState.EMPTY, SceneState.SETTLED}
        self._unrest_since = None if at_rest else scene.time if self._unrest_since is None else self._unrest_since
        self._scenes = [scene] if at_rest else [*self._scenes[:1], scene]
        # Each mode looks, also those that others cover; a copy, as a mode may open or leave here.
        at_work = [mode.scene(scene) for mode in [*self.modes]]
        if any(at_work) and (self._unrest_since is None or scene.time - self._unrest_since <= AT_WORK_S):
            self._touch()
        self._follow(close_pages=True)

    def tick(self, time: float) -> None:
        self._now = time
        for mode in [*self.modes]:
            mode.tick(time)
        match, pages, idle = self.match, self._stack.pages, time - self._touched
        under_way = match is not None and not match.over
        self.faults.journal_fails(self._journal.trouble, time)
        self.faults.tick(time, playing=under_way and not pages)
        # One unfinished page keeps all pages open: those above it were opened from it.
        if pages and idle > (ATTRACT_S if any(page.unfinished for page in pages) else MENU_IDLE_S):
            self._stack.clear()
            self.tell(*(page.lost for page in pages if page.lost is not None))
        elif match is not None and match.over and idle > END_IDLE_S:
            self._leave()
        if under_way and idle > ATTRACT_S and self._stack.find(Asleep) is None:
            self._stack.open(Asleep(self._attract, self._touch))
        # A press sets `_top` itself: a mode that is new here came by itself.
        if self.modes[-1] is not self._top:
            self._top, self._came_up_at = self.modes[-1], time

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
        self._follow(close_pages=True)

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
        top, set_ = self.modes[-1], self.preferences
        told = next((notice for notice, until in self._notices if self._now <= until), self.alert)
        # A fault that fills the screen needs no line above itself.
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
        """The match and its serial: a button has changed the match if this is another one afterwards."""
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
        # Somebody has played here now: the attract screen offers all games, no first match.
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
        self.begin(*INTRODUCTION, [guest, BY_THE_HOUSE], 0, house=[1])

    def _coach(self) -> None:
        """Let the coach speak as the preferences say, and always in somebody's very first turn."""
        if self._play is not None:
            # The guest sits at seat 0: with the next seat's turn the first turn is over.
            self._teaching = self._teaching and self._play.match.board.seat == 0
            self._play.referee.coach.coaching = Coaching.ON if self._teaching else self.preferences.coaching

    def _ask(self, dialog: Dialog) -> None:
        assert self._play is not None
        self._stack.open(DialogMode(self._stack, dialog, self._play.referee, self._cutouts))

    def _clock(self) -> float:
        return self._now

    def _follow(self, *, close_pages: bool = False) -> None:
        """Show or take away the result where the match has changed; `close_pages`: whoever throws is done with them."""
        play, result = self._play, self._stack.find(ResultMode)
        if play is None or self._state == self._followed:
            return
        self._followed = self._state
        if close_pages:
            self._stack.clear()
        self._coach()
        if not play.match.over:
            # An undo or a corrected die may have taken the end back.
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
        # The house stays only where it was invited, or where too few would be left.
        record, sitting = match.record, company(match.players, match.record.house, match.game.seats.start)
        first = leader(match.game.options, match.wait, sitting.seats, loser=loser)
        names = [record.players[seat] for seat in sitting.seats]
        self.begin(record.game, record.preset, record.options, names, first, house=sitting.house)

    def _join(self, name: str) -> None:
        """Somebody sits down between two rounds: the match goes on as a new match with one seat more."""
        match = self.match
        assert match is not None
        record, carry, wait = match.record, match.game.newcomer(match.state), match.wait
        if carry is None or not isinstance(wait, Throw):
            return
        rules, names = (record.game, record.preset, record.options), [*record.players, name]
        # Seats are fixed within a match, so a new one begins with the tokens or points of the old.
        actions: list[Action] = [carry, *map(Leave, sorted(match.gone))]
        self.begin(*rules, names, wait.seat, house=record.house, actions=actions, instead_of=match)

    def _put_away(self) -> None:
        """The match makes way; whoever won it stands on the attract screen."""
        self._attract.begun = self._now
        match = self.match
        if match is not None and isinstance(match.wait, Over):
            self._attract.won(match, match.wait.standing)
        # Every mode that belongs to this match; pages go with `clear`.
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
        # Asked before the match begins: from then on the journal knows these names.
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
