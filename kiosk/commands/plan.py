"""`dice-table plan`: what a table is built of, drawn to scale, and the template for its buttons."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, settings_of, written
from kiosk.commands.options import Config, Lang

if TYPE_CHECKING:
    from kiosk.settings.config import Settings

DEGREES = re.compile(r"(\d{2,3}(?:\.\d+)?)x(\d{2,3}(?:\.\d+)?)")


@app.command()
@in_a_sentence
def plan(
    *,
    tray: Annotated[
        float, typer.Option(metavar="CM", min=15, max=40, help="How wide the tray is, rim and all.")
    ] = 28.0,
    view: Annotated[
        str, typer.Option(metavar="AxB", help="Degrees that the lens sees across and down, by its data sheet.")
    ] = "66x41",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw tray, arm and lamps to scale there.")
    ] = None,
    template: Annotated[
        Path | None, typer.Option(metavar="FILE.pdf", help="A template to drill the buttons by, at full size.")
    ] = None,
    screen: Annotated[
        float | None, typer.Option(metavar="MM", min=100, max=2000, help="How wide the screen's picture is, measured.")
    ] = None,
    lang: Lang = None,
    config: Config = None,
) -> None:
    """List the parts of a table with their sizes; draw it, or a template for its buttons."""
    from hardware.building import TablePlan, parts_table, table_drawing

    seen = DEGREES.fullmatch(view)
    if seen is None or not all(20 <= float(angle) <= 120 for angle in seen.groups()):
        raise Failure(f"--view {view} is no view: write degrees across and down, as in 66x41.", 2)
    if (template is None) is not (screen is None):
        raise Failure("A template needs both: --template FILE.pdf, and --screen MM, the width of the picture.", 2)
    settings = settings_of(config, {"language": lang})
    table = TablePlan(round(10 * tray), (float(seen[1]), float(seen[2])), *_wanted(settings))
    print(parts_table(table))
    if svg is not None:
        with written(svg):
            svg.write_text(table_drawing(table), encoding="utf-8")
    if template is not None and screen is not None:
        _template(template, screen, settings)


def _wanted(settings: Settings) -> tuple[int, int]:
    """How many dice the games want at most, and how wide a picture the buttons need under it."""
    from hardware.building import least_width
    from kiosk.games.registry import games

    dice = max(game(preset).dice for game in games() for preset in game.presets)
    return dice, least_width(settings.screen.keys, settings.screen.places)


def _template(file: Path, width_mm: float, settings: Settings) -> None:
    from kiosk.paper.template import ButtonRow, save_template

    panel = ButtonRow(settings.screen.keys, settings.screen.places, width_mm)
    with written(file):
        print(f"{save_template(file, panel, settings.language)} pages in {file}")
