"""What the referee makes of what happens at a table: the plays in `plays/`."""

import re
from pathlib import Path

import pytest
from plays import all_plays, perform

from kiosk.ruling import NoticeId, RulingId

HERE = Path(__file__).parent


@pytest.mark.parametrize("lines", all_plays(HERE))
def test_a_play(lines: list[str]) -> None:
    perform(lines)


def test_every_ruling_and_notice_comes_in_a_play() -> None:
    texts = (file.read_text(encoding="utf-8") for file in (HERE / "plays").iterdir())
    told = {word for text in texts for word in re.findall(r"\b[A-Z_]{3,}\b", text)}
    silent = {RulingId.COUNT.name, RulingId.FOUND.name, RulingId.DRAW.name}
    assert {ruling.name for ruling in RulingId} - silent <= told
    assert {notice.name for notice in NoticeId} - {NoticeId.CONFUSED.name} <= told
