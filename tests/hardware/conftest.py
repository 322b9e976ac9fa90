"""What several tests of devices stand on."""

from __future__ import annotations

import pytest
from pressing import PINS

from hardware.simulator.fingers import Fingers


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(PINS)
