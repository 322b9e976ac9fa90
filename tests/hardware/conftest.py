"""What several tests of devices stand on."""

import pytest
from pressing import PINS

from hardware.camera import source
from hardware.simulator.fingers import Fingers


@pytest.fixture(autouse=True)
def no_webcam_of_this_pc(monkeypatch: pytest.MonkeyPatch) -> None:
    """None stands in for a camera that a test lacks on purpose."""
    monkeypatch.setattr(source, "stand_in", lambda *_: None)


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(PINS)
