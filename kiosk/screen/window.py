"""The window or the whole screen: opens a display, shows views, and tells what keys, mouse and fingers did."""

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
"""Stands for the mouse among those who hold a button: a key is its scancode, a finger its touchscreen and number."""


class ScreenError(Exception):
    """There is nothing to show on; the message is one sentence that says what to do."""


KEYBOARD: dict[int, Button] = {
    **{key: KEEPS[number] for number, key in enumerate((pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5))},
    **{pygame.K_KP1 + number: button for number, button in enumerate(KEEPS)},
    pygame.K_m: Button.MENU,
}
COMMANDS: dict[int, Button] = {pygame.K_RETURN: Button.END, pygame.K_KP_ENTER: Button.END, pygame.K_ESCAPE: Button.MENU}
"""Keys that are buttons also while a name is written. Escape does what MENU does."""
ARROWS: dict[int, Button] = {
    pygame.K_UP: Button.KEEP_1,
    pygame.K_DOWN: Button.KEEP_2,
    pygame.K_LEFT: Button.KEEP_3,
    pygame.K_RIGHT: Button.KEEP_4,
}
"""Arrow keys are buttons in lists only: in a match they would mark dice by surprise."""
# The unshifted digits of a French keyboard are & é " ' (: the place of the key counts, not its letter.
PLACES: dict[int, Button] = {pygame.KSCAN_1 + number: button for number, button in enumerate(KEEPS)}


SWIPE = 40
"""A finger that wanders less than 40 units taps: twice what telephones allow, as people stand here, with a glass."""


@dataclass(slots=True)
class _Tap:
    """A finger or the mouse that is down, and what it does when it is let go, if it has not wandered."""

    deed: Picked | ScrollBy | None
    begun: tuple[float, float]
    first: int
    """The top line of the list when the finger came down."""
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
        """The time of the last `show`, seconds: events are taken to happen then."""
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
        """Switch between window and full screen; without a desktop there is only the full screen."""
        if not self._bare:
            self._fullscreen = not self._fullscreen
            self._open()

    def plugged_in(self, *, display: bool) -> None:
        """A loudspeaker or a `display` was plugged in: without a desktop SDL must be opened anew to know its size.

        Raises:
            ScreenError: what is there now can't be drawn on.
        """
        self._sounds.retry()
        if display and self._bare:
            pygame.display.quit()
            self._open()

    def show(self, view: TableView, now: float) -> bool:
        """Bring the screen up to date, if anything changed since; whether something is moving."""
        self._now = now
        surface = pygame.display.get_surface()
        # Somebody pulled the window to another size.
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
            # A key that is held as a button would also write its letter.
            case pygame.TEXTINPUT if self._painter.writing and not self._holds.any:
                return [Typed(event.text)]
            case pygame.KEYDOWN if event.key == pygame.K_SPACE and not self._painter.writing:
                return [ThrowKey()]
            case pygame.KEYDOWN:
                button = self._button(event)
                return [] if button is None else self._holds.down(event.scancode or -event.key, button, self._now)
            case pygame.KEYUP:
                # The button that it was pressed for is released, whatever the key would mean now.
                return self._holds.up(event.scancode or -event.key)
            case pygame.WINDOWEXPOSED:
                pygame.display.flip()
            case pygame.AUDIODEVICEREMOVED if not event.iscapture:
                self._sounds.lost()
            # Another window gets the releases from now on.
            case pygame.WINDOWFOCUSLOST:
                self._taps.clear()
                return self._holds.let_go()
            case pygame.MOUSEWHEEL:
                self._painter.roll_to(self._painter.canvas.scroll.first - event.y)
            case _:
                return self._pointed(event)
        return []

    def _button(self, event: pygame.Event) -> Button | None:
        """The button that a key stands for; while a name is written, letters and figures stand for none."""
        found = COMMANDS.get(event.key)
        if found is None and not self._painter.writing:
            found = KEYBOARD.get(event.key) or PLACES.get(event.scancode)
        return found or (ARROWS.get(event.key) if self._painter.listing else None)

    def _pointed(self, event: pygame.Event) -> list[Input]:
        """What the mouse and fingers did.

        Finger events are used, and not the mouse events that SDL makes of them: it makes them of one finger only, and
        stops for good if the release of that finger never comes.
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
        """The mouse or a finger comes down here, pixels of the display. A button acts at once, as it may be held."""
        place = self._display.place(*place)
        deed = self._painter.canvas.under(place)
        if isinstance(deed, Button):
            return self._holds.down(pointer, deed, self._now)
        if isinstance(deed, ThrowKey):
            return [deed]
        # A list line is picked on release: until then it may become a swipe.
        self._taps[pointer] = _Tap(deed, place, self._painter.canvas.scroll.first)
        return []

    def _wander(self, pointer: Hashable, place: tuple[float, float]) -> None:
        """The mouse or a finger moves: a swipe rolls the list, and picks nothing."""
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
