"""Faults of the machine are told to the players, the worst on a page of its own, and play goes on."""

import pytest

from hardware.faults import CameraFault, CameraFaultKind
from hardware.panel import Button, Press, PressKind
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.faults import BLIND_S, Faults, camera_problem
from kiosk.session.modes import Stack
from kiosk.session.session import Session
from kiosk.view import PlayView, ProblemView

CAMERA_LOST = camera_trouble(CameraFault(CameraFaultKind.HANGS))


@pytest.fixture
def session() -> Session:
    session = Session(Journal())
    session.begin("le_421", "classique", {}, ["Marie", "Jean"], 0)
    return session


def test_whoever_was_pressing_as_a_fault_came_has_not_read_it(session: Session) -> None:
    session.tick(1.0)
    session.camera_fails(CAMERA_LOST)
    session.tick(1.0 + BLIND_S)
    for began, read in ((0.9 + BLIND_S, False), (1.1 + BLIND_S, True)):
        session.press(Press(frozenset({Button.END}), PressKind.SHORT, began))
        assert isinstance(session.view.scene, PlayView) == read


def test_a_full_disk_is_told(session: Session) -> None:
    trouble: Text = say("The journal {file} cannot be written.", file="x")
    session._journal.trouble = trouble
    session.tick(1.0)
    scene = session.view.scene
    assert isinstance(scene, ProblemView)
    assert scene.what == trouble
    assert session.view.alert is None, "not twice on one screen"


class Machine:
    """Two things that may fail, while somebody plays."""

    def __init__(self) -> None:
        self.faults = Faults(Stack())
        self.now = 0.0

    def camera(self, kind: CameraFaultKind | None) -> None:
        self.faults.camera_fails(None if kind is None else camera_trouble(CameraFault(kind)), self.now)

    def disk(self, trouble: Text | None) -> None:
        self.faults.journal_fails(trouble, self.now)

    def read(self) -> None:
        assert self.faults.problem is not None
        self.faults.problem.dismiss()

    @property
    def page(self) -> str | None:
        """The page that is shown a while later."""
        self.now += 2 * BLIND_S
        self.faults.tick(self.now, playing=True)
        return None if self.faults.problem is None else self.faults.problem.view.title.message


BLIND, UNSAVED = "The table is blind", "The match is not being saved"
FULL = say("The disk is full")


def test_of_two_faults_each_page_goes_with_its_own() -> None:
    table = Machine()
    table.camera(CameraFaultKind.HANGS)
    assert table.page == BLIND
    table.disk(FULL)
    assert table.page == BLIND, "one after the other"
    table.camera(None)
    assert table.page == UNSAVED
    table.read()
    assert table.page is None
    assert table.faults.line == FULL
    table.camera(CameraFaultKind.HANGS)
    assert table.page == BLIND
    table.read()
    table.disk(None)
    table.disk(FULL)
    assert table.page == UNSAVED, "it has come anew, though the camera is still away"


def test_a_page_tells_what_is_wrong_now() -> None:
    table = Machine()
    table.camera(CameraFaultKind.HANGS)
    assert table.page == BLIND
    table.camera(CameraFaultKind.BLACK)
    assert table.faults.problem is not None
    assert table.faults.problem.view == camera_problem(camera_trouble(CameraFault(CameraFaultKind.BLACK)))
    table.read()
    table.camera(CameraFaultKind.HANGS)
    assert table.page is None, "it is one fault, told in other words, and was read"
