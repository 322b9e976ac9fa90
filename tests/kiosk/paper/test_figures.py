"""The poster of what all matches come to."""

from pathlib import Path

import cv2
import pygame
import pytest

from kiosk.games.registry import game
from kiosk.games.text import say
from kiosk.history.fairness import Fairness
from kiosk.history.stats import Stats
from kiosk.locale import languages, number, translate
from kiosk.paper import figures
from kiosk.paper.figures import ROWS, save_figures
from kiosk.screen.drawing import theme
from kiosk.screen.drawing.canvas import Canvas


def many() -> Stats:
    """Years at a table: more players and hands than there is room for, and dice that are hardly fair."""
    found = Stats(fairness=Fairness((1000, 1000, 1000, 1000, 1000, 1400)))
    found.states.update({"played": 1999, "given up": 1})
    for count in range(ROWS + 2):
        found.form["Jean-Christophe"[: count + 8]] = [1] * (count + 3) + [2] * 5
        hand = say("fiche of two aces and a {die}", die=count + 2) if count else say("nénette")
        found.best[(game("le_421").title, hand)] = 1000 - count
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("found", [many(), Stats()])
def test_nothing_is_cut_and_all_is_said(
    found: Stats, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvases: list[Canvas] = []

    def noted(surface: pygame.Surface, unit: float, language: str) -> Canvas:
        canvases.append(Canvas(surface, unit, language))
        return canvases[-1]

    monkeypatch.setattr(figures, "Canvas", noted)
    save_figures(found, tmp_path / "figures.png", language)
    placed = canvases[0].placed
    assert [words.string for words in placed if not words.whole] == []
    said = " ".join(words.string for words in placed)
    matches = number(found.states.total(), language)
    assert f"{matches} {'match' if language == 'en' else 'partie'}" in said
    assert found.fairness.sentence(language)[:20] in said
    assert [
        translate(hand, language) for _, hand in list(found.best)[:ROWS] if translate(hand, language) not in said
    ] == []
    assert [name for name in sorted(found.form, key=len)[2:] if name not in said] == []
    picture = cv2.imread(str(tmp_path / "figures.png"))
    assert picture is not None
    clay = (picture == theme.CLAY[::-1]).all(axis=2).sum(axis=0)
    bars = [run for run in clay if run]
    assert len(bars) == 60 * sum(count > 0 for count in found.fairness.counts)
    if bars:
        assert bars[-1] / bars[0] == pytest.approx(1.4, abs=0.02)
