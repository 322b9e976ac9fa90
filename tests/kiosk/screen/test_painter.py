"""The screen draws every scene whole, in every size and language, and only what changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pygame
import pytest

from hardware.panel import Button
from kiosk import prompts
from kiosk.games.core import Event, Game, Happening, Over, Text, games, say, seat_name
from kiosk.locale import languages, translate
from kiosk.screen import moments, played, samples, theme, widgets
from kiosk.screen.animation import tokens_of
from kiosk.screen.book import SIZES, at_its_height, render_book
from kiosk.screen.keys import KeyRow
from kiosk.screen.painter import Painter, same
from kiosk.screen.sound import Cue
from kiosk.view import DieView, PlayView, TableView
from vision.types import DoubtKind

SCENES = dict(samples.scenes())
MOMENTS = dict(samples.moments())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", [*SCENES, *MOMENTS])
def test_no_text_is_cut_too_small_or_over_another(name: str, size: tuple[int, int]) -> None:
    for language in languages():
        painter = Painter(size)
        painter.paint(replace({**SCENES, **MOMENTS}[name], language=language), 0.0)
        placed = painter.canvas.placed
        assert placed
        for text in placed:
            where = f"{name} {language}: {text.string!r}"
            assert text.whole, where
            assert text.px >= max(theme.SMALLEST_PX, int(theme.SMALLEST * painter.canvas.unit)), where
            assert painter.surface.get_rect().contains(text.ink), where
            assert text.ink.width <= text.box.width + 2, where
        for one, other in combinations(placed, 2):
            assert not one.ink.colliderect(other.ink), f"{name} {language}: {one.string!r} over {other.string!r}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_sentences_of_every_game_fit_the_smallest_screen(game: type[Game[Any]]) -> None:
    rules, chance, painter = game(), Random(421), Painter((800, 480))
    seats = min(8, game.seats.stop - 1)
    state, events = rules.start(seats, 0), ()
    for serial in range(40):
        view = rules.view(state)
        dice = samples.dice([value for value in view.hand if value])
        notice = events[-1].text if events else None
        play = PlayView(rules.title, view, samples.players(seats), dice, view.prompt, notice=notice, serial=serial)
        for language in languages():
            painter.paint(replace(samples.playing(play), language=language), float(serial))
            assert [text.string for text in painter.canvas.placed if not text.whole] == []
        wait = rules.waits(state)
        if isinstance(wait, Over):
            break
        state, events = rules.apply(state, played.action(wait, chance))


def test_every_prompt_of_the_table_fits_its_plate() -> None:
    said = [value for value in vars(prompts).values() if isinstance(value, Text)]
    said += [prompts.doubtful(kind, number) for kind in DoubtKind for number in (None, 5)]
    said += [
        prompts.missing(3),
        prompts.too_many(2),
        prompts.restore({1: 6, 2: 5, 3: 4, 4: 3}),
        prompts.house_throws(1, 3),
    ]
    for size in ((800, 480), (720, 1280)):
        painter = Painter(size)
        for prompt in said:
            for language in languages():
                play = replace(samples.trouble(), prompt=prompt, notice=prompts.HAND_OVER)
                painter.paint(TableView(play, camera=samples.tray(), language=language), 0.0)
                assert [text.string for text in painter.canvas.placed if not text.whole] == []


@cache
def great_news() -> dict[str, Event]:
    """Everything that any game, by any of its presets, puts on a slip; one of each sentence."""
    found: dict[str, Event] = {}

    def collect(_: object, __: object, events: tuple[Event, ...]) -> bool:
        found.update({event.text.message: event for event in events if event.what in moments.GREAT})
        return False

    for known in games():
        for preset in known.presets:
            for seed in (1, 2):
                _, state, events = played.until(known(preset), 4, collect, seed=seed)
                collect(state, None, events)
    for _, view in samples.moments():
        assert isinstance(view.scene, PlayView)
        collect(None, None, view.scene.events)
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["throw", "throw-simulated"])
def test_every_slip_holds_its_sentence(name: str, size: tuple[int, int]) -> None:
    painter = Painter(size)
    painter.paint(SCENES[name], 0.0)
    longest = ("Maximilien-Xavier",) * 8
    assert painter.canvas.stage is not None
    assert len(great_news()) > 10, "the rarest too"
    for event in great_news().values():
        for language in languages():
            string = translate(event.text, language, longest)
            slip = moments.printed(string, (event.what, event.seat), painter.canvas.unit, painter.canvas.stage.size)
            for text in slip.placed:
                assert text.whole, f"{language}: {text.string!r}"
                assert text.px >= painter.canvas.smallest


@pytest.mark.parametrize("size", [(200, 150), (150, 400), (481, 1000), (3840, 1080)])
def test_a_window_of_any_size_is_drawn(size: tuple[int, int]) -> None:
    for view in SCENES.values():
        assert Painter(size).paint(view, 0.0)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("row", [KeyRow(), KeyRow(tuple(reversed(Button)), (0.1, 0.22, 0.34, 0.46, 0.58, 0.75, 0.91))])
def test_soft_keys_stand_over_their_buttons(size: tuple[int, int], row: KeyRow) -> None:
    painter = Painter(size, row=row)
    painter.paint(SCENES["choice"], 0.0)
    for button, share in zip(row.buttons, row.centres, strict=True):
        rects = [rect for rect, found in painter.canvas.targets if found is button and rect.bottom == size[1]]
        assert [rect.centerx for rect in rects] == pytest.approx([share * size[0]], abs=1)
    kept = next(text for text in painter.canvas.placed if text.string == "End turn")
    assert kept.ink.centerx == pytest.approx(row.middles(size[0])[Button.END], abs=2)


def test_what_stays_is_painted_once() -> None:
    painter = Painter((800, 480))
    view = SCENES["choice"]
    assert painter.paint(view, 0.0) == [painter.surface.get_rect()]
    assert painter.paint(view, 1.0) == []
    # The main loop makes its views anew each time: what counts is what they say.
    again = replace(view, scene=replace(samples.choice(), dice=tuple(replace(die) for die in samples.choice().dice)))
    assert painter.paint(again, 2.0) == []
    assert not painter.animating(2.0)
    assert painter.paint(replace(view, language="fr"), 3.0)


def test_a_new_camera_picture_repaints_only_itself() -> None:
    painter = Painter((1280, 720))
    view = SCENES["choice-simulated"]
    painter.paint(view, 0.0)
    before = pygame.surfarray.array3d(painter.surface)
    white = np.full_like(samples.tray(), 255)
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
        pots.append(painter._lying.pot)
        now += 1 / 60
        painter.paint(view, now)
    assert now < 10.0
    assert pots == sorted(pots, reverse=True)
    assert painter._lying == tokens_of(samples.tokens_move().game)
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
    last = samples.tokens_move()
    over = Event(Happening.OVER, say("{seat} has lost the match", seat=seat_name(3)), 3)
    end = replace(samples.end(4), play=replace(last, events=(*last.events, over)))
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
        for now, one in ((0.0, before), (1.0, view), (1.3, view), (9.0, view)):
            painter.paint(replace(one, brightness=level), now)
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
    choice = samples.choice()
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
    for view in SCENES.values():
        painter = Painter((800, 480))
        painter.paint(replace(view, alert=say("The camera sees nothing: press END and enter your throw by hand")), 0.0)
        assert painter.canvas.placed[-1].whole
        assert painter.surface.get_at((2, 2))[:3] != theme.NIGHT


@pytest.mark.parametrize("name", SCENES)
def test_every_text_stands_out_from_what_it_stands_on(name: str) -> None:
    painter = Painter((1280, 720))
    painter.paint(SCENES[name], 0.0)
    picture = pygame.surfarray.array3d(painter.surface).astype(int)
    for text in painter.canvas.placed:
        left, top, width, height = text.ink
        pixels = picture[left : left + width, top : top + height].reshape(-1, 3)
        away = np.abs(pixels - np.array(text.colour)).sum(axis=1)
        # The ground is what is farthest from the ink; between them are the letters' soft edges.
        ground = np.median(pixels[away >= np.quantile(away, 0.8)], axis=0)
        assert _contrast(text.colour, tuple(ground)) >= 4.5, f"{name}: {text.string!r}"


@pytest.mark.parametrize("ink", ["PAPER", "DUST", "LAMP", "ALARM"])
@pytest.mark.parametrize("ground", ["NIGHT", "SHADE"])
def test_contrast_is_enough_for_a_dim_bar(ink: str, ground: str) -> None:
    assert _contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


def test_seats_are_told_apart_without_colours_and_read_in_both_directions() -> None:
    assert len(theme.SEATS) == len(set(theme.SHAPES)) == 8
    for colour in theme.SEATS:
        assert _contrast(colour, theme.NIGHT) >= 4.5


def test_views_are_compared_by_what_they_show() -> None:
    one, other = TableView(samples.choice()), TableView(samples.choice())
    assert same(one, other)
    assert not same(one, TableView(samples.trouble()))
    assert not same(one, replace(other, camera=samples.tray()))
    assert same(one, replace(other, camera=samples.tray()), but="camera")


def test_the_book_holds_every_scene_and_language(tmp_path: Path) -> None:
    written = render_book(tmp_path, sizes=[(480, 320)])
    assert len(written) == (len(SCENES) + len(dict(samples.moments()))) * len(languages())
    assert all(file.is_file() for file in written)


def _contrast(one: theme.Colour, other: theme.Colour) -> float:
    """The Web Content Accessibility Guidelines' ratio of two colours' luminance."""

    def luminance(colour: theme.Colour) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_one_pale_die_among_others_is_of_their_colour() -> None:
    red, glare = (40, 40, 190), (210, 215, 225)
    dyes = widgets.dyes_of([DieView(value, colour=colour) for value, colour in ((6, glare), (5, red), (1, red))])
    assert len(set(dyes)) == 1
    assert dyes[0] != theme.IVORY_DYE
    assert widgets.dyes_of([DieView(6, colour=glare), DieView(5, colour=red)])[0] == theme.IVORY_DYE
