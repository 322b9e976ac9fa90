"""The link that a phone is pointed at: on the poster and the result, as a phone a metre away sees it."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest
import zxingcpp

from kiosk.games.text import Text
from kiosk.match.log import Record
from kiosk.match.online import Online
from kiosk.screen.painter import Painter
from kiosk.settings.model import LONGEST_ADDRESS, LeagueSettings
from kiosk.view import AttractView, EndView, TableView
from workshop.gallery.matches import end
from workshop.gallery.pages import LEAGUE

PAGE = LEAGUE.page_of(Record("12", "le_421", None, {}, (), None, "2026-11-27T20:00:00Z"))
MM_A_PIXEL = 0.35
"""A phone's picture at a metre: 4,000 pixels over the 1.4 m that its usual lens takes in."""
SCREENS = {(800, 480): 154, (1024, 600): 154, (1280, 720): 222, (1920, 1080): 344, (720, 1280): 125}
"""Pixels of a screen, and its width in millimetres: seven inches, ten, fifteen."""
BLUR = 0.7
"""Of a hand and a lens, pixels of the phone (standard deviation)."""


def photo(scene: AttractView | EndView, size: tuple[int, int], language: str) -> np.ndarray:
    """The screen as a phone sees it, in grey: smaller, dimmer, blurred."""
    painter = Painter(size)
    painter.paint(TableView(scene, language=language), 0.0)
    drawn = pygame.surfarray.array3d(painter.surface).swapaxes(0, 1)
    scale = SCREENS[size] / size[0] / MM_A_PIXEL
    seen = cv2.resize(cv2.cvtColor(drawn, cv2.COLOR_RGB2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(seen, (0, 0), BLUR) // 2 + 40


def read(image: np.ndarray) -> str:
    """What the decoder of many phones reads; OpenCV's own misses a third of such small codes, by their size alone."""
    found = zxingcpp.read_barcodes(image)
    return found[0].text if found else ""


@pytest.mark.parametrize("size", SCREENS)
def test_a_phone_a_metre_away_reads_it(size: tuple[int, int]) -> None:
    poster = AttractView((Text("421"), Text("Yams")), link=LEAGUE.address)
    assert read(photo(poster, size, "fr")) == LEAGUE.address
    assert read(photo(replace(end(3), link=PAGE), size, "en")) == PAGE


def test_without_an_address_there_is_none() -> None:
    assert read(photo(end(3), (1280, 720), "en")) == ""
    assert Online().page_of(Record("12", "le_421", None, {}, (), None, "2026-11-27T20:00:00Z")) == ""


def test_the_longest_address_that_the_settings_take_has_a_code() -> None:
    address = "https://" + (LONGEST_ADDRESS - len("https://")) * "é"
    assert LeagueSettings(address=address, table="bar").address == address
    page = Online(address, "bar").page_of(Record("12", "le_421", None, {}, (), None, "2026-11-27T20:00:00Z"))
    for size in SCREENS:
        Painter(size).paint(TableView(replace(end(3), link=page)), 0.0)
    with pytest.raises(ValueError, match="address"):
        LeagueSettings(address=address + "e")
