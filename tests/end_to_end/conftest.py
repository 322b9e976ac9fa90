"""What the tests of the whole table share."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from at_table import AtTable
from readers import networks_once, read_once

from kiosk.referee.keeping import Keeping
from vision.reading.reader import Reader


@pytest.fixture(autouse=True)
def nothing_is_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of these tables begin alike, and reading takes longest of all."""
    monkeypatch.setattr(Reader, "read_steps", read_once)
    monkeypatch.setattr("vision.reading.reader.Networks", networks_once)


@pytest.fixture(params=[Keeping.BUTTONS])
def keeping(request: pytest.FixtureRequest) -> Keeping:
    """How players say which dice stay."""
    return Keeping(request.param)


@pytest.fixture
def at(keeping: Keeping) -> Iterator[AtTable]:
    """A table at which nothing was thrown yet, and up to three throws are allowed."""
    with closing(AtTable(keeping=keeping)) as at:
        yield at


@pytest.fixture
def chosen(at: AtTable) -> AtTable:
    """4, 2 and 1 lie there, of three throws, and the 4 is to stay: marked, or else left lying."""
    at.lay(4, 2, 1)
    assert at.rolls == [(1, 2, 4)]
    if at.keeping is Keeping.BUTTONS:
        at.keep(4)
        assert at.kept == [4]
    return at
