"""Faults of the machine: said in the players' language, told once on the whole screen, and play goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.presses import Button, Press
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys, obey
from kiosk.session.fault_texts import FaultText
from kiosk.session.modes import Mode
from kiosk.view import ProblemView

BLIND_S = 4.0
"""A camera that is back within this is no problem that anybody must hear of."""


@dataclass(frozen=True, slots=True)
class Problem(Mode):
    """A fault shown once, on the whole screen; any button goes on with the match."""

    fault: ProblemView
    dismiss: Deed
    since: float = 0.0

    @property
    def view(self) -> ProblemView:
        """What is wrong, what to do, and how the match goes on meanwhile."""
        return self.fault

    @property
    def keys(self) -> Keys:
        """All buttons do the same."""
        return {button: Key(None, self.dismiss) for button in Button} | {Button.END: Key(say("Go on"), self.dismiss)}

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Whoever pressed before it was shown has not read it."""
        if press.time >= self.since:
            obey(self, press, goes_on=goes_on)


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


@dataclass(slots=True)
class Faults:
    """What is wrong now, and who has read it.

    Attributes:
        camera: what is wrong with the camera; None if nothing.
        journal: what is wrong with the journal.
        panel: what is wrong with the buttons: others and the keyboard do the same, so a line is enough.
        problem: what fills the screen until somebody presses a button.
    """

    camera: FaultText | None = None
    journal: Text | None = None
    panel: Text | None = None
    problem: Problem | None = None
    _blind_since: float | None = None
    _shown: set[Text | FaultText] = field(default_factory=set)
    """Those that filled the screen already."""

    def camera_fails(self, trouble: FaultText | None, now: float) -> None:
        """What is wrong with the camera from now on; None: it sees."""
        self.camera = trouble
        if trouble is None:
            self._blind_since = None
        elif self._blind_since is None:
            self._blind_since = now

    def watch(self, journal: Text | None, now: float, *, playing: bool) -> None:
        """Show a new fault on the whole screen, once, while somebody is `playing`; the line on top stays."""
        self.journal = journal
        if self.camera is None:
            self._shown &= {journal} if journal is not None else set()
            if journal is None:
                self.problem = None
        if self.problem is not None or not playing:
            return
        lasting = self._blind_since is not None and now - self._blind_since >= BLIND_S
        if lasting and self.camera is not None and not self._shown - {journal}:
            self._show(self.camera, camera_problem(self.camera), now)
        elif journal is not None and journal not in self._shown:
            self._show(journal, journal_problem(journal), now)

    @property
    def line(self) -> Text | None:
        """What to say above everything; nothing where the whole screen says it."""
        if self.problem is not None:
            return None
        return (None if self.camera is None else self.camera.line) or self.journal or self.panel

    def _show(self, trouble: Text | FaultText, fault: ProblemView, now: float) -> None:
        self._shown.add(trouble)
        self.problem = Problem(fault, self._dismiss, now)

    def _dismiss(self) -> None:
        self.problem = None
