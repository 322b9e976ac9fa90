"""`dice-table screens`: every scene as a picture, which the workshop's gallery draws."""

from __future__ import annotations

import typer

from kiosk.commands.base import app, in_a_sentence
from kiosk.commands.checkout import workshop


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
@in_a_sentence
def screens(context: typer.Context) -> None:
    """Draw every scene: --out FOLDER [--size WxH]; or film a simulated turn: --turn FILE. In a checkout."""
    raise SystemExit(workshop("gallery", *context.args))
