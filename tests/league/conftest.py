"""A real Mosquitto on loopback, started by the tests; where it is not installed, they skip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mosquitto import MOSQUITTO, Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that runs."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed here (Debian: apt install mosquitto)")
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    yield broker
    broker.stop()
