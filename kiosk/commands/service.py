"""`dice-table service`: makes the program start with the machine, and undoes it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence

if TYPE_CHECKING:
    from kiosk.appliance.steps import InstallStep

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
    from kiosk.appliance.install import Display, this_home
    from kiosk.appliance.install import install as steps

    if display not in set(Display):
        raise Failure(f"--display {display} is none: it is {' or '.join(Display)}.", 2)
    do_all(list(steps(root, Display(display), this_home())), root, dry_run=dry_run)


@service.command()
@in_a_sentence
def remove(*, dry_run: DryRun = False, root: Root = Path("/")) -> None:
    """Undo what install did; settings and matches stay."""
    from kiosk.appliance.install import DATA, SETTINGS
    from kiosk.appliance.install import remove as steps

    do_all(list(steps(root)), root, dry_run=dry_run)
    print(f"Settings stay in /{SETTINGS}, matches in /{DATA}.")


@service.command()
@in_a_sentence
def upgrade(
    source: Annotated[
        Path | None,
        typer.Argument(help="A folder or a wheel; without it, the checkout it was installed from, updated."),
    ] = None,
    *,
    stick: Annotated[bool, typer.Option("--stick", help="Take the newest release on the USB sticks.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Take the version before again.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Put a newer version in the place of this one; matches, settings and the way back are kept."""
    from kiosk.appliance import upgrade as steps
    from kiosk.appliance.install import this_home
    from kiosk.appliance.steps import InstallError

    if (back, stick, source is not None).count(True) > 1:
        raise Failure("One of --back, --stick and a source at a time: say which version to take.", 2)
    home, do = this_home(), partial(do_all, root=Path("/"), dry_run=dry_run)
    if back:
        _go_back(home, do, dry_run=dry_run)
        return
    if stick:
        source = _on_a_stick()
    if source is None:
        source = steps.recorded_source()
        do(steps.fetch(source))
    elif not source.exists():
        raise Failure(f"There is no {source}: name a folder or a wheel of this program.", 2)
    place = steps.fresh(home)
    try:
        do(steps.make(home, source, place))
    except (InstallError, OSError):
        do(steps.tidy(home))
        raise
    try:
        do(steps.swap(home, place))
    except (InstallError, OSError) as error:
        if home.samefile(place):  # it may have given its place back meanwhile
            do(steps.give_back(home))
        raise Failure(f"{error} The version before plays again.") from error
    if not dry_run and not home.samefile(place):
        raise Failure("The newer version showed no picture: the version before plays again.")
    do(steps.tidy(home))
    if not dry_run:
        print("The newer version plays. dice-table service upgrade --back takes the one before again.")


def _go_back(home: Path, do: Callable[[Iterable[InstallStep]], None], *, dry_run: bool) -> None:
    """Let the version before take its place again, by its own program."""
    from kiosk.appliance import upgrade as steps
    from kiosk.appliance.steps import run

    before = steps.before(home)
    if before.samefile(sys.prefix):
        do(steps.back(home))
        return
    its_own = (str(before / "bin/python"), "-P", "-m", "kiosk")
    run(*its_own, "--version").do()
    words = ("service", "upgrade", "--back", *(("--dry-run",) if dry_run else ()))
    done = subprocess.run((*its_own, *words), check=False)  # noqa: S603  our own words
    raise SystemExit(done.returncode)


@service.command()
@in_a_sentence
def status(*, root: Root = Path("/")) -> None:
    """Say whether it is installed, and how it does."""
    from kiosk.appliance.install import status as lines

    for line in lines(root):
        print(line)


def _on_a_stick() -> Path:
    from kiosk.appliance.bundle import PREFIX, find
    from kiosk.appliance.machine import sticks

    found = find(sticks())
    if found is None:
        raise Failure(f"No USB stick holds a release: copy its folder {PREFIX}… onto one and plug it in.")
    return found


def do_all(steps: Iterable[InstallStep], root: Path, *, dry_run: bool) -> None:
    """Say each step and do it, or only say it; first see that this user may write below `root`."""
    from kiosk.appliance.install import may_change

    if not dry_run and not may_change(root):
        raise Failure("This changes the system: say it with sudo, or with --dry-run to see what it would do.")
    for step in steps:
        print(f"would {step}" if dry_run else str(step), flush=True)
        if not dry_run:
            step.do()
