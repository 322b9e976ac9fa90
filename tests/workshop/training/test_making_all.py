"""One command makes all networks."""

from __future__ import annotations

import importlib.util
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


def test_who_asks_for_help_starts_nothing(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["training", "--help"])
    with pytest.raises(SystemExit):
        making.main()
    assert asked == []


@pytest.mark.parametrize("name", sorted({name for name, *_ in making.STEPS}))
def test_every_step_is_a_module(name: str) -> None:
    assert importlib.util.find_spec(f"workshop.training.{name}")
