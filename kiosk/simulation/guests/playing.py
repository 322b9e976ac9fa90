"""Simulated guests: they sit at the simulated table, look at screen and lamps, throw, press and put things right.

They know what people know: the screen's `TableView`, the lamps, and with their own eyes the dice on the tray. They find
a die by the place in the camera's picture where the screen shows it, press through the mock pins, and order the
simulated hand. What they threw they write down themselves, for the audit to compare.
"""

from collections.abc import Collection

from hardware.panel import KEEPS, Button
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.games.state import SIX
from kiosk.games.text import Text
from kiosk.referee.picking import TO_THE_DICE
from kiosk.referee.play_view import END_TURN, KEEP, KEPT
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.simulation.guests.eyes import house_plays, in_turn
from kiosk.simulation.guests.fingers import CALM, Tempo
from kiosk.simulation.guests.mending import Mending
from kiosk.view import (
    AttractView,
    DialogView,
    DieView,
    EndView,
    HowToView,
    LessonView,
    PageView,
    PlayView,
    ProblemView,
    TableView,
)
from vision.types import Box

ARRIVING_S = 1.5
"""Guests begin after 1.5 seconds: first the table must see what lies there."""
STOPS = 0.35
"""With 0.35 of the hands a guest who may throw again ends the turn."""
MOST_COMPLAINTS = 3
"""A guest holds a button up to 3 times to say that the table is wrong, before going along."""
KEEPS_DIE = 0.45
"""A guest keeps each die with a chance of 0.45."""
TURNS = 0.6
"""Where sixes may be turned to ones, a guest does so in 0.6 of the cases."""
WRITES = 0.5
"""A guest writes the marked box with a chance of 0.5, or else moves the mark first."""
THROWS_AFTER_ALL = 0.1
"""Instead of writing a box a guest goes back to the dice in 0.1 of the cases."""
MOST_MARKS = 4
"""A guest moves the mark up to 4 times."""
MOST_PLANS = 12
"""A guest thinks again up to 12 times about what to keep, before throwing as the lamps say."""


