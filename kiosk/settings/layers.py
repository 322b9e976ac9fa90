"""Settings from several sources, laid over one another, and taken out again where they can't be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from kiosk.settings.salvage import Setting, overlaid

Path = Sequence[str]
COMMAND_LINE = "the command line"


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one source, which `name` says, in the order in which it sets them; line 0 where it has no lines."""

    name: str
    settings: tuple[Setting, ...] = ()

    @property
    def values(self) -> dict[str, Any]:
        """What they come to."""
        return reduce(overlaid, (setting.values for setting in self.settings), {})

    def line(self, path: Path) -> int | None:
        """The first line that sets `path` or something in it; None where there is none."""
        return next((setting.line for setting in self.settings if _says(setting.values, path)), 0) or None

    def says(self, path: Path) -> bool:
        """Whether it sets `path`, or something above it that is no table."""
        return any(_says(setting.values, path) for setting in self.settings)

    def without(self, path: Path) -> Layer:
        """The same, silent on `path`."""
        return replace(self, settings=tuple(Setting(line, _without(values, path)) for line, values in self.settings))


@dataclass(frozen=True, slots=True)
class Layers:
    """All sources, lowest first, where the lowest are the defaults."""

    layers: Sequence[Layer]

    @property
    def merged(self) -> dict[str, Any]:
        """What they come to together."""
        return reduce(overlaid, (layer.values for layer in self.layers))

    def who(self, path: Path) -> Layer:
        """Who set `path` last."""
        return next(layer for layer in reversed(self.layers) if layer.says(path))

    def without(self, path: Path, instead: Any) -> Layers:
        """The same, where the last that set `path` did not; the defaults say something else instead."""
        who = self.who(path)
        defaults, *others = self.layers
        if who is not defaults:
            return Layers([layer.without(path) if layer is who else layer for layer in self.layers])
        said = Setting(0, nest(path, instead))
        return Layers([replace(defaults, settings=(*defaults.settings, said)), *others])


def nest(path: Path, value: Any) -> dict[str, Any]:
    """A value in the tables that its path leads through."""
    for key in reversed(path):
        value = {key: value}
    nested: dict[str, Any] = value
    return nested


def _says(values: Any, path: Path) -> bool:
    for key in path:
        if not isinstance(values, dict):
            return True
        if key not in values:
            return False
        values = values[key]
    return True


def _without(values: dict[str, Any], path: Path) -> dict[str, Any]:
    key, rest = path[0], path[1:]
    inner = values.get(key)
    if rest and isinstance(inner, dict):
        return values | {key: _without(inner, rest)}
    return {name: value for name, value in values.items() if name != key}
