"""Which dice stay: marked with buttons, left lying by hand, or forced by the rules."""

from enum import StrEnum

from kiosk.games.core import Choice, DiceSet, Throw
from kiosk.match.match import Match
from kiosk.referee.tray_state import TrayState


class Keeping(StrEnum):
    """How players say which dice stay."""

    BUTTONS = "buttons"
    HANDS = "hands"
    """What is left on the table is kept."""


class Selection:
    """The slots of the hand in turn that are marked; always a legal choice, or a part of one.

    Attributes:
        blind: whether there is no camera: buttons mark what stays then, also with `Keeping.HANDS`.
    """

    def __init__(self, match: Match, tray: TrayState, keeping: Keeping) -> None:
        self._match = match
        self._tray = tray
        self._keeping = keeping
        self._slots: frozenset[int] = frozenset()
        self.blind = False

    @property
    def by_hand(self) -> bool:
        """Whether the dice that are left lying say what stays; else marks do."""
        remembered = self._match.game.dice_set is DiceSet.REMEMBERED
        return self._keeping is Keeping.HANDS and not remembered and not self.blind and not self.by_house

    @property
    def by_house(self) -> bool:
        wait = self._match.wait
        return isinstance(wait, Choice) and self._match.players[wait.seat].house

    @property
    def slots(self) -> frozenset[int]:
        return frozenset(range(1, len(self._match.view.hand) + 1))

    @property
    def marked(self) -> frozenset[int]:
        wait = self._match.wait
        if isinstance(wait, Throw):
            return self.slots - frozenset(wait.slots)
        return self._slots if isinstance(wait, Choice) else frozenset()

    @property
    def staying(self) -> frozenset[int]:
        """The slots that stay in the next throw by the marks; none if all are kept and the rules throw all again."""
        wait, marked = self._match.wait, self.marked
        return frozenset() if isinstance(wait, Choice) and wait.again and marked == self.slots else marked

    @property
    def kept(self) -> frozenset[int]:
        """The slots that stay in the next throw, by the dice left lying or by the marks."""
        wait, tray = self._match.wait, self._tray.snapshot
        if isinstance(wait, Choice) and tray.known and not self.blind:
            lying = tray.unmoved(wait.seat)
            # All dice taken up where all may be thrown again means just that, unless somebody has marked some.
            scooped_up = wait.again and not lying and self.marked <= self.forced and not self.by_house
            if self.by_hand or scooped_up:
                return lying
        return self.staying

    @property
    def forced(self) -> frozenset[int]:
        """The slots that every legal choice keeps; with `again` keeping none means keeping all."""
        wait = self._match.wait
        if not isinstance(wait, Choice) or not wait.keeps:
            return frozenset()
        return frozenset.intersection(*(keep or self.slots if wait.again else keep for keep in wait.keeps))

    def may_be(self, slots: frozenset[int]) -> bool:
        """Whether these marks are a part of a legal choice, or are the whole hand, to stop with or to throw again."""
        wait = self._match.wait
        if not isinstance(wait, Choice):
            return False
        # With all dice marked none is thrown: right only to end the turn, or where `again` throws them all.
        whole = ((any(wait.keeps) and wait.may_stop) or wait.again) and slots == self.slots
        return self.forced <= slots and (whole or any(slots <= keep for keep in wait.keeps))

    def pressed(self, index: int) -> frozenset[int] | None:
        """The marks after a press on the button of this group, one step further; None if there is no such group."""
        wait = self._match.wait
        if not isinstance(wait, Choice) or index >= len(wait.groups):
            return None
        steps = wait.groups[index].steps
        now = self._slots & steps[-1]
        after = steps.index(now) + 1 if now in steps else 0
        more = steps[after] if after < len(steps) else frozenset()
        marks = self._slots - steps[-1] | more
        if self.may_be(marks):
            return marks
        # Not legal beside the marks of other groups: this group alone is marked.
        return self._slots - frozenset[int]().union(*(group.steps[-1] for group in wait.groups)) | more

    def put(self, slots: frozenset[int]) -> None:
        """Mark these, or where the rules do not allow that, only what they force."""
        slots |= self.forced
        self._slots = slots if self.may_be(slots) else self.forced
