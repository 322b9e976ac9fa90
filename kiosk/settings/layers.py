"""Settings from several sources, laid over one another, and taken out again where they can't be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

Path = Sequence[str]
COMMAND_LINE = "the command line"


def nobody(_key: Path) -> None:
    """A source without lines."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one source, which `name` says; `line` is the line of a key, where it has lines."""

    name: str
    values: dict[str, Any]
    line: Callable[[Path], int | None] = nobody

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

    def without(self, path: Path) -> Layer:
        """The same, silent on `path`."""
        return replace(self, values=_without(self.values, path))


@dataclass(frozen=True, slots=True)
class Layers:
    """All sources, lowest first, where the lowest are the defaults."""

    layers: Sequence[Layer]

    @property
    def merged(self) -> dict[str, Any]:
        """What they come to together."""
        merged: dict[str, Any] = {}
        for layer in self.layers:
            merged = _overlay(merged, layer.values)
        return merged

    def who(self, path: Path) -> Layer:
        """Who set `path` last."""
        return next(layer for layer in reversed(self.layers) if layer.says(path))

    def without(self, path: Path, instead: Any) -> Layers:
        """The same, where the last that set `path` did not; the defaults say something else instead."""
        who = self.who(path)
        if who is not self.layers[0]:
            return Layers([layer.without(path) if layer is who else layer for layer in self.layers])
        return Layers([replace(who, values=_overlay(who.values, nest(path, instead))), *self.layers[1:]])


def nest(path: Path, value: Any) -> dict[str, Any]:
    """A value in the tables that its path leads through."""
    for key in reversed(path):
        value = {key: value}
    nested: dict[str, Any] = value
    return nested


def _overlay(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = _overlay(lower, value) if isinstance(lower, dict) and isinstance(value, dict) else value
    return merged


def _without(values: dict[str, Any], path: Path) -> dict[str, Any]:
    key, rest = path[0], path[1:]
    inner = values.get(key)
    if rest and isinstance(inner, dict):
        return values | {key: _without(inner, rest)}
    return {name: value for name, value in values.items() if name != key}
