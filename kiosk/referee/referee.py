"""The referee turns what the table sees and which buttons are pressed into actions of the rules, or into a sentence.

It counts only what is sure: the right number of dice, each thrown, none doubtful. What state the table is in is judged
afresh at every rest (`rulings.py`) and followed (`ruling_loop.py`); here is what buttons do.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.core import Choice, DiceSet, Group, IllegalActionError, Keep, Pick, Stop, Throw
from kiosk.games.text import Text
from kiosk.match.match import Match
from kiosk.referee.coach import Coach
from kiosk.referee.dialog import Dialog, correction, entered
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.play_view import END_TURN, ENTER_THROW, KEEP, KEPT, NONE, OK, PlayPresenter
from kiosk.referee.rulings import Answer
from kiosk.ruling import NoticeId, RulingId
from vision.types import Expectation, Scene


class Referee(PlayPresenter):
    """Watches over one match: scenes, presses and ticks in; actions into the match, sentences and lamps out."""

    def __init__(
        self,
        match: Match,
        *,
        keeping: Keeping = Keeping.BUTTONS,
        coach: Coach | None = None,
        resumed: bool = False,
        ask: Callable[[Dialog], object],
    ) -> None:
        """`coach` tells the odds and chooses for the house; `resumed`: the table may have been played on unwatched.

        `ask` asks people what dice show; meanwhile nothing should be judged, and then `accept` takes what they said.
        """
        super().__init__(match, keeping, coach, resumed=resumed)
        self._ask = ask

    # --- in ---

    def scene(self, scene: Scene, *, judge: bool = True) -> None:
        """What the table looks like now. Every scene must come: a throw may be seen in a single one."""
        self._notices.scene(scene)
        if self._tray.scene(scene) and judge:
            self.judge()

    def tick(self, time: float) -> None:
        self._notices.tick(time)

    def camera_fails(self, *, blind: bool, judge: bool = True) -> None:
        """Whether there is no camera now, so that throws must be entered by hand."""
        if blind != self._selection.blind:
            self._selection.blind = blind
            # Also where the camera is back: meanwhile dice may have been thrown and entered by hand.
            self._tray.sight_lost()
            if judge:
                self.judge()

    def pressed_at(self, time: float) -> None:
        """Somebody pressed a button: what was refused before has been read."""
        self._notices.pressed_at(time)

    def notify(self, notice: NoticeId) -> None:
        self._notices.give(notice)

    def enter_throw(self) -> None:
        """Open the dialog that enters a whole throw by hand."""
        wait = self.match.wait
        if not isinstance(wait, Throw | Choice):
            return
        situation = self._situation(wait)
        if situation.refusal is not None or not situation.wanted:
            self._notices.give(NoticeId.REFUSED, situation.refusal)
        else:
            self._ask(entered(situation))

    @property
    def may_turn(self) -> frozenset[int]:
        """Without a camera: the slots of the fewest sixes that may be turned; none if the camera would see it done."""
        wait = self.match.wait
        if not isinstance(wait, Choice) or not self._selection.blind or self._selection.by_house:
            return frozenset()
        return min(wait.turns, key=lambda slots: (len(slots), sorted(slots)), default=frozenset())

    def turn(self) -> None:
        if self.may_turn:
            self._turn_unseen(self.may_turn)
            self.judge()

    def correct(self, index: int | None = None) -> None:
        """Open the dialog that asks what the dice show; with `index` the die of KEEP index+1 already one value on."""
        dialog = correction(self.match, self._tray.snapshot, self._dice, index, blind=self._selection.blind)
        if dialog is None:
            self._notices.give(NoticeId.NOTHING_LIES)
        else:
            self._ask(dialog)

    def accept(self, dialog: Dialog) -> None:
        """Take what people said of the dice."""
        try:
            if dialog.entry is None:
                self._correct(dialog)
            else:  # what was asked for stands; the dice may have been laid there meanwhile
                situation = replace(dialog.entry, tray=self._tray.snapshot)
                self._enter(situation, dialog)
        except IllegalActionError as error:
            self._notices.give(NoticeId.REFUSED, error.reason)
        self.judge()

    def resync(self) -> None:
        """The match was changed from outside, as by undo: what lies on the tray is no new throw."""
        seat = self.match.last_seat
        # "That was the next player's throw" gives a hand another seat: its dice on the tray follow.
        if seat is not None and self._tray.snapshot.known and self.match.game.dice_set is not DiceSet.OWN:
            self._tray.reseated(seat)
        self._tray.taken_back()
        self._dice.taken_back()
        self._selection.put(frozenset())
        self.judge()

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        return self._recovery.expected(self._tray.snapshot, len(self._selection.slots), self._selection.staying)

    @property
    def keys(self) -> Keys:
        """What the buttons do now, and which are lit."""
        if isinstance(self.match.wait, Pick):
            return self._picking.keys(self._take, self._to_the_dice)
        keys = self._group_keys()
        for index, button in enumerate(KEEPS if not self._groups else ()):
            slot = self._slot(index)
            if slot is not None and slot in self._selection.marked:
                keys[button] = Key(KEPT, partial(self._toggle, slot))
            elif (
                slot is not None
                and not self._selection.by_house
                and self._selection.may_be(self._selection.marked | {slot})
            ):
                keys[button] = Key(KEEP, partial(self._toggle, slot), lit=False)
        end = self._end
        return {**keys, Button.END: end} if isinstance(end, Key) else keys

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """A KEEP button held corrects its die; END held enters a throw by hand."""
        holds: dict[Button, Deed] = {
            button: partial(self.correct, None if self._groups else index) for index, button in enumerate(KEEPS)
        }
        return holds | ({Button.END: self.enter_throw} if isinstance(self.match.wait, Throw | Choice) else {})

    def explain(self, button: Button) -> None:
        """Say why a dark button does nothing."""
        wait = self.match.wait
        if isinstance(wait, Pick) and self._picking.by_house:
            self._notices.give(NoticeId.HOUSE_CHOOSES)
        elif button in KEEPS and self._groups:
            self._press_group(KEEPS.index(button))
        elif button in KEEPS:
            slot = self._slot(KEEPS.index(button))
            if slot is not None:
                self._toggle(slot)
        elif button is Button.END and isinstance(why := self._end, NoticeId):
            self._notices.give(why, self._reason(Stop()) if why is NoticeId.REFUSED else None)

    # --- buttons ---

    @property
    def _end(self) -> Key | NoticeId | None:
        """END: says OK to a question, ends the turn, or without a camera enters a throw; or why it does none of it."""
        wait, outcome = self.match.wait, self.outcome
        if outcome.ok is not None:
            # No fresh picture: OK would be said to dice that nobody sees now.
            if self._tray.snapshot.stale(self._notices.now):
                return NoticeId.READING
            return Key(OK, self._answer) if outcome.answerable else NoticeId.NOTHING_LIES
        if isinstance(wait, Throw):
            return Key(ENTER_THROW, self.enter_throw) if self._selection.blind else NoticeId.THROW_FIRST
        if not isinstance(wait, Choice):
            return None
        if self._selection.by_house:
            return NoticeId.HOUSE_CHOOSES
        if self._in_hand:
            return NoticeId.THROW_LIFTED
        return Key(END_TURN, self._end_turn) if wait.may_stop else NoticeId.REFUSED

    @property
    def _in_hand(self) -> bool:
        """Whether dice were taken up to be thrown: with them in the hand a turn cannot end; with HANDS it may."""
        return self.outcome.ruling.id is RulingId.THROW_LIFTED and self.keeping is Keeping.BUTTONS

    def _end_turn(self) -> None:
        self._stop()
        self.judge()

    def _take(self) -> None:
        self._choose(self._picking.marked or "")
        self.judge()

    def _to_the_dice(self) -> None:
        self.match.undo(self._notices.now)
        self.resync()

    def tap(self, name: str) -> None:
        """A box was tapped: mark it, or take it if it is marked already."""
        if name == self._picking.marked:
            self._take()
        else:
            self._picking.mark(name)

    def _answer(self) -> None:
        """OK to the question, for the moment it was asked about: a hand may have come since."""
        outcome = self.outcome
        situation = outcome.situation
        assert situation is not None
        match outcome.ok:
            case Answer.KEEP_LYING:
                self._mark(situation.there)
                return
            case Answer.TURNED:
                self._turn(situation)
            case Answer.COUNT:
                self._count(situation, situation.fresh or situation.others)
            case Answer.AS_IT_LIES:
                self._adopt(situation)
        self.judge()

    def _slot(self, index: int) -> int | None:
        """The slot that KEEP index+1 may mark; None if there is none."""
        return self._dice.slot_of(index, blind=self._selection.blind) if isinstance(self.match.wait, Choice) else None

    def _toggle(self, slot: int) -> None:
        if self._players_mark():
            self._mark(self._selection.marked ^ {slot})

    def _players_mark(self) -> bool:
        """Whether buttons mark dice now; if not, it is said why."""
        if self._selection.by_house:
            self._notices.give(NoticeId.HOUSE_CHOOSES)
        elif self._selection.by_hand:
            self._notices.give(NoticeId.HANDS_KEEP)
        else:
            return True
        return False

    @property
    def _groups(self) -> tuple[Group, ...]:
        """The groups of dice that the KEEP buttons stand for; empty where each stands for one die."""
        wait = self.match.wait
        return wait.groups if isinstance(wait, Choice) else ()

    def _group_keys(self) -> dict[Button, Key]:
        keys: dict[Button, Key] = {}
        there = self._tray.snapshot.known or self._selection.blind
        for index, (button, group) in enumerate(zip(KEEPS, self._groups if there else (), strict=False)):
            marks = self._selection.pressed(index) or frozenset()
            # The label says what a press would keep of the group: after its last step, none.
            taken = marks & group.steps[-1]
            label = group.words[group.steps.index(taken)] if taken in group.steps else NONE
            lit = bool(self._selection.marked & group.steps[-1])
            if not self._selection.by_house or lit:
                keys[button] = Key(label, partial(self._press_group, index), lit=lit)
        return keys

    def _press_group(self, index: int) -> None:
        marks = self._selection.pressed(index)
        if marks is not None and self._players_mark():
            self._mark(marks)

    def _mark(self, marks: frozenset[int]) -> None:
        if self._selection.may_be(marks):
            self._selection.put(marks)
            self.judge()
        else:
            self._notices.give(NoticeId.REFUSED, self._reason(Keep(marks)))

    def _reason(self, action: Keep | Stop) -> Text | None:
        error = self.match.refusal(action)
        return None if error is None else error.reason
