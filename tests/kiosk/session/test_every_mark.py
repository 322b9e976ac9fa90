"""What is drawn as a mark is one: on every page that can be tapped to, each mark is tapped, and does what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame
import pytest
from beginnings import BEGINNINGS
from pressing import mouse
from walk import World

from hardware.presses import Button
from kiosk.screen.drawing.canvas import Deed
from kiosk.screen.drawing.scroll import ScrollBy
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.screen.window import Screen
from kiosk.view import AttractView, LessonView, PageView, Picked

TURNS = {-1: Button.KEEP_3, 1: Button.KEEP_4}
Marks = list[tuple[pygame.Rect, Deed]]


@dataclass(frozen=True)
class Page:
    """One that was reached, and the taps that lead there."""

    begin: Callable[[], World]
    steps: tuple[Picked | Button, ...] = ()

    def again(self) -> World:
        world = self.begin()
        for step in self.steps:
            if isinstance(step, Button):
                world.press(step)
            else:
                world.session.point(step)
        return world


def listed(world: World) -> PageView | None:
    scene = world.session.view.scene
    return scene if isinstance(scene, PageView) and scene.items and scene.writing is None else None


def key(world: World) -> object:
    """What pages are told apart by: kind and title, and in a list whose value can be turned, the line."""
    menu, scene = listed(world), world.scene
    title = None if isinstance(scene, LessonView) else getattr(menu or scene, "title", None)
    turning = menu is not None and menu.items[menu.chosen].less | menu.items[menu.chosen].more
    return type(scene), title, menu.chosen if menu and turning else None


def pages() -> Iterator[Page]:
    """Every page, once by its kind and title: each line of each list is taken, and the buttons beside it pressed."""
    left: list[Page] = [Page(begin) for begin in BEGINNINGS.values()]
    seen: set[object] = set()
    while left:
        page = left.pop()
        world = page.again()
        if key(world) in seen:
            continue
        seen.add(key(world))
        yield page
        left += [Page(page.begin, (*page.steps, button)) for button in (Button.MENU, Button.KEEP_5, Button.END)]
        menu = listed(world)
        if menu is None or menu.reading:
            continue
        for number, item in enumerate(menu.items):
            picked = Picked(menu.title, item.label)
            taps: tuple[Picked, ...] = (picked,)
            if number != menu.chosen:  # the first tap only chooses it
                world.session.point(picked)
                left += [] if key(world) in seen else [Page(page.begin, (*page.steps, picked))]
                taps = (picked, picked)
            left.append(Page(page.begin, (*page.steps, *taps)))


def spot(marks: Marks, number: int) -> tuple[int, int] | None:
    """A place of a mark that no other one covers."""
    rect, _ = marks[number]
    for place in (rect.center, (rect.left + 5, rect.centery), (rect.centerx, rect.top + 5)):
        if not any(above.collidepoint(place) for above, _ in marks[number + 1 :]):
            return place
    return None


def lines(screen: Screen) -> dict[object, pygame.Rect]:
    """Where the lines in sight stand, by what stands there."""
    marks = screen._painter.canvas.marks
    return {deed.what: rect for rect, deed in marks if isinstance(deed, Picked) and not deed.turn}


def tap(screen: Screen, place: tuple[int, int]) -> object:
    mouse(pygame.MOUSEBUTTONDOWN, place)
    mouse(pygame.MOUSEBUTTONUP, place)
    done = screen.poll()
    return done[0] if len(done) == 1 else tuple(done)


class Guest:
    """Somebody who taps every mark of a page, and what came of it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.done: Counter[str] = Counter()
        self._now = 0.0

    def tries(self, page: Page) -> None:
        world, pointed = page.again(), page.again()
        self._show(world)
        for number, (_, deed) in enumerate(marks := list(self.screen._painter.canvas.marks)):
            place = spot(marks, number)
            if place is None:
                assert isinstance(world.session.view.scene, AttractView), "only what is all over the poster is covered"
                continue
            done = tap(self.screen, place)
            assert done == (
                (KeyDown(deed), KeyUp(deed)) if isinstance(deed, Button) else () if isinstance(deed, ScrollBy) else deed
            )
            if isinstance(deed, ScrollBy):
                self._rolls(world, deed)
            elif isinstance(deed, Picked) and deed.turn:
                self._turns(page, deed)
            elif isinstance(deed, Picked) and listed(world) is not None:
                self._picks(world, pointed, deed)
        menu = listed(world)
        if menu is not None and not menu.reading:
            item = menu.items[menu.chosen]
            shown = {deed.turn for _, deed in marks if isinstance(deed, Picked)} - {0}
            assert shown == ({-1} if item.less else set()) | ({1} if item.more else set())

    def _show(self, world: World) -> None:
        self._now += 1.0
        self.screen.show(world.session.view, self._now)

    def _rolls(self, world: World, deed: ScrollBy) -> None:
        """Other lines come into sight, and the other mark brings them back."""
        at = lines(self.screen)
        self._show(world)
        assert set(lines(self.screen)) != set(at)
        marks = self.screen._painter.canvas.marks
        back = next(rect for rect, other in marks if isinstance(other, ScrollBy) and other.lines * deed.lines < 0)
        assert tap(self.screen, back.center) == ()
        self._show(world)
        assert lines(self.screen) == at
        self.done["rolls"] += 1

    def _turns(self, page: Page, deed: Picked) -> None:
        """A mark of a line's value does what its button does."""
        by_tap, by_button = page.again(), page.again()
        before = by_tap.seen(spoken=False)
        by_tap.session.point(deed)
        by_button.press(TURNS[deed.turn])
        assert before != by_tap.seen(spoken=False) == by_button.seen(spoken=False)
        self.done["turns"] += 1

    def _picks(self, world: World, pointed: World, deed: Picked) -> None:
        """Another line is chosen, and a second tap there would meet the same one."""
        at, before = lines(self.screen), listed(pointed)
        assert before is not None
        if deed.what != before.items[before.chosen].label:
            pointed.session.point(deed)
            self._show(pointed)
            chosen = listed(pointed)
            assert chosen is not None
            assert chosen.items[chosen.chosen].label == deed.what
            assert lines(self.screen) == at
            self._show(world)
        self.done["picks"] += 1


@pytest.mark.timeout(600)
def test_each_mark_of_each_page_does_what_it_says(screen: Screen) -> None:
    guest = Guest(screen)
    for page in pages():
        guest.tries(page)
    assert guest.done["turns"] > 30
    assert guest.done["picks"] > 100
    assert guest.done["rolls"]
