"""Takes throws into the match, and then tells the tray which die stands for which slot."""

from collections.abc import Mapping, Sequence

from kiosk.games.core import Choice, Choose, DiceSet, IllegalActionError, Keep, Roll, Stop, Turned
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.dialog import Dialog
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.keeping import Keeping, Selection
from kiosk.referee.notices import Notices
from kiosk.referee.recovery import Recovery, filled
from kiosk.referee.situation import Situation
from kiosk.referee.tray_state import TrayState
from kiosk.ruling import Ruling, RulingId
from vision.types import TrackedDie
from vision.watching.thumbnail import brightness


class Scoring:
    """One match, and what the referee works with for it. It writes what was thrown, entered, corrected and stopped."""

    def __init__(self, match: Match, keeping: Keeping, *, resumed: bool) -> None:
        self.match = match
        self.keeping = keeping
        self._tray = TrayState(match, resumed=resumed)
        self._recovery = Recovery(match)
        self._selection = Selection(match, self._tray, keeping)
        self._dice = DicePresenter(match, self._tray)
        self._notices = Notices(match, self._tray)

    def _count(self, situation: Situation, dice: Sequence[TrackedDie]) -> None:
        """Count these dice, left to right, for the slots that do not stay."""
        tray = situation.tray
        thrown = dict(zip(sorted(situation.slots - situation.kept), dice, strict=True))
        stated = {slot for slot, die in thrown.items() if tray.value(die) != die.die.value}
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
            "corrected": sorted(stated),
            "light": None if tray.image is None else round(brightness(tray.image)),
        }
        self._act(situation, Roll(tuple(tray.value(die) for die in dice)), read)
        self._counted(situation, thrown, stated, known=True)

    def _enter(self, situation: Situation, dialog: Dialog) -> None:
        """Count a throw that was entered by hand; dice seen on the tray are taken for it if their number is right."""
        # An undone throw counts again as it fell: nobody may enter a better one.
        if situation.fell is not None and dialog.values != situation.fell:
            stays = prompts.sentence(Ruling(RulingId.THROW_STAYS, hand=situation.fell), self.match.game.figures)
            assert stays is not None
            raise IllegalActionError(stays)
        self._act(situation, Roll(dialog.values), {"dice": [], "by_hand": True})
        said = {die.slot: value for die, value in zip(dialog.dice, dialog.values, strict=True) if die.slot is not None}
        dice = [] if self._selection.blind else situation.fresh or situation.others
        matched = len(dice) == len(said)
        thrown = filled(dice, said) if matched else {}
        self._counted(situation, thrown, set(said), known=matched)

    def _correct(self, dialog: Dialog) -> None:
        """Take the values that players named: counted dice are corrected in the match, others when they are counted."""
        match = self.match
        values = dict(zip(dialog.dice, dialog.values, strict=True))
        self._tray.stated({d.track: value for d, value in values.items() if d.slot is None and d.track is not None})
        before = match.last_hand
        changed = {d.slot: value for d, value in values.items() if d.slot is not None and before.get(d.slot) != value}
        if not changed:
            return
        match.correct(changed, self._notices.now)
        self._dice.people_corrected(changed)
        # With other values the same marks may be illegal now.
        self._selection.put(self._selection.marked)

    def _amend(self, fallen: Sequence[TrackedDie]) -> None:
        fills = self._tray.snapshot.fills
        self.match.correct({fills[die.track][1]: die.die.value for die in fallen}, self._notices.now, amended=True)
        self._tray.nothing_thrown()
        self._selection.put(self._selection.marked)

    def _adopt(self, situation: Situation) -> None:
        """Take the dice there for the hands that should lie there, if there are as many of each."""
        fills = situation.adoptable
        if fills is None:
            return
        if self.match.game.dice_set is DiceSet.OWN:
            for seat in (0, 1):
                own = (die.die for die in situation.tray.present if fills[die.track][0] == seat)
                self._recovery.learn(seat, list(own))
        self._tray.adopted(fills)
        self._selection.put(self._selection.marked)

    def _turn(self, situation: Situation) -> None:
        dice, marked = situation.ones, self._selection.marked
        self.match.act(Turned(frozenset(dice)), time=self._notices.now)
        self._tray.turned({die.track: (situation.seat, slot) for slot, die in dice.items()})
        self._dice.turned(dice)
        self._selection.put(marked | frozenset(dice))

    def _turn_unseen(self, slots: frozenset[int]) -> None:
        """Somebody says that these sixes were turned; nobody can see it."""
        self.match.act(Turned(slots), time=self._notices.now)
        self._selection.put(slots)

    def _stop(self) -> None:
        self.match.act(Stop(), time=self._notices.now)
        self._selection.put(frozenset())

    def _choose(self, name: str) -> None:
        """Use the hand for this offer; what was moved on the tray while somebody chose is no throw."""
        self.match.act(Choose(name), time=self._notices.now)
        self._tray.nothing_thrown()
        self._selection.put(frozenset())

    def _act(self, situation: Situation, roll: Roll, read: Mapping[str, object]) -> None:
        self.match.act(
            *((Keep(situation.kept), roll) if situation.choosing else (roll,)), time=self._notices.now, read=read
        )

    def _counted(
        self, situation: Situation, thrown: Mapping[int, TrackedDie], stated: set[int], *, known: bool
    ) -> None:
        """The throw is in the match: tell the tray which die stands for which slot now."""
        tray, match, seat, kept = situation.tray, self.match, situation.seat, situation.kept
        # The other seat's dice stay where they are, and so do the kept ones; of a remembered hand none lies there.
        stays = {(1 - seat, slot) for slot in situation.theirs}
        stays |= set() if situation.remembered else {(seat, slot) for slot in kept}
        fills = {track: filled for track, filled in tray.fills.items() if filled in stays}
        fills |= {die.track: (seat, slot) for slot, die in thrown.items()}
        self._dice.counted(kept, thrown, stated)
        self._tray.counted(fills, (die.track for die in thrown.values()), self._notices.now, known=known)
        # Colours are learned from whole hands alone: part of a set may all look like the other one.
        if situation.dice_set is DiceSet.OWN and len(thrown) + len(kept) == len(situation.slots):
            own = self._tray.snapshot.filling({(seat, slot) for slot in situation.slots})
            self._recovery.learn(seat, [die.die for die in tray.present if die.track in own])
        wait = match.wait
        # What was kept stays marked within a turn: nobody should have to mark the same die again.
        goes_on = isinstance(wait, Choice) and wait.seat == seat and match.view.rolls_used > 0
        self._selection.put(kept if goes_on else frozenset())
