"""Faults of the machine: said in the players' language, told once on the whole screen, and play goes on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Key, Keys
from kiosk.session.fault_texts import FaultText
from kiosk.session.modes import Layer, Mode, Stack
from kiosk.view import ProblemView

BLIND_S = 4.0
"""A camera that is back within 4 seconds fills no screen: nobody need hear of a short gap."""


def camera_problem(trouble: FaultText) -> ProblemView:
    return ProblemView(
        say("The table is blind"),
        trouble.what,
        trouble.remedy,
        say("The match goes on: throw, and enter the dice by hand until the camera is back."),
    )


def journal_problem(trouble: Text) -> ProblemView:
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
"""How long a fault must last, seconds, before it fills the screen; one of the panel never does."""


@dataclass(slots=True, eq=False)
class Problem(Mode):
    """A fault, for as long as it lasts; shown once on the whole screen, where any button goes on.

    Attributes:
        line: what is said above everything.
        page: what the whole screen says; None where a line is enough: of failing buttons, as other buttons and the
            keyboard can do the same.
        since: when it began, seconds.
        told: whether it was shown on the whole screen.
    """

    layer: ClassVar[Layer] = Layer.FAULT
    stack: Stack
    line: Text
    page: ProblemView | None
    since: float
    told: bool = False

    @property
    def view(self) -> ProblemView:
        assert self.page is not None
        return self.page

    @property
    def keys(self) -> Keys:
        return {button: Key(None, self.dismiss) for button in Button} | {Button.END: Key(say("Go on"), self.dismiss)}

    def dismiss(self) -> None:
        self.stack.leave(self)


class Faults:
    """What is wrong now; a fault that is over leaves nothing behind."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._wrong: dict[Source, Problem] = {}

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
        # One at a time, the worst first; the next one follows when this has been read.
        for source, patience in PATIENCE_S.items():
            fault = self._wrong.get(source)
            if fault is not None and not fault.told and now - fault.since >= patience:
                fault.told = True
                self._stack.open(fault)
                return

    @property
    def blind(self) -> bool:
        return Source.CAMERA in self._wrong

    @property
    def problem(self) -> Problem | None:
        """What fills the screen until somebody presses a button, or it is over."""
        return self._stack.find(Problem)

    @property
    def line(self) -> Text | None:
        """The line of the worst fault, to be shown above everything; None if there is none."""
        return next((self._wrong[source].line for source in Source if source in self._wrong), None)

    def _fails(self, source: Source, line: Text | None, page: ProblemView | None, now: float) -> None:
        if line is not None:
            fault = self._wrong.setdefault(source, Problem(self._stack, line, page, now))
            fault.line, fault.page = line, page  # it may be told in other words now
        else:
            self._stack.leave(self._wrong.pop(source, None))
