"""A match told again from its entries, step by step: who threw what, what was read, corrected and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.games.core import Action, Choice, Happening, Keep, Lead, Leave, Roll, Throw
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.log import Entry, EntryKind, Record, action_of, follow
from kiosk.match.progress import Progress


class StepKind(StrEnum):
    """What a step of a match is."""

    THROW = "throw"
    KEEP = "keep"
    STOP = "stop"
    LEAD = "lead"
    LEAVE = "leave"
    CORRECT = "correct"
    UNDO = "undo"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done.

    Attributes:
        kind: what it is.
        entry: the one that says so.
        elapsed_s: since the match began, while the table was on; a clock that was set changes nothing.
        match: as it stands after this step, until the next one is asked for.
        seat: who did it; None where nobody or everybody did.
        dice: thrown, kept, or what a corrected throw was.
        read: what the camera read, where that was something else; or what was counted before a correction.
        by_hand: entered without a camera.
        amended: a die tipped over after the count, nobody had misread it.
        back: how many actions an undo took back.
        said: what the rules said happened.
    """

    kind: StepKind
    entry: Entry
    elapsed_s: float
    match: Progress
    seat: int | None = None
    dice: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    by_hand: bool = False
    amended: bool = False
    back: int = 0
    said: tuple[Text, ...] = ()


def replayed(record: Record, entries: Sequence[Entry]) -> Iterator[Step]:
    """Every step of a match, from its first to its last.

    Raises:
        OptionError: its game or house rules are of another version of this program.
        IllegalActionError: so is what its rules allowed.
    """
    told = _Replayer(record)
    elapsed_s, before = 0.0, None
    for entry in entries:
        # The machine's own clock begins anew with each start: a step back is a pause of unknown length.
        elapsed_s += max(0.0, entry.time - before) if before is not None else 0.0
        before = entry.time
        step = told.tell(entry, elapsed_s)
        if step is not None:
            yield step


class _Replayer:
    """How far it has come."""

    def __init__(self, record: Record) -> None:
        rules = game(record.game)(record.preset, record.options)
        self._match = Progress(record, rules)
        self._actions: list[Action] = []
        self._read: Entry | None = None

    def tell(self, entry: Entry, elapsed_s: float) -> Step | None:
        """What a line says, once it is taken in; None for what only prepares the next."""
        length = len(self._actions)
        follow(self._actions, entry)
        match entry.kind:
            case EntryKind.READ:
                self._read = entry
                return None
            case EntryKind.ACTION:
                return self._acted(entry, elapsed_s)
            case EntryKind.CORRECT:
                return self._corrected(entry, elapsed_s)
            case EntryKind.UNDO:
                self._match.follow(self._actions)
                return Step(StepKind.UNDO, entry, elapsed_s, self._match, back=length - len(self._actions))
            case EntryKind.END:
                return Step(StepKind.END, entry, elapsed_s, self._match)

    def _acted(self, entry: Entry, elapsed_s: float) -> Step:
        match, action = self._match, action_of(entry)
        wait, hand = match.wait, match.hand
        match.follow(self._actions)
        seat = wait.seat if isinstance(wait, Throw | Choice) else None
        said = tuple(event.text for event in match.events if event.what is not Happening.ROLLED)
        step = Step(StepKind.STOP, entry, elapsed_s, match, seat, tuple(hand.values()), said=said)
        match action:
            case Roll(values):
                return self._thrown(replace(step, kind=StepKind.THROW, dice=values))
            case Keep(slots):
                kept = tuple(value for slot, value in hand.items() if slot in slots)
                return replace(step, kind=StepKind.KEEP, dice=kept)
            case Lead(leader):
                return replace(step, kind=StepKind.LEAD, seat=leader, dice=())
            case Leave(leaver):
                return replace(step, kind=StepKind.LEAVE, seat=leaver, dice=())
        return step

    def _thrown(self, step: Step) -> Step:
        read, self._read = self._read, None
        if read is None:
            return step
        values = tuple(int(die["value"]) for die in read.body.get("dice", ()))
        return replace(step, read=values if values != step.dice else (), by_hand=bool(read.body.get("by_hand")))

    def _corrected(self, entry: Entry, elapsed_s: float) -> Step:
        index = int(entry.body["index"])
        old, wait = self._match.actions[index], self._match.waited(index)
        assert isinstance(old, Roll)
        self._match.follow(self._actions)
        return Step(
            StepKind.CORRECT,
            entry,
            elapsed_s,
            self._match,
            wait.seat if isinstance(wait, Throw) else None,
            tuple(entry.body["roll"]),
            old.values,
            amended=bool(entry.body.get("amended")),
        )
