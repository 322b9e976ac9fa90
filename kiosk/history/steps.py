"""A match told again from its entries, step by step: who threw what, what was read, corrected and taken back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kiosk.games.core import Action, Carry, Choose, Happening, Keep, Lead, Leave, Return, Stop, Turned
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.log import Entry, EntryKind, LogStep, Record, walk
from kiosk.match.progress import Progress


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done.

    Attributes:
        what: the action; or the kind of the entry, if that is a correction, an undo or the end.
        told: what the journal tells: the entry, what was read, and what the step changes.
        match: the match after this step; it changes when the next step is asked for.
        remarks: the events of the rules, in words.
    """

    what: Action | EntryKind
    told: LogStep
    match: Progress
    seat: int | None = None
    dice: tuple[int, ...] = ()
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
    kind, hand = told.entry.kind, progress.hand
    what = told.added[0] if kind is EntryKind.ACTION else kind
    if kind is EntryKind.END:
        return Step(what, told, progress)
    seat = progress.seat_at(told.kept)
    progress.follow(told.kept, told.added)
    dice: tuple[int, ...] = ()
    match what:
        case EntryKind.UNDO:
            seat = None
        case Lead(seat) | Leave(seat) | Return(seat):
            pass
        case Carry(counts):
            seat = len(counts) - 1
        case Keep(slots):
            dice = tuple(value for slot, value in hand.items() if slot in slots)
        case Stop() | Choose():
            dice = tuple(hand.values())
        case Turned():
            dice = tuple(progress.hand.values())
        case _:
            dice = told.rolled.values if told.rolled else ()
    acted = kind is EntryKind.ACTION
    remarks = tuple(event.text for event in progress.events if acted and event.what is not Happening.ROLLED)
    return Step(what, told, progress, seat, dice, remarks)
