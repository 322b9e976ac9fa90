"""The owner's settings: defaults, then a TOML file, then the environment, then the command line.

Every error is one sentence that names the place, the key and the mend.
"""

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ValidationError

from hardware import health
from hardware.presses import Button
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.games.text import say
from kiosk.settings.config_file import FORMAT, ConfigError, read
from kiosk.settings.mistakes import COMMAND_LINE, DEFAULTS, Mistake, Said, nest, overlaid, toml, unusable, who
from kiosk.settings.mistakes import mistake as mistake_in
from kiosk.settings.model import APPLICATION, Settings
from kiosk.settings.paths import SHARED
from kiosk.settings.salvage import parsed

__all__ = ["ConfigError", "Settings", "check_settings", "commented", "config_path", "load_settings", "usable_settings"]

ENVIRONMENT = "DICE_TABLE_"
SYSTEM_CONFIG = Path("/etc/dice-table/config.toml")
"""The settings file of an installed service."""


def config_path() -> Path:
    """Where the owner's file is looked for: in the user's own folder; if only the service has one, there."""
    own = platformdirs.user_config_path(APPLICATION, appauthor=False) / "config.toml"
    return SYSTEM_CONFIG if SYSTEM_CONFIG.exists() and not own.exists() else own


def load_settings(
    path: Path | None = None, options: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """The settings of `path` (None: `config_path()`, if there is one), overlaid by the environment and by `options`.

    `options` are the command line's, by dotted key ("screen.fullscreen"); those that are None were not given.
    `environment` holds variables such as DICE_TABLE_SCREEN_FULLSCREEN (None: the process's own).

    Raises:
        ConfigError: a file that cannot be read, a line that is not understood, an unknown key, an impossible value.
    """
    settings, _, mistakes = _understood(path, options, environment)
    if mistakes:
        raise ConfigError(*(mistake.sentence for mistake in mistakes))
    return settings


def usable_settings(
    path: Path | None = None, options: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> tuple[Settings, tuple[Mistake, ...]]:
    """The same for a table that is to play in any case: what can't be used takes its default and is told as a mistake.

    So is an unknown game, which only the games themselves can tell.

    Raises:
        ConfigError: somebody named a file that is not there, or gave an option that is impossible.
    """
    settings, said, mistakes = _understood(path, options, environment)
    presets = dict(settings.presets)
    for name, preset in ((settings.game, None), *settings.presets.items()):
        try:
            game(name)(preset)
        except OptionError as error:
            key = ["game"] if preset is None else ["presets", name]
            mistakes.append(mistake_in(who(said, key), key, str(error)))
            if preset is None:
                settings = settings.model_copy(update={"game": Settings().game})
            else:
                del presets[name]
    placed, disk = who(said, ["data"]), health.disk(settings.data)
    if placed.source != DEFAULTS and disk is not None and disk.in_memory:
        told = f"{placed.place}: data: {settings.data} is memory, no disk; name a folder on a disk."
        shown = say("The matches are kept in memory, not on a disk: see data in the settings")
        mistakes.append(Mistake(told, shown, placed.line))
    mistakes.sort(key=lambda mistake: mistake.line or 0)
    return settings.model_copy(update={"presets": presets}), tuple(mistakes)


def check_settings(path: Path | None = None, environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Every mistake in the settings, a sentence each."""
    try:
        return tuple(mistake.sentence for mistake in usable_settings(path, None, environment)[1])
    except ConfigError as error:
        return error.mistakes


def commented(settings: Settings, place: Path | None = None) -> str:
    """`settings` as a TOML file that explains itself; settings at their default are commented out, ready to be changed.

    `place` is where the file is to be, if not in this user's own folder.
    """
    lines = [
        f"# The Dice Table's settings. Its place: {place or config_path()}",
        "# Lines that begin with # show how things are by default; take the # away to change one.",
        "",
        f"format = {FORMAT}",
        "",
    ]
    return "\n".join([*lines, *_commented(settings, Settings(), ())]) + "\n"


# --- reading ---------------------------------------------------------------------------------------------------------


def _understood(
    path: Path | None, options: Mapping[str, Any] | None, environment: Mapping[str, str] | None
) -> tuple[Settings, Sequence[Said], list[Mistake]]:
    """The settings as far as they can be used, the lines that set them, and the mistakes.

    Lines are added one by one, and one that makes the whole invalid is left out: so each mistake is known by its line.
    """
    context = {SHARED: path is None and config_path() == SYSTEM_CONFIG}
    settings, values, used = Settings(), _by_default(), list[Said]()
    said, mistakes = _said(path, options or {}, os.environ if environment is None else environment)
    told: set[tuple[str, ...]] = set()
    for line in said:
        whole = overlaid(values, line.values)
        try:
            settings, values = Settings.model_validate(whole, context=context), whole
            used.append(line)
        except ValidationError as error:
            for key, mistake in unusable(error, line, whole):
                if line.source == COMMAND_LINE:
                    raise ConfigError(mistake.sentence) from error
                if (line.source, *key) not in told:  # an unknown table is told once, not with each of its lines
                    told.add((line.source, *key))
                    mistakes.append(mistake)
    # Only now, as lines may exchange two pins: of those that share one in the end, the line that came last is left out.
    while shared := [(pin, keys) for pin, keys in settings.panel.wired_to.items() if len(keys) > 1]:
        pin, keys = shared[0]
        last, key = max((place, key) for place, line in enumerate(used) for key in keys if line.says(key))
        both = " and ".join(".".join(key[1:]) for key in keys)
        sentence = f"panel: {both} share pin {pin}: give each a pin of its own."
        mistakes.append(mistake_in(used.pop(last), key, sentence))
        settings = Settings.model_validate(reduce(overlaid, (line.values for line in used), _by_default()))
    return settings, used, mistakes


def _by_default() -> dict[str, Any]:
    """Every setting as a file would say it, but for the data folder, whose default the system names."""
    return Settings().model_dump(mode="json", exclude={"data"})


def _said(
    path: Path | None, options: Mapping[str, Any], environment: Mapping[str, str]
) -> tuple[list[Said], list[Mistake]]:
    """The lines of all sources, the least important source first, and what can't be read in them."""
    said, mistakes = list[Said](), list[Mistake]()
    if path is not None or config_path().exists():
        lines, wrong = read(config_path() if path is None else path)
        said += lines
        mistakes += wrong
    for name, key, value in _from_environment(environment):
        if key is None:
            mistakes.append(Mistake(f"{name}: {value}", say("Settings: {place} cannot be used", place=name)))
        else:
            said.append(Said(name, nest(key, value)))
    said += [Said(COMMAND_LINE, nest(key.split("."), value)) for key, value in options.items() if value is not None]
    return said, mistakes


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Sequence[str] | None, Any]]:
    """The environment's settings: variable, key and value; if the key is None, the value says what is wrong."""
    names = {ENVIRONMENT + "_".join(path).upper(): path for path in _leaves(Settings)}
    for name, text in sorted(environment.items()):
        if name in names:
            try:
                yield name, names[name], _value(text)
            except ValueError as error:
                yield name, None, f"is not a TOML value; mend this: {error}."
        elif name.startswith(ENVIRONMENT) and (near := difflib.get_close_matches(name, names, 1, cutoff=0.85)):
            yield name, None, f"there is no such setting; did you mean {near[0]}?"


def _value(text: str) -> Any:
    # Only lists and tables are TOML: a text can do without quotes, and pydantic makes numbers and booleans of texts.
    return parsed(f"value = {text}")["value"] if text.startswith(("[", "{")) else text


def _leaves(section: type[BaseModel], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in section.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _leaves(field.annotation, (*path, name))
        else:
            yield (*path, name)
            if name in {"buttons", "lamps"}:
                yield from ((*path, name, button.value) for button in Button)


# --- writing ---------------------------------------------------------------------------------------------------------


def _commented(settings: BaseModel, default: BaseModel, path: tuple[str, ...]) -> Iterator[str]:
    """The lines of one section: its values first and then its tables, as TOML demands."""
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
