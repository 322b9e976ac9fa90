"""The referee turns what the table sees and which buttons are pressed into actions of the rules, or into a sentence.

It counts only what it can vouch for: the right number of dice, each thrown, none doubtful. What state the table is in
is judged afresh at every rest (rulings.py, drawn in kiosk/README.md); here is what then happens, and what buttons do.
"""

from __future__ import annotations

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.games.core import Choice, IllegalActionError, Keep, Stop, Throw
from kiosk.games.text import Text, say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.coach import Coach
from kiosk.referee.corrections import correction, entered
from kiosk.referee.dialog import Dialog
from kiosk.referee.dice_view import Shown
from kiosk.referee.keeping import Keeping, Marks
from kiosk.referee.ownership import Owners
from kiosk.referee.play_view import Display
from kiosk.referee.recovery import Hands
from kiosk.referee.rulings import Answer, Does, Verdict, judge
from kiosk.referee.scoring import Tally
from kiosk.referee.situation import Facts, gather
from kiosk.referee.tray_state import Lying
from kiosk.view import DialogView, PlayView, SoftKeys
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
        self._lying = Lying(resumed=resumed)
        self._owners = Owners()
        self._shown = Shown(match, self._lying)
        self._hands = Hands(match, self._lying, self._owners)
        self._marks = Marks(match, self._lying, keeping)
        self._display = Display(match, self._shown, self._marks, self.coach)
        self._tally = Tally(match, self._lying, self._owners, self._shown, self._marks)
        self._verdict = Verdict()
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
        if not self._lying.see(scene):
            return
        self._judge()
        if self._lying.empty():
            self._lying.gap = False

    def tick(self, time: float) -> None:
        """Time passes."""
        self._now = time
        if self._stirred_at is None:
            self._stirred_at = time

    def see(self, *, blind: bool) -> None:
        """Whether there is no camera now, so that throws must be entered by hand."""
        if blind != self.blind:
            self.blind = self._marks.blind = blind
            self._lying.lose_sight()
            self._judge()

    def press(self, press: Press) -> None:
        """Buttons but MENU, which is the session's, unless the dialog is open."""
        self._now = self._stirred_at = max(self._now, press.time)
        self._refusal = None
        if self.dialog is not None:
            self._press_in_dialog(self.dialog, press)
            return
        if press.kind is PressKind.LONG and len(press.buttons) > 1:
            self._say(prompts.ONE_BUTTON)
            return
        for index, button in enumerate(KEEPS):
            if button in press.buttons:
                if press.kind is PressKind.LONG:
                    self.correct(index)
                    return
                self._toggle(index)
        if Button.END in press.buttons:
            if press.kind is PressKind.LONG:
                self.enter_throw()
            else:
                self._end()

    def enter_throw(self) -> None:
        """Open the dialog that enters a whole throw by hand."""
        wait = self.match.wait
        marked = self._marks.marked
        if isinstance(wait, Choice) and marked not in wait.keeps:
            self._refuse(Keep(marked))
        elif isinstance(wait, Throw | Choice):
            self.dialog = entered(self._marks.slots - marked)

    def correct(self, index: int | None = None) -> None:
        """Open the dialog that asks what the dice show; the die of KEEP index+1, if said, its next best value."""
        self.dialog = correction(self.match, self._lying, self._shown, index)
        if self.dialog is None:
            self._say(prompts.NOTHING_LIES)

    def resync(self, notice: Text | None = None) -> None:
        """The match was changed from outside (undo): the next throw must be a new one. Everybody is told `notice`."""
        self._hands.reseat()
        self._lying.settle()
        self._lying.said.clear()
        self._shown.corrected.clear()
        self._marks.put(frozenset())
        self._judge()
        if notice is not None:
            self._say(notice)

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie there, for the watcher."""
        return self._hands.expected(len(self._marks.slots), self._marks.marked)

    @property
    def view(self) -> PlayView | DialogView:
        """What the screen shows of the play."""
        play = self._display.play(self._verdict, self._notice)
        return play if self.dialog is None else self.dialog.view(play)

    @property
    def keys(self) -> SoftKeys:
        """What the buttons do now, and which are lit."""
        return self._display.keys(self._verdict) if self.dialog is None else self.dialog.keys

    @property
    def _notice(self) -> Text | None:
        """What is said beside the prompt: what happened last, unless something else is to be heard now."""
        match = self.match
        if self._refusal and self._now <= self._refusal[1]:
            return self._refusal[0]
        if self._lying.hand_rests(self._now, HAND_S):
            return prompts.HAND_OVER
        seat = match.board.seat
        if seat is not None and self._stirred_at is not None and self._now - self._stirred_at > WAITING_S:
            return prompts.waiting(seat)
        return match.events[-1].text if match.events else None

    # --- what is so ---

    @property
    def _known(self) -> bool:
        return self._lying.roll == self.match.last_roll

    def _facts(self, wait: Throw | Choice) -> Facts:
        return gather(
            wait,
            self.match,
            self._lying,
            marks=self._marks,
            hands=self._hands,
            owners=self._owners,
            numbered=self._shown.numbered,
            blind=self.blind,
        )

    # --- judging, and what happens by itself ---

    def _judge(self) -> None:
        """Find the state that the table is in, and do what follows from it, until nothing does."""
        self._verdict = Verdict()
        wait = self.match.wait
        if self.dialog is not None or not (self.blind or self._lying.watched):
            return
        if self._amend() or not isinstance(wait, Throw | Choice):
            return
        self._hands.reclaim()
        if self._marks.by_house and self._let_house_choose():
            return
        facts = self._facts(wait)
        self._verdict = verdict = judge(facts)
        match verdict.does:
            case None:
                return
            case Does.ASK_BACK:
                if not self._hands.put_back(facts.kept, facts.there):
                    return
            case Does.COUNT | Does.KEEP_AND_COUNT:
                self._tally.count(facts, facts.throw, self._now)
                if self.match.can_pass_on and isinstance(wait, Choice) and len(wait.keeps) > 1:
                    self._say(prompts.WHOSE_THROW)
            case Does.VOID:
                self._lying.annul()
            case Does.LOSE:
                self._lying.roll = None
            case Does.ADOPT:
                self._hands.adopt()
                self._marks.put(self._marks.marked)
        if verdict.text is not None and not verdict.warning:
            self._say(verdict.text)
        self._judge()

    def _let_house_choose(self) -> bool:
        """Mark what the house keeps, or end its turn; whether it ended."""
        match self.coach.decision():
            case Keep(slots):
                self._marks.put(slots)
                return False
            case _:
                self._tally.stop(self._now)
                return True

    def _amend(self) -> bool:
        """Amend the throw just counted if its dice tipped over by themselves; whether nothing else is to be judged."""
        fallen = self._lying.tipped()
        if not (fallen and self._known and self._lying.roll is not None):
            return False
        if not any(self._lying.at(doubt.box) in fallen for doubt in self._lying.doubts):
            self._tally.amend(fallen, self._now)
        return True

    # --- buttons ---

    def _end(self) -> None:
        """END: says OK to a question, ends the turn, or opens the way without a camera."""
        wait = self.match.wait
        if self._verdict.ok is not None:
            if self._lying.stale(self._now):
                self._say(prompts.LOOKING)
            else:
                self._answer(self._verdict.ok)
        elif isinstance(wait, Choice):
            if self._marks.by_house:
                self._say(prompts.HOUSE_CHOOSES)
            elif self._verdict.text is prompts.THROW_LIFTED and self.keeping is Keeping.BUTTONS:
                self._say(prompts.THROW_LIFTED)
            elif wait.may_stop:
                self._tally.stop(self._now)
                self._judge()
            else:
                self._refuse(Stop())
        elif isinstance(wait, Throw):
            if self.blind:
                self.enter_throw()
            else:
                self._say(prompts.THROW_FIRST)

    def _answer(self, answer: Answer) -> None:
        """OK to a question."""
        wait = self.match.wait
        assert isinstance(wait, Throw | Choice)
        facts = self._facts(wait)
        if answer is Answer.KEEP_LYING:
            self._mark(facts.there)
            return
        if answer is Answer.COUNT:
            self._tally.count(facts, facts.fresh or facts.others, self._now)
        elif self._hands.adopt():
            self._marks.put(self._marks.marked)
        else:
            self._say(prompts.NOTHING_LIES)
        self._judge()

    def _toggle(self, index: int) -> None:
        if not isinstance(self.match.wait, Choice):
            return
        slot = self._shown.slot_of(index, blind=self.blind)
        if slot is None:
            return
        if self._marks.by_house:
            self._say(prompts.HOUSE_CHOOSES)
        elif self._marks.by_hand:
            self._say(prompts.HANDS_KEEP)
        else:
            self._mark(self._marks.marked ^ {slot})

    def _mark(self, marks: frozenset[int]) -> None:
        if self._marks.may_be(marks):
            self._marks.put(marks)
            self._judge()
        else:
            self._refuse(Keep(marks))

    def _refuse(self, action: Keep | Stop) -> None:
        error = self.match.refusal(action)
        self._say(error.reason if error else say("The rules do not allow that"))

    def _say(self, text: Text) -> None:
        self._refusal = (text, self._now + REFUSAL_S)

    # --- the dialog ---

    def _press_in_dialog(self, dialog: Dialog, press: Press) -> None:
        for index, button in enumerate(KEEPS):
            if button in press.buttons:
                dialog.step(index)
        if Button.MENU in press.buttons:
            self.dialog = None
            self._judge()
        elif Button.END in press.buttons and press.kind is PressKind.SHORT:
            self.dialog = None
            wait = self.match.wait
            try:
                if not dialog.enters:
                    self._tally.correct(dialog, self._now)
                elif isinstance(wait, Throw | Choice):
                    self._tally.enter(self._facts(wait), dialog, self._now)
            except IllegalActionError as error:
                self._say(error.reason)
            self._judge()
