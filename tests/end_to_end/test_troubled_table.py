"""What guests and machines do to a table: the right sentence, nothing lost, and play goes on once it is put right."""

import pytest
from at_table import AtTable, goes_on

from hardware.faults import CameraFault, CameraFaultKind
from hardware.panel import KEEPS, Button
from hardware.simulator.camera import Mishap
from kiosk.games.core import Stop
from kiosk.pipeline import camera_monitor
from kiosk.ruling import NoticeId, RulingId
from kiosk.session.fault_texts import camera_trouble
from kiosk.view import AttractView, DialogView, ProblemView

# --- buttons ---------------------------------------------------------------------------------------------------------


def test_a_button_stuck_for_an_hour(chosen: AtTable) -> None:
    chosen.headless.fingers.press(KEEPS[4], chosen.table.time)
    chosen.doze(3600.0)
    assert isinstance(chosen.shows, AttractView)
    chosen.press(Button.END)
    before = list(chosen.match.actions)
    assert chosen.kept == [4]
    goes_on(chosen)
    chosen.press(Button.END)
    assert chosen.match.actions[len(before) + 2 :] == [Stop()]


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_hand_that_stays(chosen: AtTable) -> None:
    chosen.table.hover(7.0)
    chosen.watch(6.0)
    assert chosen.play.notice_id is NoticeId.HAND_OVER
    chosen.settle()
    assert chosen.play.notice_id is not NoticeId.HAND_OVER
    goes_on(chosen)


# --- the camera ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mishap", [Mishap.STALLED, Mishap.FROZEN])
def test_the_camera_fails_and_comes_back(chosen: AtTable, mishap: Mishap) -> None:
    chosen.camera.mishap = mishap
    chosen.watch(2.5)
    for _ in range(16):
        if isinstance(chosen.shows, ProblemView) or chosen.session.view.alert is not None:
            break
        chosen.watch(0.5)
    told = {
        Mishap.STALLED: camera_trouble(CameraFault(CameraFaultKind.HANGS)),
        Mishap.FROZEN: camera_trouble(camera_monitor.FROZEN),
    }
    shown = chosen.shows
    if isinstance(shown, ProblemView):
        assert (shown.what, shown.remedy) == (told[mishap].what, told[mishap].remedy)
        chosen.press(Button.END)
    assert chosen.session.view.alert == told[mishap].line
    assert chosen.play.ruling.id is RulingId.NO_CAMERA_CHOICE
    chosen.camera.mishap = None
    chosen.watch(2.5)
    assert chosen.session.view.alert is None
    goes_on(chosen)


def test_without_a_camera_throws_are_entered_and_play_goes_on_when_it_is_back(chosen: AtTable) -> None:
    chosen.camera.mishap = Mishap.UNPLUGGED
    chosen.watch(8.0)
    assert isinstance(chosen.shows, ProblemView)
    chosen.press(Button.END)
    chosen.press(Button.END, seconds=1.0)
    assert isinstance(chosen.shows, DialogView)
    for _ in range(2):
        chosen.press(KEEPS[0])
    chosen.press(Button.END)
    assert chosen.rolls[-1] == (1, 3)
    chosen.camera.mishap = None
    chosen.lay(4, 3, 1)
    assert chosen.asks is None
    assert chosen.hand == [1, 3, 4]
