"""What only a checkout has: the tools of its workshop, each run in a process of its own."""

import subprocess
import sys
from pathlib import Path

import typer

from kiosk.commands.base import Failure, app, in_a_sentence


def workshop(tool: str, *words: str, checkout: Path | None = None) -> int:
    """Run a tool in a checkout, by default the one that this was said in; its exit code.

    Raises:
        Failure: there is none.
    """
    if not (checkout or Path()).joinpath("workshop", "__init__.py").is_file():
        raise Failure("This is made in a checkout: say it in the folder of the program that you downloaded.", 2)
    command = [sys.executable, "-m", f"workshop.{tool}", *words]
    return subprocess.run(command, check=False, cwd=checkout).returncode  # noqa: S603  our own words


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
@in_a_sentence
def screens(context: typer.Context) -> None:
    """Draw every scene: --out FOLDER [--size WxH]; or film a simulated turn: --turn FILE. In a checkout."""
    raise SystemExit(workshop("gallery", *context.args))
