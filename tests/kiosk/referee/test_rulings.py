"""The referee's states are drawn in the README from the code."""

from __future__ import annotations

from pathlib import Path

from kiosk.referee.rulings import CHOOSING, THROWING, drawing

README = Path(__file__).resolve().parents[3] / "kiosk" / "README.md"


def test_the_readme_draws_the_states_as_they_are() -> None:
    assert f"```\n{drawing()}```\n" in README.read_text(), "python -m kiosk.referee.rulings prints them"


def test_every_way_through_a_table_ends_somewhere() -> None:
    for cases in (THROWING, CHOOSING):
        assert cases[-1].when(None)  # type: ignore[arg-type]  # the last case holds whatever lies there
        assert len({case.seen for case in cases}) == len(cases)
