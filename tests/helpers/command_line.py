"""The command line as tests call it: in this process, or in one of its own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kiosk import commands


class Done(NamedTuple):
    """How a command ended: exit code, standard output, standard error."""

    returncode: int
    stdout: str
    stderr: str


Program = Callable[..., Done]
"""`dice-table WORDS`."""


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: object) -> Done:
    """How `dice-table WORDS` ends."""
    monkeypatch.setattr(sys, "argv", ["dice-table", *map(str, words)])
    try:
        commands.main()
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    told = capsys.readouterr()
    return Done(code, told.out, told.err)


def kiosk(*words: str, cwd: Path, prelude: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`dice-table WORDS` in a process of its own, in which `prelude` runs first and little of the system is known."""
    script = f"{prelude}\nimport sys; sys.argv[0] = 'dice-table'\nfrom kiosk.commands import main; main()"
    known = {"PATH": "", "PYTHONPATH": str(Path.cwd()), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True,
        encoding="utf-8",
        errors="strict",
        env=known | environment,
        cwd=cwd,
        check=False,
    )
