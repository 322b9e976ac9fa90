"""What hands do: keys and clicks as SDL posts them, and buttons as they are wired by default."""

import pygame
import pytest

from hardware.panel import Button, PanelPins, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.screen.window import Screen
from kiosk.view import TableView, View

PINS = PanelPins()


class WatchedScreen(Screen):
    """A screen that remembers what it shows, for whoever presses what is there."""

    view: TableView | None = None

    def show(self, view: TableView, now: float) -> bool:
        self.view = view
        return super().show(view, now)

    @property
    def scene(self) -> View:
        assert self.view is not None
        return self.view.scene


def short(time: float, *buttons: Button) -> Press:
    return Press(frozenset(buttons), PressKind.SHORT, time)


def key(kind: int, key: int, mod: int = 0) -> None:
    pygame.event.post(pygame.Event(kind, key=key, mod=mod, unicode="", scancode=0))


def mouse(kind: int, pos: tuple[int, int], *, touch: bool = False) -> None:
    pygame.event.post(pygame.Event(kind, pos=pos, button=pygame.BUTTON_LEFT, touch=touch))


class Refusing:
    """Makes pins fail as those of lgpio do: from now on, or when they are taken."""

    def __init__(self, fingers: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
        self._fingers = fingers
        self._own = fingers.factory.pin
        self.said: dict[int, str] = {}
        monkeypatch.setattr(fingers.factory, "pin", self._pin)

    def _pin(self, number: int) -> object:
        self.check(number)
        return self._own(number)

    def check(self, number: int) -> None:
        if number in self.said:
            raise Exception(self.said[number])  # noqa: TRY002  as lgpio.error, which has no other base

    def break_state(self, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """A pin that is in use already fails as soon as `said` says so."""
        pin = self._own(number)

        class Failing(type(pin)):  # type: ignore[misc]
            def _get_state(it) -> object:
                self.check(number)
                return super()._get_state()

            def _set_state(it, value: object) -> None:
                self.check(number)
                super()._set_state(value)

        monkeypatch.setattr(pin, "__class__", Failing)
