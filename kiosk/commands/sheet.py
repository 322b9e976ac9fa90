"""`dice-table sheet`: the pages that lie on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, settings_of
from kiosk.commands.options import Config
from kiosk.commands.table import known_language


@app.command()
@in_a_sentence
def sheet(
    *,
    to: Annotated[Path, typer.Option(metavar="FILE.pdf", help="Where to write it.")] = Path("dice-table.pdf"),
    lang: Annotated[str | None, typer.Option("--lang", "--language", help="The language: en or fr.")] = None,
    config: Config = None,
) -> None:
    """Write a sheet to print for the table: how to play, and the games by this table's house rules (A4, PDF)."""
    known_language(lang)
    settings = settings_of(config, {"language": lang})
    from kiosk.paper.sheet import save_sheet
    from kiosk.referee.keeping import Keeping

    try:
        pages = save_sheet(to, settings.language, settings.presets, Keeping(settings.keep))
    except OSError as error:
        raise Failure(f"{to} cannot be written ({error.strerror}): name another place.") from error
    print(f"{pages} pages in {to}")
