"""Somebody at keyboard and screen, all the way into the session: names that are typed or tapped."""

from pathlib import Path

import pygame
import pytest
from pressing import key, mouse
from sitting import Sitting

from hardware.panel import Button, Panel, PanelPins
from kiosk.games.text import Text
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen.holds import Quit
from kiosk.screen.window import Screen
from kiosk.view import WIPE, PageView, Picked


class AtTheScreen:
    """Somebody at the screen of a session in which a name is to be written: keys and taps go the whole way."""

    def __init__(self, screen: Screen, bar: Sitting) -> None:
        self.screen, self.bar = screen, bar
        self.panel = Panel(PanelPins({}, {}))
        self.keyboard = Keyboard(self.panel)
        bar.press(Button.END, Button.END, Button.END, Button.KEEP_2, Button.KEEP_5)
        self.go_on()

    def go_on(self) -> None:
        """All that was done since the last picture is done; then comes the next one."""
        session, began = self.bar.session, self.bar.table.time
        self.keyboard.put(began, *(key for key in self.screen.poll() if not isinstance(key, Quit)))
        for pointed in self.keyboard.move(session.view):
            session.point(pointed)
        for press in self.panel.poll(began):
            session.press(press)
        self.bar.table.time = began + 1.0
        self.screen.show(session.view, self.bar.table.time)

    def tap(self, what: str) -> None:
        """On the letter as it is to be seen, below the name and above the keys; wiping out is a sign."""
        canvas = self.screen._painter.canvas
        middle = pygame.Rect(0, 160, 800, 265)
        seen = [text.ink for text in canvas.placed if text.string == what and middle.contains(text.ink)]
        (place,) = seen or [
            place for place, mark in canvas.marks if isinstance(mark, Picked) and mark.what == Text(what)
        ]
        mouse(pygame.MOUSEBUTTONDOWN, place.center)
        mouse(pygame.MOUSEBUTTONUP, place.center)

    def write(self, *letters: str) -> None:
        """One after the other, each seen to be written."""
        for letter in letters:
            self.tap(letter)
            self.go_on()

    def type(self, text: str) -> None:
        for letter in text:
            key(pygame.KEYDOWN, ord(letter.lower()))
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
            key(pygame.KEYUP, ord(letter.lower()))

    @property
    def name(self) -> str:
        scene = self.bar.scene
        assert isinstance(scene, PageView)
        assert scene.writing is not None
        return str(scene.writing.name)


@pytest.fixture
def writer(screen: Screen, path: Path) -> AtTheScreen:
    return AtTheScreen(screen, Sitting(path=path))


def test_a_tapped_letter_is_the_letter_written_however_fast_they_follow(writer: AtTheScreen) -> None:
    for letter in "WALT":
        writer.tap(letter)
    writer.go_on()
    assert writer.name == "Walt"
    writer.write("-", "E", WIPE, "Z")
    assert writer.name == "Walt-Z"


def test_a_tapped_mark_takes_the_place_of_the_letter_without(writer: AtTheScreen) -> None:
    writer.write(*"ZOEëMEëN")
    assert writer.name == "Zoëmën"


def test_a_keyboard_writes_names_and_no_key_of_it_is_a_button_there(writer: AtTheScreen) -> None:
    writer.type("mike 5")
    writer.go_on()
    assert writer.name == "Mike 5"
    key(pygame.KEYDOWN, pygame.K_BACKSPACE)
    writer.type("Łoś")
    writer.go_on()
    assert writer.name == "Mike Łoś"
    key(pygame.KEYDOWN, pygame.K_RETURN)
    key(pygame.KEYUP, pygame.K_RETURN)
    writer.go_on()
    assert writer.bar.page.players[0].name == "Mike Łoś"
