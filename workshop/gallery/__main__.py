"""`python -m workshop.gallery`: the book of every scene, and the moving picture of a turn, to be looked at."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, in_a_sentence
from kiosk.commands.progress import progress
from kiosk.commands.table import size_of
from workshop.gallery.book import SIZES, render_book
from workshop.gallery.samples import TURN
from workshop.gallery.turn import FPS, film


@in_a_sentence
def gallery(
    *,
    out: Annotated[Path | None, typer.Option("--out", help="The folder for the book of screens.")] = None,
    size: Annotated[list[str] | None, typer.Option(metavar="WxH", help="Only this size; repeatable.")] = None,
    turn: Annotated[Path | None, typer.Option("--turn", help="The file for a moving picture of a turn.")] = None,
) -> None:
    """Draw every scene in every language and size as PNG files, or film a simulated turn as an animated PNG."""
    if out is None and turn is None:
        raise Failure("Say where to: --out FOLDER for every screen, --turn FILE for a moving picture of a turn.", 2)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    if out is not None:
        draw_book(out, size or ())
    if turn is not None:
        film_turn(turn)


USUAL = 120
"""Pictures of the turn that is filmed, about: 118 were counted."""


def draw_book(out: Path, sizes: Sequence[str]) -> None:
    """Draw every scene in these sizes, or in all."""
    chosen = [(width, height) for width, height in map(size_of, sizes)]
    try:
        with progress("drawing the book") as told:
            written = render_book(out, chosen or SIZES, told)
    except OSError as error:
        raise Failure(f"{out} cannot be written ({error.strerror}): choose another folder.") from error
    print(f"{len(written)} pictures in {out}")


def film_turn(file: Path) -> None:
    """Film one turn at a simulated table: half a minute."""
    from workshop.gallery.apng import write_apng  # noqa: PLC0415  its library is an extra's

    pictures = []
    with progress("filming the turn") as told:
        for image in film(*TURN):
            pictures.append(image)
            told(len(pictures), max(len(pictures), USUAL))
    try:
        write_apng(file, pictures, FPS)
    except OSError as error:
        raise Failure(f"{file} cannot be written ({error.strerror}): choose another folder.") from error
    print(f"{len(pictures)} pictures in {file}")


if __name__ == "__main__":
    typer.run(gallery)
