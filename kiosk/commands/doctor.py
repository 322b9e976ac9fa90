"""`dice-table doctor`: looks at everything the table needs."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import app, as_document, in_a_sentence, written
from kiosk.commands.options import Config


@app.command()
@in_a_sentence
def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    panel: Annotated[bool, typer.Option("--panel", help="Light each lamp, and wait for its button.")] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="FILE.zip", help="Pack checks, settings, log and matches, without players' names."),
    ] = None,
    file: Config = None,
) -> None:
    """Check machine, camera, light, panel and matches: a line each, with what mends it."""
    from kiosk.appliance.doctor import Check, Level, examine
    from kiosk.settings.config import ConfigError, Settings, usable_settings

    try:
        settings, _ = usable_settings(file)  # the check of the settings tells what is wrong with them
    except ConfigError:
        settings = Settings()
    checks: list[Check] = []

    def note(check: Check) -> None:
        checks.append(check)
        if not as_json:
            print(check.line(), flush=True)

    for check in examine(settings, file):
        note(check)
    if panel:
        from kiosk.appliance.doctor.panel import try_panel

        for check in try_panel(settings.panel.pins, lambda _, words: print(words, file=sys.stderr, flush=True)):
            note(check)
    if as_json:
        print(as_document({"checks": [asdict(check) for check in checks]}))
    if bundle is not None:
        from kiosk.appliance.doctor.bundle import save_bundle

        with written(bundle):
            save_bundle(bundle, settings, checks)
    if any(check.level is Level.FAULT for check in checks):
        raise SystemExit(1)
