"""The board beside the dice: hands as their game names the faces, and figures of one size."""

from dataclasses import replace

import pytest

from kiosk.games.core import GameView
from kiosk.games.registry import game
from kiosk.locale import languages, translate
from kiosk.screen.drawing.canvas import Placed
from kiosk.screen.painter import Painter
from kiosk.view import PlayView, TableView
from workshop.gallery import matches, played

SIZES = [(1920, 1080), (800, 480), (720, 1280)]
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def painted(view: TableView, size: tuple[int, int]) -> tuple[GameView, list[Placed]]:
    """What the game says, and the texts drawn."""
    painter = Painter(size)
    painter.paint(view, 0.0)
    assert isinstance(view.scene, PlayView)
    return view.scene.game, painter.canvas.placed


@every_size
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 4])
def test_a_hand_of_named_faces_is_named_beside_its_player(seats: int, language: str, size: tuple[int, int]) -> None:
    game, placed = painted(replace(matches.of_game("poker_d_as", seats), language=language), size)
    names = [translate(face, language) for face in game.faces]
    written = " ".join(text.string for text in placed)
    hands = [" ".join(names[value - 1] for value in seat.hand.dice) for seat in game.seats if seat.hand is not None]
    assert hands
    assert all(hand in written for hand in hands)


@every_size
@pytest.mark.parametrize("seats", [2, 8])
def test_what_seats_have_is_of_one_size(seats: int, size: tuple[int, int]) -> None:
    view = matches.of_game("dix_mille", seats)
    assert isinstance(view.scene, PlayView)
    game = view.scene.game
    scored = tuple(replace(seat, score=score) for seat, score in zip(game.seats, (9950, 0) * 4, strict=False))
    rich = replace(view, scene=replace(view.scene, game=replace(game, seats=scored)))
    _, placed = painted(rich, size)
    heights = {text.px for text in placed if text.string in {"9950", "0"}}
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("name", "preset", "where"),
    [("chicago", "deckel", "in the pot"), ("chicago", "leben", "out of play"), ("schocken", "text", "in the stack")],
)
def test_it_is_said_where_tokens_lie_that_nobody_holds(name: str, preset: str, where: str) -> None:
    state, events, serial = played.midway(name, 4, preset)
    _, placed = painted(TableView(matches.shown(game(name)(preset), state, 4, events, serial)), SIZES[0])
    assert [text.string for text in placed if text.string.startswith(("in the ", "out of "))] == [where]


def test_a_course_of_thousands_has_few_rules() -> None:
    painter = Painter(SIZES[0])
    painter.paint(TableView(matches.standing("dix_mille", 8)), 0.0)
    written = [text.string for text in painter.canvas.placed]
    assert {"0", "2000", "8000"} <= set(written)
    assert "500" not in written
