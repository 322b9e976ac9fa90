"""The referee turns what the table sees and which buttons are pressed into actions of the rules, or into a sentence.

It counts only what it can vouch for: the right number of dice, each thrown, none doubtful. What state the table is in
is judged afresh at every rest (judging.py, drawn in kiosk/README.md); here is what then happens, and what buttons do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk import prompts
from kiosk.correcting import correction, entered
from kiosk.dialog import ACCEPT, BACK, NEXT, Dialog
from kiosk.facts import Facts
from kiosk.games.core import Choice, DiceSet, IllegalActionError, Keep, Roll, Stop, Text, Throw, say
from kiosk.judging import Answer, Does, Verdict, judge
from kiosk.lying import Lying, Place
from kiosk.match import Match
from kiosk.owners import Owners
from kiosk.shown import Shown
from kiosk.view import DialogView, PlayView, SoftKey, SoftKeys
from vision.types import Expectation, Scene, TrackedDie

REFUSAL_S = 4.0
"""How long a refusal stands: long enough to be read twice."""
HAND_S = 4.0
"""A hand that rests over the tray for longer than any throw takes is told so."""

KEEP = say("Keep")
KEPT = say("Kept")
END_TURN = say("End turn")
OK = say("OK")
ENTER_THROW = say("Enter throw")
MENU = say("Menu")


class Keeping(StrEnum):
    """How players say which dice stay."""

    BUTTONS = "buttons"
    HANDS = "hands"
    """What is left on the table is kept."""


class Referee:
    """Watches over one match: scenes, presses and ticks in; actions into the match, sentences and lamps out."""

    def __init__(self, match: Match, *, keeping: Keeping = Keeping.BUTTONS, resumed: bool = False) -> None:
        """`resumed`: the table may have been played on while nobody watched."""
        self.match = match
        self.keeping = keeping
        self.dialog: Dialog | None = None
        self.blind = False
        self._lying = Lying(resumed=resumed)
        self._owners = Owners()
        self._shown = Shown(match, self._lying)
        self._verdict = Verdict()
        self._now = 0.0
        self._marks: frozenset[int] = frozenset()
        self._refusal: tuple[Text, float] | None = None

    # --- in ---

    def scene(self, scene: Scene) -> None:
        """What the table looks like now; every scene in turn, none left out."""
        self._now = scene.time
        if not self._lying.see(scene):
            return
        self._judge()
        if self._lying.empty():
            self._lying.gap = False

    def tick(self, time: float) -> None:
        """Time passes."""
        self._now = time

    def see(self, *, blind: bool) -> None:
        """Whether there is no camera now, so that throws must be entered by hand."""
        if blind != self.blind:
            self.blind = blind
            self._judge()

    def press(self, press: Press) -> None:
        """Buttons but MENU, which is the evening's, unless the dialog is open."""
        self._now = max(self._now, press.time)
        self._refusal = None
        if self.dialog is not None:
            self._press_in_dialog(self.dialog, press)
            return
        for index, button in enumerate(KEEPS):
            if button in press.buttons:
                if press.kind is PressKind.LONG:
                    self._open_correction(index)
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
        if isinstance(wait, Choice) and self._marks not in wait.keeps:
            self._refuse(Keep(self._marks))
        elif isinstance(wait, Throw | Choice):
            self.dialog = entered(self._slots - self._kept)

    def resync(self) -> None:
        """The match was changed from outside (undo): the next throw must be a new one."""
        self._lying.settle()
        self._lying.said.clear()
        self._shown.corrected.clear()
        self._marks = self._forced
        self._judge()

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie there, for the watcher."""
        wait = self.match.wait
        if not isinstance(wait, Throw | Choice):
            return Expectation()
        dice = len(self._slots)
        if self.match.game.dice_set is DiceSet.REMEMBERED:
            return Expectation(dice - len(self._kept))
        stays = {(wait.seat, slot) for slot in self._marked}
        if self.match.game.dice_set is DiceSet.OWN:
            theirs = self.match.hand_of(1 - wait.seat)
            stays |= {(1 - wait.seat, slot) for slot in theirs}
            return Expectation(dice + len(theirs) if theirs else None, self._lying.filling(stays))
        return Expectation(dice, self._lying.filling(stays))

    @property
    def view(self) -> PlayView | DialogView:
        """What the screen shows of the play."""
        match, verdict = self.match, self._verdict
        game = match.view
        house = game.seat is not None and match.players[game.seat].house
        notice = match.events[-1].text if match.events else None
        if self._lying.hand_rests(self._now, HAND_S):
            notice = prompts.HAND_OVER
        if self._refusal and self._now <= self._refusal[1]:
            notice = self._refusal[0]
        play = PlayView(
            title=match.title,
            game=game,
            players=match.players,
            dice=self._shown.dice(self._marked, blind=self.blind),
            prompt=verdict.text or (prompts.house_throws(game.seat or 0) if house else game.prompt),
            warning=verdict.warning,
            notice=notice,
            events=match.events,
            serial=match.serial,
            trouble=verdict.trouble,
            last_hand=match.ended_hand(),
            look=self._lying.image if verdict.trouble else None,
            before=self._shown.before(blind=self.blind),
        )
        return play if self.dialog is None else self.dialog.view(play)

    @property
    def keys(self) -> SoftKeys:
        """What the buttons do now, and which are lit."""
        if self.dialog is not None:
            keys = {KEEPS[n]: SoftKey(NEXT) for n in range(min(len(self.dialog.entries), 5))}
            return {**keys, Button.END: SoftKey(ACCEPT, lit=True), Button.MENU: SoftKey(BACK)}
        keys = {Button.MENU: SoftKey(MENU)}
        wait = self.match.wait
        if isinstance(wait, Choice) and self._in_hand:
            for index, button in enumerate(KEEPS):
                slot = self._shown.slot_of(index, blind=self.blind)
                if slot is not None:
                    keys[button] = SoftKey(KEPT if slot in self._marks else KEEP, lit=slot in self._marks)
        if self._verdict.ok is not None:
            keys[Button.END] = SoftKey(OK, lit=True)
        elif isinstance(wait, Choice) and wait.may_stop:
            keys[Button.END] = SoftKey(END_TURN, lit=True)
        elif isinstance(wait, Throw) and self.blind:
            keys[Button.END] = SoftKey(ENTER_THROW, lit=True)
        return keys

    # --- what is so ---

    @property
    def _seat(self) -> int:
        wait = self.match.wait
        return wait.seat if isinstance(wait, Throw | Choice) else 0

    @property
    def _slots(self) -> frozenset[int]:
        """Of the hand in turn."""
        return frozenset(range(1, len(self.match.view.hand) + 1))

    @property
    def _by_hand(self) -> bool:
        return self.keeping is Keeping.HANDS and self.match.game.dice_set is not DiceSet.REMEMBERED and not self.blind

    @property
    def _kept(self) -> frozenset[int]:
        """The slots that stay in the next throw, as far as it is known."""
        wait = self.match.wait
        if isinstance(wait, Choice):
            return self._lying.unmoved(wait.seat) if self._by_hand and self._known else self._marks
        return self._slots - frozenset(wait.slots) if isinstance(wait, Throw) else frozenset()

    @property
    def _marked(self) -> frozenset[int]:
        """The slots that were said to stay: by the players, or by the rules."""
        return self._marks if isinstance(self.match.wait, Choice) else self._kept

    @property
    def _known(self) -> bool:
        return self._lying.roll == self.match.last_roll

    @property
    def _in_hand(self) -> bool:
        """Whether the dice to choose from are known to lie there, or need not lie there."""
        return self.blind or self._known or self.match.game.dice_set is DiceSet.REMEMBERED

    def _facts(self, wait: Throw | Choice) -> Facts:
        match, lying, seat = self.match, self._lying, wait.seat
        own = match.game.dice_set is DiceSet.OWN
        kept = self._kept
        refused = match.refusal(Keep(kept)) if isinstance(wait, Choice) else None
        theirs = match.hand_of(1 - seat) if own else {}
        fresh = [die for die in lying.present if die.track in lying.thrown]
        return Facts(
            seat=seat,
            choosing=isinstance(wait, Choice),
            slots=self._slots,
            hand=match.hand,
            kept=kept,
            refusal=None if refused is None else refused.reason,
            dice_set=match.game.dice_set,
            theirs=theirs,
            last=match.last_hand,
            known=self._known,
            laid=self._laid(match.hand, theirs) is not None,
            blind=self.blind,
            lying=lying,
            strangers=tuple(self._owners.theirs(seat, fresh, lying.middle_px)) if own else (),
            alike=own and self._owners.alike(seat, fresh),
            numbered=self._shown.numbered,
            spare=len(self._slots) < match.game.dice,
        )

    # --- judging, and what happens by itself ---

    def _judge(self) -> None:
        """Find the state that the table is in, and do what follows from it."""
        self._verdict = Verdict()
        wait = self.match.wait
        if self.dialog is not None or self._amend() or not isinstance(wait, Throw | Choice):
            return
        self._reclaim(wait.seat)
        facts = self._facts(wait)
        self._verdict = verdict = judge(facts)
        match verdict.does:
            case Does.COUNT | Does.KEEP_AND_COUNT:
                self._count(facts, facts.fresh)
            case Does.ASK_BACK:
                if self._take_back(wait.seat, facts.kept - facts.there, facts.hand):
                    self._judge()
            case Does.VOID:
                self._lying.void |= self._lying.thrown
                self._lying.thrown.clear()
                self._say_and_judge_again(verdict)
            case Does.LOSE:
                self._lying.roll = None
                self._say_and_judge_again(verdict)
            case Does.ADOPT:
                self._adopt()
            case None:
                pass

    def _say_and_judge_again(self, verdict: Verdict) -> None:
        self._judge()
        if verdict.text is not None:
            self._say(verdict.text)

    def _amend(self) -> bool:
        """Whether dice of the throw just counted tipped over by themselves, and nothing else is to be judged."""
        fallen = self._lying.tipped()
        if not (fallen and self._known and self._lying.roll is not None):
            return False
        if any(self._lying.at(doubt.box) in fallen for doubt in self._lying.doubts):
            return True
        values = {self._lying.places[die.track][1]: die.die.value for die in fallen}
        self.match.correct(values, self._now, amended=True)
        self._lying.settle()
        self._mend_marks()
        return True

    def _take_back(self, seat: int, missing: frozenset[int], hand: Mapping[int, int]) -> bool:
        """Whether marked dice that are missed lie there with their old faces: knocked aside, or put down alone."""
        lying = self._lying
        found: dict[int, TrackedDie] = {}
        for slot in sorted(missing):
            if (die := lying.knocked((seat, slot), hand[slot])) is not None and die not in found.values():
                found[slot] = die
        laid = [die for die in lying.present if die.track in lying.latest & lying.thrown and die not in found.values()]
        if len(laid) <= len(missing) - len(found):  # more were thrown, not put down
            for die in laid:
                slots = [slot for slot in sorted(missing - found.keys()) if hand[slot] == lying.value(die)]
                found |= dict.fromkeys(slots[:1], die)
        for slot, die in found.items():
            lying.lies(die, (seat, slot))
        return bool(found)

    def _reclaim(self, seat: int) -> None:
        """The other seat's dice that lie elsewhere, with their old faces, are those dice: somebody knocked them."""
        if self.match.game.dice_set is not DiceSet.OWN:
            return
        lying, other = self._lying, 1 - seat
        hand = self.match.hand_of(other)
        told = self._owners.told(lying.present, lying.middle_px)
        for slot in sorted(hand.keys() - lying.unmoved(other)):
            for die in lying.present:
                loose = die.track in lying.thrown or die.track not in lying.places
                if loose and told.get(die.track) == other and lying.value(die) == hand[slot]:
                    lying.lies(die, (other, slot))
                    break

    # --- the hand that lies there ---

    def _laid(self, hand: Mapping[int, int], theirs: Mapping[int, int]) -> dict[int, Place] | None:
        """Whose slots the dice there fill, if their values are those of the hands; None if they are not."""
        groups = self._grouped(len(hand), len(theirs))
        if groups is None:
            return None
        seats = (self._seat, 1 - self._seat)
        places: dict[int, Place] = {}
        for seat, dice, values in zip(seats, groups, (hand, theirs), strict=True):
            for die, slot in zip(_by_value(dice), sorted(values, key=lambda s: values[s]), strict=True):
                if die.die.value != values[slot]:
                    return None
                places[die.track] = (seat, slot)
        return places

    def _grouped(self, mine: int, theirs: int) -> tuple[list[TrackedDie], list[TrackedDie]] | None:
        """The dice there, those in turn and those of the other seat, if there are so many of each."""
        present = self._lying.present
        groups: tuple[list[TrackedDie], list[TrackedDie]] = (list(present), [])
        if theirs:
            told = self._owners.told(present, self._lying.middle_px)
            groups = (
                [d for d in present if told.get(d.track) == self._seat],
                [d for d in present if told.get(d.track) == 1 - self._seat],
            )
        whole = len(groups[0]) == mine and len(groups[1]) == theirs and mine + theirs == len(present)
        return groups if whole else None

    def _adopt(self) -> None:
        """Take the dice lying there for the hands that should: equal values first, the rest left to right."""
        own = self.match.game.dice_set is DiceSet.OWN
        hands = (self.match.hand, self.match.hand_of(1 - self._seat) if own else {})
        groups = self._grouped(len(hands[0]), len(hands[1]))
        if groups is None:
            self._say(prompts.NOTHING_LIES)
            return
        places: dict[int, Place] = {}
        for seat, dice, hand in zip((self._seat, 1 - self._seat), groups, hands, strict=True):
            free, rest = dict(hand), []
            for die in dice:
                slot = next((s for s, value in sorted(free.items()) if value == die.die.value), None)
                if slot is None:
                    rest.append(die)
                else:
                    places[die.track] = (seat, slot)
                    del free[slot]
            places |= {die.track: (seat, slot) for die, slot in zip(rest, sorted(free), strict=True)}
            if own:
                self._owners.learn(seat, [die.die for die in dice])
        self._lying.places, self._lying.roll = places, self.match.last_roll
        self._lying.settle()
        self._marks = self._forced
        self._judge()

    # --- acting ---

    def _count(self, facts: Facts, dice: Sequence[TrackedDie]) -> None:
        """Count these dice, left to right, as the throw of the slots that do not stay."""
        lying, slots = self._lying, sorted(facts.slots - facts.kept)
        thrown = dict(zip(slots, dice, strict=True))
        said = {slot for slot, die in thrown.items() if lying.value(die) != die.die.value}
        read = {
            "dice": [
                {
                    "value": die.die.value,
                    "confidence": round(die.die.confidence, 4),
                    "box": [round(x, 1) for x in die.die.box],
                }
                for die in dice
            ],
            "corrected": sorted(said),
        }
        roll = Roll(tuple(lying.value(die) for die in dice))
        self.match.act(*((Keep(facts.kept), roll) if facts.choosing else (roll,)), time=self._now, read=read)
        self._counted(facts, thrown, said)
        self._judge()

    def _counted(self, facts: Facts, thrown: Mapping[int, TrackedDie], said: set[int]) -> None:
        """The throw is in the match: remember what lies there for what."""
        lying, seat, kept = self._lying, facts.seat, facts.kept
        stays = {(1 - seat, slot) for slot in facts.theirs}
        stays |= set() if facts.remembered else {(seat, slot) for slot in kept}
        here = {track: place for track, place in lying.places.items() if place in stays}
        here |= {die.track: (seat, slot) for slot, die in thrown.items()}
        self._shown.counted(seat, kept, thrown, said)
        lying.counted(here, self.match.last_roll, self._now)
        if facts.dice_set is DiceSet.OWN and len(thrown) + len(kept) == len(facts.slots):
            own = {track for track, place in here.items() if place[0] == seat}
            self._owners.learn(seat, [die.die for die in lying.present if die.track in own])
        # What was kept stays marked within a turn: nobody sets the same die aside twice.
        self._marks = kept if self._seat == seat and self.match.view.rolls_used else frozenset()
        self._mend_marks()
        wait = self.match.wait
        if isinstance(wait, Choice) and wait.may_stop and self.match.players[wait.seat].house:
            self._stop()

    def _stop(self) -> None:
        self.match.act(Stop(), time=self._now)
        self._marks = frozenset()
        self._judge()

    # --- buttons ---

    def _end(self) -> None:
        """END: says OK to a question, ends the turn, or opens the way without a camera."""
        wait = self.match.wait
        if self._verdict.ok is not None:
            self._answer(self._verdict.ok)
        elif isinstance(wait, Choice):
            if self._verdict.text is prompts.THROW_LIFTED and self.keeping is Keeping.BUTTONS:
                self._say(prompts.THROW_LIFTED)
            elif wait.may_stop:
                self._stop()
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
        if answer is Answer.AS_IT_LIES:
            self._adopt()
        elif answer is Answer.KEEP_LYING:
            self._mark(facts.there)
        else:
            self._count(facts, facts.fresh or facts.others)

    @property
    def _forced(self) -> frozenset[int]:
        """The slots that every legal choice keeps."""
        wait = self.match.wait
        return frozenset.intersection(*wait.keeps) if isinstance(wait, Choice) and wait.keeps else frozenset()

    def _may_mark(self, marks: frozenset[int]) -> bool:
        """Whether these marks can still become a legal choice, or are the whole hand to stop with."""
        wait = self.match.wait
        if not isinstance(wait, Choice):
            return False
        whole = wait.may_stop and marks == self._slots
        return self._forced <= marks and (whole or any(marks <= keep for keep in wait.keeps))

    def _mend_marks(self) -> None:
        marks = self._marks | self._forced
        self._marks = marks if self._may_mark(marks) else self._forced

    def _toggle(self, index: int) -> None:
        if not isinstance(self.match.wait, Choice) or not self._in_hand:
            return
        slot = self._shown.slot_of(index, blind=self.blind)
        if slot is None:
            return
        if self._by_hand:
            self._say(prompts.HANDS_KEEP)
        else:
            self._mark(self._marks ^ {slot})

    def _mark(self, marks: frozenset[int]) -> None:
        if self._may_mark(marks):
            self._marks = marks
            self._judge()
        else:
            self._refuse(Keep(marks))

    def _refuse(self, action: Keep | Stop) -> None:
        error = self.match.refusal(action)
        self._say(error.reason if error else say("The rules do not allow that"))

    def _say(self, text: Text) -> None:
        self._refusal = (text, self._now + REFUSAL_S)

    # --- the dialog ---

    def _open_correction(self, index: int) -> None:
        self.dialog = correction(self.match, self._lying, self._shown, index)
        if self.dialog is None:
            self._say(prompts.NOTHING_LIES)

    def _press_in_dialog(self, dialog: Dialog, press: Press) -> None:
        for index, button in enumerate(KEEPS):
            if button in press.buttons:
                dialog.step(index)
        if Button.MENU in press.buttons:
            self.dialog = None
            self._judge()
        elif Button.END in press.buttons and press.kind is PressKind.SHORT:
            self.dialog = None
            if dialog.enters:
                self._enter(dialog)
            else:
                self._correct(dialog)

    def _enter(self, dialog: Dialog) -> None:
        """Count a throw that was entered by hand."""
        wait = self.match.wait
        if not isinstance(wait, Throw | Choice):
            return
        facts = self._facts(wait)
        roll = Roll(dialog.values)
        read = {"dice": [], "by_hand": True}
        actions = (Keep(facts.kept), roll) if facts.choosing else (roll,)
        try:
            self.match.act(*actions, time=self._now, read=read)
        except IllegalActionError as error:
            self._say(error.reason)
            return
        dice = facts.fresh or facts.others
        slots = [entry.slot for entry in dialog.entries if entry.slot is not None]
        matched = len(dice) == len(slots)
        self._counted(facts, dict(zip(slots, dice, strict=True)) if matched else {}, set(slots))
        if not matched:
            self._lying.roll = None
        self._judge()

    def _correct(self, dialog: Dialog) -> None:
        """Take what the players said: into the match, or for the throw about to be counted."""
        values = dict(zip(dialog.entries, dialog.values, strict=True))
        counted = {entry.slot: value for entry, value in values.items() if entry.slot is not None}
        self._lying.said |= {e.track: value for e, value in values.items() if e.slot is None and e.track is not None}
        before = self.match.last_hand
        changed = {slot: value for slot, value in counted.items() if before.get(slot) != value}
        if changed:
            known = self._known
            self.match.correct(changed, self._now)
            self._shown.corrected |= set(changed)
            if known and not self._known:
                self._lying.roll = None
            if not self._may_mark(self._marks):
                self._marks = self._forced
        self._judge()


def _by_value(dice: Sequence[TrackedDie]) -> list[TrackedDie]:
    return sorted(dice, key=lambda die: die.die.value)
