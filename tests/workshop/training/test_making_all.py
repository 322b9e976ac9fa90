"""One command makes all networks."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from workshop.training import __main__ as making


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Modules that were run; the third fails."""
    run: list[str] = []

    def ran(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        run.append(command[2])
        return subprocess.CompletedProcess(command, returncode=int(len(run) == 3))

    monkeypatch.setattr(subprocess, "run", ran)
    monkeypatch.setattr(sys, "argv", ["training"])
    return run


def test_the_first_step_that_fails_ends_it_in_one_sentence(asked: list[str]) -> None:
    with pytest.raises(SystemExit, match="train_faces failed"):
        making.main()
    assert asked == ["workshop.training.train", "workshop.training.train", "workshop.training.train_faces"]
