"""A match under way: its progress and the journal, which is written before anything is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.games.core import Action, Choice, Choose, Draw, Keep, Leave, Over, Pick, Return, Roll, Stop, Turned
from kiosk.games.game import Game
from kiosk.match.journal import Journal
from kiosk.match.log import (
    Entry,
    EntryKind,
    LogStep,
    Record,
    action_entry,
    correction_entry,
    end_entry,
    given_up_entry,
    path_of,
    throws_after,
    undo_entry,
    walk,
)
from kiosk.match.progress import Progress
from kiosk.match.roll_origins import corrected


@dataclass(frozen=True, slots=True)
class Undone:
    """A decision that is, or would be, taken back.

    Attributes:
        length: how many actions stand before it.
        action: what was decided, by `seat`.
        waiting: the throws since then, each with its seat: nobody makes them again.
    """

    length: int
    action: Action
    seat: int
    waiting: tuple[tuple[int, Roll], ...]


class Match(Progress):
    """A match that is played on: what it takes is on disk before it is the state.

    Attributes:
        corrections: throws of which people said that the reading was wrong.
    """

    def __init__(self, journal: Journal, record: Record, game: Game[Any]) -> None:
        """Take up the match that `record` names where the journal left it.

        Raises:
            DamagedMatchError: the journal has not kept it whole.
            IllegalActionError: it was played by other rules than these.
        """
        super().__init__(record, game)
        self._journal = journal
        self.corrections = 0
        self._fallen: dict[tuple[Action, ...], Roll] = {}
        """Throws that were taken back, by the actions before them."""
        self._undone: tuple[int, Undone] | None = None
        """The last undo, and the serial of the match as it left it."""
        stands: list[Action] = []
        since: list[LogStep] = []
        """What was corrected and taken back since somebody acted last."""
        for step in walk(journal.entries(record)):
            self.corrections += step.said_by_people
            if step.entry.kind is EntryKind.ACTION:
                since.clear()
            else:
                since.append(step)
            if step.entry.kind is EntryKind.UNDO:
                self._fallen |= throws_after(stands, step.kept)
            stands[step.kept :] = step.added
        acted = [*stands]
        for step in reversed(since):
            acted[step.kept :] = step.removed
        self._go(self._ahead(acted))
        self._floor = self._round_began()
        """How many actions were taken before the round in which somebody acted last: they are not taken back."""
        if since:
            same = min(step.kept for step in since)
            self.follow(same, stands[same:])

    def act(self, *actions: Action, time: float, read: Mapping[str, Any] | None = None) -> None:
        """Take these actions, all or none; `read` is what the camera showed, for the record.

        Raises:
            IllegalActionError: the rules refuse one of them; nothing has changed.
        """
        ahead = self._ahead(actions)
        entries = [action_entry(action, time) for action in actions]
        if read is not None:
            entries.insert(0, Entry(EntryKind.READ, read, time))
        if isinstance(over := ahead.waits[-1], Over):
            entries.append(end_entry(over, time))
        self._journal.write(self.record, *entries)
        self.corrections += bool(read and read.get("corrected"))
        self._go(ahead)
        self._floor = self._round_began()

    @property
    def undoes(self) -> Undone | None:
        """What an undo would take back: the last decision of the round, which ends with the next one's first action."""
        length = self._last_decision()
        if length is None:
            return None
        action, wait = self.actions[length], self.waited(length)
        if isinstance(action, Leave | Return):
            seat = action.seat
        else:
            assert not isinstance(wait, Draw | Over)
            seat = wait.seat
        rolls = ((rolled.seat, self.actions[rolled.index]) for rolled in self._rolls() if rolled.index > length)
        waiting = tuple((seat, roll) for seat, roll in rolls if isinstance(roll, Roll))
        return Undone(length, action, seat, waiting[::-1])

    @property
    def undone(self) -> Undone | None:
        """What was just taken back; None once the match has gone on."""
        return self._undone[1] if self._undone is not None and self._undone[0] == self.serial else None

    def undo(self, time: float) -> bool:
        """Take the last decision of this round back, with all that was thrown since; whether there was one.

        Nobody throws a second time for that: what fell stays, should play come there again (`fallen`).
        """
        undone = self.undoes
        if undone is None:
            return False
        self._journal.write(self.record, undo_entry(undone.length, time))
        self._fallen |= throws_after(self.actions, undone.length)
        self.follow(undone.length, ())
        self._undone = self.serial, undone
        return True

    def fallen(self, *before: Action) -> Roll | None:
        """The throw that was taken back, if it came after the very actions that stand and these; it is not repeated."""
        return self._fallen.get(path_of((*self.actions, *before))) if self._fallen else None

    @property
    def can_pass_on(self) -> bool:
        """Whether the last throw, of all the dice again, may have been the next player's."""
        return self._passed_on() is not None

    def pass_on(self, time: float) -> None:
        """Count the last throw as the next player's, where that can be: the turn before had ended."""
        actions = self._passed_on()
        if actions is None:
            return
        length = len(self.actions) - 2
        fallen = throws_after(self.actions, length)
        self._play_again(length, actions, [undo_entry(length, time), *(action_entry(a, time) for a in actions)], time)
        self._fallen |= fallen

    def correct(self, values: Mapping[int, int], time: float, *, amended: bool = False) -> None:
        """Dice of the last hand (slot to value) were others: everything since is played again with those.

        `amended`: the dice themselves tipped over, nobody read them wrongly. What the rules no longer allow after that
        is dropped, and happens anew; so is what was chosen for the hand that was another.
        """
        rolls = corrected(self._origins(self.last_seat), values)
        if not rolls:
            return
        first = min(rolls)
        actions = [rolls.get(index, action) for index, action in enumerate(self.actions)][first:]
        until = next((n for n, action in enumerate(actions) if isinstance(action, Choose)), len(actions))
        length = first + self._playable(actions[:until], first)
        entries = [
            correction_entry(index, roll.values, length, time, amended=amended)
            for index, roll in sorted(rolls.items())
            if index < length
        ]
        self._play_again(first, actions[: length - first], entries, time)
        self.corrections += 0 if amended else len(entries)

    def give_up(self, time: float) -> None:
        self._journal.write(self.record, given_up_entry(time))

    # --- inside ---

    def _play_again(self, start: int, actions: Sequence[Action], entries: Sequence[Entry], time: float) -> None:
        """Let these actions stand after the first `start`, in place of those that did; the entries say so."""
        waits = [self.waited(start), *self._ahead(actions, start).waits]
        end = [end_entry(over, time)] if isinstance(over := waits[-1], Over) else []
        self._journal.write(self.record, *entries, *end)
        self.follow(start, actions)
        self._floor = self._round_began()

    def _passed_on(self) -> tuple[Action, ...] | None:
        match self.actions[-2:]:
            case [Keep(slots), Roll() as roll] if not slots:
                actions = (Stop(), roll)
                return actions if self._playable(actions, len(self.actions) - 2) == len(actions) else None
            case _:
                return None

    def _last_decision(self) -> int | None:
        """The place of the last one that can be taken back: the house would decide the same again."""
        return next((n for n in reversed(range(self._floor, len(self.actions))) if self._decided(n)), None)

    def _decided(self, place: int) -> bool:
        action, wait = self.actions[place], self.waited(place)
        if isinstance(action, Keep | Stop | Choose | Turned) and isinstance(wait, Choice | Pick):
            return not self.players[wait.seat].house
        return isinstance(action, Leave | Return)
