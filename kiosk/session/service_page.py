"""The service page: settings, what the camera sees, and a test of buttons and lamps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from hardware.presses import Button, Press
from kiosk.appliance.machine import Machine
from kiosk.games.text import Text, say
from kiosk.referee.keys import Key, Keys
from kiosk.session.menu import MenuItem, Page
from kiosk.session.modes import Mode, Stack
from kiosk.session.preferences import Preferences
from kiosk.view import CalibrationView, DieView, Item, Picked, ServiceView
from vision.types import Scene, SceneState

PICTURE_EVERY_S = 0.25
"""Seconds from one picture of the page to the next: enough to see a hand move, and no work to speak of."""


class Glimpse:
    """What a page shows of the tray: the camera's picture of a moment ago.

    Attributes:
        scene: that moment; None before the first.
    """

    def __init__(self) -> None:
        self.scene: Scene | None = None

    def see(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        if self.scene is None or scene.time - self.scene.time >= PICTURE_EVERY_S:
            self.scene = scene
        return busy(scene)

    def on(self, view: CalibrationView) -> CalibrationView:
        """A page that shows it, with the dice that are seen as long as nothing moves."""
        if self.scene is None:
            return view
        return replace(view, dice=() if busy(self.scene) else seen(self.scene), image=self.scene.image)


def busy(scene: Scene) -> bool:
    """Whether a hand is over the tray, or anything moves there."""
    return scene.state in {SceneState.HAND, SceneState.MOVING}


SETS = {1: say("One set of dice"), 2: say("Two sets of dice")}


@dataclass(slots=True)
class ServicePage(Mode):
    """The page; it shows what the reader sees, and every button that was pressed."""

    pages: Stack
    preferences: Preferences
    machine: Machine | None = None
    calibrate: Callable[[int], None] | None = None
    """Opens the page on which the table learns its tray, with this many sets of dice; None while somebody plays."""
    teach: Callable[[], None] | None = None
    """Opens the page on which the table learns its dice; None where it can't."""
    forget: Callable[[], None] | None = None
    """Forgets them; None where there are none."""
    taught: Callable[[], tuple[int, ...]] = tuple
    """The values whose faces it was taught."""
    guide: Callable[[], None] | None = None
    """Opens the guide of a first start; None while somebody plays."""
    sets: int = 1
    notice: Text | None = None
    """What was done to the files at the start; said beside the version."""
    lamps: bool = False
    """All lamps are lit, so that a dead one is seen."""
    _list: Page = field(init=False)
    _glimpse: Glimpse = field(default_factory=Glimpse)
    _pressed: frozenset[Button] = frozenset()
    _last: Button | None = None

    def __post_init__(self) -> None:
        self._list = Page(self.pages, say("Service"), self._items)

    @property
    def view(self) -> ServiceView:
        """The list, the camera's picture with what was read, and the buttons that were pressed."""
        menu, scene = self._list.view, self._glimpse.scene
        if scene is None:
            return ServiceView(menu, (), None, self._pressed, self._last)
        return ServiceView(menu, seen(scene), scene.image, self._pressed, self._last)

    @property
    def keys(self) -> Keys:
        """As in any list; while the lamps are tested all are lit, and whatever is pressed is shown."""
        keys = self._list.keys
        if not self.lamps:
            return keys
        return {
            button: replace(keys[button], lit=True) if button in keys else Key(None, partial(self._note, button))
            for button in Button
        }

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Note the buttons, those that leave the page too, and do what they do in a list."""
        for button in Button:
            if button in press.buttons:
                self._note(button)
        Mode.press(self, press, goes_on)

    def pick(self, picked: Picked) -> None:
        """A line of the list was tapped."""
        self._list.pick(picked)

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; nobody must lay anything there."""
        self._glimpse.see(scene)
        return False

    def _items(self) -> list[MenuItem]:
        preferences, machine = self.preferences, self.machine
        lamps = Item(say("Lamps"), value=say("All lit") if self.lamps else say("As usual"))
        items = [*preferences.items(), preferences.brightness_item, MenuItem(lamps, self._lamp_test)]
        if self.calibrate is not None:
            tray = Item(say("Teach the tray"), say("Lay dice against its rim, four times: a minute"), SETS[self.sets])
            items.append(MenuItem(tray, partial(self.calibrate, self.sets), self._other_sets, self._other_sets))
        items += self._dice_items()
        if self.guide is not None:
            guide = Item(say("The first steps"), say("Language, camera, tray and buttons: three minutes"))
            items.append(MenuItem(guide, self.guide))
        if machine is not None:
            items += [
                MenuItem(
                    Item(say("Logs to a USB stick"), machine.outcome), None if machine.saving else machine.save_logs
                ),
                *self._upgrade(machine),
                MenuItem(Item(say("Network"), value=Text(machine.network))),
                MenuItem(Item(say("Version"), self.notice, Text(machine.version))),
            ]
        return [*items, MenuItem(Item(say("Back to the table")), self.pages.close)]

    def _dice_items(self) -> list[MenuItem]:
        """What can be done about faces without pips."""
        taught = self.taught()
        shown = Text(" ".join(map(str, taught))) if taught else None
        items = []
        if self.teach is not None:
            dice = Item(say("Teach the dice"), say("For faces that show an emblem, a letter or a picture"), shown)
            items.append(MenuItem(dice, self.teach))
        if self.forget is not None and taught:
            items.append(MenuItem(Item(say("Forget the dice taught"), value=shown), self.forget))
        return items

    def _upgrade(self, machine: Machine) -> list[MenuItem]:
        if (upgrade := machine.upgrade) is None:
            return []
        item = Item(say("Upgrade from a USB stick"), upgrade.outcome)
        return [MenuItem(item, None if upgrade.busy else upgrade.begin)]

    def _note(self, button: Button) -> None:
        self._pressed |= {button}
        self._last = button

    def _lamp_test(self) -> None:
        self.lamps = not self.lamps

    def _other_sets(self) -> None:
        self.sets = 3 - self.sets


def seen(scene: Scene) -> tuple[DieView, ...]:
    """The dice that are seen, and the doubts, without a value."""
    dice = [DieView(die.die.value, box=die.die.box) for die in scene.dice]
    return (*dice, *(DieView(None, box=doubt.box) for doubt in scene.doubts if doubt.box is not None))
