"""Finds the dice of a hand that were lost from sight: laid back, knocked aside, or lying there after a power cut."""

from collections.abc import Mapping, Sequence

from kiosk.games.core import Choice, DiceSet, Throw
from kiosk.match.match import Match
from kiosk.referee.tray_snapshot import SeatSlot, TraySnapshot
from vision.types import Die, Expectation, TrackedDie
from vision.watching.dice_sets import apart, one_set, split_in_two, which_set


class Ownership:
    """Two seats with a set each, whose colours are learned from counted throws.

    Before that seat 0 has the redder set. Where both sets look alike, seat 0 has the left half of the tray.
    """

    def __init__(self) -> None:
        self._colours: dict[int, list[tuple[int, int, int]]] = {}

    def learn(self, seat: int, dice: Sequence[Die]) -> None:
        """Remember the colours of a seat's dice: these are all of them."""
        self._colours[seat] = [die.colour for die in dice]

    def alike(self, seat: int, fresh: Sequence[TrackedDie]) -> bool:
        """Whether both sets have one colour, if these are the seat's dice: then the halves of the tray tell."""
        colours = self._with(seat, fresh)
        return len(colours) == 2 and not apart(colours[0], colours[1])

    def strangers(self, seat: int, fresh: Sequence[TrackedDie], middle_px: float) -> list[TrackedDie]:
        """Dice of the seat's throw that belong to the other seat, or whose seat nobody can say."""
        colours = self._with(seat, fresh)
        # The very first throw of all: as long as its dice are of one colour they are the seat's.
        if not fresh or (len(colours) < 2 and one_set([die.die.colour for die in fresh])):
            return []
        if len(colours) < 2:
            return list(fresh)
        if self.alike(seat, fresh):
            return [die for die in fresh if half(die.die, middle_px) != seat]
        return [die for die in fresh if which_set(die.die.colour, (colours[0], colours[1])) != seat]

    def seats_of(self, dice: Sequence[TrackedDie], middle_px: float) -> dict[int, int | None]:
        """Whose each die of these is, by track, whoever threw it; empty if nobody can know yet."""
        if len(self._colours) < 2:
            sides = split_in_two([die.die.colour for die in dice])
            return {} if sides is None else {dice[i].track: seat for seat, side in enumerate(sides) for i in side}
        sets = (self._colours[0], self._colours[1])
        if apart(*sets):
            return {die.track: which_set(die.die.colour, sets) for die in dice}
        return self.halves(dice, middle_px)

    @staticmethod
    def halves(dice: Sequence[TrackedDie], middle_px: float) -> dict[int, int | None]:
        """Whose each die is by where it lies, by track."""
        return {die.track: half(die.die, middle_px) for die in dice}

    def _with(self, seat: int, fresh: Sequence[TrackedDie]) -> dict[int, list[tuple[int, int, int]]]:
        if seat in self._colours or not fresh:
            return self._colours
        return self._colours | {seat: [die.die.colour for die in fresh]}


def half(die: Die, middle_px: float) -> int | None:
    """The half of the tray that a die lies in: 0 left, 1 right; None if it lies across the middle."""
    if abs(die.centre[0] - middle_px) < die.size / 2:
        return None
    return int(die.centre[0] > middle_px)


