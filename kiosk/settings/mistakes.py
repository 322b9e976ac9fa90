"""What is wrong with settings, each in a sentence: where it was said, what, and what would do."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

Path = Sequence[str]


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one source; `place` names it, with the line of a key where it has lines."""

    place: Callable[[Path], str]
    values: dict[str, Any]

    def says(self, path: Path) -> bool:
        """Whether it sets `path`, or something above it that is no table."""
        inner: Any = self.values
        for key in path:
            if not isinstance(inner, dict):
                return True
            if key not in inner:
                return False
            inner = inner[key]
        return True


@dataclass(frozen=True, slots=True)
class Layers:
    """All sources, lowest first, what they come to together, and the model that it must fit."""

    layers: Sequence[Layer]
    merged: dict[str, Any]
    model: type[BaseModel]
    tables: dict[str, Sequence[str]]
    """Keys of the tables that are no models of their own, by name."""

    def mistakes(self, error: ValidationError) -> Iterator[str]:
        """Every mistake that was found, once."""
        seen: set[tuple[str, ...]] = set()
        for one in error.errors(include_url=False):
            path, value = self._written(one["loc"])
            if tuple(path) not in seen:
                seen.add(tuple(path))
                yield f"{self.place(path)}: {self._sentence(dict(one), path, value)}"

    def place(self, path: Path) -> str:
        """Who set `path` last."""
        return next(layer for layer in reversed(self.layers) if layer.says(path)).place(path)

    def _written(self, location: tuple[int | str, ...]) -> tuple[list[str], Any]:
        # Pydantic's location goes on into the parts of a union or a tuple: what was written ends where the tables end.
        path: list[str] = []
        value: Any = self.merged
        for part in location:
            if not isinstance(value, dict) or part not in value:
                break
            path.append(str(part))
            value = value[part]
        return path, value

    def _sentence(self, error: dict[str, Any], path: Path, value: Any) -> str:
        key = ".".join(path)
        if error["type"] in {"extra_forbidden", "enum"} and path[-1] not in (known := self._known(path[:-1])):
            near = difflib.get_close_matches(path[-1], known, 1)
            hint = f'did you mean "{near[0]}"?' if near else f"what can be set there: {', '.join(known)}."
            return f'there is no "{key}"; {hint}'
        if error["type"] == "value_error":
            return f"{key}: {error['ctx']['error']}."
        return f"{key} cannot be {toml(value)}; it is {_lower(self._explain(path))}"

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


def toml(value: Any) -> str:
    """A value as TOML writes it: JSON's strings, numbers, booleans and arrays are TOML's too."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
