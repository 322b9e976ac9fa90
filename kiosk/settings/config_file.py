"""The settings file as text: read, brought to today's format with the old one kept, and the line that says a thing."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.files import unused_name, write_atomic
from kiosk.games.text import say
from kiosk.settings.layers import Layer
from kiosk.settings.mistakes import Mistake, mistake, toml
from kiosk.settings.salvage import LARGEST_BYTES, WrongLine, decoded, salvaged

FORMAT = 3
"""Of the file; the first format had no line that said so."""
SHOWN = 28
"""Letters of a wrong line that the screen shows: with what is said of it they fit at 800 pixels."""


class ConfigError(Exception):
    """The settings cannot be used; the message is one English sentence with the mend, `mistakes` are all of them."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__(mistakes[0])
        self.mistakes = mistakes


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A file as far as it can be understood: its text, its values as this version reads them, what is wrong with it."""

    path: Path
    text: str
    values: dict[str, Any]
    mistakes: Sequence[Mistake] = ()

    @property
    def layer(self) -> Layer:
        """Its values as one source of the settings."""
        return Layer(str(self.path), self.values, partial(line_of, self.text))


def read(path: Path) -> ConfigFile:
    """The settings file, all but the lines that can't be read.

    One of an older format is brought up to date, where it can be written, and kept beside.

    Raises:
        ConfigError: there is none.
    """
    try:
        with path.open("rb") as file:
            text = decoded(file.read(LARGEST_BYTES + 1))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: there is no such file; `dice-table config` prints one to begin with.") from error
    except OSError as error:
        return _unreadable(path, f"cannot be read ({error.strerror}); let this user read it.")
    if text is None:
        return _unreadable(path, "is no text; `dice-table config` prints one to begin with.")
    whole, values, wrong = salvaged(text)
    mistakes = [_not_understood(path, line) for line in wrong]
    version = values.pop("format", FORMAT if wrong else 1)
    layer = Layer(str(path), {}, partial(line_of, whole))
    if isinstance(version, int) and version > FORMAT:
        newer = f"is of a newer format ({version}); use the version of dice-table that wrote it."
        return _unreadable(path, newer)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        told = f"format cannot be {toml(version)}; it is {FORMAT} today, or left out."
        return ConfigFile(path, whole, values, [*mistakes, mistake(layer, ["format"], told)])
    return _brought_up_to_date(ConfigFile(path, whole, values, mistakes), version)


def _brought_up_to_date(file: ConfigFile, version: int) -> ConfigFile:
    today = _migrated(file.text, version)
    if today == file.text:
        return file
    values = tomllib.loads(today)
    del values["format"]
    if file.mistakes:
        return replace(file, values=values)  # whoever mends it finds it as it was
    try:
        _replace(file.path, version, today)
    except OSError:
        return replace(file, values=values)  # as the table's own user, who may only read it
    return ConfigFile(file.path, today, values)


def _unreadable(path: Path, why: str) -> ConfigFile:
    shown = say("The settings {file} cannot be read: everything is as by default", file=path.name)
    return ConfigFile(path, "", {}, [Mistake(f"{path}: {why}", shown)])


def _not_understood(path: Path, wrong: WrongLine) -> Mistake:
    line = say("Settings, line {line}", line=wrong.line)
    shown = say(
        "{where}: {written} is not understood, the table plays without it", where=line, written=wrong.written[:SHOWN]
    )
    return Mistake(f"{path}, line {wrong.line}: {wrong.why}; mend this: {wrong.written}", shown, wrong.line)


def line_of(text: str, key: Sequence[str]) -> int | None:
    """The first line, counted from 1, that sets `key` or something in it; None if none does.

    A value may go over several lines, so the text is given to the parser line by line: what it accepts ends a value.
    """
    lines = text.splitlines()
    ended = 0
    for count in range(1, len(lines) + 1):
        try:
            values: Any = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue
        for part in key:
            if not isinstance(values, dict) or part not in values:
                break
            values = values[part]
        else:
            return next(n for n in range(ended + 1, count + 1) if lines[n - 1].split("#")[0].strip())
        ended = count
    return None


# --- earlier formats -------------------------------------------------------------------------------------------------


def _migrated(text: str, version: int) -> str:
    """The text in today's format, comments and all; the same text if nothing in it has changed its meaning."""
    today = text
    for step in range(version, FORMAT):
        today = _STEPS[step](today)
    if today == text:
        return text
    line = line_of(today, ["format"])
    lines = [f"format = {FORMAT}", *(one for n, one in enumerate(today.splitlines(), 1) if n != line)]
    return "\n".join(lines) + "\n"


def _sound_has_levels(text: str) -> str:
    """Format 2: sound is no longer on or off, but off, low or party."""
    line = line_of(text, ["sound"])
    if line is None:
        return text
    lines = text.splitlines()
    for old, new in (("true", '"low"'), ("false", '"off"')):
        lines[line - 1] = re.sub(rf"=\s*{old}\b", f"= {new}", lines[line - 1])
    return "\n".join(lines) + "\n" if lines != text.splitlines() else text


def _only_more(text: str) -> str:
    """Format 3: there is more to set, and nothing means another thing."""
    return text


_STEPS: dict[int, Callable[[str], str]] = {1: _sound_has_levels, 2: _only_more}


def _replace(path: Path, version: int, text: str) -> None:
    """Write the file anew, and keep what was there."""
    kept = unused_name(path, f"format-{version}")
    shutil.copy2(path, kept)
    try:
        write_atomic(path, text)
    except OSError:
        kept.unlink()  # or there were one more with every start
        raise
