"""The window or the whole screen: opens a display, shows views, and tells what keys, mouse and fingers did."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import dist

import pygame

from hardware.presses import KEEPS, Button
from kiosk.games.text import say
from kiosk.locale import translate
from kiosk.screen.curtain import has_display, open_display
from kiosk.screen.display import ScreenPort
from kiosk.screen.drawing.scroll import ScrollBy
from kiosk.screen.holds import Holds, Input, Quit
from kiosk.screen.keys import KeyRow
from kiosk.screen.painter import Painter
from kiosk.screen.sound import Sounds
from kiosk.view import WIPE, Picked, Rotation, Sound, TableView, ThrowKey, Typed

CAPTION = say("Dice Table · F11: full screen · Ctrl-Q: quit")
NO_DISPLAY = "There is no display to show the table on."
BARE = "kmsdrm"
"""SDL's driver that draws on the display itself, without windows."""

MOUSE = "mouse"
"""Who holds a button beside keys, by their scancodes, and fingers, by their touchscreens and numbers there."""


class ScreenError(Exception):
    """There is nothing to show on; the message is one sentence that says what to do."""


KEYBOARD: dict[int, Button] = {
    **{key: KEEPS[number] for number, key in enumerate((pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5))},
    **{pygame.K_KP1 + number: button for number, button in enumerate(KEEPS)},
    pygame.K_m: Button.MENU,
}
COMMANDS: dict[int, Button] = {
    pygame.K_RETURN: Button.END,
    pygame.K_KP_ENTER: Button.END,
    pygame.K_ESCAPE: Button.MENU,
}
"""Keys that write nothing. Escape leaves whatever is open, as MENU does; where nothing is, it opens the menu."""
ARROWS: dict[int, Button] = {
    pygame.K_UP: Button.KEEP_1,
    pygame.K_DOWN: Button.KEEP_2,
    pygame.K_LEFT: Button.KEEP_3,
    pygame.K_RIGHT: Button.KEEP_4,
}
"""In lists the arrow keys do what they say; in a match they would mark dice by surprise."""
# The unshifted digits of a French keyboard are & é " ' (: the place of the key counts, not its letter.
PLACES: dict[int, Button] = {pygame.KSCAN_1 + number: button for number, button in enumerate(KEEPS)}


SWIPE = 40
"""Units that a finger may wander while it taps: twice what telephones allow, as people stand here, with a glass."""


