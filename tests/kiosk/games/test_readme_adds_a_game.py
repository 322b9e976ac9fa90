"""The README shows a whole game: it is put in a file, found, and played as written there."""

from __future__ import annotations

import doctest
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kiosk.games
from kiosk.games.core import Over, Roll, Throw
from kiosk.games.registry import forget, game, games

README = Path(kiosk.games.__file__).with_name("README.md")


@pytest.fixture
def rotation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The README's game as one more file of the package."""
    source = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert source
    (tmp_path / "rotation.py").write_text(source[1], encoding="utf-8")
    monkeypatch.setattr(kiosk.games, "__path__", [*kiosk.games.__path__, str(tmp_path)])
    forget()
    yield
    forget()
    sys.modules.pop("kiosk.games.rotation", None)
    vars(kiosk.games).pop("rotation", None)


@pytest.mark.usefixtures("rotation")
def test_the_example_plays_as_the_readme_says() -> None:
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.usefixtures("rotation")
def test_the_example_is_a_game_like_any_other() -> None:
    rules = game("rotation")()
    chance = random.Random(12)
    state = rules.start(8)
    while not isinstance(wait := rules.waits(state), Over):
        assert isinstance(wait, Throw)
        assert rules.view(state).seat == wait.seat
        state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in wait.slots)))
    assert sorted(seat for group in wait.standing for seat in group) == list(range(8))


def test_it_is_not_there_otherwise() -> None:
    assert "rotation" not in [known.name for known in games()]
