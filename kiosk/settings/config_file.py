"""The settings file: what its lines say, and what is wrong with them."""

from collections.abc import Sequence
from pathlib import Path

from kiosk.files import read_bytes
from kiosk.games.text import say
from kiosk.settings.mistakes import Mistake, Said, mistake, toml, who
from kiosk.settings.salvage import LARGEST_BYTES, WrongLine, decoded, settings_in

FORMAT = 3
"""The file's format. Format 1 had no line that said so, and sound = true or false; older ones are understood as they
are."""
SHOWN = 28
"""The screen shows 28 letters of a wrong line: with the words around them they fit at 800 pixels."""


class ConfigError(Exception):
    """The settings cannot be used; `mistakes` say why and what to mend, and the message is the first of them."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__(mistakes[0])
        self.mistakes = mistakes


def read(path: Path) -> tuple[Sequence[Said], Sequence[Mistake]]:
    """The file's lines that can be read, and mistakes for those that can't.

    Raises:
        ConfigError: there is no such file.
    """
    try:
        text = decoded(read_bytes(path, LARGEST_BYTES))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: there is no such file; `dice-table config` prints one to begin with.") from error
    except OSError as error:
        return _nothing(path, f"cannot be read ({error.strerror}); let this user read it.")
    if text is None:
        return _nothing(path, "is no text; `dice-table config` prints one to begin with.")
    said: list[Said] = []
    mistakes: list[Mistake] = []
    for found in settings_in(text):
        if isinstance(found, WrongLine):
            mistakes.append(_not_understood(path, found))
        else:
            said.append(Said(str(path), found[1], found[0]))
    of_format = who(said, ["format"])
    version = of_format.values.get("format", FORMAT)
    if isinstance(version, int) and version > FORMAT:
        return _nothing(path, f"is of a newer format ({version}); use the version of dice-table that wrote it.")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        told = f"format cannot be {toml(version)}; it is {FORMAT} today, or left out."
        mistakes.append(mistake(of_format, ["format"], told))
    return [line for line in said if "format" not in line.values], mistakes


def _nothing(path: Path, why: str) -> tuple[Sequence[Said], Sequence[Mistake]]:
    shown = say("The settings {file} cannot be read: everything is as by default", file=path.name)
    return [], [Mistake(f"{path}: {why}", shown)]


def _not_understood(path: Path, wrong: WrongLine) -> Mistake:
    line = say("Settings, line {line}", line=wrong.line)
    shown = say(
        "{where}: {written} is not understood, the table plays without it", where=line, written=wrong.written[:SHOWN]
    )
    return Mistake(f"{path}, line {wrong.line}: {wrong.why}; mend this: {wrong.written}", shown, wrong.line)
