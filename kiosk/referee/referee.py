"""The referee turns what the table sees and which buttons are pressed into actions of the rules, or into a sentence.

It counts only what it can vouch for: the right number of dice, each thrown, none doubtful. What state the table is in
is judged afresh at every rest (rulings.py, drawn in kiosk/README.md); here is what then happens, and what buttons do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.games.core import Choice, IllegalActionError, Keep, Stop, Throw
from kiosk.games.text import Text, say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.coach import Coach
from kiosk.referee.corrections import correction, entered
from kiosk.referee.dialog import ACCEPT, BACK, NEXT, Dialog
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.keeping import Keeping, Selection
from kiosk.referee.keys import Deed, Key, Keys, obey
from kiosk.referee.ownership import Ownership
from kiosk.referee.play_view import END_TURN, ENTER_THROW, KEEP, KEPT, OK, PlayPresenter
from kiosk.referee.recovery import Recovery
from kiosk.referee.rulings import Answer, Effect, Ruling, rule_on
from kiosk.referee.scoring import Scoring
from kiosk.referee.situation import Situation, situation_of
from kiosk.referee.tray_state import TrayState
from kiosk.view import DialogView, PlayView
from vision.types import Expectation, Scene, SceneState

REFUSAL_S = 4.0
"""How long a refusal stands: long enough to be read twice."""
HAND_S = 4.0
"""A hand that rests over the tray for longer than any throw takes is told so."""
WAITING_S = 60.0
"""After so long without a hand or a press whoever is in turn has forgotten it."""


class Referee:
    """Watches over one match: scenes, presses and ticks in; actions into the match, sentences and lamps out."""

    def __init__(
        self,
        match: Match,
        *,
        keeping: Keeping = Keeping.BUTTONS,
        coach: Coach | None = None,
        resumed: bool = False,
    ) -> None:
        """`coach` tells the odds and chooses for the house; `resumed`: the table may have been played on unwatched."""
        self.match = match
        self.coach = coach or Coach(match)
        self.keeping = keeping
        self.dialog: Dialog | None = None
        self.blind = False
        self._tray = TrayState(resumed=resumed)
        self._ownership = Ownership()
        self._dice = DicePresenter(match, self._tray)
        self._recovery = Recovery(match, self._tray, self._ownership)
        self._selection = Selection(match, self._tray, keeping)
        self._presenter = PlayPresenter(match, self._dice, self._selection, self.coach)
        self._scoring = Scoring(match, self._tray, self._ownership, self._dice, self._selection)
        self._ruling = Ruling()
        self._now = 0.0
        self._stirred_at: float | None = None
        """When somebody was last seen to do something, or the watching began."""
        self._refusal: tuple[Text, float] | None = None

    # --- in ---

    def scene(self, scene: Scene) -> None:
        """What the table looks like now; every scene in turn, none left out."""
        self._now = scene.time
        if scene.state is SceneState.HAND:
            self._stirred_at = scene.time
        if not self._tray.see(scene):
            return
        self._judge()
        if self._tray.empty():
            self._tray.gap = False

    def tick(self, time: float) -> None:
        """Time passes."""
        self._now = time
        if self._stirred_at is None:
            self._stirred_at = time

    def see(self, *, blind: bool) -> None:
        """Whether there is no camera now, so that throws must be entered by hand."""
        if blind != self.blind:
            self.blind = self._selection.blind = blind
            self._tray.lose_sight()
            self._judge()

    def press(self, press: Press) -> None:
        """Buttons but MENU, which is the session's, unless the dialog is open."""
        self.stir(press.time)
        if self.dialog is None and press.kind is PressKind.LONG and len(press.buttons) > 1:
            self._say(prompts.ONE_BUTTON)
        else:
            obey(self, press)

    def stir(self, time: float) -> None:
        """Somebody pressed a button: what was refused before has been read."""
        self._now = self._stirred_at = max(self._now, time)
        self._refusal = None

    def enter_throw(self) -> None:
        """Open the dialog that enters a whole throw by hand."""
        wait = self.match.wait
        marked = self._selection.marked
        if isinstance(wait, Choice) and marked not in wait.keeps:
            self._refuse(Keep(marked))
        elif isinstance(wait, Throw | Choice):
            self.dialog = entered(self._selection.slots - marked)

    def correct(self, index: int | None = None) -> None:
        """Open the dialog that asks what the dice show; the die of KEEP index+1, if said, its next best value."""
        self.dialog = correction(self.match, self._tray, self._dice, index)
        if self.dialog is None:
            self._say(prompts.NOTHING_LIES)

    def resync(self, notice: Text | None = None) -> None:
        """The match was changed from outside (undo): the next throw must be a new one. Everybody is told `notice`."""
        self._recovery.reseat()
        self._tray.settle()
        self._tray.said.clear()
        self._dice.corrected.clear()
        self._selection.put(frozenset())
        self._judge()
        if notice is not None:
            self._say(notice)

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie there, for the watcher."""
        return self._recovery.expected(len(self._selection.slots), self._selection.marked)

    @property
    def view(self) -> PlayView | DialogView:
        """What the screen shows of the play."""
        return self.play if self.dialog is None else self.dialog.view(self.play)

    @property
    def play(self) -> PlayView:
        """The play, whether the dialog lies over it or not."""
        return self._presenter.play(self._ruling, self._notice)

    @property
    def keys(self) -> Keys:
        """What the buttons do now, and which are lit."""
        if self.dialog is not None:
            return self._dialog_keys(self.dialog)
        keys = {}
        for index, button in enumerate(KEEPS):
            slot = self._slot(index)
            if slot is not None and slot in self._selection.marked:
                keys[button] = Key(KEPT, partial(self._toggle, slot))
            elif (
                slot is not None
                and not self._selection.by_house
                and self._selection.may_be(self._selection.marked | {slot})
            ):
                keys[button] = Key(KEEP, partial(self._toggle, slot), lit=False)
        end = self._end_key
        return keys if end is None else {**keys, Button.END: end}

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """A KEEP button held corrects its die; END held enters a throw by hand."""
        if self.dialog is not None:
            return {}
        holds: dict[Button, Deed] = {button: partial(self.correct, index) for index, button in enumerate(KEEPS)}
        return holds | ({Button.END: self.enter_throw} if isinstance(self.match.wait, Throw | Choice) else {})

    def explain(self, button: Button) -> None:
        """Say why a dark button does nothing."""
        wait = self.match.wait
        if self.dialog is not None:
            return
        if button in KEEPS:
            slot = self._slot(KEEPS.index(button))
            if slot is not None:
                self._toggle(slot)
        elif button is Button.END and self._ruling.ok is not None:
            self._say(prompts.LOOKING)
        elif button is Button.END and isinstance(wait, Choice):
            if self._selection.by_house:
                self._say(prompts.HOUSE_CHOOSES)
            elif self._in_hand:
                self._say(prompts.THROW_LIFTED)
            else:
                self._refuse(Stop())
        elif button is Button.END and isinstance(wait, Throw):
            self._say(prompts.THROW_FIRST)

    @property
    def _notice(self) -> Text | None:
        """What is said beside the prompt: what happened last, unless something else is to be heard now."""
        match = self.match
        if self._refusal and self._now <= self._refusal[1]:
            return self._refusal[0]
        if self._tray.hand_rests(self._now, HAND_S):
            return prompts.HAND_OVER
        seat = match.board.seat
        if seat is not None and self._stirred_at is not None and self._now - self._stirred_at > WAITING_S:
            return prompts.waiting(seat)
        return match.events[-1].text if match.events else None

    # --- what is so ---

    @property
    def _known(self) -> bool:
        return self._tray.roll == self.match.last_roll

    def _situation(self, wait: Throw | Choice) -> Situation:
        return situation_of(
            wait,
            self.match,
            self._tray,
            selection=self._selection,
            recovery=self._recovery,
            ownership=self._ownership,
            numbered=self._dice.numbered,
            blind=self.blind,
        )

    # --- judging, and what happens by itself ---

    def _judge(self) -> None:
        """Find the state that the table is in, and do what follows from it, until nothing does."""
        self._ruling = Ruling()
        wait = self.match.wait
        if self.dialog is not None or not (self.blind or self._tray.watched):
            return
        if self._amend() or not isinstance(wait, Throw | Choice):
            return
        self._recovery.reclaim()
        if self._selection.by_house and self._let_house_choose():
            return
        situation = self._situation(wait)
        self._ruling = ruling = rule_on(situation)
        match ruling.effect:
            case None:
                return
            case Effect.ASK_BACK:
                if not self._recovery.put_back(situation.kept, situation.there):
                    return
            case Effect.COUNT | Effect.KEEP_AND_COUNT:
                self._scoring.count(situation, situation.throw, self._now)
                if self.match.can_pass_on and isinstance(wait, Choice) and len(wait.keeps) > 1:
                    self._say(prompts.WHOSE_THROW)
            case Effect.VOID:
                self._tray.annul()
            case Effect.LOSE:
                self._tray.roll = None
            case Effect.ADOPT:
                self._recovery.adopt()
                self._selection.put(self._selection.marked)
        if ruling.text is not None and not ruling.warning:
            self._say(ruling.text)
        self._judge()

    def _let_house_choose(self) -> bool:
        """Mark what the house keeps, or end its turn; whether it ended."""
        match self.coach.decision():
            case Keep(slots):
                self._selection.put(slots)
                return False
            case _:
                self._scoring.stop(self._now)
                return True

    def _amend(self) -> bool:
        """Amend the throw just counted if its dice tipped over by themselves; whether nothing else is to be judged."""
        fallen = self._tray.tipped()
        if not (fallen and self._known and self._tray.roll is not None):
            return False
        if not any(self._tray.at(doubt.box) in fallen for doubt in self._tray.doubts):
            self._scoring.amend(fallen, self._now)
        return True

    # --- buttons ---

    @property
    def _end_key(self) -> Key | None:
        """END: says OK to a question, ends the turn, or opens the way without a camera."""
        wait, ok = self.match.wait, self._ruling.ok
        if ok is not None:
            return None if self._tray.stale(self._now) else Key(OK, partial(self._answer, ok))
        if isinstance(wait, Choice) and wait.may_stop and not self._selection.by_house and not self._in_hand:
            return Key(END_TURN, self._stop)
        if isinstance(wait, Throw) and self.blind:
            return Key(ENTER_THROW, self.enter_throw)
        return None

    @property
    def _in_hand(self) -> bool:
        """Whether dice that buttons did not mark were taken up to be thrown: the turn cannot end with them."""
        return self._ruling.text is prompts.THROW_LIFTED and self.keeping is Keeping.BUTTONS

    def _stop(self) -> None:
        self._scoring.stop(self._now)
        self._judge()

    def _answer(self, answer: Answer) -> None:
        """OK to a question."""
        wait = self.match.wait
        assert isinstance(wait, Throw | Choice)
        situation = self._situation(wait)
        if answer is Answer.KEEP_LYING:
            self._mark(situation.there)
            return
        if answer is Answer.COUNT:
            self._scoring.count(situation, situation.fresh or situation.others, self._now)
        elif self._recovery.adopt():
            self._selection.put(self._selection.marked)
        else:
            self._say(prompts.NOTHING_LIES)
        self._judge()

    def _slot(self, index: int) -> int | None:
        """The slot that KEEP index+1 may mark; None if there is none."""
        return self._dice.slot_of(index, blind=self.blind) if isinstance(self.match.wait, Choice) else None

    def _toggle(self, slot: int) -> None:
        if self._selection.by_house:
            self._say(prompts.HOUSE_CHOOSES)
        elif self._selection.by_hand:
            self._say(prompts.HANDS_KEEP)
        else:
            self._mark(self._selection.marked ^ {slot})

    def _mark(self, marks: frozenset[int]) -> None:
        if self._selection.may_be(marks):
            self._selection.put(marks)
            self._judge()
        else:
            self._refuse(Keep(marks))

    def _refuse(self, action: Keep | Stop) -> None:
        error = self.match.refusal(action)
        self._say(error.reason if error else say("The rules do not allow that"))

    def _say(self, text: Text) -> None:
        self._refusal = (text, self._now + REFUSAL_S)

    # --- the dialog ---

    def _dialog_keys(self, dialog: Dialog) -> Keys:
        steps = {
            button: Key(NEXT, partial(dialog.step, index), lit=False)
            for index, button in enumerate(KEEPS[: len(dialog.dice)])
        }
        return {**steps, Button.END: Key(ACCEPT, self.accept), Button.MENU: Key(BACK, self._put_off, lit=False)}

    def _put_off(self) -> None:
        """Close the dialog: nothing was said."""
        self.dialog = None
        self._judge()

    def accept(self) -> None:
        """Close the dialog: what was said counts."""
        dialog, wait = self.dialog, self.match.wait
        assert dialog is not None
        self.dialog = None
        try:
            if not dialog.enters:
                self._scoring.correct(dialog, self._now)
            elif isinstance(wait, Throw | Choice):
                self._scoring.enter(self._situation(wait), dialog, self._now)
        except IllegalActionError as error:
            self._say(error.reason)
        self._judge()
