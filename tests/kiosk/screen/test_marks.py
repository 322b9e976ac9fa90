"""What is drawn as a mark is one: a tap where it is drawn does what the page offers there, and nothing beside."""

import pygame
from pressing import mouse

from hardware.presses import Button
from kiosk.screen.drawing.scroll import ScrollBy
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.screen.window import Screen
from kiosk.view import AttractView, PageView, Picked, TableView
from workshop.gallery import samples


def tapped(screen: Screen, number: int) -> object:
    """What a tap on this mark does; None where others cover it wherever somebody would aim."""
    marks = screen._painter.canvas.marks
    rect, _ = marks[number]
    above = [other for other, _ in marks[number + 1 :]]
    for place in (rect.center, (rect.left + 5, rect.centery), (rect.centerx, rect.top + 5)):
        if not any(other.collidepoint(place) for other in above):
            mouse(pygame.MOUSEBUTTONDOWN, place)
            mouse(pygame.MOUSEBUTTONUP, place)
            return screen.poll()
    return None


def lines(screen: Screen) -> dict[object, pygame.Rect]:
    """Where the lines in sight stand, by what stands there."""
    marks = screen._painter.canvas.marks
    return {deed.what: rect for rect, deed in marks if isinstance(deed, Picked) and not deed.turn}


def rolls(screen: Screen, view: TableView, deed: ScrollBy) -> None:
    """Other lines come into sight, and the other mark brings them back."""
    before = lines(screen)
    screen.show(view, 1.0)
    assert set(lines(screen)) != set(before)
    others = [deed for _, deed in screen._painter.canvas.marks]
    back = next(at for at, other in enumerate(others) if isinstance(other, ScrollBy) and other.lines * deed.lines < 0)
    assert tapped(screen, back) == []
    screen.show(view, 1.0)
    assert lines(screen) == before


def test_each_mark_of_each_scene_does_what_it_says(screen: Screen) -> None:
    for name, view in samples.scenes():
        screen.show(view, 0.0)
        page, marks = view.scene, [deed for _, deed in screen._painter.canvas.marks]
        for number, deed in enumerate(marks):
            done = tapped(screen, number)
            if isinstance(deed, Button):
                assert done == [KeyDown(deed), KeyUp(deed)], name
            elif isinstance(deed, ScrollBy):
                assert done == [], name
                rolls(screen, view, deed)
            else:
                assert done == [deed] or isinstance(page, AttractView), f"{name}: only the poster's whole is covered"
        if isinstance(page, PageView) and page.items and not page.reading:
            picks = [deed for deed in marks if isinstance(deed, Picked)]
            assert {deed.title for deed in picks} == {page.title}, name
            assert {deed.what for deed in picks} <= {item.label for item in page.items}, name
            chosen = page.items[page.chosen]
            turns = {deed.turn for deed in picks if deed.what == chosen.label and deed.turn}
            assert turns == {turn for turn, there in ((-1, chosen.less), (1, chosen.more)) if there}, name
