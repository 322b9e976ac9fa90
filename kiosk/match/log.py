"""The entries that a match is written in, and what they mean: `walk` derives the list of actions from them.

Lines are only ever added: what was read, what was done, corrected, undone. `actions_of` is the saved game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from kiosk.games.core import Action, Carry, Choose, Keep, Lead, Leave, Over, Return, Roll, Stop, Turned
from kiosk.games.options import Value


class EntryKind(StrEnum):
    """What an entry says."""

    READ = "read"
    """What the camera showed when a throw was counted; only for the record."""
    ACTION = "action"
    CORRECT = "correct"
    """A roll already counted was another: its place in the list of actions, its values."""
    UNDO = "undo"
    END = "end"
    """The match was played to its end or given up; a later entry opens it again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a match.

    Attributes:
        body: what exactly; see `kiosk/match/README.md`.
        time: the data's own, seconds, monotonic: right as a difference, and only until the machine starts anew.
        at: the wall clock's, UTC as ISO 8601, when it was written; None where an older version did not note it.
    """

    kind: EntryKind
    body: Mapping[str, Any]
    time: float = 0.0
    at: str | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was set up.

    Attributes:
        id: its one name, on disk, in memory and in the league: a UUID; see `database.py` for matches of older files.
        house: the seats that the house plays from the start.
        number: what people call it: its place in the journal.
    """

    id: str
    game: str
    preset: str | None
    options: Mapping[str, Value]
    players: tuple[str, ...]
    first: int | None
    started: str = field(compare=False, default="")
    house: frozenset[int] = frozenset()
    number: int = field(compare=False, default=0)


class DamagedMatchError(ValueError):
    """What is written of a match is not what the table wrote: nothing of it is believed."""


_WRITTEN: Mapping[str, type[Action]] = {
    "roll": Roll,
    "keep": Keep,
    "stop": Stop,
    "lead": Lead,
    "leave": Leave,
    "back": Return,
    "carry": Carry,
    "choose": Choose,
    "turned": Turned,
}
"""The name of each action in the body of its entry, before the value of its one field."""


def action_entry(action: Action, time: float) -> Entry:
    """The entry that says an action was taken."""
    name = next(name for name, kind in _WRITTEN.items() if isinstance(action, kind))
    told = next((getattr(action, field_.name) for field_ in fields(action)), True)
    body = sorted(told) if isinstance(told, frozenset) else list(told) if isinstance(told, tuple) else told
    return Entry(EntryKind.ACTION, {name: body}, time)


def correction_entry(index: int, values: Sequence[int], length: int, time: float, *, amended: bool = False) -> Entry:
    """Action `index` was a roll of these values; of all actions the first `length` still stand.

    `amended`: a die tipped over after the count; else people said so.
    """
    body = {"index": index, "roll": list(values), "length": length}
    return Entry(EntryKind.CORRECT, body | ({"amended": True} if amended else {}), time)


def undo_entry(length: int, time: float) -> Entry:
    """Only the first `length` actions stand."""
    return Entry(EntryKind.UNDO, {"length": length}, time)


def end_entry(over: Over, time: float) -> Entry:
    """The match was played to its end."""
    return Entry(EntryKind.END, {"standing": [list(place) for place in over.standing]}, time)


def given_up_entry(time: float) -> Entry:
    """The match ended unplayed."""
    return Entry(EntryKind.END, {"given_up": True}, time)


def action_of(entry: Entry) -> Action:
    """The action that an `ACTION` entry says was taken."""
    ((name, told),) = entry.body.items()
    kind: Any = _WRITTEN[name]
    if kind is Stop:
        return Stop()
    action: Action = kind(
        frozenset(told) if kind in {Keep, Turned} else tuple(told) if isinstance(told, list) else told
    )
    return action


