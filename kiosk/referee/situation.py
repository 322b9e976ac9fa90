"""What the referee knows at one moment: what the rules wait for, set beside what lies on the tray."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.games.core import DiceSet
from kiosk.games.text import Text
from kiosk.referee.tray_snapshot import SeatSlot, TraySnapshot
from vision.types import Doubt, DoubtKind, TrackedDie


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a judgement looks at.

    The dice on the tray (`tray.present`) that are not where they were counted are the `others`. They are either
    `fresh`, which were thrown, or `left`, which were not. `counting` are those whose number must be right, `throw` is
    what would be counted. `unmarked` dice are of the hand in turn, lie where they were counted, and should not stay.

    Attributes:
        choosing: whether a choice is awaited, together with the throw that follows it; else a throw.
        hand: the values of the hand in turn, by slot, as far as it is thrown.
        kept: the slots that stay: marked, left lying, or forced by the rules.
        forced: those of them that every legal choice keeps, or that the house has chosen.
        by_house: whether the house plays the seat: it has chosen, and players cannot choose otherwise.
        may_lie: whether the rules would let the dice stay that lie where they were counted.
        theirs: the values of the other seat's hand, by slot, where that lies on the tray too.
        last: the values of the throw before, by slot, which may still lie there.
        adoptable: the slots of those hands, each given a die of the tray, by track; None if the numbers differ.
        strangers: thrown dice that are the other seat's, or that cannot be told from them.
        alike: whether both sets have one colour.
        game_dice: how many dice the game has, of one set.
        fell: the values of the throw that is due, where it was made before and undone: it is not made anew.
        turns: sets of sixes that may be turned to ones; `house_turns` are those that the house wants turned.
    """

    seat: int
    choosing: bool
    slots: frozenset[int]
    hand: Mapping[int, int]
    kept: frozenset[int]
    forced: frozenset[int]
    by_house: bool
    may_lie: bool
    refusal: Text | None
    dice_set: DiceSet
    theirs: Mapping[int, int]
    last: Mapping[int, int]
    adoptable: Mapping[int, SeatSlot] | None
    blind: bool
    tray: TraySnapshot
    strangers: tuple[TrackedDie, ...]
    alike: bool
    numbered: tuple[TrackedDie, ...]
    game_dice: int
    fell: tuple[int, ...] | None
    turns: frozenset[frozenset[int]]
    house_turns: frozenset[int]

    @property
    def remembered(self) -> bool:
        return self.dice_set is DiceSet.REMEMBERED

    @property
    def spare(self) -> bool:
        """Whether the hand has fewer dice than the game: the others may lie there."""
        return len(self.slots) < self.game_dice

    @property
    def surplus(self) -> int:
        """How many more dice lie there than the game has: left over from another game."""
        sets = 2 if self.dice_set is DiceSet.OWN else 1
        return max(0, len(self.tray.present) - sets * self.game_dice)

    @property
    def wanted(self) -> int:
        return len(self.slots - self.kept)

    @property
    def laid(self) -> bool:
        """Whether what lies there has the values of the hands that should."""
        hands = {self.seat: self.hand, 1 - self.seat: self.theirs}
        lying = {die.track: die.die.value for die in self.tray.present}
        fills = self.adoptable
        return fills is not None and all(hands[seat][slot] == lying[die] for die, (seat, slot) in fills.items())

    @property
    def stay_unknown(self) -> bool:
        """Whether dice should stay that were not followed all the time, as after a restart."""
        return bool(self.kept) and not self.remembered and not self.tray.known

    @property
    def there(self) -> frozenset[int]:
        """The slots in turn whose dice lie where they were counted."""
        return self.kept if self.remembered else self.tray.unmoved(self.seat)

    @property
    def gone(self) -> frozenset[int]:
        return self.slots - self.there

    @property
    def moved_theirs(self) -> bool:
        return bool(self.theirs.keys() - self.tray.unmoved(1 - self.seat))

    @property
    def others(self) -> list[TrackedDie]:
        """The dice that do not lie where they were counted."""
        # Until a choice is made all of the hand may stay; in a throw only what was kept for it.
        stay = self.slots if self.choosing and not self.remembered else self.kept
        home = {(self.seat, slot) for slot in (frozenset[int]() if self.remembered else stay)}
        home |= {(1 - self.seat, slot) for slot in self.theirs}
        tray = self.tray
        moved = tray.thrown | tray.void
        found = [die for die in tray.present if die.track in moved or tray.fills.get(die.track) not in home]
        if self.dice_set is DiceSet.OWN:  # dice that belong to no hand yet are the other seat's, before its first throw
            return [die for die in found if die.track in moved or die.track in tray.fills]
        return found

    @property
    def fresh(self) -> list[TrackedDie]:
        """The others that were thrown; in a choice also those that came while nobody watched, as OK is asked then."""
        unseen = self.tray.gap and self.choosing and not self.remembered
        return [die for die in self.others if unseen or die.track in self.tray.thrown]

    @property
    def counting(self) -> list[TrackedDie]:
        """The dice whose number must be right: where the game has more dice than the hand, others may lie about."""
        return self.fresh if self.spare else self.others

    @property
    def throw(self) -> list[TrackedDie]:
        """The dice to be counted, in the order of the slots; of an undone throw only if they lie as it fell."""
        if self.fell is None:
            return self.fresh
        free = list(self.fresh if self.choosing and not self.remembered else self.counting)
        if Counter(self.tray.value(die) for die in free) != Counter(self.fell):
            return []
        found = []
        for value in self.fell:
            found.append(next(die for die in free if self.tray.value(die) == value))
            free.remove(found[-1])
        return found

    @property
    def left(self) -> list[TrackedDie]:
        fresh = self.fresh
        return [die for die in self.others if die not in fresh]

    @property
    def ones(self) -> dict[int, TrackedDie]:
        """Slots of sixes that may have been turned, with the die that shows one in its place; empty if unsure.

        A one in the very place of a six is that six. Ones elsewhere are only matched if all that was lifted were sixes
        and all that came are ones: then it does not matter which is which.
        """
        free = [die for die in self.fresh if self.tray.value(die) == 1]
        sixes = sorted(self.gone & frozenset[int]().union(*self.turns))
        found: dict[int, TrackedDie] = {}
        for slot in sixes:
            near = [die for die in free if self.tray.lay_at((self.seat, slot), die)]
            if near:
                found[slot] = near[0]
                free.remove(near[0])
        if len(self.fresh) == len(self.gone) == len(sixes) == len(found) + len(free):
            found |= dict(zip((slot for slot in sixes if slot not in found), free, strict=True))
        if self.house_turns and len(found) != len(self.house_turns):
            return {}
        return found if frozenset(found) in self.turns else {}

    @property
    def turned(self) -> bool:
        """Whether sixes were turned beyond doubt: all else lies there, and a throw of just these dice was not due."""
        # Marks announce which dice will be thrown: if just these were lifted, the ones may have been thrown.
        announced = bool(self.kept) and self.gone == self.slots - self.kept
        sure = bool(self.house_turns) or not announced
        return sure and not self.tray.gap and bool(self.ones) and self.gone == self.ones.keys()

    @property
    def perhaps_turned(self) -> bool:
        """Whether ones lie in the very places of sixes: turned most likely, but they may have been thrown there."""
        ones = self.ones
        return bool(ones) and all(self.tray.lay_at((self.seat, slot), die) for slot, die in ones.items())

    @property
    def unmarked(self) -> list[TrackedDie]:
        """Dice of the hand in turn that lie where they were counted and should not stay."""
        slots = {(self.seat, slot) for slot in self.there - self.kept}
        return [die for die in self.tray.present if self.tray.fills.get(die.track) in slots]

    @property
    def plausible(self) -> bool:
        """After a gap: whether these dice may be a throw. As many as are due, none in doubt, and no known hand."""
        dice = self.others
        values = Counter(die.die.value for die in dice)
        same = values in (Counter(self.last.values()), Counter(self.hand.values()))
        known = any(die.track in self.tray.fills for die in dice)
        return len(dice) == self.wanted and not self.tray.doubts and not same and not known

    @property
    def unseen(self) -> list[TrackedDie]:
        """Dice that came while nobody watched, and are not just dice of the last hands laid elsewhere."""
        new = [die for die in self.others if self.tray.gap and die.track not in self.tray.fills]
        values = Counter(die.die.value for die in new)
        return [] if any(values <= Counter(hand.values()) for hand in (self.last, self.hand)) else new

    @property
    def doubt(self) -> Doubt | None:
        fresh, tray = self.fresh, self.tray
        for doubt in tray.doubts:
            die = tray.die_at(doubt.box)
            # A doubt about a die that is not to be counted matters to nobody; nor one that people have resolved.
            if die is not None and (die not in fresh or die.track in tray.stated):
                continue
            # The number of dice is judged by the cases in rulings.py, which know which dice are due.
            if doubt.box is None and (doubt.kind is DoubtKind.COUNT or all(d.track in tray.stated for d in fresh)):
                continue
            return doubt
        return None