@dataclass(slots=True)
class _Tap:
    """A finger, or the mouse, that is down; what it does when it is let go, if it did not wander."""

    deed: Picked | ScrollBy | None
    begun: tuple[float, float]
    first: int
    """The line that was on top of the list then."""
    wandered: bool = False


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
        row: KeyRow | None = None,
        rotation: Rotation = Rotation.LYING,
    ) -> None:
        """`row`: where the buttons stand under it; None: evenly, in their usual order; `rotation`: how it hangs."""
        self._row = row
        self._rotation = rotation
        self._sounds = Sounds()
        self._holds = Holds()
        self._taps: dict[Hashable, _Tap] = {}
        self._now = 0.0
        """When the screen was brought up to date last."""
        self._size, self._fullscreen = size, fullscreen
        self._open()

    def _open(self) -> None:
        if not has_display():
            raise ScreenError(NO_DISPLAY)
        try:
            surface = open_display(self._size, fullscreen=self._fullscreen)
        except pygame.error as error:
            pygame.display.quit()
            raise ScreenError(NO_DISPLAY) from error
        self._bare = pygame.display.get_driver().lower() == BARE
        # In windows a finger on a touchscreen is told as the mouse first, and one on a touchpad as a finger only.
        self._touched = self._bare
        pygame.mouse.set_visible(not self._fullscreen)
        self._draw_on(surface)

    def _draw_on(self, surface: pygame.Surface) -> None:
        self._display = ScreenPort(surface, self._rotation)
        picture = self._display.picture
        self._painter = Painter(picture.get_size(), picture, self._row)

    def _turn_over(self) -> None:
        """From a window to the whole screen, or back; without windows there is only the whole screen."""
        if not self._bare:
            self._fullscreen = not self._fullscreen
            self._open()

    def look_again(self, *, display: bool) -> None:
        """A loudspeaker was plugged in, or a `display`: without windows SDL knows the size of the first one only.

        Raises:
            ScreenError: what is there now can't be drawn on.
        """
        self._sounds.look_again()
        if display and self._bare:
            pygame.display.quit()
            self._open()

    def show(self, view: TableView, now: float) -> bool:
        """Bring the screen up to date, if anything changed since; whether something is moving."""
        self._now = now
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self._display.glass:
            self._draw_on(surface)
        caption = translate(CAPTION, view.language)
        if caption != pygame.display.get_caption()[0]:
            pygame.display.set_caption(caption)
        areas = self._painter.paint(view, now)
        if areas:
            pygame.display.update(self._display.put(areas))
        if view.sound is not Sound.OFF:
            self._sounds.open(now)
        for cue in self._painter.take_cues():
            self._sounds.play(cue, view.sound)
        return self.moving(now)

    def moving(self, now: float) -> bool:
        return self._painter.animating(now)

    def poll(self) -> list[Input]:
        """What was done since the last call, oldest first."""
        found = self._holds.tick(self._now)
        for event in pygame.event.get():
            found += self._translated(event)
        return found

    def _translated(self, event: pygame.Event) -> list[Input]:
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.KEYDOWN if event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
                return [Quit()]
            case pygame.KEYDOWN if event.key == pygame.K_F11:
                self._turn_over()
            case pygame.KEYDOWN if self._painter.writing and event.key == pygame.K_BACKSPACE:
                return [Typed(WIPE)]
            case pygame.TEXTINPUT if self._painter.writing and not self._holds.any:
                return [Typed(event.text)]
            case pygame.KEYDOWN if event.key == pygame.K_SPACE and not self._painter.writing:
                return [ThrowKey()]
            case pygame.KEYDOWN:
                button = self._button(event)
                return [] if button is None else self._holds.down(event.scancode or -event.key, button, self._now)
            case pygame.KEYUP:
                # What it was pressed for counts, whatever its place means by now.
                return self._holds.up(event.scancode or -event.key)
            case pygame.WINDOWEXPOSED:
                pygame.display.flip()
            case pygame.AUDIODEVICEREMOVED if not event.iscapture:
                self._sounds.lost()
            case pygame.WINDOWFOCUSLOST:
                self._taps.clear()
                return self._holds.let_go()
            case pygame.MOUSEWHEEL:
                self._painter.roll_to(self._painter.canvas.scroll.first - event.y)
            case _:
                return self._pointed(event)
        return []

    def _button(self, event: pygame.Event) -> Button | None:
        """What a key stands for: where a name is written, letters and figures are themselves."""
        found = COMMANDS.get(event.key)
        if found is None and not self._painter.writing:
            found = KEYBOARD.get(event.key) or PLACES.get(event.scancode)
        return found or (ARROWS.get(event.key) if self._painter.listing else None)

    def _pointed(self, event: pygame.Event) -> list[Input]:
        """What the mouse and fingers did.

        Fingers are heard themselves: SDL tells only one of them as the mouse, and none any more where the release of
        that one never came.
        """
        match event.type:
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.touch:
                self._touched = True
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._down(MOUSE, event.pos)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._up(MOUSE)
            case pygame.MOUSEMOTION if not event.touch:
                self._wander(MOUSE, event.pos)
            case pygame.FINGERDOWN if self._touched:
                return self._down((event.touch_id, event.finger_id), self._finger(event))
            case pygame.FINGERMOTION:
                self._wander((event.touch_id, event.finger_id), self._finger(event))
            case pygame.FINGERUP:
                return self._up((event.touch_id, event.finger_id))
        return []

    def _finger(self, event: pygame.Event) -> tuple[float, float]:
        width, height = self._display.glass
        return event.x * width, event.y * height

    def _down(self, pointer: Hashable, place: tuple[float, float]) -> list[Input]:
        """The mouse or a finger presses here, in pixels of the display: a button at once, as it may be held."""
        place = self._display.place(*place)
        deed = self._painter.canvas.under(place)
        if isinstance(deed, Button):
            return self._holds.down(pointer, deed, self._now)
        if isinstance(deed, ThrowKey):
            return [deed]
        self._taps[pointer] = _Tap(deed, place, self._painter.canvas.scroll.first)
        return []

    def _wander(self, pointer: Hashable, place: tuple[float, float]) -> None:
        """It moves: a swipe takes the list along, and picks nothing."""
        tap, canvas = self._taps.get(pointer), self._painter.canvas
        if tap is None:
            return
        place, area = self._display.place(*place), canvas.scroll.area
        tap.wandered = tap.wandered or dist(place, tap.begun) > canvas.px(SWIPE)
        if tap.wandered and area is not None and area.collidepoint(tap.begun):
            self._painter.roll_to(tap.first + round((tap.begun[1] - place[1]) / canvas.scroll.row))

    def _up(self, pointer: Hashable) -> list[Input]:
        tap = self._taps.pop(pointer, None)
        if tap is None:
            return self._holds.up(pointer)
        if tap.wandered or tap.deed is None:
            return []
        if isinstance(tap.deed, Picked):
            return [tap.deed]
        self._painter.roll_to(self._painter.canvas.scroll.first + tap.deed.lines)
        return []

    @property
    def painted(self) -> int:
        """How many times something was painted."""
        return self._painter.painted

    def picture(self) -> pygame.Surface:
        """A copy of what the screen shows, as the display has it."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface.copy()

    def close(self) -> None:
        self._sounds.close()
        pygame.display.quit()