class Recovery(Ownership):
    """Knows the hands that should lie on the tray: that in turn and, in games of two sets, the other seat's.

    It changes nothing: it finds tracks and the slots that they fill.
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._match = match

    @property
    def _own(self) -> bool:
        return self._match.game.dice_set is DiceSet.OWN

    @property
    def _seat(self) -> int:
        return self._match.seat or 0

    @property
    def theirs(self) -> dict[int, int]:
        """The hand of the seat that is not in turn, slot to value; empty where it does not lie there."""
        return self._match.hand_of(1 - self._seat) if self._own else {}

    def expected(self, tray: TraySnapshot, slots: int, marked: frozenset[int]) -> Expectation:
        """What should lie there, for the watcher; of the hand of `slots` dice those `marked` stay."""
        if not isinstance(self._match.wait, Throw | Choice):
            return Expectation()
        if self._match.game.dice_set is DiceSet.REMEMBERED:
            return Expectation(slots - len(marked))
        theirs = self.theirs
        stays = {(self._seat, slot) for slot in marked} | {(1 - self._seat, slot) for slot in theirs}
        # Before the other seat's first throw its dice may wait on the tray or beside it.
        dice = None if self._own and not theirs else slots + len(theirs)
        return Expectation(dice, tray.filling(stays))

    def put_back(self, tray: TraySnapshot, kept: frozenset[int], there: frozenset[int]) -> dict[int, SeatSlot]:
        """Kept dice that lie elsewhere with their old face, by track: they were moved, or taken up and laid down.

        A die that was followed there is that die. One that was laid down again has a new track, and is taken for a kept
        die only if it cannot be a throw: all others of the hand lie there, or the kept die was missing before already
        and only as many came as are missing. A kept die that was followed but shows another face is not looked for
        among new dice, unless as many were thrown before as were due: then the watcher followed the wrong die.
        """
        seat, hand = self._seat, self._match.hand
        missing = kept - there
        lying = {tray.fills.get(die.track): die for die in tray.present}
        followed = {slot: die for slot in missing if (die := lying.get((seat, slot))) is not None}
        found = {slot: die for slot, die in followed.items() if tray.value(die) == hand[slot]}
        # Thrown before the last rest: with those the throw is complete, and what came after them was laid down.
        all_thrown = len(tray.thrown - tray.latest) >= len(hand) - len(kept)
        missing -= found.keys() if all_thrown else followed.keys()
        laid = [die for die in tray.arrived if die not in found.values()]
        # Nothing else of the hand is away, or the missing dice were missed at the rest before already.
        alone = there | missing == hand.keys() or not any((seat, slot) in tray.before for slot in missing)
        if alone and len(laid) <= len(missing):
            for die in laid:
                slots = [slot for slot in sorted(missing - found.keys()) if hand[slot] == tray.value(die)]
                found |= dict.fromkeys(slots[:1], die)
        return {die.track: (seat, slot) for slot, die in found.items()}

    def mistaken(self, tray: TraySnapshot) -> frozenset[int]:
        """Tracks of dice taken for the wrong seat's: a die knocked another away, and was followed in its place."""
        if not self.theirs:
            return frozenset()
        seats = self.seats_of(tray.present, tray.middle_px)
        return frozenset(track for track, (seat, _) in tray.fills.items() if seats.get(track) == 1 - seat)

    def knocked_theirs(self, tray: TraySnapshot) -> dict[int, SeatSlot]:
        """The other seat's dice that lie elsewhere, with their old faces: somebody knocked them."""
        other, hand, found = 1 - self._seat, self.theirs, dict[int, SeatSlot]()
        missing = sorted(hand.keys() - tray.unmoved(other)) if hand else []
        seats = self.seats_of(tray.present, tray.middle_px) if missing else {}
        for slot in missing:
            for die in tray.present:
                filled = tray.fills.get(die.track)
                loose = die.track in tray.thrown or filled is None or filled in found.values()
                free = loose and die.track not in found and seats.get(die.track) == other
                if free and tray.value(die) == hand[slot]:
                    found[die.track] = (other, slot)
                    break
        return found

    def adoptable(self, tray: TraySnapshot) -> dict[int, SeatSlot] | None:
        """The slots of the hands that should lie there, each given a die of the tray; None if the numbers differ."""
        present, middle = tray.present, tray.middle_px
        seats: dict[int, int | None] = dict.fromkeys(tray.tracks, self._seat)
        if self.theirs:
            seats = self.seats_of(present, middle) or self.halves(present, middle)
        fills: dict[int, SeatSlot] = {}
        for seat, hand in ((self._seat, self._match.hand), (1 - self._seat, self.theirs)):
            dice = [die for die in present if seats.get(die.track) == seat]
            if len(dice) != len(hand):
                return None
            fills |= {die.track: (seat, slot) for slot, die in filled(dice, hand).items()}
        return fills if len(fills) == len(present) else None


def filled(dice: Sequence[TrackedDie], hand: Mapping[int, int]) -> dict[int, TrackedDie]:
    """Which die fills each slot: one of equal value, the rest from left to right; as many dice as slots."""
    free, found, rest = dict(hand), {}, []
    for die in dice:
        slot = next((slot for slot, value in sorted(free.items()) if value == die.die.value), None)
        if slot is None:
            rest.append(die)
        else:
            found[slot] = die
            del free[slot]
    return found | dict(zip(sorted(free), rest, strict=True))
