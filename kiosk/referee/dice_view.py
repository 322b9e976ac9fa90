"""The dice as the screen shows them and the buttons number them: the hand in turn, and the throw before."""

from collections.abc import Collection, Iterable, Mapping

from hardware.panel import KEEPS
from kiosk.games.core import Choice, DiceSet, Over, Throw
from kiosk.match.match import Match
from kiosk.referee.tray_snapshot import TraySnapshot
from kiosk.referee.tray_state import TrayState
from kiosk.view import DieView
from vision.types import Image, TrackedDie


class DicePresenter:
    """Says which dice the buttons stand for, and makes the pictures of a match's dice."""

    def __init__(self, match: Match, tray: TrayState) -> None:
        self._match = match
        self._reader = tray
        self._corrected: frozenset[int] = frozenset()
        """Slots of the last hand whose values people named."""
        self._portraits: dict[tuple[int, int], Image] = {}
        """The camera's own pictures of every throw's dice, by the throw's index among the actions and the slot."""

    def counted(self, kept: Collection[int], thrown: Mapping[int, TrackedDie], stated: Collection[int]) -> None:
        """A throw was counted, of these slots; `stated` are those whose values people named."""
        self._corrected = self._corrected & frozenset(kept) | frozenset(stated)
        self.turned(thrown)

    def turned(self, dice: Mapping[int, TrackedDie]) -> None:
        """These dice, by slot, are new in the hand: they were thrown, or sixes turned to ones."""
        pictures, roll = self._tray.pictures, self._match.last_roll or 0
        self._portraits |= {(roll, slot): pictures[die.track] for slot, die in dice.items() if die.track in pictures}

    def people_corrected(self, slots: Iterable[int]) -> None:
        self._corrected |= frozenset(slots)

    def taken_back(self) -> None:
        self._corrected = frozenset()

    @property
    def numbered(self) -> tuple[TrackedDie, ...]:
        """The dice that the buttons number, left to right: all there, or of two sets those of the hand in turn."""
        tray = self._tray
        if self._match.game.dice_set is not DiceSet.OWN:
            return tray.present
        wait = self._match.wait
        # Between two turns the buttons stay with the hand thrown last, which may still be corrected.
        throwing = isinstance(wait, Choice) or (isinstance(wait, Throw) and bool(tray.thrown))
        seat = self._match.seat if throwing else self._match.last_seat
        return tuple(d for d in tray.present if d.track in tray.thrown or tray.fills.get(d.track, (-1, 0))[0] == seat)

    @property
    def holdable(self) -> tuple[TrackedDie, ...]:
        """The dice that a held button corrects: those not yet counted, else those of the last hand."""
        tray = self._tray
        if not self._apart or self.uncounted:
            return self.numbered
        seat = self._match.last_seat
        return tuple(die for die in tray.present if tray.fills.get(die.track, (-1, 0))[0] == seat)

    @property
    def uncounted(self) -> bool:
        tray = self._tray
        return bool(tray.thrown) or (tray.gap and bool(tray.present))

    @property
    def _apart(self) -> bool:
        """Whether the hand to choose from is not the one thrown last."""
        choosing = isinstance(self._match.wait, Choice)
        return choosing and (self._match.game.dice_set is not DiceSet.PASSED or not self._tray.known)

    @property
    def _tray(self) -> TraySnapshot:
        return self._reader.snapshot

    def button_of(self, number: int, slot: int | None) -> int | None:
        """The KEEP button of the die that is `number` from the left: its own, or that of the group it belongs to."""
        wait = self._match.wait
        if isinstance(wait, Choice) and wait.groups:
            mine = (place for place, group in enumerate(wait.groups, 1) if slot in group.steps[-1])
            return next(mine, None)
        return number if number <= len(KEEPS) else None

    def slot_of(self, index: int, *, blind: bool) -> int | None:
        """The slot of the die that KEEP index+1 stands for; None if it stands for none that can be kept."""
        wait = self._match.wait
        if blind or self._match.game.dice_set is DiceSet.REMEMBERED:
            slots = sorted(self._match.hand)
            return slots[index] if index < len(slots) else None
        numbered = self.numbered
        # The hand to choose from must be known to lie there.
        if index >= len(numbered) or not isinstance(wait, Choice) or not self._tray.known:
            return None
        track = numbered[index].track
        seat, slot = self._tray.fills.get(track, (None, 0))
        return None if track in self._tray.thrown or seat != wait.seat else slot

    def dice(self, kept: Collection[int], *, blind: bool) -> tuple[DieView, ...]:
        """The dice left to right; a hand that does not lie on the tray is shown from memory."""
        wait = self._match.wait
        if blind:
            return self._unseen(kept)
        if isinstance(wait, Choice) and self._match.game.dice_set is DiceSet.REMEMBERED:
            return self._remembered(wait.seat, kept)
        if isinstance(wait, Choice) and not self._tray.known:
            return self._remembered(wait.seat, ())  # for people to lay the dice so
        # An undone throw is due again: it is shown as it fell, to be laid so.
        if isinstance(wait, Throw) and (fell := self._match.fallen()) is not None:
            pictures = (self._portraits.get((len(self._match.actions), slot)) for slot in wait.slots)
            return tuple(DieView(value, picture) for value, picture in zip(fell.values, pictures, strict=True))
        choosing, over = isinstance(wait, Choice), isinstance(wait, Over)
        hand = self._match.hand if choosing else self._match.last_hand
        seat = wait.seat if isinstance(wait, Choice) else self._match.last_seat
        views, seen, tray = [], set(), self._tray
        for number, die in enumerate(self.numbered, 1):
            filled = tray.fills.get(die.track) if tray.known and die.track not in tray.thrown else None
            if filled is None and die.track not in tray.thrown and not choosing and not tray.gap:
                continue  # it lies there from before, and says nothing of this match
            slot = filled[1] if filled is not None and filled[0] == seat else None
            seen.add(slot)
            views.append(self._seen(die, number, hand, slot, kept=slot in kept and seat == self._match.seat))
        # Dice of the hand that are not on the tray are shown behind the others.
        away = set(hand) - seen
        if choosing or self._goes_on:
            # A die that must be put back is shown as it lay, though as many lie there.
            missed = sorted(away & set(kept))
            views += [DieView(hand[slot], kept=True) for slot in missed]
            away -= set(missed)
        if choosing or over:
            # A die in somebody's hand is shown without a value; an uncounted die on the tray is in its place already.
            for slot in sorted(away)[: max(0, len(hand) - len(views))]:
                views.append(DieView(hand[slot] if over else None))
        return tuple(views)

    def before(self, *, blind: bool) -> tuple[DieView, ...]:
        """The dice on the tray that are not of the hand to choose from: the last throw, or one not yet counted."""
        if not self._apart or blind:
            return ()
        hand = self._match.last_hand
        if self.uncounted and self._match.game.dice_set is DiceSet.OWN and self._tray.known:
            return ()  # they are among `dice`
        views = []
        for number, die in enumerate(self.holdable, 1):
            filled = self._tray.fills.get(die.track) if self._tray.known and not self.uncounted else None
            views.append(self._seen(die, number, hand, filled and filled[1], kept=False))
        return tuple(views)

    @property
    def _goes_on(self) -> bool:
        """Whether a throw is awaited beside dice of the same turn that stay there."""
        wait = self._match.wait
        again = isinstance(wait, Throw) and wait.seat == self._match.last_seat and self._tray.known
        return again and self._match.game.dice_set is not DiceSet.REMEMBERED

    def _seen(self, die: TrackedDie, number: int, hand: Mapping[int, int], slot: int | None, *, kept: bool) -> DieView:
        tray = self._tray
        last = self._match.last_seat == tray.fills.get(die.track, (None, 0))[0]
        return DieView(
            hand[slot] if slot in hand and slot is not None else tray.value(die),
            tray.pictures.get(die.track),
            kept=kept,
            button=self.button_of(number, slot),
            corrected=(last and slot in self._corrected) or die.track in tray.stated,
            box=die.die.box,
            colour=die.die.colour,
        )

    def _unseen(self, kept: Collection[int]) -> tuple[DieView, ...]:
        """The dice without a camera: the hand in turn, or else the last one, as it was counted or entered."""
        choosing = isinstance(self._match.wait, Choice)
        hand = self._match.hand if choosing else self._match.last_hand
        return tuple(
            DieView(hand[slot], kept=choosing and slot in kept, button=self.button_of(slot, slot))
            for slot in sorted(hand)
        )

    def _remembered(self, seat: int, kept: Collection[int]) -> tuple[DieView, ...]:
        hand = self._match.hand
        rolls = self._match.rolls_of(seat)
        by_button = self._match.game.dice_set is DiceSet.REMEMBERED
        return tuple(
            DieView(
                hand[slot],
                self._portraits.get((rolls[slot], slot)),
                kept=slot in kept,
                button=slot if by_button and slot <= len(KEEPS) else None,
            )
            for slot in sorted(hand)
        )
