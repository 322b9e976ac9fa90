"""The owner's settings: defaults, then a TOML file, then the environment, then the command line.

Every error is one sentence that names the place, the key and the mend.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ValidationError

from hardware.presses import Button
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.settings.config_file import FORMAT, ConfigError, read
from kiosk.settings.mistakes import Layer, Layers, toml
from kiosk.settings.model import APPLICATION, Settings
from kiosk.settings.paths import SHARED

__all__ = ["ConfigError", "Settings", "check_settings", "commented", "config_path", "load_settings"]

ENVIRONMENT = "DICE_TABLE_"
SYSTEM_CONFIG = Path("/etc/dice-table/config.toml")
"""The service's file, where one is installed."""


def config_path() -> Path:
    """Where the owner's file is looked for: in the user's own folder, else in the service's."""
    own = platformdirs.user_config_path(APPLICATION, appauthor=False) / "config.toml"
    return SYSTEM_CONFIG if SYSTEM_CONFIG.exists() and not own.exists() else own


def load_settings(
    path: Path | None = None,
    options: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """The settings of `path` (None: `config_path()`, if there is one), overlaid by the environment and by `options`.

    `options` are the command line's, by dotted key ("screen.fullscreen"); those that are None were not given.
    `environment` holds variables such as DICE_TABLE_SCREEN_FULLSCREEN (None: the process's own).

    Raises:
        ConfigError: a file that cannot be read, an unknown key, an impossible value.
    """
    layers = _layers(path, options or {}, os.environ if environment is None else environment)
    try:
        return Settings.model_validate(layers.merged, context={SHARED: path is None and config_path() == SYSTEM_CONFIG})
    except ValidationError as error:
        raise ConfigError(*layers.mistakes(error)) from error


def check_settings(path: Path | None = None, environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Every mistake in the settings, a sentence each: also games and presets that do not exist."""
    try:
        settings = load_settings(path, None, environment)
    except ConfigError as error:
        return error.mistakes
    layers = _layers(path, {}, os.environ if environment is None else environment)
    mistakes = []
    for key, name, preset in [
        (["game"], settings.game, None),
        *((["presets", name], name, preset) for name, preset in settings.presets.items()),
    ]:
        try:
            game(name)(preset)
        except OptionError as error:
            mistakes.append(f"{layers.place(key)}: {error}")
    return tuple(mistakes)


def commented(settings: Settings) -> str:
    """`settings` as a TOML file that explains itself; what is as by default is commented out, ready to be changed."""
    lines = [
        f"# The Dice Table's settings. Its place: {config_path()}",
        "# Lines that begin with # show how things are by default; take the # away to change one.",
        "",
        f"format = {FORMAT}",
        "",
    ]
    return "\n".join([*lines, *_commented(settings, Settings(), ())]) + "\n"


# --- reading ---------------------------------------------------------------------------------------------------------


def _layers(path: Path | None, options: Mapping[str, Any], environment: Mapping[str, str]) -> Layers:
    layers = [Layer(lambda _: "the defaults", Settings().model_dump(mode="json"))]
    if path is not None or config_path().exists():
        file = read(config_path() if path is None else path)
        layers.append(Layer(file.place, file.values))
    layers += [_layer(name, values) for name, values in _from_environment(environment)]
    for key, value in options.items():
        if value is not None:
            layers.append(_layer("the command line", _nest(key.split("."), value)))
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = _overlay(merged, layer.values)
    buttons = [button.value for button in Button]
    return Layers(layers, merged, Settings, {"buttons": buttons, "lamps": buttons})


def _layer(name: str, values: dict[str, Any]) -> Layer:
    return Layer(lambda _: name, values)


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    names = {ENVIRONMENT + "_".join(path).upper(): path for path in _leaves(Settings)}
    for name, text in sorted(environment.items()):
        if name in names:
            yield name, _nest(names[name], _value(name, text))
        elif name.startswith(ENVIRONMENT) and (near := difflib.get_close_matches(name, names, 1, cutoff=0.85)):
            raise ConfigError(f"{name}: there is no such setting; did you mean {near[0]}?")


def _value(name: str, text: str) -> Any:
    if not text.startswith(("[", "{")):
        return text  # Pydantic makes numbers and booleans of it
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: is not a TOML value; mend this: {error}.") from error


def _leaves(section: type[BaseModel], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in section.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _leaves(field.annotation, (*path, name))
        else:
            yield (*path, name)
            if name in {"buttons", "lamps"}:
                yield from ((*path, name, button.value) for button in Button)


def _nest(path: list[str] | tuple[str, ...], value: Any) -> dict[str, Any]:
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


# --- writing ---------------------------------------------------------------------------------------------------------


def _commented(settings: BaseModel, default: BaseModel, path: tuple[str, ...]) -> Iterator[str]:
    """The lines of one section: its values first, its tables after, as TOML demands."""
    fields = type(settings).model_fields
    values, defaults = settings.model_dump(mode="json"), default.model_dump(mode="json")
    tables = [name for name in fields if isinstance(values[name], dict)]
    for name in fields:
        if name not in tables:
            yield from (f"# {fields[name].description}", _line(name, values[name], defaults[name]), "")
    for name in tables:
        header, inner = f"[{'.'.join((*path, name))}]", getattr(settings, name)
        if isinstance(inner, BaseModel):
            yield from (f"# {inner.__doc__}", header, "")
            yield from _commented(inner, getattr(default, name), (*path, name))
        else:
            yield from (f"# {fields[name].description}", header)
            yield from (_line(key, value, defaults[name].get(key)) for key, value in values[name].items())
            yield ""


def _line(key: str, value: Any, default: Any) -> str:
    return f"{'#' if value == default else ''}{key} = {toml(value)}"
