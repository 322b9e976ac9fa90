"""`dice-table sheet`: the pages that lie on the table."""

from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import app, in_a_sentence, settings_of, written
from kiosk.commands.options import Config, Lang


@app.command()
@in_a_sentence
def sheet(
    *,
    to: Annotated[Path, typer.Option(metavar="FILE.pdf", help="Where to write it.")] = Path("dice-table.pdf"),
    lang: Lang = None,
    config: Config = None,
) -> None:
    """Write a sheet to print for the table: how to play, and the games by this table's house rules (A4, PDF)."""
    settings = settings_of(config, {"language": lang})
    from kiosk.paper.sheet import save_sheet
    from kiosk.referee.keeping import Keeping

    with written(to):
        print(f"{save_sheet(to, settings.language, settings.presets, Keeping(settings.keep))} pages in {to}")