class Guests(Mending):
    """People at the table, all of them; give them the screen with `look`, and move their fingers with `move`.

    Attributes:
        log: every throw that was meant to count, in order.
        done: they have seen the end of the match and agree with it.
    """

    def __init__(
        self,
        table: SimulatedTable,
        buttons: Fingers,
        seed: int,
        tempo: Tempo = CALM,
        *,
        once_more: bool = True,
        house_only: bool = False,
        begins: float = 0.0,
    ) -> None:
        """`once_more`: whether they play another match after one; `begins`: now, seconds.

        With `house_only` they do nothing but throw for the house.
        """
        super().__init__(table, buttons, seed, tempo)
        self.done = False
        self._once_more = once_more
        self._house_only = house_only
        self.log = self._throws.log
        self._ready = begins + ARRIVING_S
        self._serial: int | None = None
        self._content = False
        """Whether the guest in turn wants to end the turn with this hand."""
        self._shown: list[Box | None] = []
        """Where the dice lay that the screen showed when they were thrown."""
        self._trouble: Ruling | None = None
        self._complaints = 0

    @property
    def pressing(self) -> bool:
        return self._fingers.busy

    @property
    def left_lying(self) -> tuple[int, ...]:
        """The dice that were meant to be thrown, and stayed where they were."""
        return self._throws.held

    def move(self, now: float) -> None:
        self._fingers.move(now)

    def act(self, view: TableView, now: float) -> None:
        """See the screen and the tray, and begin whatever comes next."""
        if not self._table.idle:
            # Whoever did something with the dice waits for the table to see it.
            self._ready = max(self._ready, now + self._tempo.patience)
            return
        if self.pressing:
            return
        self._throws.write_down()
        if isinstance(view.scene, PlayView | EndView):
            self._notice(view.scene, now)
            looks = isinstance(view.scene, PlayView) and view.scene.notice_id is NoticeId.READING
            if view.alert is not None or looks:
                # The camera is lost, or is looking still: they wait until it has seen how the dice lie.
                self._ready = max(self._ready, now + self._tempo.patience)
        if now < self._ready or (self._house_only and not house_plays(view)):
            return
        match view.scene:
            case AttractView() | PageView() | LessonView() | HowToView() | ProblemView():
                self._press([Button.END], now)
            case DialogView() as dialog:
                self._say(dialog, now)
            case EndView() as end:
                self._end(end, now)
            case PlayView() as play:
                self._play(play, view, now)

    def _notice(self, scene: PlayView | EndView, now: float) -> None:
        """Take in something new on the screen: it ends all plans, and costs time to think."""
        serial = scene.serial if isinstance(scene, PlayView) else None
        asked = scene.ruling.topic if isinstance(scene, PlayView) and scene.warning else None
        if serial != self._serial:
            self._serial = serial
            self._throws.counted()
            self._plan = None
            self._tries = self._mends = self._complaints = 0
            self._trouble = None
            self._ready = now + self._rng.uniform(*self._tempo.think)
        elif asked is not None and asked != self._trouble:
            self._trouble = asked
            self._mends = 0
            self._ready = now + self._rng.uniform(*self._tempo.think)

    def _play(self, play: PlayView, view: TableView, now: float) -> None:
        self._mine = in_turn(play, self._table.dice)
        if play.warning:
            self._mend(play, now)
        # First a die that was read wrongly is put right: whatever follows would be decided on it.
        elif self._seen_since(play) and self._check([*play.dice, *play.before], now):
            return
        elif play.game.seat is None:
            self._press([Button.END], now)
        elif play.pick is not None:
            self._choose_box(view, now)
        elif _chooses(view):
            if play.ruling.id is RulingId.HOUSE_TURNS:
                self._turn(play, play.ruling.count)
            elif not house_plays(view):
                self._decide(play, view, now)
            elif self._throws.waiting:
                self._throws.again()
            else:
                self._throw_rest(play, now)
        elif not self._throws.waiting:
            self._throw(self._eyes.loose(play, self._mine))
        else:
            self._throws.again()

    def _seen_since(self, play: PlayView) -> bool:
        """Whether the screen shows the dice as they lie now, and not still as before the throw."""
        shown = [die.box for die in (*play.dice, *play.before)]
        if not self._throws.waiting:
            self._shown = shown
        return not self._throws.waiting or shown != self._shown

    def _turn(self, play: PlayView, count: int) -> None:
        sixes = [die for die in play.dice if die.value == SIX and not die.kept]
        found = [number for die in sixes if (number := self._eyes.find(die)) is not None]
        for number in found[:count]:
            self._table.turn(number, 1)

    def _decide(self, play: PlayView, view: TableView, now: float) -> None:
        if self._throws.waiting:
            self._throws.again()
            return
        if play.ruling.id is RulingId.THROW_LIFTED:  # somebody took dice up
            self._throw(self._eyes.loose(play, self._mine))
            return
        buttons = {die.button: die for die in play.dice if die.button and _labels(view)}
        may_stop = view.keys.get(Button.END) is not None
        if self._plan is None and play.game.turns and self._rng.random() < TURNS:
            self._plan = self._some(buttons)  # the plan if the table does not take the turn of the six
            self._turn(play, self._rng.randint(1, play.game.turns))
            return
        if self._plan is None:
            self._content = may_stop and self._rng.random() < STOPS
            self._plan = frozenset(buttons) if self._content else self._some(buttons)
        # A group's button may stand for all dice that count: marking it is not the end of the turn.
        grouped = any(label not in {KEEP, KEPT} for label in _labels(view))
        whole = bool(buttons) and self._plan == frozenset(buttons) and not grouped
        if may_stop and (self._content or whole):
            self._press([Button.END], now)
            return
        if play.notice_id is NoticeId.HANDS_KEEP:  # nothing is marked: what is to stay is left lying
            found = [self._eyes.find(die) for button, die in buttons.items() if button not in self._plan]
            self._throw([die for die in found if die is not None] or list(self._mine))
            return
        wrong = [button for button, die in buttons.items() if die.kept != (button in self._plan)]
        # Marks may be lost if the table changes meanwhile: a guest presses twice, then gives in.
        if wrong and self._tries < 2:
            self._tries += 1
            self._press([KEEPS[button - 1] for button in wrong], now)
        elif play.ruling.id is RulingId.REFUSED and self._tries < MOST_PLANS:
            # The screen says why these may not stay: others, then.
            self._tries += 1
            self._plan = self._some(buttons) if self._tries % 3 else frozenset(self._rng.sample(sorted(buttons), 1))
            wrong = [button for button, die in buttons.items() if die.kept != (button in self._plan)]
            self._press([KEEPS[button - 1] for button in wrong], now)
        else:
            # What could not be marked as wished is left as the lamps say.
            self._throw_rest(play, now)

    def _choose_box(self, view: TableView, now: float) -> None:
        if self._tries >= MOST_MARKS or self._rng.random() < WRITES:
            back = view.keys[Button.MENU].label == TO_THE_DICE and self._rng.random() < THROWS_AFTER_ALL
            self._press([Button.MENU if back else Button.END], now)
            return
        self._tries += 1
        self._press([self._rng.choice([button for button in KEEPS if button in view.keys])], now)

    def _some(self, buttons: Collection[int]) -> frozenset[int]:
        return frozenset(button for button in sorted(buttons) if self._rng.random() < KEEPS_DIE)

    def _throw_rest(self, play: PlayView, now: float) -> None:
        """Throw the dice that do not stay; in a game that remembers hands any dice, as many as are due."""
        rest = [found for die in play.dice if not die.kept and (found := self._eyes.find(die)) is not None]
        if any(die.box is None and die.value for die in play.dice):
            rest = list(self._mine[: sum(not die.kept for die in play.dice)])
            self._table.lift([die for die in self._mine if die not in rest])
        if not rest and play.ruling.id in {RulingId.THROW_ALL, RulingId.THROW_ALL_OR_END}:
            rest = list(self._mine)
        if rest:
            self._throw(rest)
        else:
            self._press([Button.END], now)

    def _end(self, end: EndView, now: float) -> None:
        if self._check(end.play.dice, now):
            return
        self.done = True
        if self._once_more:
            self._press([Button.END], now)

    def _check(self, dice: Collection[DieView], now: float) -> bool:
        """Compare the screen with the dice; hold the button of one that was read wrongly."""
        place = self._eyes.misread(dice)
        if place is None:
            return False
        self._complaints += 1
        if self._complaints > MOST_COMPLAINTS:
            return False
        self._hold(KEEPS[(list(dice)[place].button or 1) - 1], now)
        return True

    def _say(self, dialog: DialogView, now: float) -> None:
        """In the dialog: step each die to what it shows, then accept; leave one that nobody asked for."""
        if not self._complaints and not self._mends:
            self._press([Button.MENU], now)
            return
        place = self._eyes.misread(dialog.dice)
        if place is None:
            button = Button.END
        elif len(dialog.dice) <= len(KEEPS):
            button = KEEPS[place]
        else:  # they go through the dice, then through what it may show
            button = KEEPS[2] if dialog.chosen == place else KEEPS[1]
        self._press([button], now)


def _labels(view: TableView) -> list[Text]:
    return [key.label for button in KEEPS if (key := view.keys.get(button)) is not None and key.label is not None]


def _chooses(view: TableView) -> bool:
    """Whether a player may keep something, or end the turn."""
    end = view.keys.get(Button.END)
    return bool(_labels(view)) or (end is not None and end.label == END_TURN)
