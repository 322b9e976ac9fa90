"""`dice-table new-game`: writes the skeleton of a game, with its test and its sentences to be translated."""

import re
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, typed
from kiosk.commands.checkout import workshop

LANGUAGE = "fr"

GAME = '''"""{title}: say here in one line how it is played."""

from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, Preset, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import Play, State
from kiosk.games.text import say

TARGET = 3
"""Points that win."""
TIE = "tie"


class {kind}(Rounds[State]):
    """The highest throw of each round takes a point.

    What else a game may be asked stands in kiosk/games/game.py, and what a `Pick` or a `Lesson` holds beside them;
    `dice-table new-game {name} --test` plays the game, and says what is wrong with it.
    """

    name = "{name}"
    title = say("{title}")
    about = say("{title}: what it is played with, and for")
    dice = 2
    switches = (FIRST,)
    presets = presets(text=Preset(say("As written"), say("where these rules come from")))
    rules = (
        say("{title}: everybody throws two dice once."),
        say("{title}: the highest sum takes a point; three points win."),
    )

    @property
    def lesson(self) -> Lesson:
        """What decides the game, best first, drawn on a page beside the rules; and its words."""
        examples = (
            Example(say("the best of all"), say("{{n}}", n=12), ((6, 6),)),
            Example(say("any other"), say("{{first}} to {{last}}", first=11, last=2), ((6, 5), (1, 1))),
        )
        words = (
            Word(say("Sum"), say("{title}: the pips of both dice together")),
            Word(say("Tie-break"), say("One more turn each, among the tied")),
        )
        return Lesson(examples=examples, words=words)

    def settle(self, play: Play[State]) -> None:
        """A point for the highest; the tied throw again for it."""
        winner = self.point(play, TIE, sum)
        if winner is None:
            return
        if play.state.counts[winner] == TARGET:
            self.win(play)
        else:
            self.next_round(play, play.state.leader + 1)
'''

TEST = '''"""{title}: its vectors."""

from {module} import {kind}
from kiosk.games.core import Over, Roll

RULES = {kind}()


def test_the_highest_takes_a_point_and_three_win() -> None:
    state = RULES.start(2, 0)
    for thrown in (6, 6), (1, 2), (3, 3), (5, 5), (1, 1), (6, 5):  # the lead passes on
        state, _ = RULES.apply(state, Roll(thrown))
    assert state.counts == (2, 1)
    for thrown in (1, 1), (6, 5):
        state, _ = RULES.apply(state, Roll(thrown))
    assert RULES.waits(state) == Over(((0,), (1,)))
'''

PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "dice-table-{dashed}"
version = "0.1.0"
description = "{title}, for the Dice Table"
requires-python = ">=3.11"

[project.entry-points."dice_table.games"]
{name} = "{package}:{kind}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


@app.command("new-game")
@in_a_sentence
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As on the command line: three_in_a_row.")],
    *,
    package: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a package of its own there, which no change of this program needs."),
    ] = None,
    test: Annotated[
        bool,
        typer.Option("--test", help="Write nothing: play the game NAME that there is, and say what is wrong with it."),
    ] = False,
) -> None:
    """Write a small game to begin with: its file, its test, and its sentences for the translator."""
    from kiosk.games.registry import games

    if test:
        _test(name)
        return

    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise Failure(f"{name} is no name for a game: write small letters, figures and _, as three_in_a_row.", 2)
    if name in {known.name for known in games()}:
        raise Failure(f"There is a game {name} already: choose another name.", 2)
    words = {
        "name": name,
        "title": name.replace("_", " ").capitalize(),
        "kind": name.title().replace("_", ""),
        "dashed": name.replace("_", "-"),
        "package": f"dice_table_{name}",
    }
    if package is not None:
        _write_package(package, words)
    else:
        _write_here(words)


def _test(name: str) -> None:
    """Play matches of every preset by chance, and look at all that they show."""
    from kiosk.commands.game_check import MATCHES, faults
    from kiosk.games.options import OptionError
    from kiosk.games.registry import game, left_out

    try:
        kind = game(name)
    except OptionError as error:
        raise Failure(" ".join([str(error), *left_out()]), 2) from error
    found = list(faults(kind))
    if found:
        raise Failure("\n".join(f"{name}: {fault}." for fault in found))
    print(f"{name}: {len(kind.presets) * MATCHES} matches were played, and nothing is wrong with what they show.")


def _write_here(words: dict[str, str]) -> None:
    """Among the games of the house, in a checkout."""
    from kiosk.games import registry

    folder = Path(registry.__file__).parent
    tests = folder.parent.parent / "tests" / "kiosk" / "games"
    if not tests.is_dir():
        raise Failure("This program runs without its tests, so it is no checkout: say --package FOLDER.", 2)
    name = words["name"]
    _write(folder / f"{name}.py", GAME.format(**words))
    _write(tests / f"test_{name}.py", TEST.format(**words, module=f"kiosk.games.{name}"))
    print(f"These sentences wait for their French in kiosk/locale/{LANGUAGE}.po:", flush=True)
    workshop("catalogues", LANGUAGE, checkout=folder.parent.parent)
    played = typed("play", "--headless", "--game", name)
    print(f"Then: DICE_TABLE_WRITE_GOLDEN=1 pytest tests/kiosk/games -k {name}, and {played}")


def _write_package(folder: Path, words: dict[str, str]) -> None:
    """A package of its own, found by its entry point once it is installed beside this program."""
    package = folder / words["package"]
    _write(folder / "pyproject.toml", PROJECT.format(**words))
    _write(package / "__init__.py", GAME.format(**words))
    _write(folder / f"test_{words['name']}.py", TEST.format(**words, module=words["package"]))
    print(f"Then: pip install -e {folder}, beside this program; {typed('doctor')} says whether the game is found.")


def _write(file: Path, text: str) -> None:
    """A new file; never over one that is there; raises a Failure if there is one."""
    if file.exists():
        raise Failure(f"{file} is there already: move it away, or choose another name.")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(file)
