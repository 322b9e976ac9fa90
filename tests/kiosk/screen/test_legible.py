"""Every text can be read: whole, large enough, over no other and clear of its ground, in every size and language."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pygame
import pytest

from hardware.presses import Button
from kiosk.games.core import Event, Over
from kiosk.games.game import Game
from kiosk.games.registry import games
from kiosk.games.text import Text
from kiosk.locale import languages, translate
from kiosk.match.by_chance import action
from kiosk.odds import advice as words
from kiosk.odds.advice import Matter
from kiosk.referee import prompts
from kiosk.referee.keys import soft_keys
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.screen.display import LEAST, LEAST_UPRIGHT, TALLEST, WIDEST
from kiosk.screen.drawing import theme
from kiosk.screen.painter import Painter
from kiosk.screen.scenes import moments
from kiosk.session.modes import Stack
from kiosk.session.page import rules_page
from kiosk.session.setup import SetupPages
from kiosk.view import PlayView, TableView
from vision.types import DoubtKind
from workshop.gallery import matches, played, samples
from workshop.gallery.filmed import tray
from workshop.gallery.pages import NO_PAGES

SCENES = dict(samples.scenes())
MOMENTS = dict(samples.moments())
EDGES = (LEAST, LEAST_UPRIGHT, (round(480 * WIDEST), 480))
"""The smallest screens, lying and upright, and the widest: what fits these seldom fails on others."""
SHAPES = (*EDGES, (600, round(600 / TALLEST)), (720, 1280), (800, 800), (1920, 1080))
CROWDED = (
    *("attract-league", "guide-buttons", "service", "menu-players", "menu-house-rules", "rules-schocken"),
    *("worth-yams", "words-poker_d_as", "eight-simulated", "sheet-8", "standing-points", "end-eight"),
)
"""Scenes with the most to tell; every other is tried by one shape alone."""
every_edge = pytest.mark.parametrize("size", EDGES, ids=str)


def unreadable(painter: Painter) -> list[str]:
    """Texts of the picture that are cut, or over another."""
    placed = painter.canvas.placed
    found = [text.string for text in placed if not text.whole]
    return found + [
        f"{text.string!r} over {other.string!r}"
        for text, other in combinations(placed, 2)
        if text.ink.colliderect(other.ink)
    ]


@pytest.mark.parametrize("size", SHAPES, ids=str)
def test_no_text_is_cut_too_small_or_over_another(size: tuple[int, int]) -> None:
    views = {**SCENES, **MOMENTS}
    turn = SHAPES.index(size)
    for name in dict.fromkeys([*CROWDED, *list(views)[turn :: len(SHAPES)]]):
        for language in languages():
            painter = Painter(size)
            painter.paint(replace(views[name], language=language), 0.0)
            where = f"{name} {language}"
            assert painter.canvas.placed, where
            assert unreadable(painter) == [], where
            for text in painter.canvas.placed:
                assert text.px >= max(theme.SMALLEST_TYPE_PX, int(theme.SMALLEST * painter.canvas.unit)), where
                assert painter.surface.get_rect().contains(text.ink), f"{where}: {text.string!r}"
                assert text.ink.width <= text.box.width + 2, f"{where}: {text.string!r}"


ACCENT = 0.28
"""Height of an accent over a capital, to the size of the type."""


@every_edge
def test_no_line_runs_under_the_cameras_picture(size: tuple[int, int]) -> None:
    filmed = {name: view for name, view in SCENES.items() if view.camera is not None}
    for (name, view), language in product(filmed.items(), languages()):
        painter = Painter(size)
        painter.paint(replace(view, language=language), 0.0)
        camera = painter.canvas.camera
        for text in painter.canvas.placed if camera is not None else ():
            accent = round(ACCENT * text.px)
            high = pygame.Rect(text.ink.left, text.ink.top - accent, text.ink.width, text.ink.height + accent)
            assert camera is not None
            assert not high.colliderect(camera), f"{name} {language}: {text.string!r}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_sentences_of_every_game_fit_the_smallest_screen(game: type[Game[Any]]) -> None:
    rules, chance, painter = game(), Random(421), Painter((800, 480))
    seats = min(8, game.seats.stop - 1)
    state, events, seen = rules.start(seats, 0), tuple[Event, ...](), set[object]()
    for serial in range(100):
        view, notice = rules.view(state), events[-1].text if events else None
        said = view.prompt.message, view.sought and view.sought.message, notice and notice.message
        if said not in seen:
            seen.add(said)
            dice = matches.dice([value for value in view.hand if value])
            play = PlayView(rules.title, view, matches.players(seats), dice, view.prompt, notice=notice, serial=serial)
            for language in languages():
                painter.paint(replace(matches.playing(play), language=language), float(serial))
                assert [text.string for text in painter.canvas.placed if not text.whole] == []
        wait = rules.waits(state)
        if isinstance(wait, Over):
            break
        state, events = rules.apply(state, action(wait, chance))


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_what_is_told_of_a_game_fits_the_smallest_screens_by_any_house_rule(kind: type[Game[Any]]) -> None:
    told = {preset: kind(preset) for preset in kind.presets}
    told |= {
        f"{switch.name} {value}": kind(options={switch.name: value})
        for switch in kind.switches
        for value in switch.values[1:]
    }
    for number, (rules, game) in enumerate(told.items()):
        painter, page = Painter((LEAST, LEAST_UPRIGHT)[number % 2]), rules_page(NO_PAGES, game)
        for leaf in range(3):
            for language in languages():
                painter.paint(TableView(page.view, soft_keys(page.keys), language=language), 0.0)
                assert unreadable(painter) == [], f"{rules} {leaf} {language}"
            page.keys[Button.KEEP_5].do()


@pytest.mark.parametrize("size", [LEAST, LEAST_UPRIGHT], ids=str)
@pytest.mark.parametrize("kind", games()[::4], ids=lambda kind: kind.name)
def test_the_pages_to_choose_house_rules_fit_the_smallest_screens(kind: type[Game[Any]], size: tuple[int, int]) -> None:
    pages, painter = Stack(), Painter(size)
    first = SetupPages(pages, lambda _: None, game=kind.name).first()
    pages.open(first)
    first.keys[Button.END].do()
    presets = pages.pages[-1]
    shown = [presets]
    while pages.pages[-1] is presets:  # the last line is the house rules
        presets.keys[Button.KEEP_1].do()
        presets.keys[Button.END].do()
    shown.append(pages.pages[-1])
    for page in shown:
        for _ in range(max(len(kind.presets), len(kind.switches)) + 1):
            for language in languages():
                painter.paint(TableView(page.view, soft_keys(page.keys), language=language), 0.0)
                assert unreadable(painter) == [], language
            if Button.KEEP_2 in page.keys:  # a game may have one house rule
                page.keys[Button.KEEP_2].do()


def test_every_prompt_of_the_table_fits_its_plate() -> None:
    rulings = [Ruling(kind, count=3, hand=(6, 5, 4, 3), whole=(6, 5, 4, 3, 2), seat=1) for kind in RulingId]
    rulings += [Ruling(RulingId.DOUBT, doubt=kind, number=number) for kind in DoubtKind for number in (None, 5)]
    said = [text for text in map(prompts.sentence, rulings) if text is not None]
    said += [text for text in prompts.NOTICES.values() if "{" not in text.message]
    painters, trouble = [Painter(size) for size in (LEAST, LEAST_UPRIGHT)], matches.trouble()
    for painter, prompt, language in product(painters, said, languages()):
        play = replace(trouble, prompt=prompt, notice=prompts.NOTICES[NoticeId.HAND_OVER])
        painter.paint(TableView(play, camera=tray(), language=language), 0.0)
        assert [text.string for text in painter.canvas.placed if not text.whole] == []


def chances() -> list[PlayView]:
    """Every line of odds, its figures as long as they get: of a turn that begins, and of a stake."""
    long = Fraction(999, 1000)
    lines = [words.told(matter, long, None, None) for matter in Matter]
    lines += [words.told(matter, long, long, Text("20")) for matter in (Matter.DUEL, Matter.TURNS)]
    weighed = [words.weighed(Matter.MATCH, long, long - Fraction(1, 5000)), words.weighed(Matter.BANKED, 1250, 1310)]
    weighed += [words.risked(6, long, line) for line in weighed]
    stake = matches.of_game("dix_mille", 2).scene
    assert isinstance(stake, PlayView)
    before = matches.tokens_move()
    return [replace(before, odds=line) for line in lines] + [replace(stake, odds=line) for line in weighed]


@pytest.mark.parametrize("camera", [False, True], ids=["a table", "simulated"])
@pytest.mark.parametrize("size", [LEAST, LEAST_UPRIGHT], ids=str)
def test_every_line_of_odds_fits_under_the_dice(size: tuple[int, int], *, camera: bool) -> None:
    painter = Painter(size)
    for play, language in product(chances(), languages()):
        painter.paint(TableView(play, camera=tray() if camera else None, language=language), 0.0)
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


@every_edge
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


def _contrast(colour: theme.Colour, other: theme.Colour) -> float:
    """The Web Content Accessibility Guidelines' ratio of two colours' luminance."""

    def luminance(colour: theme.Colour) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    darker, lighter = sorted((luminance(colour), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_text_stands_out_from_what_it_stands_on() -> None:
    for name, view in list(SCENES.items())[::3]:
        painter = Painter((800, 480))
        painter.paint(view, 0.0)
        picture = pygame.surfarray.array3d(painter.surface).astype(int)
        for text in painter.canvas.placed:
            left, top, width, height = text.ink
            pixels = picture[left : left + width, top : top + height].reshape(-1, 3)
            away = np.abs(pixels - np.array(text.colour)).sum(axis=1)
            # The ground is what is farthest from the ink; between them are the letters' soft edges.
            ground = np.median(pixels[away >= np.quantile(away, 0.8)], axis=0)
            assert _contrast(text.colour, tuple(ground)) >= 4.5, f"{name}: {text.string!r}"


@pytest.mark.parametrize("dye", [theme.IVORY_DYE, theme.BLACK_DYE, *(dye for _, dye in theme.DYES)])
def test_a_name_can_be_read_on_a_die_of_any_colour(dye: theme.Dye) -> None:
    assert _contrast(dye.pips, dye.face) >= 4.5


def test_seats_are_told_apart_without_colours_and_read_in_both_directions() -> None:
    assert len(theme.SEATS) == len(set(theme.SHAPES)) == 8
    for colour in theme.SEATS:
        assert _contrast(colour, theme.NIGHT) >= 4.5
        assert np.abs(np.subtract(colour, theme.ALARM)).max() > 48, "nobody's name is an alarm"
