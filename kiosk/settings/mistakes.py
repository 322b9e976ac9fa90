"""What is wrong with settings: where it was said, what, and what would do, in a sentence each; and for the screen."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from kiosk.games.text import Text, say
from kiosk.settings.layers import Layer, Layers, Path

SHARED_PIN = "shared_pin"
"""The kind of error that says that two share one pin; its context has the path of each."""
SAID = 100
"""Letters of a value that are said again."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something in the settings that can't be used.

    Attributes:
        sentence: for whoever mends it, in English: the place, what is wrong, and what would do.
        shown: for the players' screen, in a line.
        line: of the settings file, from 1; None where it is not in a line.
    """

    sentence: str
    shown: Text
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Unusable:
    """A setting at `path` that can't be used; `instead` is what would do even where the defaults say so."""

    path: Path
    mistake: Mistake
    instead: Any = None


def alert(mistakes: Sequence[Mistake]) -> Text | None:
    """What the screen says until all are mended: the first, and how many there are besides."""
    if not mistakes:
        return None
    first, more = mistakes[0].shown, len(mistakes) - 1
    if not more:
        return first
    return say("{mistake} (and {n} mistake more)", "{mistake} (and {n} mistakes more)", mistake=first, n=more)


def at(layer: Layer, path: Path) -> str:
    """Where a layer sets a key."""
    line = layer.line(path)
    return layer.name if line is None else f"{layer.name}, line {line}"


def mistake(layer: Layer, path: Path, sentence: str, *, unknown: bool = False) -> Mistake:
    """A mistake in a setting that has a name; `unknown`: nobody knows that name."""
    line, key = layer.line(path), ".".join(path)
    where = say("Settings, line {line}", line=line) if line is not None else say("Settings, {place}", place=layer.name)
    if unknown:
        shown = say("{where}: there is no {key}", where=where, key=key)
    else:
        shown = say("{where}: {key} cannot be used, the table plays without it", where=where, key=key)
    return Mistake(f"{at(layer, path)}: {sentence}", shown, line)


@dataclass(frozen=True, slots=True)
class Judge:
    """Tells what a model refuses of settings.

    Attributes:
        model: what they must fit.
        tables: the keys of those tables that are no models of their own, by name.
    """

    model: type[BaseModel]
    tables: dict[str, Sequence[str]]

    def unusable(self, error: ValidationError, layers: Layers) -> Iterator[Unusable]:
        """Every setting that was refused, once."""
        merged = layers.merged
        seen: set[tuple[str, ...]] = set()
        for one in error.errors(include_url=False):
            path, value = _written(merged, one["loc"])
            if one["type"] == SHARED_PIN:
                path = _later(layers, one["ctx"]["paths"])
            if tuple(path) not in seen:
                seen.add(tuple(path))
                unknown = self._unknown(dict(one), path)
                sentence = self._sentence(dict(one), path, value)
                instead = "none" if one["type"] == SHARED_PIN else None
                yield Unusable(path, mistake(layers.who(path), path, sentence, unknown=unknown), instead)

    def _unknown(self, error: dict[str, Any], path: Path) -> bool:
        return error["type"] in {"extra_forbidden", "enum"} and path[-1] not in self._known(path[:-1])

    def _sentence(self, error: dict[str, Any], path: Path, value: Any) -> str:
        key = ".".join(path)
        if self._unknown(error, path):
            known = self._known(path[:-1])
            near = difflib.get_close_matches(path[-1], known, 1)
            hint = f'did you mean "{near[0]}"?' if near else f"what can be set there: {', '.join(known)}."
            return f'there is no "{key}"; {hint}'
        if error["type"] == "value_error":
            return f"{key}: {error['ctx']['error']}."
        if error["type"] == SHARED_PIN:
            return f"{path[0]}: {error['msg']}."
        return f"{key} cannot be {_shortly(value)}; it is {_lower(self._explain(path))}"

    def _section(self, path: Path) -> tuple[type[BaseModel], Path]:
        """The model that `path` leads into, and what is left of the path below its keys."""
        section = self.model
        while path and path[0] in section.model_fields:
            annotation = section.model_fields[path[0]].annotation
            if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
                break
            section, path = annotation, path[1:]
        return section, path

    def _known(self, path: Path) -> Sequence[str]:
        """The keys of the table at `path`."""
        section, rest = self._section(path)
        return self.tables.get(rest[0], ()) if rest else list(section.model_fields)

    def _explain(self, path: Path) -> str:
        section, rest = self._section(path)
        if not rest:
            return f"A table with {', '.join(section.model_fields)}."
        return section.model_fields[rest[0]].description or ""


def _written(merged: dict[str, Any], location: tuple[int | str, ...]) -> tuple[list[str], Any]:
    # Pydantic's location goes on into the parts of a union or a tuple: what was written ends where the tables end.
    path: list[str] = []
    value: Any = merged
    for part in location:
        if not isinstance(value, dict) or part not in value:
            break
        path.append(str(part))
        value = value[part]
    return path, value


def _later(layers: Layers, paths: Sequence[Path]) -> list[str]:
    """Which of these settings was written last: the upper source's, the lower line's."""
    order = list(layers.layers)

    def place(path: Path) -> tuple[int, int]:
        who = layers.who(path)
        return order.index(who), who.line(path) or 0

    return [*max(paths, key=place)]


def toml(value: Any) -> str:
    """A value as TOML writes it: JSON's strings, numbers, booleans and arrays are TOML's too."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _shortly(value: Any) -> str:
    """A value as it is said again: what is long is cut, and what is no letter (from the environment) is spelt out."""
    said = toml(value).encode(errors="backslashreplace").decode()
    return said if len(said) <= SAID else f"{said[:SAID]}…"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
