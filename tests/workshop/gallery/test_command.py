"""`dice-table screens`, which hands its words to the gallery of a checkout."""

from pathlib import Path

import pytest
from command_line import run

from kiosk.commands import checkout
from kiosk.locale import languages
from workshop.gallery import book, samples


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


def test_the_book_holds_every_scene_and_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, lively = list(samples.scenes())[:2], list(samples.moments())[:1]
    monkeypatch.setattr(book, "scenes", lambda: few)
    monkeypatch.setattr(book, "moments", lambda: lively)
    written = book.render_book(tmp_path, sizes=[(480, 320)])
    assert len(written) == (len(few) + len(lively)) * len(languages())
    assert all(file.is_file() for file in written)
