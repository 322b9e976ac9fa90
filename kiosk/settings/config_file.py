"""The settings file as text: read, brought to today's format with the old one kept, and the line that says a thing."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.files import unused_name, write_atomic

FORMAT = 2
"""Of the file; the first format had no line that said so."""


class ConfigError(Exception):
    """The settings cannot be used; the message is one English sentence with the mend, `mistakes` are all of them."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__(mistakes[0])
        self.mistakes = mistakes


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A file as it is on disk, and its values as this version reads them."""

    path: Path
    text: str
    values: dict[str, Any]

    def place(self, key: Sequence[str]) -> str:
        """Where in the file `key` is set."""
        line = line_of(self.text, key)
        return str(self.path) if line is None else f"{self.path}, line {line}"


def read(path: Path) -> ConfigFile:
    """The settings file; one of an older format is brought up to date, where it can be written, and kept beside.

    Raises:
        ConfigError: it cannot be read, or is of a newer format.
    """
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: there is no such file; `dice-table config` prints one to begin with.") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); let this user read it.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not text in UTF-8; save it as such.") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML; mend this: {error}.") from error
    version = values.pop("format", 1)
    if not isinstance(version, int) or version > FORMAT:
        raise ConfigError(f"{path}: is of a newer format ({version}); use the version of dice-table that wrote it.")
    today = _migrated(text, version)
    if today == text:
        return ConfigFile(path, text, values)
    values = tomllib.loads(today)
    del values["format"]
    try:
        _replace(path, version, today)
    except OSError:
        return ConfigFile(path, text, values)  # as the table's own user, who may only read it
    return ConfigFile(path, today, values)


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


_STEPS: dict[int, Callable[[str], str]] = {1: _sound_has_levels}


def _replace(path: Path, version: int, text: str) -> None:
    """Write the file anew, and keep what was there."""
    kept = unused_name(path, f"format-{version}")
    shutil.copy2(path, kept)
    try:
        write_atomic(path, text)
    except OSError:
        kept.unlink()  # or there were one more with every start
        raise
