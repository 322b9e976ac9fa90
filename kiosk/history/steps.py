"""A match told again from its lines, step by step: who threw what, what was read, corrected and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.games.core import Action, Choice, Happening, Keep, Lead, Leave, Roll, Throw
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.log import Kind, Line, Record, action_of, follow
from kiosk.match.progress import Progress


class What(StrEnum):
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
        what: its kind.
        line: the line that says so.
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

    what: What
    line: Line
    elapsed_s: float
    match: Progress
    seat: int | None = None
    dice: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    by_hand: bool = False
    amended: bool = False
    back: int = 0
    said: tuple[Text, ...] = ()


def retell(record: Record, lines: Sequence[Line]) -> Iterator[Step]:
    """Every step of a match, from its first to its last.

    Raises:
        OptionError: its game or house rules are of another version of this program.
        IllegalActionError: so is what its rules allowed.
    """
    telling = _Telling(record)
    elapsed_s, before = 0.0, None
    for line in lines:
        # The machine's own clock begins anew with each start: a step back is a pause of unknown length.
        elapsed_s += max(0.0, line.time - before) if before is not None else 0.0
        before = line.time
        step = telling.tell(line, elapsed_s)
        if step is not None:
            yield step


class _Telling:
    """How far the telling has come."""

    def __init__(self, record: Record) -> None:
        rules = game(record.game)(record.preset, record.options)
        self._match = Progress(record, rules)
        self._actions: list[Action] = []
        self._read: Line | None = None

    def tell(self, line: Line, elapsed_s: float) -> Step | None:
        """What a line says, once it is taken in; None for what only prepares the next."""
        length = len(self._actions)
        follow(self._actions, line)
        match line.kind:
            case Kind.READ:
                self._read = line
                return None
            case Kind.ACTION:
                return self._acted(line, elapsed_s)
            case Kind.CORRECT:
                return self._corrected(line, elapsed_s)
            case Kind.UNDO:
                self._match.follow(self._actions)
                return Step(What.UNDO, line, elapsed_s, self._match, back=length - len(self._actions))
            case Kind.END:
                return Step(What.END, line, elapsed_s, self._match)

    def _acted(self, line: Line, elapsed_s: float) -> Step:
        match, action = self._match, action_of(line)
        wait, hand = match.wait, match.hand
        match.follow(self._actions)
        seat = wait.seat if isinstance(wait, Throw | Choice) else None
        said = tuple(event.text for event in match.events if event.what is not Happening.ROLLED)
        step = Step(What.STOP, line, elapsed_s, match, seat, tuple(hand.values()), said=said)
        match action:
            case Roll(values):
                return self._thrown(replace(step, what=What.THROW, dice=values))
            case Keep(slots):
                kept = tuple(value for slot, value in hand.items() if slot in slots)
                return replace(step, what=What.KEEP, dice=kept)
            case Lead(leader):
                return replace(step, what=What.LEAD, seat=leader, dice=())
            case Leave(leaver):
                return replace(step, what=What.LEAVE, seat=leaver, dice=())
        return step

    def _thrown(self, step: Step) -> Step:
        read, self._read = self._read, None
        if read is None:
            return step
        values = tuple(int(die["value"]) for die in read.body.get("dice", ()))
        return replace(step, read=values if values != step.dice else (), by_hand=bool(read.body.get("by_hand")))

    def _corrected(self, line: Line, elapsed_s: float) -> Step:
        index = int(line.body["index"])
        old, wait = self._match.actions[index], self._match.waited(index)
        assert isinstance(old, Roll)
        self._match.follow(self._actions)
        return Step(
            What.CORRECT,
            line,
            elapsed_s,
            self._match,
            wait.seat if isinstance(wait, Throw) else None,
            tuple(line.body["roll"]),
            old.values,
            amended=bool(line.body.get("amended")),
        )
