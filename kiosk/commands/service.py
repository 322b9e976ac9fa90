"""`dice-table service`: makes the program start with the machine, and undoes it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence

if TYPE_CHECKING:
    from kiosk.install import Step

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")]
Root = Annotated[Path, typer.Option(metavar="FOLDER", help="The system to change: / or an image being made.")]

service = typer.Typer(help="Let the table start with the machine, or no longer.")
app.add_typer(service, name="service")


@service.command()
@in_a_sentence
def install(
    *,
    dry_run: DryRun = False,
    display: Annotated[str, typer.Option(help="kms: on the display itself; cage: by the compositor cage.")] = "kms",
    root: Root = Path("/"),
) -> None:
    """Install units, user, groups and rules, and start the table."""
    from kiosk.install import Display, InstallError, this_program
    from kiosk.install import install as steps

    if display not in set(Display):
        raise Failure(f"--display {display} is none: it is {' or '.join(Display)}.", 2)
    try:
        _do(list(steps(root, Display(display), this_program())), root, dry_run=dry_run)
    except InstallError as error:
        raise Failure(str(error)) from error


@service.command()
@in_a_sentence
def remove(*, dry_run: DryRun = False, root: Root = Path("/")) -> None:
    """Undo what install did; settings and matches stay."""
    from kiosk.install import DATA, SETTINGS, InstallError
    from kiosk.install import remove as steps

    try:
        _do(list(steps(root)), root, dry_run=dry_run)
    except InstallError as error:
        raise Failure(str(error)) from error
    print(f"Settings stay in /{SETTINGS}, matches in /{DATA}.")


@service.command()
@in_a_sentence
def status(*, root: Root = Path("/")) -> None:
    """Say whether it is installed, and how it does."""
    from kiosk.install import status as lines

    for line in lines(root):
        print(line)


def _do(steps: Iterable[Step], root: Path, *, dry_run: bool) -> None:
    from kiosk.install import may_change

    if not dry_run and not may_change(root):
        raise Failure("This changes the system: say it with sudo, or with --dry-run to see what it would do.")
    for step in steps:
        print(f"would {step}" if dry_run else str(step), flush=True)
        if not dry_run:
            step.do()
