"""Options that several commands share, and ranges of numbers."""

from pathlib import Path
from typing import Annotated

import typer

LARGEST_SEED = 2**32 - 1
"""Seeds of physics and of pictures have 32 bits."""
LARGEST_NUMBER = 2**63 - 1
"""What SQLite counts up to."""


def _language(text: str) -> str:
    if text not in ("en", "fr"):
        raise typer.BadParameter(f"{text!r} is not one of 'en', 'fr'.")
    return text


Lang = Annotated[
    str | None, typer.Option("--lang", "--language", parser=_language, metavar="[en|fr]", help="The language.")
]
Config = Annotated[Path | None, typer.Option("--config", help="The settings file.")]
Journal = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Of a copied journal.")]
Simulated = Annotated[bool, typer.Option("--simulated", "--simulate", help="The matches of dice-table --simulate.")]
