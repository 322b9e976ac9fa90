"""The referee turns what the table sees and which buttons are pressed into actions of the rules, or into a sentence.

It counts only what it can vouch for: the right number of dice, each thrown, none doubtful. What the states are, and
what leads from one to the next, is drawn in kiosk/README.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk import prompts
from kiosk.dialog import ACCEPT, BACK, NEXT, Dialog, Entry, by_likelihood
from kiosk.games.core import Choice, IllegalActionError, Keep, Over, Roll, Stop, Text, Throw, say
from kiosk.match import Match
from kiosk.view import DialogView, DieView, PlayView, SoftKey, SoftKeys
from vision.types import Box, Doubt, DoubtKind, Expectation, Image, Scene, SceneState, TrackedDie
from vision.watcher import GAP_S

REFUSAL_S = 4.0
"""How long a refusal stands: long enough to be read twice."""
HAND_S = 4.0
"""A hand that rests over the tray for longer than any throw takes is told so."""
AMEND_S = 3.0
"""A die that tips over so soon after its throw was counted had not come to rest."""
PICTURE_MARGIN = 0.75
"""Half the edge of a die's cut-out, in edges of its top face: the whole die at any turn, a little felt around it."""

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
        self._now = 0.0
        self._seen_at: float | None = None
        self._state = SceneState.EMPTY
        self._since = 0.0
        self._present: tuple[TrackedDie, ...] = ()
        self._doubts: tuple[Doubt, ...] = ()
        self._pictures: dict[int, Image] = {}
        self._unwatched = True
        """Whether nobody knows yet how the table lies: what lies there at first was not thrown under our eyes."""
        self._gap = resumed
        """Whether dice may have been thrown while nobody watched."""
        self._moved = False
        """Whether anything stirred since the last throw was counted: only then can dice have been thrown."""
        self._thrown: set[int] = set()
        """Tracks thrown since the last throw was counted."""
        self._said: dict[int, int] = {}
        """Values that players said of dice not yet counted, by track."""
        self._slots: dict[int, int] = {}
        """Track to slot, of the hand last counted."""
        self._hand_of: int | None = None
        """The roll, by its index among the actions, that `_slots` belong to."""
        self._marks: frozenset[int] = frozenset()
        self._corrected: set[int] = set()
        self._counted_at = float("-inf")
        self._hand_seen = True
        """Whether a hand was over the tray since the last throw was counted."""
        self._asked_back = False
        self._warning: Text | None = None
        self._prompt: Text | None = None
        self._trouble: tuple[Box, ...] = ()
        self._ok: Callable[[], None] | None = None
        self._refusal: tuple[Text, float] | None = None

    # --- in ---

    def scene(self, scene: Scene) -> None:
        """What the table looks like now; every scene in turn, none left out."""
        if self._seen_at is not None and scene.time - self._seen_at > GAP_S:
            self._unwatched = self._gap = True
        self._now = self._seen_at = scene.time
        before, self._state = self._state, scene.state
        if before is not scene.state:
            self._since = scene.time
        if scene.state in {SceneState.HAND, SceneState.MOVING}:
            if not self._unwatched:
                self._moved = True
                self._gap = False
            self._hand_seen |= scene.state is SceneState.HAND
            return
        self._unwatched = False
        if scene.state is SceneState.EMPTY:
            self._moved = True
        self._present = scene.dice if scene.state is SceneState.SETTLED else ()
        self._doubts = scene.doubts
        self._follow(anew=before is not scene.state)
        self._cut_out(scene.image, anew=before is not scene.state)
        self._judge()
        if scene.state is SceneState.EMPTY:
            self._gap = False

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
        for number, button in enumerate(KEEPS, 1):
            if button in press.buttons:
                if press.kind is PressKind.LONG:
                    self._open_correction(number - 1)
                    return
                self._toggle(number - 1)
        if Button.END in press.buttons:
            if press.kind is PressKind.LONG:
                self.enter_throw()
            else:
                self._end()

    def enter_throw(self) -> None:
        """Open the dialog that enters a whole throw by hand."""
        match self.match.wait:
            case Throw(_, slots):
                pass
            case Choice() as choice:
                if not self._legal(self._marks):
                    self._refuse(Keep(self._marks))
                    return
                slots = tuple(s for s in self._all_slots(choice) if s not in self._marks)
            case _:
                return
        self.dialog = Dialog([Entry((1, 2, 3, 4, 5, 6), slot=slot) for slot in sorted(slots)], enters=True)

    def resync(self) -> None:
        """The match was changed from outside (undo): the next throw must be a new one."""
        self._thrown.clear()
        self._said.clear()
        self._corrected.clear()
        self._moved = False
        self._marks = self._forced()
        self._judge()

    # --- out ---

    @property
    def expectation(self) -> Expectation:
        """What should lie there, for the watcher."""
        match self.match.wait:
            case Throw() | Choice() as wait:
                staying = frozenset(t for t, slot in self._slots.items() if slot in self._marks)
                return Expectation(len(self._all_slots(wait)), staying)
            case _:
                return Expectation()

    @property
    def view(self) -> PlayView | DialogView:
        """What the screen shows of the play."""
        match = self.match
        game = match.view
        house = game.seat is not None and match.players[game.seat].house
        prompt = self._warning or self._prompt or (prompts.house_throws(game.seat or 0) if house else game.prompt)
        waiting_hand = self._state is SceneState.HAND and self._now - self._since > HAND_S
        notice = match.events[-1].text if match.events else None
        if waiting_hand:
            notice = prompts.HAND_OVER
        if self._refusal and self._now <= self._refusal[1]:
            notice = self._refusal[0]
        play = PlayView(
            title=match.title,
            game=game,
            players=match.players,
            dice=self._dice_view(),
            prompt=prompt,
            warning=self._warning is not None,
            notice=notice,
            events=match.events,
            serial=match.serial,
            trouble=self._trouble,
            last_hand=match.ended_hand(),
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
        if isinstance(wait, Choice) and self._in_hand(wait):
            for number, button in enumerate(KEEPS):
                slot = self._slot_of_button(number)
                if slot is not None:
                    keys[button] = SoftKey(KEPT if slot in self._marks else KEEP, lit=slot in self._marks)
        if self._ok is not None:
            keys[Button.END] = SoftKey(OK, lit=True)
        elif isinstance(wait, Choice) and wait.may_stop:
            keys[Button.END] = SoftKey(END_TURN, lit=True)
        elif isinstance(wait, Throw) and self.blind:
            keys[Button.END] = SoftKey(ENTER_THROW, lit=True)
        return keys

    # --- following the dice ---

    def _follow(self, *, anew: bool) -> None:
        """Remember which dice were thrown since the last count, over as many settlings as it takes."""
        here = {die.track for die in self._present}
        if self._moved:
            thrown = {die.track for die in self._present if die.thrown}
            if anew:
                for track in thrown:
                    self._said.pop(track, None)
            self._thrown |= thrown
        self._thrown &= here
        self._said = {track: value for track, value in self._said.items() if track in here}

    def _cut_out(self, image: Image, *, anew: bool) -> None:
        if anew:
            self._pictures = {}
        for die in self._present:
            if die.track not in self._pictures:
                self._pictures[die.track] = _cut_out(image, die)

    def _fresh(self) -> list[TrackedDie]:
        return [die for die in self._present if die.track in self._thrown or die.track not in self._slots]

    def _in_hand(self, wait: Choice) -> bool:
        """Whether the dice on the tray are known to be those of the hand to choose from."""
        return self.blind or (self._hand_of == self.match.last_roll and bool(wait.keeps or wait.may_stop))

    def _slot_of_button(self, index: int) -> int | None:
        """The slot of the die that KEEP index+1 stands for; None if it stands for none that can be kept."""
        if self.blind:
            slots = sorted(self.match.last_hand)
            return slots[index] if index < len(slots) else None
        if index >= len(self._present):
            return None
        track = self._present[index].track
        return None if track in self._thrown else self._slots.get(track)

    def _all_slots(self, wait: Throw | Choice) -> frozenset[int]:
        if isinstance(wait, Choice):
            return frozenset(self.match.last_hand)
        hand = self.match.view.hand
        return frozenset(wait.slots) | {slot for slot, value in enumerate(hand, 1) if value is not None}

    # --- judging ---

    def _judge(self) -> None:
        """Count what can be counted, or find the sentence that says why not."""
        self._warning = self._prompt = self._ok = None
        self._trouble = ()
        if self.dialog is not None or self._amend():
            return
        match self.match.wait:
            case Throw() as throw:
                self._judge_throw(throw)
            case Choice() as choice:
                self._judge_choice(choice)
            case _:
                pass

    def _amend(self) -> bool:
        """A die of the throw just counted tipped over, and no hand was near: the throw was not over.

        Whether that is so, or may be, and nothing else is to be judged.
        """
        tracks = {die.track for die in self._present}
        soon = not self._hand_seen and self._now - self._counted_at <= AMEND_S
        if not (soon and self._thrown and self._hand_of == self.match.last_roll and tracks == set(self._slots)):
            return False
        fallen = self._fresh()
        if not self._doubted(fallen):
            self.match.correct({self._slots[die.track]: die.die.value for die in fallen}, self._now, amended=True)
            self._thrown.clear()
            self._moved = False
            if not self._may_mark(self._marks):
                self._marks = self._forced()
        return True

    def _judge_throw(self, wait: Throw) -> None:
        if self.blind:
            self._prompt = prompts.NO_CAMERA
            return
        stays = self._all_slots(wait) - set(wait.slots)
        lying = [die for die in self._present if die.track not in self._thrown and self._slots.get(die.track) in stays]
        others = [die for die in self._present if die not in lying]
        fresh = [die for die in others if die.track in self._thrown]
        if not fresh:
            if self._gap and self._plausible_throw(others, wait):
                self._warn(prompts.WAS_THROWN, ok=lambda: self._count(None, others, wait.slots))
            return
        if not self._right_number(len(others), len(wait.slots)):
            return
        if left := [die for die in others if die not in fresh]:
            self._warn(prompts.NOT_THROWN, left)
            return
        if not self._doubted(fresh):
            self._count(None, fresh, wait.slots)

    def _plausible_throw(self, dice: Sequence[TrackedDie], wait: Throw) -> bool:
        """After a gap: whether dice lie there, beyond doubt, that are not just those of the last hand."""
        values = Counter(die.die.value for die in dice)
        return len(dice) == len(wait.slots) and not self._doubts and values != Counter(self.match.last_hand.values())

    def _judge_choice(self, wait: Choice) -> None:
        if self.blind:
            self._prompt = prompts.NO_CAMERA_CHOICE
            return
        if self._hand_of != self.match.last_roll:
            self._restore()
            return
        if self._asked_back:
            self._take_back()
        fresh = self._fresh()
        lying = frozenset(self._slots[die.track] for die in self._present if die not in fresh)
        gone = self._all_slots(wait) - lying
        if not gone:
            self._asked_back = False
            if fresh:
                self._warn(prompts.too_many(len(fresh)), fresh)
            return
        kept = self._marks if self.keeping is Keeping.BUTTONS else lying
        if kept - lying:
            self._asked_back = True
            self._warn(prompts.LIFTED, ok=lambda: self._mark(lying))
            return
        if lying - kept:
            if fresh:
                left = [die for die in self._present if self._slots.get(die.track) in lying - kept and die not in fresh]
                self._warn(prompts.LEFT, left, ok=lambda: self._mark(lying))
            else:
                self._prompt = prompts.THROW_LIFTED
            return
        if not self._legal(kept):
            error = self.match.refusal(Keep(kept))
            self._warn(error.reason if error else prompts.HANDS_KEEP)
            return
        if not fresh:
            self._prompt = prompts.THROW_LIFTED
        elif self._right_number(len(fresh), len(gone)) and not self._doubted(fresh):
            if self._gap:
                self._warn(prompts.WAS_THROWN, fresh, ok=lambda: self._count(kept, fresh, tuple(sorted(gone))))
            else:
                self._count(kept, fresh, tuple(sorted(gone)))

    def _take_back(self) -> None:
        """A marked die that was asked back lies there again with its old face: it is that die."""
        hand = self.match.last_hand
        lying = {slot for track, slot in self._slots.items() if track not in self._thrown and self._here(track)}
        for slot in self._marks - lying:
            for die in self._fresh():
                if die.die.value == hand[slot]:
                    self._slots = {track: s for track, s in self._slots.items() if s != slot and track != die.track}
                    self._slots[die.track] = slot
                    self._thrown.discard(die.track)
                    break

    def _here(self, track: int) -> bool:
        return any(die.track == track for die in self._present)

    def _restore(self) -> None:
        """The hand to choose from does not lie there as far as we know: find it, or ask for it."""
        hand = self.match.last_hand
        free = dict(hand)
        if Counter(die.die.value for die in self._present) == Counter(hand.values()):
            self._adopt(free)
            return
        complete = len(self._present) == len(hand)
        self._warn(
            prompts.restore([hand[slot] for slot in sorted(hand)]),
            ok=(lambda: self._adopt(free)) if complete else (lambda: self._say(prompts.NOTHING_LIES)),
        )

    def _adopt(self, hand: dict[int, int]) -> None:
        """Take the dice lying there for this hand: equal values first, the rest left to right."""
        self._slots = {}
        rest = []
        for die in self._present:
            slot = next((s for s, value in sorted(hand.items()) if value == die.die.value), None)
            if slot is None:
                rest.append(die)
            else:
                self._slots[die.track] = slot
                del hand[slot]
        for die, slot in zip(rest, sorted(hand), strict=True):
            self._slots[die.track] = slot
        self._hand_of = self.match.last_roll
        self._thrown.clear()
        self._moved = False
        self._marks = self._forced()
        self._judge()

    def _right_number(self, seen: int, wanted: int) -> bool:
        if seen < wanted:
            self._warn(prompts.missing(wanted - seen))
        elif seen > wanted:
            self._warn(prompts.too_many(seen - wanted))
        return seen == wanted

    def _doubted(self, fresh: Sequence[TrackedDie]) -> bool:
        """Whether something keeps these dice from being counted; if so, says what."""
        for doubt in self._doubts:
            die = self._die_at(doubt.box)
            if die is not None and (die not in fresh or die.track in self._said):
                continue
            if die is None and doubt.box is None and all(d.track in self._said for d in fresh):
                continue
            if die is None and doubt.box is None and doubt.kind is DoubtKind.COUNT and len(self._present) == 0:
                continue
            number = None if die is None else self._present.index(die) + 1
            boxes = () if doubt.box is None else (doubt.box,)
            self._warn(prompts.doubtful(doubt.kind, number))
            self._trouble = boxes
            return True
        return False

    def _die_at(self, box: Box | None) -> TrackedDie | None:
        if box is None:
            return None
        near = max(self._present, key=lambda die: _overlap(die.die.box, box), default=None)
        return near if near is not None and _overlap(near.die.box, box) > 0 else None

    def _warn(self, text: Text, dice: Sequence[TrackedDie] = (), ok: Callable[[], None] | None = None) -> None:
        self._warning = text
        self._trouble = tuple(die.die.box for die in dice)
        self._ok = ok

    # --- acting ---

    def _count(self, kept: frozenset[int] | None, fresh: Sequence[TrackedDie], slots: Sequence[int]) -> None:
        """Count these dice, left to right, as the throw of these slots."""
        slots = sorted(slots)
        values = tuple(self._said.get(die.track, die.die.value) for die in fresh)
        said = [s for s, d in zip(slots, fresh, strict=True) if self._said.get(d.track, d.die.value) != d.die.value]
        read = {
            "dice": [
                {
                    "value": d.die.value,
                    "confidence": round(d.die.confidence, 4),
                    "box": [round(x, 1) for x in d.die.box],
                }
                for d in fresh
            ],
            "corrected": said,
        }
        roll = Roll(values)
        self.match.act(*((roll,) if kept is None else (Keep(kept), roll)), time=self._now, read=read)
        stayed = {track: slot for track, slot in self._slots.items() if kept and slot in kept}
        self._slots = stayed | {die.track: slot for die, slot in zip(fresh, slots, strict=True)}
        self._corrected = {slot for slot in self._corrected if kept and slot in kept} | set(said)
        self._counted(kept or frozenset())

    def _counted(self, kept: frozenset[int]) -> None:
        self._hand_of = self.match.last_roll
        self._thrown.clear()
        self._said.clear()
        self._moved = self._gap = self._asked_back = self._hand_seen = False
        self._counted_at = self._now
        # What was kept stays marked: nobody sets the same die aside twice.
        self._marks = kept | self._forced() if self._may_mark(kept | self._forced()) else self._forced()
        wait = self.match.wait
        if isinstance(wait, Choice) and wait.may_stop and self.match.players[wait.seat].house:
            self._act_stop()
        self._judge_nothing()

    def _judge_nothing(self) -> None:
        """After an action the same picture says nothing new."""
        self._warning = self._prompt = self._ok = None
        self._trouble = ()

    def _act_stop(self) -> None:
        self.match.act(Stop(), time=self._now)
        self._marks = frozenset()
        self._judge_nothing()

    def _end(self) -> None:
        """END: says OK to a question, ends the turn, or opens the way without a camera."""
        wait = self.match.wait
        if self._ok is not None:
            ok, self._ok = self._ok, None
            ok()
        elif isinstance(wait, Choice):
            in_the_air = self._prompt is prompts.THROW_LIFTED and self.keeping is Keeping.BUTTONS
            if in_the_air:
                self._say(prompts.THROW_LIFTED)
            elif wait.may_stop:
                self._act_stop()
            else:
                self._refuse(Stop())
        elif isinstance(wait, Throw):
            if self.blind:
                self.enter_throw()
            else:
                self._say(prompts.THROW_FIRST)

    def _forced(self) -> frozenset[int]:
        """The slots that every legal choice keeps."""
        wait = self.match.wait
        return frozenset.intersection(*wait.keeps) if isinstance(wait, Choice) and wait.keeps else frozenset()

    def _legal(self, kept: frozenset[int]) -> bool:
        wait = self.match.wait
        return isinstance(wait, Choice) and kept in wait.keeps

    def _may_mark(self, marks: frozenset[int]) -> bool:
        """Whether these marks can still become a legal choice, or are the whole hand to stop with."""
        wait = self.match.wait
        if not isinstance(wait, Choice):
            return False
        whole = wait.may_stop and marks == self._all_slots(wait)
        return self._forced() <= marks and (whole or any(marks <= keep for keep in wait.keeps))

    def _toggle(self, index: int) -> None:
        wait = self.match.wait
        if not isinstance(wait, Choice) or not self._in_hand(wait):
            return
        slot = self._slot_of_button(index)
        if slot is None:
            return
        if self.keeping is Keeping.HANDS and not self.blind:
            self._say(prompts.HANDS_KEEP)
            return
        marks = self._marks ^ {slot}
        if self._may_mark(marks):
            self._mark(marks)
        else:
            self._refuse(Keep(marks))

    def _mark(self, marks: frozenset[int]) -> None:
        if self._may_mark(marks):
            self._marks = marks
            self._asked_back = False
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
        """Ask what the dice show: those just thrown and not yet counted, else the last hand."""
        entries: list[Entry] = []
        uncounted = bool(self._thrown) or (self._gap and bool(self._present))
        hand = self.match.last_hand
        for die in self._present:
            slot = None if uncounted and die.track in self._thrown else self._slots.get(die.track)
            if slot is not None and (self._hand_of != self.match.last_roll or slot not in hand):
                continue
            if slot is None and not uncounted:
                continue
            value = hand[slot] if slot is not None else self._said.get(die.track, die.die.value)
            candidates = by_likelihood(value, die.die.scores)
            entries.append(Entry(candidates, die.track, slot, self._pictures.get(die.track), die.die.box))
        if not uncounted and len(entries) < len(hand):
            seen = {entry.slot for entry in entries}
            entries += [Entry(by_likelihood(hand[s]), slot=s) for s in sorted(hand) if s not in seen]
        if index < len(entries):
            self.dialog = Dialog(entries, enters=False, chosen=index)
        else:
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
                self._entered(dialog)
            else:
                self._corrected_by(dialog)

    def _entered(self, dialog: Dialog) -> None:
        """Count a throw that was entered by hand."""
        wait = self.match.wait
        roll = Roll(dialog.values)
        slots = [entry.slot for entry in dialog.entries if entry.slot is not None]
        kept = self._marks if isinstance(wait, Choice) else None
        read = {"dice": [], "by_hand": True}
        try:
            self.match.act(*((roll,) if kept is None else (Keep(kept), roll)), time=self._now, read=read)
        except IllegalActionError as error:
            self._say(error.reason)
            return
        fresh = self._fresh() if kept else list(self._present)
        matched = len(fresh) == len(slots)
        stayed = {track: slot for track, slot in self._slots.items() if kept and slot in kept}
        self._slots = stayed | ({d.track: s for d, s in zip(fresh, slots, strict=True)} if matched else {})
        self._corrected = set(slots)
        self._counted(kept or frozenset())
        if not matched:
            self._hand_of = None
        self._judge()

    def _corrected_by(self, dialog: Dialog) -> None:
        """Take what the players said: into the match, or for the throw about to be counted."""
        values = dict(zip(dialog.entries, dialog.values, strict=True))
        counted = {entry.slot: value for entry, value in values.items() if entry.slot is not None}
        self._said |= {e.track: value for e, value in values.items() if e.slot is None and e.track is not None}
        before = self.match.last_hand
        changed = {slot: value for slot, value in counted.items() if before.get(slot) != value}
        if changed:
            same_hand = self._hand_of == self.match.last_roll
            self.match.correct(changed, self._now)
            self._corrected |= set(changed)
            if same_hand and self._hand_of != self.match.last_roll:
                self._hand_of = None
            if not self._may_mark(self._marks):
                self._marks = self._forced()
        self._judge()

    def _dice_view(self) -> tuple[DieView, ...]:
        """The dice left to right; where none lie, the last hand from memory."""
        hand = self.match.last_hand
        known = self._hand_of == self.match.last_roll
        over = isinstance(self.match.wait, Over)
        choosing = isinstance(self.match.wait, Choice)
        views = []
        seen = set()
        for number, die in enumerate(self._present, 1):
            slot = self._slots.get(die.track) if known and die.track not in self._thrown else None
            if slot is None and die.track not in self._thrown and not choosing and not self._gap:
                continue  # it lies there from before, and says nothing of this match
            seen.add(slot)
            value = hand[slot] if slot in hand and slot is not None else self._said.get(die.track, die.die.value)
            views.append(
                DieView(
                    value,
                    self._pictures.get(die.track),
                    kept=choosing and slot in self._marks,
                    button=number if number <= len(KEEPS) else None,
                    corrected=slot in self._corrected or die.track in self._said,
                    box=die.die.box,
                )
            )
        if choosing or over or self.blind:
            # A die in somebody's hand has no value; without a camera the hand is shown as it was entered.
            for slot in sorted(set(hand) - seen):
                button = slot if self.blind and slot <= len(KEEPS) else None
                kept = choosing and slot in self._marks
                views.append(DieView(hand[slot] if self.blind or over or kept else None, kept=kept, button=button))
        return tuple(views)


def _overlap(a: Box, b: Box) -> float:
    """The area that two boxes share, square pixels."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)


def _cut_out(image: Image, die: TrackedDie) -> Image:
    """The die's own picture: a square, moved inwards where the frame ends."""
    height, width = image.shape[:2]
    half = max(int(die.die.size * PICTURE_MARGIN), 1)
    edge = min(2 * half, height, width)
    x = min(max(int(die.die.centre[0]) - half, 0), width - edge)
    y = min(max(int(die.die.centre[1]) - half, 0), height - edge)
    return image[y : y + edge, x : x + edge].copy()
