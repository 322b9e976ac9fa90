"""The window or the whole screen: opens a display, shows views, and tells what keys, mouse and fingers did."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hardware.presses import KEEPS, Button
from kiosk.screen.curtain import has_display, open_display
from kiosk.screen.keys import KeyRow
from kiosk.screen.painter import Painter
from kiosk.screen.sound import Sounds
from kiosk.view import Sound, TableView

NO_DISPLAY = "There is no display to show the table on."
BARE = "kmsdrm"
"""SDL's driver that draws on the display itself, without windows."""

Pointer = tuple[int, int]
"""A finger: on which touchscreen, and which of those there."""
MOUSE: Pointer = (-1, -1)


class ScreenError(Exception):
    """There is nothing to show on; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A button's key, soft key or die was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class KeyUp:
    """… and let go."""

    button: Button


@dataclass(frozen=True, slots=True)
class ThrowKey:
    """The space bar: throw the simulated dice."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Ctrl-Q."""


Input = KeyDown | KeyUp | ThrowKey | Quit

KEYBOARD: dict[int, Button] = {
    **{key: KEEPS[number] for number, key in enumerate((pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5))},
    **{pygame.K_KP1 + number: button for number, button in enumerate(KEEPS)},
    pygame.K_RETURN: Button.END,
    pygame.K_KP_ENTER: Button.END,
    pygame.K_m: Button.MENU,
}
ARROWS: dict[int, Button] = {
    pygame.K_UP: Button.KEEP_1,
    pygame.K_DOWN: Button.KEEP_2,
    pygame.K_LEFT: Button.KEEP_3,
    pygame.K_RIGHT: Button.KEEP_4,
    pygame.K_ESCAPE: Button.MENU,
}
"""In lists the arrow keys do what they say; in a match they would mark dice by surprise."""
# The unshifted digits of a French keyboard are & é " ' (: the place of the key counts, not its letter.
PLACES: dict[int, Button] = {pygame.KSCAN_1 + number: button for number, button in enumerate(KEEPS)}


class Screen:
    """What the players look at.

    Shows `TableView`s and reports what keyboard, mouse and touch did as the seven buttons. It decides nothing.

    Raises:
        ScreenError: there is no display.
    """

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        *,
        fullscreen: bool = False,
        title: str = "Dice Table",
        row: KeyRow | None = None,
    ) -> None:
        """`row`: where the buttons stand under the screen; None: evenly, in their usual order."""
        self._row = row
        self._sounds = Sounds()
        self._held: tuple[Pointer, Button] | None = None
        """Who holds which button, if anyone does."""
        if not has_display():
            raise ScreenError(NO_DISPLAY)
        try:
            self._surface = open_display(size, fullscreen=fullscreen)
        except pygame.error as error:
            pygame.display.quit()
            raise ScreenError(NO_DISPLAY) from error
        # Where there are windows a finger is told as the mouse as well, and a touchpad's as one on the screen.
        self._bare = pygame.display.get_driver().lower() == BARE
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(not fullscreen)
        self._painter = Painter(self._surface.get_size(), self._surface, row)

    def show(self, view: TableView, now: float) -> bool:
        """Bring the screen up to date, if anything changed since; whether something is moving."""
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self._painter.surface.get_size():
            self._painter = Painter(surface.get_size(), surface, self._row)
        areas = self._painter.paint(view, now)
        if areas:
            pygame.display.update(areas)
        if view.sound is not Sound.OFF:
            self._sounds.open()
        for cue in self._painter.take_cues():
            self._sounds.play(cue, view.sound)
        return self.moving(now)

    def moving(self, now: float) -> bool:
        """Whether something moves at `now`."""
        return self._painter.animating(now)

    def poll(self) -> list[Input]:
        """What was done since the last call, oldest first."""
        found: list[Input] = []
        for event in pygame.event.get():
            found += self._translated(event)
        return found

    def _translated(self, event: pygame.Event) -> list[Input]:
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.KEYDOWN if event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
                return [Quit()]
            case pygame.KEYDOWN if event.key == pygame.K_SPACE:
                return [ThrowKey()]
            case pygame.KEYDOWN | pygame.KEYUP:
                button = KEYBOARD.get(event.key) or PLACES.get(getattr(event, "scancode", -1))
                if button is None and self._painter.listing:
                    button = ARROWS.get(event.key)
                if button is None:
                    return []
                return [KeyDown(button) if event.type == pygame.KEYDOWN else KeyUp(button)]
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._down(MOUSE, event.pos)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._up(MOUSE)
            case pygame.FINGERDOWN if self._bare:
                width, height = self._painter.surface.get_size()
                return self._down((event.touch_id, event.finger_id), (event.x * width, event.y * height))
            case pygame.FINGERUP if self._bare:
                return self._up((event.touch_id, event.finger_id))
            case pygame.WINDOWEXPOSED:
                pygame.display.flip()
        return []

    def _down(self, pointer: Pointer, place: tuple[float, float]) -> list[Input]:
        """The mouse or a finger presses here; one at a time, as the first of them says."""
        if self._held is not None:
            return []
        path = next((path for rect, path in self._painter.canvas.paths if rect.collidepoint(place)), ())
        if path:
            return [done(button) for button in path for done in (KeyDown, KeyUp)]
        button = self._under(place)
        if button is None:
            return []
        self._held = pointer, button
        return [KeyDown(button)]

    def _up(self, pointer: Pointer) -> list[Input]:
        """… and lets go, wherever it is by now."""
        if self._held is None or self._held[0] != pointer:
            return []
        button, self._held = self._held[1], None
        return [KeyUp(button)]

    def _under(self, place: tuple[float, float]) -> Button | None:
        """The button that a place on the screen stands for."""
        for rect, button in reversed(self._painter.canvas.targets):
            if rect.collidepoint(place):
                return button
        return None

    @property
    def painted(self) -> int:
        """How many times something was painted."""
        return self._painter.painted

    def picture(self) -> pygame.Surface:
        """A copy of what the screen shows."""
        return self._painter.surface.copy()

    def close(self) -> None:
        """Give the display back, and the loudspeaker."""
        self._sounds.close()
        pygame.display.quit()
