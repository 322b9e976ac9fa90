"""The sheet to print for the table: all is on it, in its language, under the bar's presets, and within its pages."""

import logging
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command_line import Program

from kiosk.games.registry import games
from kiosk.locale import translate
from kiosk.match.seating import title_of
from kiosk.paper import sheet
from kiosk.paper.sheet import BOTTOM, MARGIN, WIDTH, save_sheet
from kiosk.referee.keeping import Keeping
from kiosk.session.how_to import KEEP

A4 = b"/MediaBox [0 0 595.28 841.89]"


class Noted(sheet.PrintedSheet):
    """A sheet that notes what is written on it, and where it ends."""

    said: list[tuple[int, str, float]]

    def put(self, text: Any, place: tuple[float, float, float], size: float, **how: Any) -> float:
        end = super().put(text, place, size, **how)
        if how.get("draw", True):
            assert place[0] >= MARGIN
            assert place[0] + place[2] <= MARGIN + WIDTH + 0.01
            Noted.said.append((self.pdf.page_no(), self.words(text), end))
        return end


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, float]]:
    monkeypatch.setattr(sheet, "PrintedSheet", Noted)
    Noted.said = []
    return Noted.said


def test_every_game_is_told_on_a4_pages(
    said: list[tuple[int, str, float]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    language = "fr"  # whose words are the longer ones
    with caplog.at_level(logging.WARNING):
        pages = save_sheet(tmp_path / "sheet.pdf", language, {}, Keeping.BUTTONS)
    assert caplog.records == [], "no letter is missing in the fonts"
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert max(end for _, _, end in said) <= BOTTOM
    assert {page for page, _, _ in said} == set(range(1, pages + 1))
    words = [text for _, text, _ in said]
    for kind in games():
        rules = kind()
        parts = [title_of(rules), *rules.told, *filter(None, [rules.credit])]
        assert [part for part in parts if translate(part, language) not in words] == []
        [page] = {page for page, text, _ in said if text == translate(title_of(rules), language)}
        on_it = {text for at, text, _ in said if at == page}
        assert {translate(rule, language) for rule in rules.told} <= on_it, "a game is on one page"
        lesson = rules.lesson
        taught = [*(word.meaning for word in lesson.words), *(example.name for example in lesson.examples)]
        assert [word for word in taught if not any(translate(word, language) in text for text in on_it)] == []


def test_the_bars_presets_and_its_way_to_keep_are_told(said: list[tuple[int, str, float]], tmp_path: Path) -> None:
    preset = list(games()[0].presets)[-1]
    save_sheet(tmp_path / "sheet.pdf", "fr", {games()[0].name: preset}, Keeping.HANDS)
    words = [text for _, text, _ in said]
    assert translate(title_of(games()[0](preset)), "fr") in words
    assert translate(title_of(games()[0]()), "fr") not in words
    assert translate(KEEP[Keeping.HANDS], "fr") in words


def test_the_command_goes_by_the_settings(tmp_path: Path, dice_table: Program) -> None:
    typed = partial(dice_table, "sheet")
    config, there = tmp_path / "table.toml", tmp_path / "sheet.pdf"
    config.write_text('language = "fr"\n', encoding="utf-8")
    code, out, _ = typed("--to", str(there), "--config", str(config))
    assert (code, "pages in" in out) == (0, True)
    french = there.read_bytes()
    assert b"/Lang (fr)" in french
    assert french.count(A4) >= 1
    assert typed("--to", str(there), "--config", str(config), "--language", "en")[0] == 0
    assert b"/Lang (en)" in there.read_bytes()
    code, _, error = typed("--to", str(tmp_path / "no" / "sheet.pdf"))
    assert (code, "cannot be" in error) == (1, True)
    assert typed("--to", str(there), "--lang", "xx")[0] == 2
