"""Which source sets what; and mistakes: a sentence each with place and mend, and a short one for the screen."""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.settings.model import Settings

Path = Sequence[str]
COMMAND_LINE = "the command line"
DEFAULTS = "the defaults"
MOST_LETTERS = 100
"""A mistake repeats up to 100 letters of a value."""


class Said(NamedTuple):
    """What one line of a file, one variable or one option sets: values inside the tables that lead to them."""

    source: str
    values: dict[str, Any]
    line: int | None = None

    @property
    def place(self) -> str:
        return self.source if self.line is None else f"{self.source}, line {self.line}"

    def says(self, path: Path) -> bool:
        """Whether it sets `path`, or something above it that is no table."""
        values: Any = self.values
        for key in path:
            if not isinstance(values, dict):
                return True
            if key not in values:
                return False
            values = values[key]
        return True


def who(said: Iterable[Said], path: Path) -> Said:
    """The source that sets `path` last, and so counts; the defaults, if none does."""
    return next((line for line in reversed([*said]) if line.says(path)), Said(DEFAULTS, {}))


def nest(path: Path, value: Any) -> dict[str, Any]:
    """A value inside the tables of its path: {"screen": {"size": value}}."""
    for key in reversed(path):
        value = {key: value}
    nested: dict[str, Any] = value
    return nested


def overlaid(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = overlaid(lower, value) if isinstance(lower, dict) and isinstance(value, dict) else value
    return merged


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something in the settings that can't be used.

    Attributes:
        sentence: for whoever mends it, in English: the place, what is wrong, and what would be right.
        shown: the same in short, for the players' screen.
        line: line of the settings file, from 1; None if it is not in the file.
    """

    sentence: str
    shown: Text
    line: int | None = None


def alert(mistakes: Sequence[Mistake]) -> Text | None:
    """What the screen says until all are mended: the first one, and how many more there are."""
    if not mistakes:
        return None
    first, more = mistakes[0].shown, len(mistakes) - 1
    if not more:
        return first
    return say("{mistake} (and {n} mistake more)", "{mistake} (and {n} mistakes more)", mistake=first, n=more)


def mistake(said: Said, path: Path, sentence: str, *, unknown: bool = False) -> Mistake:
    """A mistake in the setting at `path`; `unknown`: there is no setting of that name."""
    line, key = said.line, ".".join(path)
    where = say("Settings, line {line}", line=line) if line is not None else say("Settings, {place}", place=said.source)
    if unknown:
        shown = say("{where}: there is no {key}", where=where, key=key)
    else:
        shown = say("{where}: {key} cannot be used, the table plays without it", where=where, key=key)
    return Mistake(f"{said.place}: {sentence}", shown, line)


def unusable(error: ValidationError, said: Said, values: dict[str, Any]) -> Iterator[tuple[Path, Mistake]]:
    """Every mistake of a refused line, each once; `values`: all settings with that line, as they were validated."""
    seen = set()
    for refused in error.errors(include_url=False):
        path, value = _written(values, refused["loc"])
        if (*path,) not in seen:
            seen.add((*path,))
            unknown = refused["type"] in {"extra_forbidden", "enum"} and path[-1] not in _known(path[:-1])
            told = _unknown(path) if unknown else _sentence(dict(refused), path, value)
            yield path, mistake(said, path, told, unknown=unknown)


def _written(values: dict[str, Any], location: tuple[int | str, ...]) -> tuple[list[str], Any]:
    # Pydantic's location leads on into the parts of a union or a tuple. The owner wrote the path only as far as there
    # are tables.
    path: list[str] = []
    value: Any = values
    for part in location:
        if not isinstance(value, dict) or part not in value:
            break
        path.append(str(part))
        value = value[part]
    return path, value


def _unknown(path: Path) -> str:
    known = _known(path[:-1])
    near = difflib.get_close_matches(path[-1], known, 1)
    hint = f'did you mean "{near[0]}"?' if near else f"what can be set there: {', '.join(known)}."
    return f'there is no "{".".join(path)[:MOST_LETTERS]}"; {hint}'


def _sentence(error: Mapping[str, Any], path: Path, value: Any) -> str:
    key = ".".join(path)
    if error["type"] == "value_error":
        return f"{key}: {error['ctx']['error']}."
    section, rest = _section(path)
    wanted = section.model_fields[rest[0]].description if rest else f"A table with {', '.join(section.model_fields)}."
    return f"{key} cannot be {_shortly(value)}; it is {_lower(wanted or '')}"


def _section(path: Path) -> tuple[type[BaseModel], Path]:
    """The model that `path` leads into, and the rest of the path from that model's key on."""
    section: type[BaseModel] = Settings
    while path and path[0] in section.model_fields:
        annotation = section.model_fields[path[0]].annotation
        if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            break
        section, path = annotation, path[1:]
    return section, path


def _known(path: Path) -> Sequence[str]:
    """The keys of the table at `path`."""
    section, rest = _section(path)
    if not rest:
        return list(section.model_fields)
    return [button.value for button in Button] if rest[0] in {"buttons", "lamps"} else ()


def toml(value: Any) -> str:
    """A value as TOML writes it: JSON's strings, numbers, booleans and arrays are TOML's too."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _shortly(value: Any) -> str:
    """A value for a sentence: cut if it is long; bytes of the environment that are no text as their numbers."""
    said = toml(value).encode(errors="backslashreplace").decode()
    return said if len(said) <= MOST_LETTERS else f"{said[:MOST_LETTERS]}…"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
