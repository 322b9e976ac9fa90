"""What the tests of the game share."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest
from command_line import Program, run
from sitting import Sitting, odds_once, playing

from kiosk.referee import coach
from kiosk.screen.window import Screen


@pytest.fixture(autouse=True)
def no_odds_are_worked_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most matches of these tests are by the same rules, and odds take longest of all."""
    monkeypatch.setattr(coach, "Odds", odds_once)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a table keeps its matches; nothing is there yet."""
    return tmp_path / "data" / "matches.sqlite3"


@pytest.fixture
def dice_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """The command line, in this process."""
    return partial(run, capsys, monkeypatch)


@pytest.fixture
def sitting() -> Sitting:
    """Marie's turn begins."""
    return playing("le_421", "classique", {"charge_rolls": 3}, first=0)


@pytest.fixture
def bar(path: Path) -> Sitting:
    """Nobody has touched the table yet."""
    return Sitting(path=path)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """A small window on SDL's dummy display, to which nobody has done anything yet."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = Screen((800, 480))
    pygame.event.clear()
    yield screen
    screen.close()
