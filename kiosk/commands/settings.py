"""`dice-table config`: the settings, and the wiring that follows from them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence


@app.command()
@in_a_sentence
def config(
    action: Annotated[str | None, typer.Argument(help="check: say whether the settings can be used.")] = None,
    wiring: Annotated[bool, typer.Option("--wiring", help="Print which pin each button and lamp is wired to.")] = False,
    file: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
) -> None:
    """Print the settings as a file that explains itself."""
    from hardware.wiring import wiring_table
    from kiosk.config import commented, config_path, load_settings
    from kiosk.games.core import game

    if action not in {None, "check"}:
        raise Failure(f'config knows no "{action}": it is config, config check or config --wiring.', 2)
    settings = load_settings(file)
    for name, preset in {settings.game: None, **settings.presets}.items():
        game(name)(preset)
    if action == "check":
        place = file or config_path()
        print(f"{place} is fine." if place.exists() else f"There is no {place}: everything is as by default, and fine.")
    elif wiring:
        print(wiring_table(settings.panel.pins))
    else:
        print(commented(settings), end="")
