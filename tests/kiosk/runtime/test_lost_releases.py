"""Whatever is pressed and never let go, by keys, mouse, fingers or buttons: the next tap of anybody is one press."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from hardware.panel import Button, Panel, PanelPins, Press, PressKind
from hardware.presses import OVER_S
from hardware.simulator.fingers import Fingers
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen.holds import HELD_S, KeyDown, KeyUp
from kiosk.screen.keys import KeyRow
from kiosk.screen.window import Screen
from kiosk.view import TableView
from workshop.gallery import matches, samples

PICTURE_S = 1 / 30
MIDDLES = KeyRow().middles(800)
KEYS = {Button.END: pygame.K_RETURN, Button.MENU: pygame.K_m, Button.KEEP_1: pygame.K_1, Button.KEEP_2: pygame.K_DOWN}
LIST = dict(samples.scenes())["menu-house-rules"]
PLAY = matches.playing(matches.choice())


class Hands:
    """All that people press a table with, and the table as far as the presses."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.fingers = Fingers(PanelPins())
        self.panel = Panel(PanelPins(), self.fingers.factory)
        self.keyboard = Keyboard(self.panel.key)
        self.now = 1.0
        self.view: TableView = PLAY

    def pointed(self, kind: int, button: Button, finger: int) -> None:
        x, y = MIDDLES[button], 465
        if kind in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}:
            pygame.event.post(pygame.Event(kind, pos=(x, y), button=1, touch=False))
        else:
            pygame.event.post(pygame.Event(kind, touch_id=1, finger_id=finger, x=x / 800, y=y / 480))

    def do(self, device: str, button: Button, *, down: bool, finger: int = 1) -> None:
        """One edge."""
        match device:
            case "button":
                (self.fingers.press if down else self.fingers.release)(button, self.now)
            case "key":
                kind = pygame.KEYDOWN if down else pygame.KEYUP
                pygame.event.post(pygame.Event(kind, key=KEYS[button], mod=0, unicode="", scancode=KEYS[button]))
            case "mouse":
                self.pointed(pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP, button, finger)
            case _:
                self.pointed(pygame.FINGERDOWN if down else pygame.FINGERUP, button, finger)

    def wait(self, seconds: float) -> list[Press]:
        """Time passes, a picture after the other."""
        presses, until = list[Press](), self.now + seconds
        while self.now < until:
            self.now += PICTURE_S
            done = [one for one in self.screen.poll() if isinstance(one, KeyDown | KeyUp)]
            if done:
                self.keyboard.put(self.now, *done)
            self.screen.show(self.view, self.now)
            self.keyboard.move(self.view, self.now)
            presses += self.panel.poll(self.now)
        return presses


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hands]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    screen = Screen((800, 480))
    hands = Hands(screen)
    hands.wait(0.1)
    pygame.event.clear()
    yield hands
    hands.panel.close()
    screen.close()


DEVICES = ("button", "key", "mouse", "finger")


@pytest.mark.parametrize("seed", range(8))
def test_after_any_presses_whose_releases_may_be_lost_the_next_tap_is_one_press(hands: Hands, seed: int) -> None:
    chance = Random(seed)
    for _ in range(chance.randint(1, 12)):
        device, button, finger = chance.choice(DEVICES), chance.choice(list(KEYS)), chance.randint(1, 3)
        hands.view = chance.choice((PLAY, LIST)) if device == "key" else PLAY
        hands.do(device, button, down=True, finger=finger)
        hands.wait(chance.choice((0.05, 0.2, 1.0)))
        if chance.random() < 0.5:
            hands.view = chance.choice((PLAY, LIST)) if device == "key" else PLAY
            hands.do(device, button, down=False, finger=finger)
            hands.wait(0.1)
    hands.view = PLAY
    hands.wait(OVER_S + 0.5)
    hung = {button for button in Button if button in hands.panel.held}
    for device in chance.sample(DEVICES, len(DEVICES)):
        for button in (Button.END, Button.MENU):
            if device == "button" and button in hung:
                hands.do(device, button, down=False)
                hands.wait(0.2)
            hands.wait(0.2)
            hands.do(device, button, down=True, finger=9)
            presses = hands.wait(0.1)
            hands.do(device, button, down=False, finger=9)
            presses += hands.wait(0.4)
            assert [(press.buttons, press.kind) for press in presses] == [({button}, PressKind.SHORT)], device
    assert hands.wait(HELD_S + 1) == [], "nobody is heard again when time lets go"
