"""What a source of settings says in one place: a line of the file, a variable, an option."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Path = Sequence[str]
COMMAND_LINE = "the command line"
DEFAULTS = "the defaults"


class Said(NamedTuple):
    """Values in the tables that lead to them, from a source, which may have lines, from 1."""

    source: str
    values: dict[str, Any]
    line: int | None = None

    @property
    def place(self) -> str:
        """Where it is said."""
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

    def without(self, path: Path) -> Said:
        """The same, silent on `path`."""
        return self._replace(values=_without(self.values, path))


def who(said: Iterable[Said], path: Path) -> Said:
    """The last that sets `path`; nobody, where it is as by default."""
    return next((one for one in reversed([*said]) if one.says(path)), Said(DEFAULTS, {}))


def nest(path: Path, value: Any) -> dict[str, Any]:
    """A value in the tables that its path leads through."""
    for key in reversed(path):
        value = {key: value}
    nested: dict[str, Any] = value
    return nested


def overlaid(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Tables laid over others."""
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = overlaid(lower, value) if isinstance(lower, dict) and isinstance(value, dict) else value
    return merged


def _without(values: dict[str, Any], path: Path) -> dict[str, Any]:
    key, rest = path[0], path[1:]
    inner = values.get(key)
    if rest and isinstance(inner, dict):
        return values | {key: _without(inner, rest)}
    return {name: value for name, value in values.items() if name != key}
