"""`dice-table config`: the settings, and the wiring that follows from them."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, written
from kiosk.commands.options import Config


@app.command()
@in_a_sentence
def config(
    action: Annotated[
        str | None,
        typer.Argument(help="check: say whether the settings can be used; versions: which files this program reads."),
    ] = None,
    wiring: Annotated[bool, typer.Option("--wiring", help="Print which pin each button and lamp is wired to.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="With --wiring: draw it there as well.")] = None,
    file: Config = None,
) -> None:
    """Print the settings as a file that explains itself."""
    from hardware.wiring import wiring_table
    from kiosk.settings.config import check_settings, commented, config_path, load_settings

    if action not in {None, "check", "versions"}:
        raise Failure(f'config knows no "{action}": it is config, config check, config versions or config --wiring.', 2)
    if action == "versions":
        from kiosk.match.database import SCHEMA_VERSION
        from kiosk.settings.config_file import FORMAT

        print(f"journal {SCHEMA_VERSION}\nsettings {FORMAT}")
    elif action == "check":
        mistakes = check_settings(file)
        for mistake in mistakes:
            print(mistake, file=sys.stderr)
        if mistakes:
            raise SystemExit(2)
        place = file or config_path()
        print(f"{place} is fine." if place.exists() else f"There is no {place}: everything is as by default, and fine.")
    elif wiring or svg is not None:
        pins = load_settings(file).panel.pins
        print(wiring_table(pins))
        if svg is not None:
            from hardware.drawing import wiring_drawing

            with written(svg):
                svg.write_text(wiring_drawing(pins), encoding="utf-8")
    else:
        text = commented(load_settings(file))
        for line in _cameras():  # before all tables, so that any of them may be made a setting
            print(line)
        print(text, end="")


def _cameras() -> list[str]:
    """The webcams of this machine by the names that last, as comments of the settings file."""
    from hardware.camera.webcams import webcams

    found = webcams()
    if not found:
        return []
    names = [f'# camera = "{webcam.name}"  # {webcam.maker}' for webcam in found]
    return ["# Webcams that are plugged in, by names that last whatever number they get:", *names, ""]
