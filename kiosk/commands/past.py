"""`dice-table history`: matches that were played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import app, in_a_sentence


@app.command()
@in_a_sentence
def history(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each match.")] = False,
    file: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
) -> None:
    """List the matches that were played, oldest first."""
    from kiosk.config import load_settings
    from kiosk.history import past_matches
    from kiosk.journal import JOURNAL

    for match in past_matches(load_settings(file).data / JOURNAL):
        if as_json:
            print(json.dumps(match, ensure_ascii=False))
        else:
            places = " · ".join(" and ".join(names) for names in match["standing"] or [])
            print(f"{match['started']}  {match['game']} {match['preset']}  {places or match['state']}")
