"""A match under way: its progress and its journal, which is written before anything changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.games.core import Action, Choose, Keep, Leave, Over, Return, Roll, Stop, Turned
from kiosk.games.game import Game
from kiosk.games.state import now
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
from kiosk.match.progress import Progress, corrected


@dataclass(frozen=True, slots=True)
class Undone:
    """A decision that was or can be undone.

    Attributes:
        length: how many actions come before it.
        action: what was decided, by `seat`.
        waiting: the throws since then, each with its seat: after the same decision they count again.
    """

    length: int
    action: Action
    seat: int
    waiting: tuple[tuple[int, Roll], ...]


class Match(Progress):
    """A match that is played on: each action is on disk before it changes the state."""

    def __init__(self, journal: Journal, record: Record, game: Game[Any]) -> None:
        """Take up the match that `record` names where the journal left it."""
        super().__init__(record, game)
        self._journal = journal
        self.corrections = 0
        self._fallen: dict[tuple[Action, ...], Roll] = {}
        """Undone throws, by the actions that led to them (`path_of`)."""
        self._undone: tuple[int, Undone] | None = None
        """The match's serial right after the last undo, and what that took back."""
        stands: list[Action] = []
        since: list[LogStep] = []
        """Corrections and undos since the last action."""
        for step in walk(journal.entries(record)):
            self.corrections += step.said_by_people
            if step.entry.kind is EntryKind.ACTION:
                since.clear()
            else:
                since.append(step)
            if step.entry.kind is EntryKind.UNDO:
                self._fallen |= throws_after(stands, step.kept)
            stands[step.kept :] = step.added
        # The actions as they stood when somebody last acted: `since` undone again, newest first. The floor belongs to
        # that moment: several undos must not reach into the round before because the program was restarted between.
        acted = [*stands]
        for step in reversed(since):
            acted[step.kept :] = step.removed
        self.follow(0, acted)
        self._floor = self._round_began()
        """Where the round begins, among the actions, in which somebody last acted: an undo goes back no further."""
        if since:
            # From there to the actions as they stand now, which the corrections and undos have left.
            same = min(step.kept for step in since)
            self.follow(same, stands[same:])

    def act(self, *actions: Action, time: float, read: Mapping[str, Any] | None = None) -> None:
        """Take these actions, all or none; `read` is what the camera showed, for the record.

        Raises:
            IllegalActionError: the rules refuse one of them; nothing has changed.
        """
        states, events = self._ahead(actions)
        entries = [action_entry(action, time) for action in actions]
        if read is not None:
            # Before the actions: `walk` gives what was read to the roll that follows.
            entries.insert(0, Entry(EntryKind.READ, read, time))
        if isinstance(over := self.game.waits(states[-1]), Over):
            entries.append(end_entry(over, time))
        self._journal.write(self.record, *entries)
        self.corrections += bool(read and read.get("corrected"))
        self._go(actions, states, events)
        self._floor = self._round_began()

    @property
    def undoes(self) -> Undone | None:
        """What an undo would take back: the last decision since `_floor`; None if there is none."""
        length = next((n for n in reversed(range(self._floor, len(self.actions))) if self._decided(n)), None)
        if length is None:
            return None
        action = self.actions[length]
        seat = action.seat if isinstance(action, Leave | Return) else now(self._states[length]).seat
        rolls = ((rolled.seat, self.actions[rolled.index]) for rolled in self._rolls() if rolled.index > length)
        waiting = tuple((seat, roll) for seat, roll in rolls if isinstance(roll, Roll))
        return Undone(length, action, seat, waiting[::-1])

    @property
    def undone(self) -> Undone | None:
        """What was just taken back; None once the match has gone on."""
        return self._undone[1] if self._undone is not None and self._undone[0] == self.serial else None

    def undo(self, time: float) -> bool:
        """Take the last decision of this round back, with all throws since then; whether there was one.

        An undo is no second chance: if the same is decided again, the same throw counts (`fallen`).
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
        """The undone throw that came after just the actions that stand and `before`; None if there is none."""
        return self._fallen.get(path_of((*self.actions, *before))) if self._fallen else None

    @property
    def can_pass_on(self) -> bool:
        """Whether the last throw, in which all dice were thrown again, may have been the next player's."""
        return self._passed_on() is not None

    def pass_on(self, time: float) -> None:
        """Count the last throw as the next player's, if the rules allow that: the turn had ended before it."""
        actions = self._passed_on()
        if actions is None:
            return
        length = len(self.actions) - 2
        # As with an undo, nobody throws again to get another result.
        fallen = throws_after(self.actions, length)
        self._play_again(length, actions, [undo_entry(length, time), *(action_entry(a, time) for a in actions)], time)
        self._fallen |= fallen

    def correct(self, values: Mapping[int, int], time: float, *, amended: bool = False) -> None:
        """Dice of the last hand (slot to value) show other values: everything since is played again with these.

        Actions that the rules do not allow then are dropped, and so is an offer that was chosen for the wrong hand:
        players do that part again. `amended`: the dice tipped over, nobody read them wrongly.
        """
        rolls = corrected(self._origins(self.last_seat), values)
        if not rolls:
            return
        # A hand may be of several rolls: play goes back to the earliest that is wrong.
        first = min(rolls)
        actions = [rolls.get(index, action) for index, action in enumerate(self.actions)][first:]
        until = next((n for n, action in enumerate(actions) if isinstance(action, Choose)), len(actions))
        # What was played after it stays as far as the rules allow it with the right dice.
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

    def _play_again(self, start: int, actions: Sequence[Action], entries: Sequence[Entry], time: float) -> None:
        """Replace the actions after the first `start` by these; the entries say so in the journal."""
        after = [self._states[start], *self._ahead(actions, start)[0]][-1]
        end = [end_entry(over, time)] if isinstance(over := self.game.waits(after), Over) else []
        self._journal.write(self.record, *entries, *end)
        self.follow(start, actions)
        self._floor = self._round_began()

    def _passed_on(self) -> tuple[Action, ...] | None:
        match self.actions[-2:]:
            # Nothing kept and all thrown again: on the tray that looks like a new player's first throw.
            case [Keep(slots), Roll() as roll] if not slots:
                actions = (Stop(), roll)
                return actions if self._playable(actions, len(self.actions) - 2) == len(actions) else None
            case _:
                return None

    def _decided(self, place: int) -> bool:
        """Whether the action of this index can be undone; not the house's, which would decide the same again."""
        action = self.actions[place]
        if isinstance(action, Keep | Stop | Choose | Turned):
            return not self.players[now(self._states[place]).seat].house
        return isinstance(action, Leave | Return)
