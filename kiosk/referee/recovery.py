"""Finds hands on the tray that were followed no longer: laid back, knocked aside, or lying there after a power cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.games.core import Choice, DiceSet, Throw
from kiosk.match.match import Match
from kiosk.referee.ownership import Ownership
from kiosk.referee.tray_state import Place, TrayState
from vision.types import Expectation, TrackedDie


class Recovery:
    """The hands of a match that should lie on the tray: that in turn, and where two sets lie there the other seat's."""

    def __init__(self, match: Match, tray: TrayState, ownership: Ownership) -> None:
        self._match = match
        self._tray = tray
        self._ownership = ownership

    @property
    def _own(self) -> bool:
        return self._match.game.dice_set is DiceSet.OWN

    @property
    def _seat(self) -> int:
        wait = self._match.wait
        return wait.seat if isinstance(wait, Throw | Choice) else 0

    @property
    def theirs(self) -> dict[int, int]:
        """The hand of the seat that is not in turn, slot to value; empty where it does not lie there."""
        return self._match.hand_of(1 - self._seat) if self._own else {}

    def expected(self, slots: int, marked: frozenset[int]) -> Expectation:
        """What should lie there, for the watcher: of a hand of so many slots those marked stay."""
        if not isinstance(self._match.wait, Throw | Choice):
            return Expectation()
        if self._match.game.dice_set is DiceSet.REMEMBERED:
            return Expectation(slots - len(marked))
        theirs = self.theirs
        stays = {(self._seat, slot) for slot in marked} | {(1 - self._seat, slot) for slot in theirs}
        dice = None if self._own and not theirs else slots + len(theirs)
        return Expectation(dice, self._tray.filling(stays))

    def put_back(self, kept: frozenset[int], there: frozenset[int]) -> bool:
        """Whether dice of these slots that are not there lie elsewhere, showing the same: knocked aside, or put down.

        One that was followed until it showed another face is not looked for among the others, unless it is put down
        alone when all others were thrown: then another die was followed in its place.
        """
        tray, hand = self._tray, self._match.hand
        missing = kept - there
        own = {tray.places.get(die.track): die for die in tray.present}
        known = {slot: die for slot in missing if (die := own.get((self._seat, slot))) is not None}
        found = {slot: die for slot, die in known.items() if tray.value(die) == hand[slot]}
        all_thrown = len(tray.thrown - tray.latest) >= len(hand) - len(kept)
        missing -= found.keys() if all_thrown else known.keys()
        for slot in sorted(missing):
            if (die := tray.knocked((self._seat, slot), hand[slot])) is not None and die not in found.values():
                found[slot] = die
        laid = [die for die in tray.arrived if die not in found.values()]
        if len(laid) <= len(missing - found.keys()):  # more were thrown, not put down
            for die in laid:
                slots = [slot for slot in sorted(missing - found.keys()) if hand[slot] == tray.value(die)]
                found |= dict.fromkeys(slots[:1], die)
        for slot, die in found.items():
            tray.lies(die, (self._seat, slot))
        return bool(found)

    def reseat(self) -> None:
        """The match was changed from outside: what lies there is another seat's throw now, or nobody knows whose."""
        tray, seat = self._tray, self._match.last_seat
        if tray.roll != self._match.last_roll or seat is None:
            tray.roll = None
        elif not self._own:
            tray.places = {track: (seat, slot) for track, (_, slot) in tray.places.items()}

    def reclaim(self) -> None:
        """The other seat's dice that lie elsewhere, with their old faces, are those dice: somebody knocked them."""
        tray, other, hand = self._tray, 1 - self._seat, self.theirs
        if not hand:
            return
        told = self._ownership.told(tray.present, tray.middle_px)
        for track, (seat, _) in list(tray.places.items()):
            if told.get(track) == 1 - seat:
                tray.lose(track)  # one die knocked the other away, and was followed in its place
        for slot in sorted(hand.keys() - tray.unmoved(other)):
            for die in tray.present:
                loose = die.track in tray.thrown or die.track not in tray.places
                if loose and told.get(die.track) == other and tray.value(die) == hand[slot]:
                    tray.lies(die, (other, slot))
                    break

    @property
    def laid(self) -> bool:
        """Whether what lies there has the values of the hands that should."""
        groups, hands = self._grouped(), (self._match.hand, self.theirs)
        return groups is not None and all(
            sorted(die.die.value for die in dice) == sorted(hand.values())
            for dice, hand in zip(groups, hands, strict=True)
        )

    def adopt(self) -> bool:
        """Take the dice there for the hands that should lie there; whether there are as many of each."""
        groups = self._grouped()
        if groups is None:
            return False
        places: dict[int, Place] = {}
        for seat, dice, hand in zip((self._seat, 1 - self._seat), groups, (self._match.hand, self.theirs), strict=True):
            places |= {track: (seat, slot) for track, slot in _filled(dice, hand).items()}
            if self._own:
                self._ownership.learn(seat, [die.die for die in dice])
        self._tray.places, self._tray.roll = places, self._match.last_roll
        self._tray.settle()
        return True

    def _grouped(self) -> tuple[list[TrackedDie], list[TrackedDie]] | None:
        """The dice there, those in turn and those of the other seat, if there are so many of each."""
        present, theirs = self._tray.present, self.theirs
        groups: tuple[list[TrackedDie], list[TrackedDie]] = (list(present), [])
        if theirs:
            told = self._ownership.told(present, self._tray.middle_px) or self._ownership.halves(
                present, self._tray.middle_px
            )
            groups = (
                [die for die in present if told.get(die.track) == self._seat],
                [die for die in present if told.get(die.track) == 1 - self._seat],
            )
        whole = len(groups[0]) == len(self._match.hand) and len(groups[1]) == len(theirs)
        return groups if whole and len(groups[0]) + len(groups[1]) == len(present) else None


def _filled(dice: Sequence[TrackedDie], hand: Mapping[int, int]) -> dict[int, int]:
    """Which slot each die fills, by track: equal values first, the rest left to right."""
    free, filled, rest = dict(hand), {}, []
    for die in dice:
        slot = next((s for s, value in sorted(free.items()) if value == die.die.value), None)
        if slot is None:
            rest.append(die)
        else:
            filled[die.track] = slot
            del free[slot]
    return filled | {die.track: slot for die, slot in zip(rest, sorted(free), strict=True)}
