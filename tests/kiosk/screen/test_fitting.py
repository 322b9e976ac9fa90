"""Rules by which pictures use their room: one size for equals, no name broken or shortened, nothing left out."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest

from kiosk.games.registry import games
from kiosk.locale import NO_BREAK, languages, translate
from kiosk.screen.drawing import canvas as canvas_
from kiosk.screen.drawing import faces, theme
from kiosk.screen.drawing.canvas import Canvas, Placed
from kiosk.screen.drawing.text import fit
from kiosk.screen.painter import LEARNED, Painter
from kiosk.screen.scenes import camera_picture, dice_row, play
from kiosk.view import EndView, PlayView, TableView
from vision.types import Box, Image
from workshop.gallery import matches, samples

SCENES = dict(samples.scenes())
SMALL, USUAL, UPRIGHT = (800, 480), (1280, 720), (720, 1280)
every_size = pytest.mark.parametrize("size", [SMALL, USUAL, UPRIGHT], ids=lambda size: f"{size[0]}x{size[1]}")
every_language = pytest.mark.parametrize("language", languages())


def placed(name: str, size: tuple[int, int], language: str = "en") -> list[Placed]:
    """The texts of a scene."""
    painter = Painter(size)
    painter.paint(replace(SCENES[name], language=language), 0.0)
    return painter.canvas.placed


@pytest.mark.parametrize("name", ["Élodie", "Ågren", "Ñuñez", "Jean"])
def test_no_letter_of_a_name_leaves_the_banner(name: str) -> None:
    scene = SCENES["throw"].scene
    assert isinstance(scene, PlayView)
    view = replace(scene, players=tuple(replace(player, name=name) for player in scene.players))
    surface, banner = pygame.Surface((1024, 300)), pygame.Rect(100, 100, 700, 90)
    surface.fill(theme.PAPER)  # on the night behind the banner nobody would see the ink
    play.draw_band(Canvas(surface, 0.55, "fr"), view, banner)
    surface.fill(theme.PAPER, banner)
    assert np.all(pygame.surfarray.array3d(surface) == theme.PAPER)


def test_what_the_keys_do_is_told_until_they_were_used() -> None:
    painter, view = Painter(USUAL), SCENES["throw-simulated"]
    scene = view.scene
    assert isinstance(scene, PlayView)

    def told(serial: int) -> bool:
        painter.paint(replace(view, scene=replace(scene, serial=serial)), float(serial))
        return any("Enter" in text.string for text in painter.canvas.placed)

    assert [told(serial) for serial in range(LEARNED + 1)] == [True] * LEARNED + [False]


@every_size
@pytest.mark.parametrize("name", ["end-schocken", "end-eight", "end-yams"])
def test_equal_places_at_the_end_are_of_one_size(name: str, size: tuple[int, int]) -> None:
    view = SCENES[name].scene
    assert isinstance(view, EndView)
    first, *others = view.standing
    sizes = {text.string: text.px for text in placed(name, size)}
    for seats in (first, [seat for equals in others for seat in equals]):
        assert len({sizes[str(view.play.players[seat].name)] for seat in seats}) == 1


@every_size
@every_language
def test_the_last_hand_and_what_was_corrected_fit_under_long_names(language: str, size: tuple[int, int]) -> None:
    view = SCENES["end-poker_d_as"].scene
    assert isinstance(view, EndView)
    players = tuple(replace(player, name="Maximilien-Xavier") for player in view.play.players)
    painter = Painter(size)
    painter.paint(TableView(replace(view, play=replace(view.play, players=players)), language=language), 0.0)
    assert [text.string for text in painter.canvas.placed if not text.whole] == []
    assert view.play.last_hand is not None
    hand = translate(view.play.last_hand[1].name, language)
    assert [text for text in painter.canvas.placed if hand in text.string]


def test_a_title_of_two_lines_breaks_at_its_dot() -> None:
    style = theme.TITLE
    for title in ("Quatre cent vingt et un · Règle d’origine", "Sans les trois, le plus haut · Règle d’origine"):
        broken = fit(title, style, (660, 70), unit=2 / 3, smallest=19, lines=2)
        assert [line.replace(NO_BREAK, " ") for line in broken.lines] == title.replace("· ", "·\n").split("\n")


@every_size
@every_language
def test_the_poster_breaks_no_name_of_a_game(language: str, size: tuple[int, int]) -> None:
    strings = " ".join(text.string for text in placed("attract-last", size, language))
    for known in games():
        assert translate(known.title, language).replace(" ", NO_BREAK) in strings


def height_of_dice(*, labelled: bool) -> int:
    """In a low row."""
    surface = pygame.Surface((900, 140))
    surface.fill(theme.NIGHT)
    dice = tuple(replace(die, button=die.button if labelled else None) for die in matches.dice((1, 2, 3, 4, 5)))
    area = surface.get_rect()
    dice_row.draw_dice(Canvas(surface, canvas_.unit(USUAL), "en"), area, dice)
    mask = pygame.mask.from_threshold(surface, theme.IVORY, (40, 40, 40, 255))
    return max(rect.height for rect in mask.get_bounding_rects())


def test_dice_that_nothing_is_said_of_use_the_height_of_the_labels() -> None:
    assert height_of_dice(labelled=False) > 1.2 * height_of_dice(labelled=True)


@every_size
def test_a_sheet_names_all_players_over_their_columns_or_none(size: tuple[int, int]) -> None:
    for name in (name for name in SCENES if name.startswith("sheet")):
        assert not [text.string for text in placed(name, size) if text.string.endswith("…")], name


def test_upright_a_line_shows_both_ends_where_they_are_no_wider_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(faces, "draw_die", lambda *given: drawn.append(given[2]))
    placed("worth-chicago", UPRIGHT)
    assert drawn[:4] == [1, 6, 5, 2], "an ace, a six, any other: a five to a two"


@every_language
def test_upright_the_meanings_of_words_are_large(language: str) -> None:
    for known in games():
        meanings = {translate(word.meaning, language) for word in known().lesson.words}
        sizes = [text.px for text in placed(f"words-{known.name}", UPRIGHT, language) if text.string in meanings]
        assert min(sizes) >= 0.9 * theme.PROMPT.size * canvas_.unit(UPRIGHT), known.name


@pytest.mark.parametrize(
    "trouble",
    [
        ((640, 360, 40, 40),),
        ((1240, 680, 40, 40),),
        ((640, 20, 40, 40), (900, 340, 40, 40), (640, 660, 40, 40)),
        ((0, 0, 40, 40), (1240, 680, 40, 40)),
    ],
    ids=["one", "in the corner", "too far apart", "across"],
)
@pytest.mark.parametrize("size", [(680, 200), (400, 500)], ids=["flat", "high"])
def test_a_look_shows_all_that_is_to_be_put_right_and_nothing_beside_it(
    trouble: tuple[Box, ...], size: tuple[int, int]
) -> None:
    surface, place = pygame.Surface((900, 700)), pygame.Rect((100, 100), size)
    camera_picture.draw_close_up(Canvas(surface, canvas_.unit(USUAL), "en"), grey_picture(), trouble, place)
    shown = pygame.surfarray.array3d(surface)
    rings = (shown == theme.ALARM[:3]).all(axis=2).astype(np.uint8)
    assert shown.sum() == shown[place.left : place.right, place.top : place.bottom].sum()
    assert cv2.connectedComponents(rings)[0] - 1 == len(trouble)


def grey_picture() -> Image:
    """What a camera sees of a tray on which nothing lies."""
    return np.full((720, 1280, 3), 90, np.uint8)
