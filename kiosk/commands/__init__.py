"""The command line: `dice-table` and what stands behind it. Heavy modules are imported only by whoever needs them."""

import os
import sys
import threading
from io import TextIOWrapper
from pathlib import Path
from tempfile import gettempdir

from kiosk.commands import (  # noqa: F401  each adds its commands
    backup,
    calibrate,
    card,
    checkout,
    doctor,
    history_commands,
    league,
    new_game,
    odds,
    plan,
    play,
    read_watch,
    service,
    settings,
    sheet,
    table,
)
from kiosk.commands.base import app, typed


def program() -> None:
    """What `dice-table` runs; the process ends with it."""
    try:
        main()
    except SystemExit as ending:
        _leave_behind(ending.code)
        raise
    _leave_behind(None)


def _leave_behind(code: object) -> None:
    """End the process at once, with this code, if a thread did not end in time: a camera or a disk that hangs.

    Python's own way out would unwind such a thread wherever it is, and OpenCV ends the process with "terminate called
    without an active exception", and another code, where it is in there. All that matters is saved by now.
    """
    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def main() -> None:
    """What stands on the command line, within a process that goes on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Whatever letters a terminal lacks, and file names that are no text, are written as \xe9: nothing is lost.
            stream.reconfigure(errors="backslashreplace")
    _have_a_home()
    try:
        app(standalone_mode=False)
    except Exception as error:
        # Some Typers bring their own click, others use the one beside them: its errors are told by what they can do.
        told = getattr(error, "format_message", None)
        if told is None:
            if sys.flags.dev_mode:  # python -X dev -m … shows developers the whole story
                raise
            what = str(error).strip().partition("\n")[0]
            print(f"dice-table failed ({type(error).__name__}: {what}): please report it.", file=sys.stderr)
            raise SystemExit(1) from None
        command = typed(*[word for word in sys.argv[1:2] if word in _commands()], "--help")
        print(f"{told().rstrip('.')}: see {command}.", file=sys.stderr)
        raise SystemExit(getattr(error, "exit_code", 2)) from None


def _have_a_home() -> None:
    """Where this user has no home, keep in the temporary folder what would be kept there, and say so."""
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = str(Path(gettempdir()) / "dice-table")
        print(
            f"This user has no home folder: what is not set otherwise is kept in {os.environ['HOME']}.", file=sys.stderr
        )


def _commands() -> list[str]:
    commands = [str(command.name or getattr(command.callback, "__name__", "")) for command in app.registered_commands]
    return [*commands, *(str(group.name) for group in app.registered_groups)]
