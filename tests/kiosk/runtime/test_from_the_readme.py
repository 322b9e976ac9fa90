"""What a stranger does with the keys of the README's table: from the poster to a throw that counts, and out."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pressing import WatchedScreen, key

from hardware.panel import Button
from kiosk.appliance.systemd import Service
from kiosk.runtime.loop import build, draw
from kiosk.screen.holds import Input
from kiosk.session.preferences import Preferences
from kiosk.settings.config import Settings
from kiosk.simulation.desk import open_desk
from kiosk.view import AttractView, PlayView, View

PATIENCE_S = 280.0
"""On a busy machine; on an idle one it is over in ten seconds."""
LOOKING_S = 20.0
"""A stranger throws again who has heard no word from the screen for these seconds."""
PRESSES = 1
"""From the poster to a match."""


class Stranger(WatchedScreen):
    """A window before which somebody presses one key after the other, each once the screen shows what it is for."""

    def __init__(self, *, again: bool) -> None:
        super().__init__((800, 480))
        self._steps = self._come_back() if again else self._play()
        self._until = time.monotonic() + PATIENCE_S
        self.presses = 0

    def poll(self) -> list[Input]:
        assert time.monotonic() < self._until, f"it came no further than {self.scene}"
        if self.view is not None:
            next(self._steps, None)
        return super().poll()

    @property
    def _page(self) -> tuple[type[View], object]:
        """By what somebody tells that another page came."""
        return type(self.scene), getattr(self.scene, "title", None)

    def _play(self) -> Iterator[None]:
        while not (isinstance(self.scene, AttractView) and self.view and self.view.keys):
            yield
        while not isinstance(self.scene, PlayView):
            before = self._page
            yield from self._press(pygame.K_RETURN)
            self.presses += 1
            while self._page == before:
                yield
        yield from self._throw()
        yield from self._press(pygame.K_q, pygame.KMOD_CTRL)

    def _throw(self) -> Iterator[None]:
        """Throws until the turn is over; END where the screen offers it."""
        while isinstance(self.scene, PlayView) and self.scene.game.seat == 0:
            before, offers_end = self.scene.prompt, self.view is not None and Button.END in self.view.keys
            yield from self._press(pygame.K_RETURN if offers_end else pygame.K_SPACE)
            again = time.monotonic() + LOOKING_S
            while time.monotonic() < again and isinstance(self.scene, PlayView) and self.scene.prompt == before:
                yield

    def _come_back(self) -> Iterator[None]:
        while not isinstance(self.scene, PlayView):
            yield
        yield from self._press(pygame.K_q, pygame.KMOD_CTRL)

    def _press(self, which: int, mod: int = 0) -> Iterator[None]:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            key(kind, which, mod)
            yield


def sit_down(folder: Path, *, again: bool) -> Stranger:
    """Let the program run until the stranger has quit it."""
    settings, preferences = Settings(data=folder), Preferences().keep(folder)
    running = build(settings, preferences, open_desk(7, auto=False, long_press_s=settings.panel.long_press_s))
    stranger = Stranger(again=again)
    running.start()
    try:
        assert draw(stranger, running, Service({}), asked=threading.Event()) == 0
    finally:
        running.close()
        stranger.close()
    return stranger


@pytest.mark.timeout(2 * PATIENCE_S)
def test_a_press_and_the_space_bar_make_a_throw_that_counts_and_the_match_goes_on_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert sit_down(tmp_path, again=False).presses <= PRESSES
    came_back = sit_down(tmp_path, again=True)
    assert isinstance(came_back.scene, PlayView)
    assert came_back.scene.game.seat == 1
