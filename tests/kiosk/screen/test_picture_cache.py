"""Pictures are kept within a budget, however long the evening and however many names it has seen."""

import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pygame
import pytest

from kiosk.games.text import say
from kiosk.screen.drawing.cache import BUDGET, CACHE, PictureCache, weight
from kiosk.screen.painter import Painter
from kiosk.view import TableView
from workshop.gallery import matches

GROWTH_MB = 8.0


def test_what_was_drawn_once_is_not_drawn_again() -> None:
    made = []

    @PictureCache().cached
    def square(size: int) -> pygame.Surface:
        made.append(size)
        return pygame.Surface((size, size))

    assert square(3) is square(3)
    assert square(4) is not square(3)
    assert made == [3, 4]


def test_what_was_not_asked_for_the_longest_makes_way() -> None:
    made = []
    store = PictureCache(budget=3 * weight(pygame.Surface((10, 10))))

    @store.cached
    def square(number: int) -> pygame.Surface:
        made.append(number)
        return pygame.Surface((10, 10))

    for number in (1, 2, 3, 1, 4, 1, 2):
        square(number)
    assert made == [1, 2, 3, 4, 2]
    assert store.held == 3 * weight(pygame.Surface((10, 10)))


def test_a_picture_larger_than_the_budget_is_still_given() -> None:
    assert PictureCache(budget=1).cached(pygame.Surface)((10, 10)).get_size() == (10, 10)


@pytest.mark.skipif(sys.platform != "linux", reason="where the system tells what a process holds")
def test_later_pictures_take_no_more_memory_than_the_first_hundreds() -> None:
    chance, painter, play = Random(421), Painter((800, 480)), matches.charge()

    def word() -> str:
        return "".join(chance.choices(ascii_lowercase, k=chance.randint(3, 14))).capitalize()

    def show(number: int) -> None:
        players = tuple(replace(player, name=word()) for player in play.players)
        scene = replace(play, players=players, prompt=say("{a} and {b}", a=word(), b=word()), serial=number, events=())
        painter.paint(TableView(scene), float(number))

    for number in range(200):
        show(number)
    gc.collect()
    warm = _resident_mb()
    for number in range(200, 400):
        show(number)
    gc.collect()
    assert CACHE.held <= BUDGET
    assert _resident_mb() - warm < GROWTH_MB


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
