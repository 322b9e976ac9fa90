"""The guide of a first start in the real loop, by somebody with nothing but a mouse, or a finger."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pygame
import pytest
from pressing import WatchedScreen

from hardware.camera import Camera, Device
from hardware.camera.grabber import Grabber
from hardware.panel import KEEPS, Button, Panel, PanelPins
from kiosk.appliance.systemd import Service
from kiosk.runtime.devices import Devices
from kiosk.runtime.loop import build, draw
from kiosk.screen.holds import Input
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.guide.guide import TITLES
from kiosk.session.preferences import Preferences
from kiosk.settings.config import Settings
from kiosk.view import AttractView, PageView, Picked, SoftKey
from vision.types import Frame
from workshop.gallery.filmed import tray

SIZE = 800, 480
PICTURES = 600
"""The loop draws some thirty a second."""


class Hand(WatchedScreen):
    """A screen before which somebody points at one thing after the other, each once its page is there."""

    def __init__(self) -> None:
        super().__init__(SIZE)
        self._left = PICTURES
        self.asked = threading.Event()
        self._steps = self._walk()

    def poll(self) -> list[Input]:
        self._left -= 1
        assert self._left, f"it came no further than {self.scene}"
        if self.view is not None and next(self._steps, None) is None:
            self.asked.set()
        return super().poll()

    @property
    def keys(self) -> Mapping[Button, SoftKey]:
        assert self.view is not None
        return self.view.keys

    def _walk(self) -> Iterator[bool]:
        """French, a step back and forward again, no dice to lay, and every button where it is drawn."""
        yield from self._until(TITLES[0])
        yield from self._point(self._line(1))
        while not (isinstance(self.scene, PageView) and self.scene.chosen == 1):
            yield True
        yield from self._point(self._line(1))
        yield from self._until(TITLES[1])
        yield from self._point(self._key(Button.MENU))
        yield from self._until(TITLES[0])
        yield from self._point(self._key(Button.END))
        yield from self._until(TITLES[1])
        yield from self._point(self._key(Button.END))
        yield from self._until(TITLES[2])
        yield from self._point(self._key(Button.END))
        while KEEPS[4] not in self.keys:
            yield True
        yield from self._point(self._key(KEEPS[4]))
        yield from self._until(TITLES[3])
        for button in Button:
            yield from self._point(self._disc(button))
            while not (isinstance(self.scene, PageView) and self.scene.panel and button in self.scene.panel.pressed):
                yield True
        yield from self._point(self._key(Button.END))
        while not isinstance(self.scene, AttractView):
            yield True

    def _until(self, title: object) -> Iterator[bool]:
        while not (isinstance(scene := self.scene, PageView) and scene.title == title):
            yield True

    def _point(self, rect: pygame.Rect) -> Iterator[bool]:
        x, y = rect.center
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            finger = {"touch_id": 1, "finger_id": 1, "x": x / SIZE[0], "y": y / SIZE[1]}
            pygame.event.post(pygame.Event(kind, finger | {"pos": (x, y), "button": 1, "touch": False}))
            yield True

    def _line(self, number: int) -> pygame.Rect:
        return [rect for rect, one in self._painter.canvas.marks if isinstance(one, Picked) and not one.turn][number]

    def _key(self, button: Button) -> pygame.Rect:
        """A soft key at the lower edge."""
        return max((rect for rect, of in self._painter.canvas.marks if of is button), key=lambda rect: rect.top)

    def _disc(self, button: Button) -> pygame.Rect:
        """A button as the page draws it."""
        [disc] = [rect for rect, of in self._painter.canvas.marks if of is button and rect != self._key(button)]
        return disc


class Tray(Camera):
    """Films a tray with dice in it, on which nothing happens."""

    device = Device.WEBCAM

    def __init__(self) -> None:
        self._image = tray()

    def read(self) -> Frame:
        time.sleep(0.05)
        return Frame(self._image, time.monotonic())

    def close(self) -> None:
        """Nothing is held."""


def test_it_is_walked_from_the_first_page_to_the_poster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    preferences = Preferences().keep(tmp_path)
    devices = Devices(Panel(PanelPins({}, {})), Grabber(Tray))
    running = build(Settings(data=tmp_path), preferences, devices, appliance=True)
    hand = Hand()
    running.start()
    try:
        assert draw(hand, running, Service({}), asked=hand.asked) == 0
    finally:
        running.close()
        hand.close()
    assert preferences.language == "fr"
    assert Bookmark.of(tmp_path, fresh=True).step is None
