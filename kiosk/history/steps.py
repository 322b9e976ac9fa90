"""A match told again from its entries, step by step: who threw what, what was read, corrected and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kiosk.games.core import Carry, Choice, Choose, Happening, Keep, Lead, Leave, Pick, Return, Roll, Throw, Turned
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.log import Entry, EntryKind, LogStep, Record, walk
from kiosk.match.progress import Progress


class StepKind(StrEnum):
    """What a step of a match is."""

    THROW = "throw"
    KEEP = "keep"
    STOP = "stop"
    LEAD = "lead"
    LEAVE = "leave"
    RETURN = "return"
    JOIN = "join"
    CHOOSE = "choose"
    TURN = "turn"
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
        chosen: the name of the offer that was taken.
        remarks: what the rules said happened.
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
    chosen: str = ""
    remarks: tuple[Text, ...] = ()


def replayed(record: Record, entries: Sequence[Entry]) -> Iterator[Step]:
    """Every step of a match, from its first to its last.

    Raises:
        OptionError: its game or house rules are of another version of this program.
        IllegalActionError: so is what its rules allowed.
        DamagedMatchError: an entry speaks of actions that are not there.
    """
    progress = Progress(record, game(record.game)(record.preset, record.options))
    for told in walk(entries):
        yield _step(progress, told)


def _step(progress: Progress, told: LogStep) -> Step:
    """What an entry says, once the match stands where it leads."""
    step = Step(StepKind.END, told.entry, told.elapsed_s, progress)
    match told.entry.kind:
        case EntryKind.ACTION:
            return _acted(step, told)
        case EntryKind.CORRECT:
            return _corrected(step, told)
        case EntryKind.UNDO:
            progress.follow(told.kept, told.added)
            return replace(step, kind=StepKind.UNDO, back=len(told.removed))
    return step


def _acted(step: Step, told: LogStep) -> Step:
    progress, action = step.match, told.added[0]
    wait, hand = progress.wait, progress.hand
    progress.follow(told.kept, told.added)
    seat = wait.seat if isinstance(wait, Throw | Choice | Pick) else None
    remarks = tuple(event.text for event in progress.events if event.what is not Happening.ROLLED)
    step = replace(step, kind=StepKind.STOP, seat=seat, dice=tuple(hand.values()), remarks=remarks)
    match action:
        case Roll(values):
            return _thrown(replace(step, kind=StepKind.THROW, dice=values), told.read)
        case Keep(slots):
            kept = tuple(value for slot, value in hand.items() if slot in slots)
            return replace(step, kind=StepKind.KEEP, dice=kept)
        case Turned():
            return replace(step, kind=StepKind.TURN, dice=tuple(progress.hand.values()))
        case Lead(leader):
            return replace(step, kind=StepKind.LEAD, seat=leader, dice=())
        case Choose(option):
            return replace(step, kind=StepKind.CHOOSE, chosen=option)
        case Leave(leaver):
            return replace(step, kind=StepKind.LEAVE, seat=leaver, dice=())
        case Return(returner):
            return replace(step, kind=StepKind.RETURN, seat=returner, dice=())
        case Carry(counts):
            return replace(step, kind=StepKind.JOIN, seat=len(counts) - 1, dice=())
    return step


def _thrown(step: Step, read: Mapping[str, Any] | None) -> Step:
    if read is None:
        return step
    values = tuple(int(die["value"]) for die in read.get("dice", ()))
    return replace(step, read=values if values != step.dice else (), by_hand=bool(read.get("by_hand")))


def _corrected(step: Step, told: LogStep) -> Step:
    progress, old, new = step.match, told.mistaken, told.rolled
    assert old is not None
    assert new is not None
    wait = progress.waited(told.kept)
    progress.follow(told.kept, told.added)
    seat = wait.seat if isinstance(wait, Throw) else None
    return replace(step, kind=StepKind.CORRECT, seat=seat, dice=new.values, read=old.values, amended=told.amended)
