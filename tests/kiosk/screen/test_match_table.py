"""From two metres: what is sought, what to do and what a button does are large in a match, and so are the dice."""

from dataclasses import replace

import pytest

from kiosk.locale import languages
from kiosk.screen.drawing import layout, match_table, theme
from kiosk.screen.drawing.canvas import unit
from kiosk.screen.painter import Painter
from kiosk.view import PlayView, TableView
from workshop.gallery import samples
from workshop.gallery.book import at_its_height

MATCHES = {name: view for name, view in samples.scenes() if isinstance(view.scene, PlayView)}
SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (600, 1024), (1080, 1920))
LABEL_UPRIGHT = 0.7
"""Of the height that labels have on a screen that lies: upright, seven of them share its shorter side."""
DICE = {(1, False): 0.25, (4, False): 0.25, (8, False): 0.23, (1, True): 0.15, (4, True): 0.15, (8, True): 0.15}
"""Share of the screen that the dice have, by the number of seats; five beside a sheet are no larger on a larger one."""


def far(view: PlayView) -> list[object]:
    """What is read from two metres, whatever else makes way: what is sought, and what to do or to put right."""
    large = view.game.sought if view.pick is None and not view.warning else None
    return [text for text in (large, view.prompt) if text is not None]


def too_small(view: TableView, size: tuple[int, int]) -> list[tuple[str, int]]:
    """The texts that cannot be read from two metres."""
    painter = Painter(size)
    painter.paint(view, 0.0)
    canvas, scene = painter.canvas, view.scene
    assert isinstance(scene, PlayView)
    keys = layout.page(size, canvas.unit, alert=view.alert is not None)[2]
    least = int(theme.FROM_AFAR * canvas.unit)
    label = least * (1 if size[0] > size[1] else LABEL_UPRIGHT)
    stage = [text for text in canvas.placed if not keys.contains(text.ink)]
    found = []
    for said in far(scene):
        largest = max((text.px for text in stage if text.string == canvas.say(said)), default=0)  # type: ignore[arg-type]
        found += [(canvas.say(said), largest)] * (largest < least)  # type: ignore[arg-type]
    return found + [(text.string, text.px) for text in canvas.placed if keys.contains(text.ink) and text.px < label]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_counts_is_read_from_two_metres(size: tuple[int, int], language: str) -> None:
    turn = SIZES.index(size)
    for name, view in [*MATCHES.items()][turn % 3 :: 3]:
        assert too_small(replace(view, language=language), size) == [], name


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("seats", "sheet"), DICE)
def test_dice_have_a_quarter_of_the_screen(size: tuple[int, int], seats: int, *, sheet: bool) -> None:
    scale = unit(size)
    body = layout.page(size, scale, alert=False)[1]
    page = match_table.divide(body, scale, seats=seats, pot=not sheet, sheet=sheet, aspect=None)
    assert page.dice.width * page.dice.height >= DICE[seats, sheet] * size[0] * size[1]
    parts = [page.band, page.ask, page.dice, page.hand, page.line, page.phase, page.pot, page.seats]
    assert all(body.contains(part) for part in parts)
    assert not any(part.colliderect(other) for at, part in enumerate(parts) for other in parts[:at])


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("sheet", [False, True], ids=["board", "sheet"])
@pytest.mark.parametrize("helps", [False, True], ids=["known", "told"])
def test_the_cameras_picture_stands_in_a_corner(size: tuple[int, int], *, sheet: bool, helps: bool) -> None:
    scale = unit(size)
    body = layout.page(size, scale, alert=False)[1]
    page = match_table.divide(body, scale, seats=4, pot=not sheet, sheet=sheet, aspect=16 / 9, helps=helps)
    assert page.camera is not None
    assert page.camera.width * page.camera.height <= size[0] * size[1] / 10
    others = [page.band, page.ask, page.dice, page.hand, page.line, page.phase, page.pot, page.seats, page.help]
    assert page.camera.collidelist([other for other in others if other.width and other.height]) == -1
    assert bool(page.help.height) is helps


@pytest.mark.parametrize("size", SIZES[1::3], ids=str)
def test_a_slip_hides_none_of_the_dice_it_speaks_of(size: tuple[int, int]) -> None:
    for view in dict(samples.moments()).values():
        painter = at_its_height(view, size)
        ((paper, place),) = painter._sprites
        slip, scale = paper.get_rect(topleft=place), unit(size)
        body, game = layout.page(size, scale, alert=False)[1], view.scene.game  # type: ignore[union-attr]
        page = match_table.divide(
            body, scale, seats=len(game.seats), pot=bool(game.pot), sheet=bool(game.sheet), aspect=None
        )
        assert not slip.colliderect(page.dice)
        assert not slip.colliderect(page.hand)
