"""What keeps the table going: the menu of the poster, and the service page with the camera's eye and a button test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.presses import Button
from kiosk.appliance.machine import Machine
from kiosk.games.text import Text, say
from kiosk.session.menu import MenuItem, Page
from kiosk.session.preferences import Preferences
from kiosk.view import DieView, Item, ServiceView, SoftKey, SoftKeys
from vision.types import Scene

PICTURE_EVERY_S = 0.25
"""The page's picture changes so often: enough to see a hand move, and no work to speak of."""


SETS = {1: say("One set of dice"), 2: say("Two sets of dice")}


@dataclass(slots=True)
class ServicePage:
    """The page; `scene` gives it what the reader sees, `pressed` every button, those that leave it too."""

    preferences: Preferences
    machine: Machine | None
    close: Callable[[], None]
    teach: Callable[[int], None] | None = None
    """Opens the page on which the table learns its tray, with so many sets of dice; None while somebody plays."""
    sets: int = 1
    lamps: bool = False
    """All lamps are lit, so that a dead one is seen."""
    _page: Page = field(init=False)
    _scene: Scene | None = None
    _pressed: frozenset[Button] = frozenset()
    _last: Button | None = None

    def __post_init__(self) -> None:
        self._page = Page(say("Service"), self._lines)

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        if self._scene is None or scene.time - self._scene.time >= PICTURE_EVERY_S:
            self._scene = scene

    def press(self, button: Button) -> None:
        """Note the button, and do what it does in a list."""
        self._pressed |= {button}
        self._last = button
        self._page.press(button)

    def view(self) -> ServiceView:
        """The list, the camera's picture with what was read, and the buttons pressed so far."""
        menu, scene = self._page.view(), self._scene
        if scene is None:
            return ServiceView(menu, (), None, self._pressed, self._last)
        return ServiceView(menu, seen(scene), scene.image, self._pressed, self._last)

    def keys(self) -> SoftKeys:
        """As in any list; with all lamps lit while they are tested."""
        keys = self._page.keys()
        if self.lamps:
            keys = {button: SoftKey(keys[button].label if button in keys else None, lit=True) for button in Button}
        return keys

    def _lines(self) -> list[MenuItem]:
        preferences, machine = self.preferences, self.machine
        percent = Text("{percent} %", (("percent", round(100 * preferences.brightness)),))
        lines = [
            *preferences.lines(),
            MenuItem(Item(say("Brightness"), value=percent), change=preferences.brighten),
            MenuItem(Item(say("Lamps"), value=say("All lit") if self.lamps else say("As usual")), self._lamp_test),
        ]
        if self.teach is not None:
            sets = SETS[self.sets]
            tray = Item(say("Teach the tray"), say("Lay dice against its rim, four times: a minute"), sets)
            lines.append(MenuItem(tray, self._teach, self._other_sets))
        if machine is not None:
            lines += [
                MenuItem(Item(say("Logs to a USB stick"), machine.told), choose=machine.save_logs),
                MenuItem(Item(say("Network"), value=Text(machine.network))),
                MenuItem(Item(say("Version"), value=Text(machine.version))),
            ]
        return [*lines, MenuItem(Item(say("Back to the table")), choose=self.close)]

    def _lamp_test(self) -> None:
        self.lamps = not self.lamps

    def _teach(self) -> None:
        if self.teach is not None:
            self.teach(self.sets)

    def _other_sets(self, _: int) -> None:
        self.sets = 3 - self.sets


def seen(scene: Scene) -> tuple[DieView, ...]:
    """The dice that are seen, and the doubts, without a value."""
    dice = [DieView(die.die.value, box=die.die.box) for die in scene.dice]
    return (*dice, *(DieView(None, box=doubt.box) for doubt in scene.doubts if doubt.box is not None))


def table_menu(preferences: Preferences, play: Callable[[], None], service: Callable[[], None]) -> Page:
    """What can be set while nobody plays."""

    def lines() -> list[MenuItem]:
        return [MenuItem(Item(say("Play")), play), *preferences.lines(), MenuItem(Item(say("Service")), service)]

    return Page(say("Dice Table"), lines)
