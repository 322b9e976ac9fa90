"""What simulated guests do about what the screen asks for, and something stronger where that did not help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kiosk.ruling import RulingId
from kiosk.simulation.guests.eyes import GuestEyes
from kiosk.simulation.guests.table import asked_for, left_over
from kiosk.simulation.guests.throws import Throws
from kiosk.view import PlayView

_GENTLE = 2
"""So often a guest tries what is asked for, before trying something stronger."""


class Deed(StrEnum):
    """What a guest can do about it."""

    AGREE = "agree"
    """Press END."""
    COMPLAIN = "complain"
    """Hold the button of a die."""
    NUDGE = "nudge"
    THROW = "throw"
    """These dice too, or once more; where nobody had thrown yet, that begins the throw."""
    LIFT = "lift"
    PUT_BACK = "put back"
    """Lay down dice that stay, and were not thrown."""
    LAY = "lay"
    """Lay down a hand as the screen names it."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A deed, and with what.

    Attributes:
        deed: what is done.
        dice: those that are nudged, thrown or lifted.
        laid: those that are laid down, and what each is to show.
        button: 1-5, the one that is held.
        void: whether the throw that waits does not count.
    """

    deed: Deed
    dice: Sequence[int] = ()
    laid: Mapping[int, int] = field(default_factory=dict)
    button: int = 1
    void: bool = False


class Mending:
    """Knows what helps; it looks at the table and the throws, and touches nothing.

    Args:
        eyes: that see the tray.
        throws: what was thrown so far.
        dice: how many the table has.
    """

    def __init__(self, eyes: GuestEyes, throws: Throws, dice: int) -> None:
        self._eyes = eyes
        self._throws = throws
        self._dice = dice

    def remedy(self, play: PlayView, mine: range, tries: int) -> Remedy:
        """What to do about the screen's warning, when this is the so-manieth try; `mine` are the dice of the turn."""
        asked, throws, seen = play.ruling.id, self._throws, self._eyes.seen()
        away = [die for die in mine if die not in seen]
        there = [die for box in play.trouble if (die := self._eyes.at(box)) is not None]
        leaning = [die for die, value in seen.items() if value is None]
        if asked is RulingId.LIFTED_FORCED or (asked is RulingId.LIFTED and self._missed(play) and tries <= _GENTLE):
            return self.put_back(play, mine)
        if asked in {RulingId.LIFTED, RulingId.WAS_THROWN}:
            put = throws.put - self._eyes.kept(play)
            # Nobody says OK to a throw that leans, nor calls a die thrown that was laid down.
            return Remedy(Deed.THROW, tuple({*leaning, *put})) if leaning or put else Remedy(Deed.AGREE)
        if asked in {RulingId.LEFT, RulingId.NOT_THROWN}:
            if not throws.waiting:  # somebody else laid a die down anew: nobody has thrown yet
                return Remedy(Deed.THROW, self._eyes.loose(play, mine))
            return Remedy(Deed.THROW, there) if there else Remedy(Deed.NUDGE, sorted(seen)[:1])
        if asked is RulingId.VOID:
            return Remedy(Deed.LIFT, mine, void=True)
        if spare := left_over(play, seen, self._dice):
            return Remedy(Deed.LIFT, spare)
        if asked is RulingId.TAKE_AWAY:
            return Remedy(Deed.LIFT, there)
        if asked is RulingId.MISSING and away:
            return Remedy(Deed.THROW, away)
        if leaning:
            return Remedy(Deed.THROW, leaning)
        if asked in {RulingId.RESTORE, RulingId.THEIRS_MOVED}:
            return self._lay_back(play, mine, tries)
        return self._about_doubts(play, there, tries)

    def put_back(self, play: PlayView, mine: range) -> Remedy:
        """Lay the dice that must stay as the screen shows them."""
        values = [die.value for die in play.dice if die.kept and die.box is None and die.value]
        loose, seen = self._eyes.loose(play, mine), self._eyes.seen()
        thrown = self._throws.last if self._throws.waiting else {}
        laid: dict[int, int] = {}
        for value in values[: len(loose)]:
            die = min(loose, key=lambda die: (die in thrown, seen.get(die, value) != value))
            loose.remove(die)
            laid[die] = value
        return Remedy(Deed.PUT_BACK, laid=laid)

    def _missed(self, play: PlayView) -> bool:
        """Whether a kept die is missed that was not thrown with the others."""
        kept = self._eyes.kept(play)
        return not self._throws.waiting or any(die not in kept for die in self._throws.staying)

    def _lay_back(self, play: PlayView, mine: range, tries: int) -> Remedy:
        """Lay the hand that the screen names; if it lies there, say so, or lay it elsewhere."""
        laid, seen = asked_for(play.ruling, mine, self._dice), self._eyes.seen()
        void = play.ruling.id is not RulingId.THEIRS_MOVED and self._throws.waiting
        if tries % 2 and all(seen.get(die) == value for die, value in laid.items()):
            return Remedy(Deed.AGREE, void=void)
        return Remedy(Deed.LAY, laid=laid, void=void)

    def _about_doubts(self, play: PlayView, there: Sequence[int], tries: int) -> Remedy:
        """Part the dice that the table cannot tell; then name one by hand, or throw them."""
        seen = self._eyes.seen()
        shown = {self._eyes.find(die) for die in play.dice}
        suspects = there or sorted(seen.keys() - shown) or sorted(seen)
        if tries <= _GENTLE:
            return Remedy(Deed.NUDGE, suspects[:1])
        if tries == _GENTLE + 1 and play.ruling.number and play.dice:
            named = (die.button for die in play.dice if die.button and self._eyes.find(die) in suspects)
            return Remedy(Deed.COMPLAIN, button=next(named, play.dice[0].button or 1))
        # Only dice of the throw at issue may be thrown anew.
        thrown = self._throws.last
        mine = [die for die in suspects if die in thrown]
        return Remedy(Deed.THROW, mine or list(thrown if self._throws.log else set(seen)))
