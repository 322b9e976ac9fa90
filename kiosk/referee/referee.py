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
from kiosk.referee.dice_view import Shown
from kiosk.referee.keeping import Keeping, Marks
from kiosk.referee.keys import Deed, Key, Keys, obey
from kiosk.referee.ownership import Owners
from kiosk.referee.play_view import END_TURN, ENTER_THROW, KEEP, KEPT, OK, Display
from kiosk.referee.recovery import Hands
from kiosk.referee.rulings import Answer, Does, Verdict, judge
from kiosk.referee.scoring import Tally
from kiosk.referee.situation import Facts, gather
from kiosk.referee.tray_state import Lying
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
    def keys(self) -> Keys:
        """What the buttons do now, and which are lit."""
        if self.dialog is not None:
            return self._dialog_keys(self.dialog)
        keys = {}
        for index, button in enumerate(KEEPS):
            slot = self._slot(index)
            if slot is not None and slot in self._marks.marked:
                keys[button] = Key(KEPT, partial(self._toggle, slot))
            elif slot is not None and not self._marks.by_house and self._marks.may_be(self._marks.marked | {slot}):
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
        elif button is Button.END and self._verdict.ok is not None:
            self._say(prompts.LOOKING)
        elif button is Button.END and isinstance(wait, Choice):
            if self._marks.by_house:
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

    @property
    def _end_key(self) -> Key | None:
        """END: says OK to a question, ends the turn, or opens the way without a camera."""
        wait, ok = self.match.wait, self._verdict.ok
        if ok is not None:
            return None if self._lying.stale(self._now) else Key(OK, partial(self._answer, ok))
        if isinstance(wait, Choice) and wait.may_stop and not self._marks.by_house and not self._in_hand:
            return Key(END_TURN, self._stop)
        if isinstance(wait, Throw) and self.blind:
            return Key(ENTER_THROW, self.enter_throw)
        return None

    @property
    def _in_hand(self) -> bool:
        """Whether dice that buttons did not mark were taken up to be thrown: the turn cannot end with them."""
        return self._verdict.text is prompts.THROW_LIFTED and self.keeping is Keeping.BUTTONS

    def _stop(self) -> None:
        self._tally.stop(self._now)
        self._judge()

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

    def _slot(self, index: int) -> int | None:
        """The slot that KEEP index+1 may mark; None if there is none."""
        return self._shown.slot_of(index, blind=self.blind) if isinstance(self.match.wait, Choice) else None

    def _toggle(self, slot: int) -> None:
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

    def _dialog_keys(self, dialog: Dialog) -> Keys:
        steps = {
            button: Key(NEXT, partial(dialog.step, index), lit=False)
            for index, button in enumerate(KEEPS[: len(dialog.entries)])
        }
        return {**steps, Button.END: Key(ACCEPT, self._accept), Button.MENU: Key(BACK, self._put_off, lit=False)}

    def _put_off(self) -> None:
        """Close the dialog: nothing was said."""
        self.dialog = None
        self._judge()

    def _accept(self) -> None:
        """Close the dialog: what was said counts."""
        dialog, wait = self.dialog, self.match.wait
        assert dialog is not None
        self.dialog = None
        try:
            if not dialog.enters:
                self._tally.correct(dialog, self._now)
            elif isinstance(wait, Throw | Choice):
                self._tally.enter(self._facts(wait), dialog, self._now)
        except IllegalActionError as error:
            self._say(error.reason)
        self._judge()
