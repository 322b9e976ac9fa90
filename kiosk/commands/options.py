"""Options that several commands share, ranges of numbers, and what is given before a command, handed on to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

LARGEST_SEED = 2**32 - 1
"""Seeds of physics and of pictures have 32 bits."""
LARGEST_NUMBER = 2**63 - 1
"""What SQLite counts up to."""


def within(least: int, most: int) -> Callable[[int | None], int | None]:
    """Refuses a number that is out of range, in a sentence."""

    def checked(value: int | None) -> int | None:
        if value is not None and not least <= value <= most:
            raise typer.BadParameter(f"{value} is out of range, which is {least} to {most}")
        return value

    return checked


def _language(text: str) -> str:
    if text not in ("en", "fr"):
        raise typer.BadParameter(f"{text!r} is not one of 'en', 'fr'.")
    return text


Lang = Annotated[
    str | None,
    typer.Option("--lang", "--language", parser=_language, metavar="[en|fr]", help="The language."),
]
Config = Annotated[Path | None, typer.Option("--config", help="The settings file.")]
Journal = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Of a copied journal.")]
Simulated = Annotated[bool, typer.Option("--simulated", "--simulate", help="The matches of dice-table --simulate.")]
in_range_of_seeds, in_range_of_matches = within(0, LARGEST_SEED), within(1, LARGEST_NUMBER)


def hand_on(context: typer.Context) -> list[str]:
    """Give what stands before a command to the command, which may be told otherwise; what it has no use for, by name.

    `dice-table --config FILE history` so means `dice-table history --config FILE`.
    """
    root: Any = context.command
    command = root.commands[context.invoked_subcommand]
    known = {name: param.name for param in command.params for name in param.opts}
    useless, handed = [], {}
    for param in root.params:
        if getattr(context.get_parameter_source(param.name), "name", "") != "COMMANDLINE":
            continue
        own = next((known[name] for name in param.opts if name in known), None)
        if own is None:
            useless.append(param.opts[0])
        else:
            handed[own] = context.params[param.name]
    context.default_map = {str(context.invoked_subcommand): handed}
    return useless
