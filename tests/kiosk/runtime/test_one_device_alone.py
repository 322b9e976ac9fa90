"""A match from the attract screen to its end, by the mouse or by touch alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest
from at_the_bar import Bar
from made_up import PICTURE

from hardware.panel import KEEPS, Button, Panel, PanelPins
from kiosk.games.core import Choice, Choose, Draw, Pick, Throw
from kiosk.games.registry import games
from kiosk.ruling import RulingId
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen import KeyDown, KeyUp, Screen
from kiosk.view import AttractView, EndView, HowToView, MenuView, Picked, PlayView, TableView, ThrowKey, Typed

SIZE = 800, 480
TURNS = 3000
"""More clicks than any of these matches takes."""
STEP_S = 0.03
CAMERA = PICTURE[::4, ::4]
"""It need not be sharp."""


class Pointer:
    """Somebody with nothing but a mouse, or a finger, at a table whose dice fall as they are made up."""

    def __init__(self, screen: Screen, bar: Bar, kinds: tuple[int, int], chance: Random) -> None:
        self.screen = screen
        self.bar = bar
        self.kinds = kinds
        self.chance = chance
        self.panel = Panel(PanelPins({}, {}))
        self.keyboard = Keyboard(self.panel.key)
        self.thrown = False

    @property
    def view(self) -> TableView:
        return replace(self.bar.session.view, camera=CAMERA)

    def point(self, place: tuple[float, float]) -> None:
        """Press here and let go, and let the table answer; whether that throws the dice."""
        self.thrown = False
        x, y = place
        for kind in self.kinds:
            finger = {"touch_id": 1, "finger_id": 1, "x": x / SIZE[0], "y": y / SIZE[1]}
            mouse = {"pos": (round(x), round(y)), "button": 1, "touch": False}
            pygame.event.post(pygame.Event(kind, finger | mouse))
            for _ in range(4):
                self._pass()

    def _pass(self) -> None:
        table = self.bar.table
        table.time += STEP_S
        done = self.screen.poll()
        self.thrown |= ThrowKey() in done
        given = [one for one in done if isinstance(one, KeyDown | KeyUp | Picked | Typed)]
        if given:
            self.keyboard.put(table.time, *given)
        for pointed in self.keyboard.move(self.view, table.time):
            self.bar.session.point(pointed)
        for press in self.panel.poll(table.time):
            self.bar.session.press(press)
        self.bar.session.tick(table.time)

    def press(self, button: Button) -> None:
        """The soft key of a button, where it is drawn."""
        self.screen.show(self.view, self.bar.table.time)
        targets = [rect for rect, target in self.screen._painter.canvas.marks if target is button]
        self.point(targets[-1].center)

    def wake(self) -> None:
        """Touch the attract screen somewhere."""
        self.screen.show(self.view, self.bar.table.time)
        self.point((SIZE[0] / 2, SIZE[1] / 3))

    def pick(self, number: int) -> None:
        """A line of a list; where it is not to be seen yet, one line down."""
        self.screen.show(self.view, self.bar.table.time)
        for rect, picked in self.screen._painter.canvas.marks:
            if isinstance(picked, Picked) and picked.what == number:
                self.point(rect.center)
                return
        self.press(KEEPS[1])

    # --- a match ---

    def begin(self, number: int) -> None:
        """From the attract screen into a match of this game."""
        assert isinstance(self.bar.scene, AttractView)
        self.wake()
        for _ in games():
            if self.bar.menu.chosen != number:
                self.pick(number)
        assert self.bar.menu.chosen == number
        while isinstance(self.bar.scene, MenuView | HowToView):
            self.press(Button.END)

    def go_on(self) -> None:
        """Do what the match waits for."""
        match, scene = self.bar.session.match, self.bar.scene
        assert match is not None
        assert isinstance(scene, PlayView), type(scene).__name__
        if isinstance(match.wait, Draw):
            self.press(Button.END)
        elif isinstance(match.wait, Throw):
            all_of_them = len(match.wait.slots) >= len(match.hand)
            stay = () if all_of_them else [number for number, die in enumerate(scene.dice, 1) if die.kept]
            self._throw(len(match.wait.slots), stay)
        elif isinstance(match.wait, Choice):
            self._choose(match.wait, scene)
        elif isinstance(match.wait, Pick):
            self.write(match.wait)

    def _choose(self, wait: Choice, scene: PlayView) -> None:
        match = self.bar.session.match
        assert match is not None
        if wait.groups:
            self._choose_groups(wait)
            return
        keeps = sorted((keep for keep in wait.keeps if len(keep) < len(match.hand)), key=sorted)
        if not keeps or (wait.may_stop and self.chance.random() < 0.5):
            self.press(Button.END)
            return
        keep = self.chance.choice(keeps)
        wanted = Counter(match.hand[slot] for slot in keep)
        stay = []
        # Those that the rules keep have no button, and come first.
        for number, die in sorted(enumerate(scene.dice, 1), key=lambda one: one[1].button is not None):
            assert die.value is not None
            stays = wanted[die.value] > 0
            wanted[die.value] -= stays
            if stays:
                stay.append(number)
            if die.button is not None and stays is not die.kept:
                self.press(KEEPS[die.button - 1])
        self._throw(len(match.hand) - len(keep), stay)

    def _choose_groups(self, wait: Choice) -> None:
        """A button stands for a group: press each some times; what then stays may be thrown beside."""
        match = self.bar.session.match
        assert match is not None
        if wait.may_stop and self.chance.random() < 0.5:
            self.press(Button.END)
            return
        for number, group in enumerate(wait.groups):
            for _ in range(self.chance.randint(0, len(group.steps))):
                self.press(KEEPS[number])
        if not any(die.kept for die in self._scene.dice) or self._scene.ruling.id is RulingId.REFUSED:
            self.press(KEEPS[0])
        kept = [number for number, die in enumerate(self._scene.dice, 1) if die.kept]
        if self._scene.ruling.id is RulingId.REFUSED:
            return
        stay = () if len(kept) == len(match.hand) else kept
        self._throw(len(match.hand) - len(stay), stay)

    @property
    def _scene(self) -> PlayView:
        scene = self.bar.scene
        assert isinstance(scene, PlayView)
        return scene

    def write(self, wait: Pick) -> None:
        """Tap some open line of the sheet, which marks it; once more, and it is written."""
        match, box = self.bar.session.match, self.chance.choice(wait.options).name
        assert match is not None
        while match.wait is wait:
            self.screen.show(self.view, self.bar.table.time)
            marks = self.screen._painter.canvas.marks
            self.point(next(rect.center for rect, one in marks if isinstance(one, Picked) and one.what == box))
        assert Choose(box) in match.actions[-2:]

    def _throw(self, number: int, stay: Sequence[int]) -> None:
        """Let so many dice fall beside those that stay."""
        table, stays = self.bar.table, set(stay)
        self.reach_for_the_dice()
        table.lift(*(place for place in range(1, len(table.dice) + 1) if place not in stays))
        table.throw(*(self.chance.randint(1, 6) for _ in range(number)))

    def reach_for_the_dice(self) -> None:
        """Point at the tray's picture, which is how a mouse throws."""
        self.screen.show(self.view, self.bar.table.time)
        self.point(next(rect.center for rect, one in self.screen._painter.canvas.marks if isinstance(one, ThrowKey)))
        assert self.thrown


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    screen = Screen(SIZE)
    pygame.event.clear()
    yield screen
    screen.close()


MOUSE, TOUCH = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP), (pygame.FINGERDOWN, pygame.FINGERUP)


@pytest.mark.parametrize(("name", "kinds"), [("dix_mille", MOUSE), ("yams", TOUCH)], ids=["mouse", "touch"])
def test_a_match_is_played_from_attract_to_end_with_nothing_else(
    name: str, kinds: tuple[int, int], screen: Screen, tmp_path: Path
) -> None:
    """Dice are marked in groups, or one by one and then a box of a sheet: every way to choose."""
    number = [known.name for known in games()].index(name)
    pointer = Pointer(screen, Bar(tmp_path / "matches"), kinds, Random(number))
    pointer.begin(number)
    for _ in range(TURNS):
        if isinstance(pointer.bar.scene, EndView):
            break
        pointer.go_on()
    assert isinstance(pointer.bar.scene, EndView)
