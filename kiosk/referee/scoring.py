"""Takes throws into the match, and remembers what then lies on the tray for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.games.core import Choice, DiceSet, IllegalActionError, Keep, Roll, Stop
from kiosk.match.match import Match
from kiosk.pipeline.light_monitor import brightness
from kiosk.referee import prompts
from kiosk.referee.dialog import Dialog
from kiosk.referee.dice_view import Shown
from kiosk.referee.keeping import Marks
from kiosk.referee.ownership import Owners
from kiosk.referee.situation import Facts
from kiosk.referee.tray_state import Lying
from vision.types import TrackedDie


class Tally:
    """Writes what was thrown, entered, corrected and stopped."""

    def __init__(self, match: Match, lying: Lying, owners: Owners, shown: Shown, marks: Marks) -> None:
        self._match = match
        self._lying = lying
        self._owners = owners
        self._shown = shown
        self._marks = marks

    def count(self, facts: Facts, dice: Sequence[TrackedDie], time: float) -> None:
        """Count these dice, left to right, as the throw of the slots that do not stay."""
        lying = self._lying
        thrown = dict(zip(sorted(facts.slots - facts.kept), dice, strict=True))
        said = {slot for slot, die in thrown.items() if lying.value(die) != die.die.value}
        read = {
            "dice": [
                {
                    "value": die.die.value,
                    "confidence": round(die.die.confidence, 4),
                    "box": [round(x, 1) for x in die.die.box],
                    "colour": list(die.die.colour),
                }
                for die in dice
            ],
            "corrected": sorted(said),
            "light": None if lying.image is None else round(brightness(lying.image)),
        }
        self._act(facts, Roll(tuple(lying.value(die) for die in dice)), read, time)
        self._counted(facts, thrown, said, time)

    def enter(self, facts: Facts, dialog: Dialog, time: float) -> None:
        """Count a throw that was entered by hand; the dice that lie there are taken for it if there are as many.

        Raises:
            IllegalActionError: the rules refuse it, or it was thrown before and fell otherwise; nothing has changed.
        """
        if facts.fell is not None and dialog.values != facts.fell:
            raise IllegalActionError(prompts.as_it_fell(facts.fell))
        self._act(facts, Roll(dialog.values), {"dice": [], "by_hand": True}, time)
        slots = [entry.slot for entry in dialog.entries if entry.slot is not None]
        dice = facts.fresh or facts.others
        matched = len(dice) == len(slots)
        self._counted(facts, dict(zip(slots, dice, strict=True)) if matched else {}, set(slots), time)
        if not matched:
            self._lying.roll = None

    def correct(self, dialog: Dialog, time: float) -> None:
        """Take what the players said: into the match, or for the throw about to be counted."""
        lying, match = self._lying, self._match
        values = dict(zip(dialog.entries, dialog.values, strict=True))
        lying.said |= {e.track: value for e, value in values.items() if e.slot is None and e.track is not None}
        before = match.last_hand
        changed = {e.slot: value for e, value in values.items() if e.slot is not None and before.get(e.slot) != value}
        if not changed:
            return
        known = lying.roll == match.last_roll
        match.correct(changed, time)
        self._shown.corrected |= set(changed)
        if known and lying.roll != match.last_roll:
            lying.roll = None
        self._marks.put(self._marks.marked)

    def amend(self, fallen: Sequence[TrackedDie], time: float) -> None:
        """Dice of the throw just counted tipped over by themselves: it was not over."""
        values = {self._lying.places[die.track][1]: die.die.value for die in fallen}
        self._match.correct(values, time, amended=True)
        self._lying.settle()
        self._marks.put(self._marks.marked)

    def stop(self, time: float) -> None:
        """The turn ends."""
        self._match.act(Stop(), time=time)
        self._marks.put(frozenset())

    def _act(self, facts: Facts, roll: Roll, read: Mapping[str, object], time: float) -> None:
        self._match.act(*((Keep(facts.kept), roll) if facts.choosing else (roll,)), time=time, read=read)

    def _counted(self, facts: Facts, thrown: Mapping[int, TrackedDie], said: set[int], time: float) -> None:
        """The throw is in the match: remember what lies there for what."""
        lying, match, seat, kept = self._lying, self._match, facts.seat, facts.kept
        stays = {(1 - seat, slot) for slot in facts.theirs}
        stays |= set() if facts.remembered else {(seat, slot) for slot in kept}
        here = {track: place for track, place in lying.places.items() if place in stays}
        here |= {die.track: (seat, slot) for slot, die in thrown.items()}
        self._shown.counted(kept, thrown, said)
        lying.counted(here, match.last_roll, time)
        if facts.dice_set is DiceSet.OWN and len(thrown) + len(kept) == len(facts.slots):
            own = lying.filling({(seat, slot) for slot in facts.slots})
            self._owners.learn(seat, [die.die for die in lying.present if die.track in own])
        wait = match.wait
        # What was kept stays marked within a turn: nobody sets the same die aside twice.
        goes_on = isinstance(wait, Choice) and wait.seat == seat and match.view.rolls_used > 0
        self._marks.put(kept if goes_on else frozenset())
