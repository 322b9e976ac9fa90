"""What hands do: keys and clicks as SDL posts them, and buttons as they are wired by default."""

from __future__ import annotations

import pygame

from hardware.panel import Button, PanelPins, Press, PressKind
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
