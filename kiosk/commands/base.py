"""What every command is made with: the application, failures told in a sentence, options that several share."""

from __future__ import annotations

import importlib.util
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from kiosk.settings.config import Settings

app = typer.Typer(
    name="dice-table",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Real dice on a bar table, a camera above, and the games played with them.",
)

EXTRAS = {
    "simulate": ("A simulated table", ("mujoco",)),
    "paper": ("What is printed or filmed", ("fpdf", "PIL")),
    "lamps": ("What tells a broker", ("paho",)),
    "league": ("A league", ("sqlalchemy", "starlette", "uvicorn", "jinja2", "argon2")),
}
"""What each extra is for, and the modules that it brings."""
NOT_SET_UP = 78
"""EX_CONFIG of sysexits.h: a unit is not started again for that (systemd/dice-table-uplink.service)."""
FORESEEN = {
    "builtins.OSError": 1,
    "hardware.building.BuildingError": 2,
    "hardware.camera.CameraError": 1,
    "kiosk.appliance.card.wishes.WishError": 2,
    "kiosk.appliance.steps.InstallError": 1,
    "kiosk.games.options.OptionError": 2,
    "kiosk.history.history.HistoryError": 1,
    "kiosk.match.database.JournalError": 1,
    "kiosk.odds.question.QuestionError": 2,
    "kiosk.settings.config_file.ConfigError": 2,
    "kiosk.simulation.headless.StuckError": 1,
    "league.pages.app.PortError": 1,
    "league.server.database.AddressError": NOT_SET_UP,
    "league.server.database.StoreError": 1,
    "league.uplink.link.SetupError": NOT_SET_UP,
}
"""Errors whose message is the sentence to say, and the exit code; by name, as to load them all takes a second."""

P = ParamSpec("P")
R = TypeVar("R")


class Failure(Exception):  # noqa: N818  it is what the command ends with, and has an exit code of its own
    """What went wrong, in one sentence; `code` is 1 for a failure, 2 for a command that was not understood."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def in_a_sentence(command: Callable[P, R]) -> Callable[P, R]:
    """End a command that fails with one sentence on standard error, never with a traceback."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*map(_at_home, args), **{key: _at_home(value) for key, value in kwargs.items()})  # type: ignore[arg-type]
        except (KeyboardInterrupt, typer.Abort):  # the latter where a question was not answered
            raise SystemExit(130) from None
        except BrokenPipeError:
            # Whoever read our output has seen enough; closing it once more at exit must not complain either.
            sys.stdout = None
            raise SystemExit(0) from None
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            sentence = _sentence(error)
        print(sentence, file=sys.stderr)
        raise SystemExit(code)

    return wrapped


def as_document(document: object) -> str:
    """One JSON document on one line, in letters that standard output can write: ASCII where it is not Unicode."""
    return json.dumps(document, ensure_ascii=not str(sys.stdout.encoding).lower().startswith("utf"))


def typed(*words: object) -> str:
    """A command of this program that works as it is typed here: by the way in which the program itself was started."""
    started = Path(sys.argv[0])
    found = shutil.which(started.name)
    if started.name == "__main__.py":
        program = [sys.executable, "-m", "kiosk"]
    elif str(started) == started.name or (found is not None and Path(found) == started):
        program = [started.name]
    else:
        program = [str(started)]
    line = [*program, *map(str, words)]
    return subprocess.list2cmdline(line) if sys.platform == "win32" else shlex.join(line)


def settings_of(file: Path | None, options: Mapping[str, Any] | None = None) -> Settings:
    """The settings as the table itself understands them, for a command that looks where the table plays.

    What can't be used of them is told on standard error, and stops nothing.
    """
    from kiosk.settings.config import usable_settings

    settings, mistakes = usable_settings(file, options)
    for mistake in mistakes:
        print(mistake.sentence, file=sys.stderr)
    return settings


def _at_home(value: object) -> object:
    """A path whose ~ no shell has replaced, as in --out=~/screens, from the home folder on; all else as it is."""
    if isinstance(value, list):
        return [_at_home(item) for item in value]
    if not isinstance(value, Path):
        return value
    try:
        return value.expanduser()
    except RuntimeError as error:
        raise Failure(f"Nobody knows what home {value.parts[0]} is: write the whole path.", 2) from error


def needs(extra: str, code: int = 1) -> None:
    """Say what is missing, where an extra is not installed; raises a Failure if it is not."""
    for module in EXTRAS[extra][1]:
        if importlib.util.find_spec(module) is None:
            raise Failure(_lacks(extra, module), code)


def _lacks(extra: str, module: str) -> str:
    words = [sys.executable, "-m", "pip", "install", f".[{extra}]"]
    command = subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
    return f"{EXTRAS[extra][0]} needs more ({module}): {command} in the folder that dice-table was installed from."


def _extra_of(error: Exception) -> str | None:
    module = str(error.name).partition(".")[0] if isinstance(error, ModuleNotFoundError) else None
    return next((extra for extra, (_, modules) in EXTRAS.items() if module in modules), None)


def _exit_code(error: Exception) -> int | None:
    """What a command that failed with this ends with; None if it is no failure that anybody foresaw."""
    if isinstance(error, Failure):
        return error.code
    if _extra_of(error) is not None:
        return 1
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__)
    return next((FORESEEN[name] for name in names if name in FORESEEN), None)


def _sentence(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError) and (extra := _extra_of(error)) is not None:
        return _lacks(extra, str(error.name))
    from hardware.camera import CameraError
    from kiosk.locale import SOURCE_LANGUAGE, translate
    from kiosk.session.fault_texts import camera_trouble

    if isinstance(error, CameraError):
        return translate(camera_trouble(error.fault).line, SOURCE_LANGUAGE)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename} cannot be used ({error.strerror})."
    return str(error)


@contextmanager
def written(file: Path) -> Iterator[None]:
    """A file that was asked for is written meanwhile; raises a Failure if it cannot be."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{file} cannot be written ({error.strerror}): name another place.") from error


def house_rules(given: list[str] | None) -> dict[str, str | int | bool]:
    options: dict[str, str | int | bool] = {}
    for rule in given or []:
        key, equals, value = rule.partition("=")
        if not equals:
            raise Failure(f"--option {rule} is no house rule: write KEY=VALUE.", 2)
        options[key] = value
    return options
