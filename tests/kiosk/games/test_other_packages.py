"""A game of a package of its own is found by its entry point; a faulty one is named and left out."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run

import kiosk.games
from kiosk.appliance.doctor import Level
from kiosk.appliance.doctor.files import check_files
from kiosk.commands.game_check import play
from kiosk.games import registry
from kiosk.games.core import Over
from kiosk.games.registry import forget, game, games, left_out
from kiosk.settings.config import Settings

HOUSE = {known.name for known in games()}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose packages are installed; look with `forget`."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    forget()
    for name in set(sys.modules) - before:
        if name.startswith("dice_table_"):
            del sys.modules[name]


def install(folder: Path, name: str, value: str, source: str | None = None) -> None:
    """As pip leaves a package there: its module, and what it says of itself."""
    package = f"dice_table_{name}"
    if source is not None:
        (folder / package).mkdir(exist_ok=True)
        (folder / package / "__init__.py").write_text(source, encoding="utf-8")
    info = folder / f"{package}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[dice_table.games]\n{name} = {value}\n")
    forget()


def plays_to_its_end(name: str) -> None:
    rules = game(name)()
    assert rules.lesson.examples
    assert rules.lesson.words
    *_, (_, _, last) = play(rules, 4, seed=3)
    assert isinstance(rules.waits(last), Over)


def test_the_skeleton_as_a_package_of_its_own_is_a_game(
    packages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run(capsys, monkeypatch, "new-game", "high_two", "--package", str(packages))
    assert code == 0, err
    project = (packages / "pyproject.toml").read_text(encoding="utf-8")
    assert 'high_two = "dice_table_high_two:HighTwo"' in project
    install(packages, "high_two", "dice_table_high_two:HighTwo")
    assert {known.name for known in games()} == HOUSE | {"high_two"}
    assert left_out() == ()
    plays_to_its_end("high_two")


def test_the_skeleton_among_the_games_of_the_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, tests = tmp_path / "kiosk" / "games", tmp_path / "tests" / "kiosk" / "games"
    folder.mkdir(parents=True)
    tests.mkdir(parents=True)
    monkeypatch.setattr(registry, "__file__", str(folder / "registry.py"))
    asked: list[str] = []
    monkeypatch.setattr(
        "kiosk.commands.new_game.workshop", lambda *words, checkout: asked.extend([*words, checkout.name])
    )
    code, out, err = run(capsys, monkeypatch, "new-game", "high_two")
    assert code == 0, err
    assert asked == ["catalogues", "fr", tmp_path.name]
    assert "wait for their French" in out
    monkeypatch.setattr(kiosk.games, "__path__", [*kiosk.games.__path__, str(folder)])
    forget()
    try:
        plays_to_its_end("high_two")
        source = (tests / "test_high_two.py").read_text(encoding="utf-8")
        names: dict[str, object] = {}
        exec(compile(source, "test_high_two.py", "exec"), names)
        vector = names["test_the_highest_takes_a_point_and_three_win"]
        assert callable(vector)
        vector()
    finally:
        sys.modules.pop("kiosk.games.high_two", None)
        vars(kiosk.games).pop("high_two", None)
        monkeypatch.undo()
        forget()


@pytest.mark.parametrize("name", ["le_421", "High Two", "7up"])
def test_a_name_that_cannot_be_is_refused(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run(capsys, monkeypatch, "new-game", name)
    assert code == 2
    assert name in err


FAULTY = {
    "broken": ("dice_table_broken:Broken", "import nothing_of_the_kind\n", "ModuleNotFoundError"),
    "number": ("dice_table_number:Number", "Number = 7\n", "it is no Game"),
    "half": (
        "dice_table_half:Half",
        "from kiosk.games.rounds import Rounds\nclass Half(Rounds):\n    name = 'half'\n",
        "it does not answer settle",
    ),
    "again": ("kiosk.games.mexico:Mexico", None, None),
    "double": (
        "dice_table_double:Double",
        "from kiosk.games.mexico import Mexico\nclass Double(Mexico):\n    pass\n",
        "there is a game mexico already",
    ),
    "fails": (
        "dice_table_fails:Fails",
        "from kiosk.games.mexico import Mexico\nclass Fails(Mexico):\n    name = 'fails'\n    new = None\n",
        "TypeError",
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_one_is_named_and_left_out(name: str, packages: Path, tmp_path: Path) -> None:
    value, source, why = FAULTY[name]
    install(packages, name, value, source)
    assert {known.name for known in games()} == HOUSE
    checks = [check for check in check_files(Settings(data=tmp_path / "data"), None) if check.name == "games"]
    assert checks[0].level is Level.OK
    if why is None:
        assert left_out() == ()
        return
    (sentence,) = left_out()
    assert sentence.startswith(f"The game {name} of the package dice_table_{name} is left out: ")
    assert why in sentence
    assert "\n" not in sentence
    assert [(check.level, check.found) for check in checks[1:]] == [(Level.WARNING, sentence)]
