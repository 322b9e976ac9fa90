"""Faults of the machine: said in the players' language, told once on the whole screen, and play goes on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import ClassVar

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Key, Keys
from kiosk.session.fault_texts import FaultText
from kiosk.session.modes import Layer, Mode, Stack
from kiosk.view import ProblemView

BLIND_S = 4.0
"""A camera that is back within this is no problem that anybody must hear of."""


def camera_problem(trouble: FaultText) -> ProblemView:
    """The camera is lost."""
    return ProblemView(
        say("The table is blind"),
        trouble.what,
        trouble.remedy,
        say("The match goes on: throw, and enter the dice by hand until the camera is back."),
    )


def journal_problem(trouble: Text) -> ProblemView:
    """Matches are not safely on disk."""
    return ProblemView(
        say("The match is not being saved"),
        trouble,
        say("Make room on the disk, close the other program, or ask whoever looks after the table."),
        say("The match goes on: only a power cut would lose it."),
    )


class Source(StrEnum):
    """What may be in trouble, the worst first."""

    CAMERA = "camera"
    JOURNAL = "journal"
    PANEL = "panel"


PATIENCE_S = {Source.CAMERA: BLIND_S, Source.JOURNAL: 0.0}


class Shown(Enum):
    """How far people have heard of a fault on the whole screen."""

    NOT_YET = "not yet"
    NOW = "now"
    READ = "read"


@dataclass(slots=True, eq=False)
class Standing:
    """Something that is wrong, for as long as it is.

    Attributes:
        line: what is said above everything.
        page: what the whole screen says, once; None where a line is enough: others and the keyboard do the same as
            buttons that fail.
        since: when it began, seconds.
    """

    line: Text
    page: ProblemView | None
    since: float
    shown: Shown = Shown.NOT_YET


@dataclass(frozen=True, slots=True, eq=False)
class Problem(Mode):
    """A fault shown once, on the whole screen; any button goes on with the match."""

    layer: ClassVar[Layer] = Layer.FAULT
    stack: Stack
    standing: Standing

    @property
    def view(self) -> ProblemView:
        """What is wrong, what to do, and how the match goes on meanwhile."""
        assert self.standing.page is not None
        return self.standing.page

    @property
    def keys(self) -> Keys:
        """All buttons do the same."""
        return {button: Key(None, self.dismiss) for button in Button} | {Button.END: Key(say("Go on"), self.dismiss)}

    def dismiss(self) -> None:
        """Somebody has read it."""
        self.standing.shown = Shown.READ
        self.stack.leave(self)


class Faults:
    """What is wrong now; of a fault that is over nothing stays."""

    def __init__(self, stack: Stack) -> None:
        """`stack`: what fills the screen is laid on it."""
        self._stack = stack
        self._standing: dict[Source, Standing] = {}

    def camera_fails(self, trouble: FaultText | None, now: float) -> None:
        """What is wrong with the camera from now on; None: it sees."""
        line, page = (None, None) if trouble is None else (trouble.line, camera_problem(trouble))
        self._fails(Source.CAMERA, line, page, now)

    def journal_fails(self, trouble: Text | None, now: float) -> None:
        """Why matches are not safely on disk from now on; None: they are."""
        self._fails(Source.JOURNAL, trouble, None if trouble is None else journal_problem(trouble), now)

    def panel_fails(self, trouble: Text | None, now: float) -> None:
        """What is wrong with the buttons from now on; None: nothing."""
        self._fails(Source.PANEL, trouble, None, now)

    def tick(self, now: float, *, playing: bool) -> None:
        """Show what has lasted on the whole screen, once, while somebody is `playing`."""
        if not playing or self.problem is not None:
            return
        for source, patience in PATIENCE_S.items():
            fault = self._standing.get(source)
            if fault is not None and fault.shown is Shown.NOT_YET and now - fault.since >= patience:
                fault.shown = Shown.NOW
                self._stack.open(Problem(self._stack, fault))
                return

    @property
    def blind(self) -> bool:
        """Whether the camera sees nothing."""
        return Source.CAMERA in self._standing

    @property
    def problem(self) -> Problem | None:
        """What fills the screen until somebody presses a button, or it is over."""
        return self._stack.find(Problem)

    @property
    def line(self) -> Text | None:
        """What to say above everything, of the worst there is."""
        return next((self._standing[source].line for source in Source if source in self._standing), None)

    def _fails(self, source: Source, line: Text | None, page: ProblemView | None, now: float) -> None:
        if line is not None:
            fault = self._standing.setdefault(source, Standing(line, page, now))
            fault.line, fault.page = line, page  # it may be told in other words now
        elif (over := self._standing.pop(source, None)) is not None and over.shown is Shown.NOW:
            self._stack.leave(self.problem)
