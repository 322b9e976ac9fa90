"""What a session makes of presses, throws and time, from the poster to the next match: the plays in `plays/`."""

from pathlib import Path

import pytest
from plays import all_plays, perform


@pytest.mark.parametrize("lines", all_plays(Path(__file__).parent))
def test_a_play(lines: list[str]) -> None:
    perform(lines)
