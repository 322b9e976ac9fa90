"""`dice-table screens`: the book of every scene, to be looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence
from kiosk.commands.table import size_of


@app.command()
@in_a_sentence
def screens(
    *,
    out: Annotated[Path, typer.Option("--out", help="The folder for the pictures.")],
    size: Annotated[list[str] | None, typer.Option(metavar="WxH", help="Only this size; repeatable.")] = None,
) -> None:
    """Draw the book of screens: every scene in every language and size, as PNG files."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from kiosk.gallery.book import SIZES, render_book

    sizes = [(width, height) for width, height in map(size_of, size or ())]
    try:
        written = render_book(out, sizes or SIZES)
    except OSError as error:
        raise Failure(f"{out} cannot be written ({error.strerror}): choose another folder.") from error
    print(f"{len(written)} pictures in {out}")
