"""What several tests of watching begin with."""

import pytest
from drawn_table import DrawnSession


@pytest.fixture
def session() -> DrawnSession:
    """An empty tray that has been looked at for half a second."""
    session = DrawnSession()
    session.wait(0.5)
    return session
