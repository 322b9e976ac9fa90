"""The README shows a whole game: it is put in a file, found, and played as written there."""

import doctest
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts import best

import kiosk.games
from kiosk.games.core import Action, Keep, Over, Roll, Stop, Throw
from kiosk.games.registry import forget, game
from kiosk.odds import Odds

README = Path(kiosk.games.__file__).with_name("README.md")

EXAMPLES = ("rotation", "pig")


@pytest.fixture
def rotation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The README's games as files more of the package."""
    sources = re.findall(r"```python\n(\"\"\".*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(sources) == len(EXAMPLES)
    for name, source in zip(EXAMPLES, sources, strict=True):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(kiosk.games, "__path__", [*kiosk.games.__path__, str(tmp_path)])
    forget()
    yield
    forget()
    for name in EXAMPLES:
        sys.modules.pop(f"kiosk.games.{name}", None)
        vars(kiosk.games).pop(name, None)


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


@pytest.mark.usefixtures("rotation")
def test_the_second_example_has_odds_and_ends() -> None:
    rules = game("pig")()
    odds, chance = Odds(rules, 3), random.Random(12)
    state = rules.start(3)
    while not isinstance(wait := rules.waits(state), Over):
        action: Action
        if isinstance(wait, Throw):
            action = Roll(tuple(chance.randint(1, 6) for _ in wait.slots))
        else:
            advice = best(odds, state)
            action = Stop() if advice.stop else Keep(advice.slots)
        state, _ = rules.apply(state, action)
    assert max(state.counts) >= 50
