"""The screen paints every scene at every size, shows what happens as it happens, and paints only what changed."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from hardware.panel import Button
from kiosk.games.core import Event, Happening
from kiosk.games.text import Text, say, seat_name
from kiosk.screen.animation import tokens_of
from kiosk.screen.drawing import theme, widgets
from kiosk.screen.keys import KeyRow
from kiosk.screen.painter import Painter, same
from kiosk.screen.sound import Cue
from kiosk.session import poster_turn
from kiosk.view import AttractView, DieView, TableView
from workshop.gallery import matches, samples
from workshop.gallery.book import SIZES, at_its_height
from workshop.gallery.filmed import tray

SCENES = dict(samples.scenes())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("row", [KeyRow(), KeyRow(tuple(reversed(Button)), (0.1, 0.22, 0.34, 0.46, 0.58, 0.75, 0.91))])
def test_soft_keys_stand_over_their_buttons(size: tuple[int, int], row: KeyRow) -> None:
    painter = Painter(size, row=row)
    painter.paint(SCENES["choice"], 0.0)
    for button, share in zip(row.buttons, row.centres, strict=True):
        rects = [rect for rect, found in painter.canvas.marks if found is button and rect.bottom == size[1]]
        assert [rect.centerx for rect in rects] == pytest.approx([share * size[0]], abs=1)
    kept = next(text for text in painter.canvas.placed if text.string == "End turn")
    assert kept.ink.centerx == pytest.approx(row.middles(size[0])[Button.END], abs=2)


def test_what_stays_is_painted_once() -> None:
    painter = Painter((800, 480))
    view = SCENES["choice"]
    assert painter.paint(view, 0.0) == [painter.surface.get_rect()]
    assert painter.paint(view, 1.0) == []
    # The main loop makes its views anew each time: what counts is what they say.
    again = replace(view, scene=replace(matches.choice(), dice=tuple(replace(die) for die in matches.choice().dice)))
    assert painter.paint(again, 2.0) == []
    assert not painter.animating(2.0)
    assert painter.paint(replace(view, language="fr"), 3.0)


def test_a_new_camera_picture_repaints_only_itself() -> None:
    painter = Painter((1280, 720))
    view = SCENES["choice-simulated"]
    painter.paint(view, 0.0)
    before = pygame.surfarray.array3d(painter.surface)
    white = np.full_like(tray(), 255)
    areas = painter.paint(replace(view, camera=white), 0.1)
    assert areas == [painter.canvas.camera]
    changed = (pygame.surfarray.array3d(painter.surface) != before).any(axis=2)
    outside = np.ones_like(changed)
    left, top, width, height = areas[0]
    outside[left : left + width, top : top + height] = False
    assert changed.any()
    assert not (changed & outside).any()


def test_tokens_slide_one_by_one_and_end_as_the_rules_say() -> None:
    painter = Painter((800, 480))
    painter.paint(SCENES["throw"], 0.0)
    view = SCENES["tokens"]
    pots = []
    now = 1.0
    painter.paint(view, now)
    while painter.animating(now) and now < 10.0:
        assert painter._lying is not None
        pots.append(painter._lying[None])
        now += 1 / 60
        painter.paint(view, now)
    assert now < 10.0
    assert pots == sorted(pots, reverse=True)
    assert painter._lying == tokens_of(matches.tokens_move().game)
    fresh = Painter((800, 480))
    fresh.paint(view, 0.0)
    assert (pygame.surfarray.array3d(painter.surface) == pygame.surfarray.array3d(fresh.surface)).all()


def test_a_resumed_match_does_not_begin_with_old_tokens_flying() -> None:
    painter = Painter((800, 480))
    painter.paint(SCENES["tokens"], 0.0)
    assert not painter.animating(0.0)


def test_the_last_tokens_move_before_the_end_is_shown() -> None:
    painter = Painter((800, 480))
    painter.paint(SCENES["throw"], 0.0)
    last = matches.tokens_move()
    over = Event(Happening.OVER, say("{seat} has lost the match", seat=seat_name(3)), 3)
    end = replace(matches.end(4), play=replace(last, events=(*last.events, over)))
    view = TableView(end, samples.END_KEYS)
    painter.paint(view, 1.0)
    assert painter.canvas.board is not None, "the match is still shown"
    now = 1.0
    while painter.animating(now):
        now += 0.1
        painter.paint(view, now)
    painter.paint(view, now)
    assert painter.canvas.board is None
    assert theme.MOMENT_TIME < now - 1.0 < 3 * theme.MOMENT_TIME
    fresh = Painter((800, 480))
    fresh.paint(view, 0.0)
    assert fresh.canvas.board is None, "whoever was not there sees the end at once"


def test_a_dimmed_screen_is_dim_everywhere_and_no_part_twice() -> None:
    view = SCENES["tokens"]
    painters = [Painter((800, 480)), Painter((800, 480))]
    for painter, level in zip(painters, (1.0, 0.5), strict=True):
        before = SCENES["throw"]
        for now, shown in ((0.0, before), (1.0, view), (1.3, view), (9.0, view)):
            painter.paint(replace(shown, brightness=level), now)
    bright, dim = (pygame.surfarray.array3d(painter.surface).astype(int) for painter in painters)
    assert np.abs(bright * 0.5 - dim).max() <= 2


def test_what_happens_is_heard() -> None:
    painter = Painter((800, 480))
    painter.paint(SCENES["throw"], 0.0)
    assert painter.take_cues() == []
    painter.paint(SCENES["tokens"], 1.0)
    assert painter.take_cues() == [Cue.TURN]
    heard = []
    for step in range(60):
        painter.paint(SCENES["tokens"], 1.0 + step / 30)
        heard += painter.take_cues()
    assert heard == [Cue.TOKEN, Cue.TOKEN]
    choice = matches.choice()
    painter.paint(TableView(choice), 5.0)
    assert painter.take_cues() == [Cue.BEST], "4-2-1 is there"
    painter.paint(TableView(replace(choice, dice=tuple(replace(die, kept=True) for die in choice.dice))), 6.0)
    assert painter.take_cues() == [Cue.KEEP]


@pytest.mark.parametrize("name", samples.MOMENTS)
def test_great_news_comes_on_a_slip_and_goes(name: str) -> None:
    view = dict(samples.moments())[name]
    painter = at_its_height(view, (800, 480))
    assert painter.animating(100.0), "the slip is on the picture"
    painter.paint(view, 100.0)
    assert not painter.animating(100.0)


def test_arrows_walk_only_where_there_is_something_to_walk_through() -> None:
    for name, listing in (("menu-game", True), ("name", True), ("choice", False), ("attract", False)):
        painter = Painter((800, 480))
        painter.paint(SCENES[name], 0.0)
        assert painter.listing is listing


def test_an_alert_takes_its_place_over_any_scene() -> None:
    for view in list(SCENES.values())[::7]:
        painter = Painter((800, 480))
        painter.paint(replace(view, alert=say("The camera sees nothing: press END and enter your throw by hand")), 0.0)
        assert painter.canvas.placed[-1].whole
        assert painter.surface.get_at((2, 2))[:3] != theme.NIGHT


def test_views_are_compared_by_what_they_show() -> None:
    view, other = TableView(matches.choice()), TableView(matches.choice())
    assert same(view, other)
    assert not same(view, TableView(matches.trouble()))
    assert not same(view, replace(other, camera=tray()))
    assert same(view, replace(other, camera=tray()), but="camera")


def test_one_pale_die_among_others_is_of_their_colour() -> None:
    red, glare = (40, 40, 190), (210, 215, 225)
    dyes = widgets.dyes_of([DieView(value, colour=colour) for value, colour in ((6, glare), (5, red), (1, red))])
    assert len(set(dyes)) == 1
    assert dyes[0] != theme.IVORY_DYE
    assert widgets.dyes_of([DieView(6, colour=glare), DieView(5, colour=red)])[0] == theme.IVORY_DYE


def test_what_the_poster_plays_moves_and_is_not_heard() -> None:
    painter, poster = Painter((800, 480)), AttractView((Text("421"),))
    moved, told = 0, set()
    for frame in range(130):
        now = frame / 10
        painter.paint(TableView(replace(poster, play=poster_turn.at(now))), now)
        moved += painter.animating(now)
        told |= {text.string for text in painter.canvas.placed}
    assert moved > 5, "tokens fly"
    assert painter.take_cues() == []
    assert {"4-2-1", "Press any button"} <= told
    helped = SCENES["throw-simulated"]
    painter.paint(helped, 14.0)
    assert any("Enter" in text.string for text in painter.canvas.placed), "nobody has used the keys yet"
