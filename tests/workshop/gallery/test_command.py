"""`dice-table screens`, which hands its words to the gallery of a checkout."""

from pathlib import Path

import pytest
from command_line import run

from kiosk.commands import checkout


def test_it_draws_where_there_is_a_checkout_and_says_so_elsewhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capfd, monkeypatch, "screens", "--out", "nowhere", "--size", "0x720")[::2] == (
        2,
        "--size 0x720 is out of range: 240x240 to 7680x7680.\n",
    )
    monkeypatch.chdir(tmp_path)
    code, _, complaint = run(capfd, monkeypatch, "screens", "--out", "nowhere")
    assert (code, complaint.count("\n")) == (2, 1)
    assert "in the folder of the program" in complaint


def test_a_tool_runs_in_the_checkout_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "workshop").mkdir()
    (tmp_path / "workshop" / "__init__.py").touch()
    (tmp_path / "workshop" / "seven.py").write_text("import sys; sys.exit(7)")
    assert checkout.workshop("seven", checkout=tmp_path) == 7
