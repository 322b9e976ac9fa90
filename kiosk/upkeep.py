"""The service page: volume, brightness, language, network, logs; the camera's eye and every button under test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.presses import Button
from kiosk.games.core import Text, say
from kiosk.locale import languages
from kiosk.machine import Machine
from kiosk.menus import Line, Page
from kiosk.view import Coaching, DieView, Item, ServiceView, SoftKey, SoftKeys, Sound
from vision.types import Scene

PICTURE_EVERY_S = 0.25
"""The page's picture changes so often: enough to see a hand move, and no work to speak of."""
LANGUAGES = {"en": say("English"), "fr": say("Français")}
SOUNDS = {Sound.OFF: say("Off"), Sound.LOW: say("Low"), Sound.PARTY: say("Party")}
COACHINGS = {
    Coaching.OFF: say("Silent"),
    Coaching.ON: say("Says what is best"),
    Coaching.AFTER: say("Speaks after the turn"),
}
DIMMEST, BRIGHTER = 0.4, 0.1


@dataclass(slots=True)
class Comfort:
    """What everybody may set at any time."""

    language: str = "en"
    sound: Sound = Sound.LOW
    brightness: float = 1.0
    coaching: Coaching = Coaching.OFF

    def next_language(self, step: int = 1) -> None:
        """Speak another one."""
        names = languages()
        self.language = names[(names.index(self.language) + step) % len(names)]

    def next_sound(self, step: int = 1) -> None:
        """Louder, or less."""
        levels = list(Sound)
        self.sound = levels[(levels.index(self.sound) + step) % len(levels)]

    def next_coaching(self, step: int = 1) -> None:
        """Let the coach speak, or not."""
        ways = list(Coaching)
        self.coaching = ways[(ways.index(self.coaching) + step) % len(ways)]

    def brighten(self, step: int) -> None:
        """Brighter, or less."""
        self.brightness = round(min(1.0, max(DIMMEST, self.brightness + step * BRIGHTER)), 2)

    def lines(self) -> list[Line]:
        """Language, sound and coach, for any menu."""
        return [
            Line(
                Item(say("Language"), value=LANGUAGES.get(self.language, Text(self.language))),
                self.next_language,
                self.next_language,
            ),
            Line(Item(say("Sound"), value=SOUNDS[self.sound]), self.next_sound, self.next_sound),
            Line(Item(say("Coach"), value=COACHINGS[self.coaching]), self.next_coaching, self.next_coaching),
        ]


@dataclass(slots=True)
class ServicePage:
    """The page; `scene` gives it what the reader sees, `pressed` every button, those that leave it too."""

    comfort: Comfort
    machine: Machine | None
    close: Callable[[], None]
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
        dice = [DieView(die.die.value, box=die.die.box) for die in scene.dice]
        doubts = [DieView(None, box=doubt.box) for doubt in scene.doubts if doubt.box is not None]
        return ServiceView(menu, (*dice, *doubts), scene.image, self._pressed, self._last)

    def keys(self) -> SoftKeys:
        """As in any list; with all lamps lit while they are tested."""
        keys = self._page.keys()
        if self.lamps:
            keys = {button: SoftKey(keys[button].label if button in keys else None, lit=True) for button in Button}
        return keys

    def _lines(self) -> list[Line]:
        comfort, machine = self.comfort, self.machine
        percent = Text("{percent} %", (("percent", round(100 * comfort.brightness)),))
        lines = [
            *comfort.lines(),
            Line(Item(say("Brightness"), value=percent), change=comfort.brighten),
            Line(Item(say("Lamps"), value=say("All lit") if self.lamps else say("As usual")), self._lamp_test),
        ]
        if machine is not None:
            lines += [
                Line(Item(say("Logs to a USB stick"), machine.told), choose=machine.save_logs),
                Line(Item(say("Network"), value=Text(machine.network))),
                Line(Item(say("Version"), value=Text(machine.version))),
            ]
        return [*lines, Line(Item(say("Back to the table")), choose=self.close)]

    def _lamp_test(self) -> None:
        self.lamps = not self.lamps