@dataclass(frozen=True, slots=True)
class LogStep:
    """An entry, and what it does to the list of actions: the first `kept` stay, then come those `added`.

    Attributes:
        entry: of any kind but `READ`, which belongs to the throw after it.
        kept: how many of the actions before it stay.
        removed: the actions after those, which no longer count.
        added: what takes their place.
        read: what the camera read of the throw that was counted or corrected; None without a camera.
        elapsed_s: seconds since the first entry while the table was on; setting the clock changes nothing.
    """

    entry: Entry
    kept: int
    removed: tuple[Action, ...]
    added: tuple[Action, ...]
    read: Mapping[str, Any] | None
    elapsed_s: float

    @property
    def rolled(self) -> Roll | None:
        """The throw that was counted, or the corrected throw; None if the entry is about no throw."""
        acted = self.entry.kind in {EntryKind.ACTION, EntryKind.CORRECT}
        return self.added[0] if acted and isinstance(self.added[0], Roll) else None

    @property
    def mistaken(self) -> Roll | None:
        """What a corrected throw was counted as before."""
        first = self.removed[0] if self.entry.kind is EntryKind.CORRECT else None
        return first if isinstance(first, Roll) else None

    @property
    def misread(self) -> tuple[int, ...]:
        """The wrong values: what a corrected throw was counted as, or what the camera read if that did not count."""
        if self.mistaken is not None:
            return self.mistaken.values
        read = tuple(int(die["value"]) for die in self.read.get("dice", ())) if self.read else ()
        return read if self.rolled and read != self.rolled.values else ()

    @property
    def by_hand(self) -> bool:
        """Whether a throw was entered without a camera."""
        return self.entry.kind is EntryKind.ACTION and bool(self.read and self.read.get("by_hand"))

    @property
    def amended(self) -> bool:
        """Whether it is a correction that nobody made: a die tipped over."""
        return bool(self.entry.body.get("amended"))

    @property
    def said_by_people(self) -> bool:
        """Whether people said that a throw was read wrongly, before it was counted or after."""
        if self.entry.kind is EntryKind.CORRECT:
            return not self.amended
        return self.entry.kind is EntryKind.ACTION and bool(self.read and self.read.get("corrected"))


def walk(entries: Iterable[Entry]) -> Iterator[LogStep]:
    """Every entry of a match and what it changed, first to last: the one place that knows what entries mean.

    Raises:
        DamagedMatchError: an entry speaks of actions that are not there.
    """
    actions: list[Action] = []
    reads: list[Mapping[str, Any] | None] = []
    """What the camera read for each action, at the same index."""
    read: Mapping[str, Any] | None = None
    elapsed_s, last = 0.0, None
    for entry in entries:
        # The machine's own clock begins anew with each start: a step back is a pause of unknown length.
        elapsed_s += max(0.0, entry.time - last) if last is not None else 0.0
        last, body, seen = entry.time, entry.body, None
        kept = len(actions)
        added: tuple[Action, ...] = ()
        match entry.kind:
            case EntryKind.READ:
                read = body
                continue
            case EntryKind.ACTION:
                added = (action_of(entry),)
                if isinstance(added[0], Roll):
                    seen, read = read, None
            case EntryKind.CORRECT:
                kept, length = body["index"], body["length"]
                _stands(kept < length <= len(actions), entry)
                old, new = actions[kept], Roll(tuple(body["roll"]))
                _stands(isinstance(old, Roll) and len(old.values) == len(new.values), entry)
                # The actions after the corrected roll stay, as far as its entry says.
                seen, added = reads[kept], (new, *actions[kept + 1 : length])
            case EntryKind.UNDO:
                kept = body["length"]
                _stands(kept <= len(actions), entry)
        step = LogStep(entry, kept, tuple(actions[kept:]), added, seen, elapsed_s)
        actions[kept:] = added
        # The readings of replayed actions stay with them; `actions` has its new length already.
        reads[kept:] = [seen, *reads[kept + 1 : len(actions)]] if added else []
        yield step


def _stands(there: bool, entry: Entry) -> None:
    if not there:
        raise DamagedMatchError(f"{entry.kind} {dict(entry.body)}: there are no such actions")


def actions_of(entries: Iterable[Entry]) -> list[Action]:
    """The actions that stand after all these entries."""
    actions: list[Action] = []
    for step in walk(entries):
        actions[step.kept :] = step.added
    return actions


def end_of(entries: Sequence[Entry]) -> Mapping[str, Any] | None:
    """How a match ended: its `standing`, or that it was `given_up`; None while it goes on."""
    return entries[-1].body if entries and entries[-1].kind is EntryKind.END else None


def path_of(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The actions that lead to a throw: all but those that move no die, such as leaving or writing on a sheet."""
    return tuple(action for action in actions if not isinstance(action, Leave | Return | Choose))


def gone(actions: Iterable[Action]) -> set[int]:
    """The seats whose players left, and are not back."""
    found: set[int] = set()
    for action in actions:
        if isinstance(action, Leave):
            found.add(action.seat)
        elif isinstance(action, Return):
            found.discard(action.seat)
    return found


def throws_after(actions: Sequence[Action], length: int) -> dict[tuple[Action, ...], Roll]:
    """The throws among the actions after the first `length`, each by the path that led to it."""
    late = ((place, action) for place, action in enumerate(actions) if place >= length)
    return {path_of(actions[:place]): action for place, action in late if isinstance(action, Roll)}
