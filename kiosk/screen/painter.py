"""Paints table views on a surface, and paints again only what changed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache

import numpy as np
import pygame

from kiosk.games.core import Text
from kiosk.screen import attract, dialog, end, keys, layout, menu, play, theme, widgets
from kiosk.screen.animation import Slide, Tokens, great_news, slide, tokens_of
from kiosk.screen.canvas import Canvas, unit
from kiosk.screen.tokens import token
from kiosk.view import AttractView, DialogView, EndView, MenuView, PlayView, TableView, View

TICKET_SIZE = (980, 300)
"""Units."""
TICKET_LEAN = 3.0
"""Degrees."""


class Painter:
    """Paints views of one size, remembering the last one.

    Attributes:
        surface: the picture as it is now.
        canvas: what was drawn where, for the pointer and for checks.
        painted: how many times something was painted: stays as it is while nothing changes.
    """

    def __init__(self, size: tuple[int, int], surface: pygame.Surface | None = None) -> None:
        self.surface = surface if surface is not None else pygame.Surface(size)
        self._still = pygame.Surface(size)
        self._unit = unit(size)
        self.canvas = Canvas(self._still, self._unit, "en")
        self.painted = 0
        self._view: TableView | None = None
        self._slide: Slide | None = None
        self._lying: Tokens | None = None
        self._news: Text | None = None
        self._news_until = 0.0
        self._serial: int | None = None
        self._sprites: list[tuple[pygame.Surface, tuple[int, int]]] = []

    def paint(self, view: TableView, now: float) -> list[pygame.Rect]:
        """Bring the picture up to date at `now` (seconds); the areas that were painted, none if none."""
        before, self._view = self._view, view
        dirty: list[pygame.Rect] = []
        scene = _match(view.scene)
        if scene is not None and scene.serial != self._serial:
            self._begin(scene, now)
        elif scene is None:
            self._serial, self._slide, self._news = None, None, None
        lying = self._slide.lying(now) if self._slide is not None else None
        if before is None or not same(before, view, but="camera"):
            self._draw(view, lying)
            dirty = [self.surface.get_rect()]
        elif lying != self._lying and self.canvas.board is not None:
            dirty = [self.canvas.board]
            self._still.set_clip(self.canvas.board)
            self._draw(view, lying)
            self._still.set_clip(None)
        elif before.camera is not view.camera and view.camera is not None and self.canvas.camera is not None:
            trouble = scene.trouble if scene is not None else ()
            play.draw_camera(self.canvas, view.camera, self.canvas.camera, trouble)
            dirty = [self.canvas.camera]
        self._lying = lying
        return self._compose(dirty, now)

    def animating(self, now: float) -> bool:
        """Whether something moves at `now`."""
        return bool(self._sprites) or (self._slide is not None and self._slide.running(now)) or self._shown(now) > 0

    def _begin(self, scene: PlayView, now: float) -> None:
        """Start what the last action brought about; nothing moves in the first picture of a match."""
        if self._serial is None:
            self._slide = Slide(tokens_of(scene.game), ())
        else:
            self._slide = slide(scene.game, scene.events, now)
            self._news = great_news(scene.events)
            self._news_until = now + theme.MOMENT_TIME
        self._serial = scene.serial

    def _shown(self, now: float) -> float:
        """How far the ticket with the news has come, 0…1."""
        if self._news is None or now >= self._news_until:
            return 0.0
        begun = now - (self._news_until - theme.MOMENT_TIME)
        return min(1.0, max(0.05, begun / theme.MOMENT_RISE), (self._news_until - now) / theme.MOMENT_RISE)

    def _draw(self, view: TableView, lying: Tokens | None) -> None:
        scene = _match(view.scene)
        names = tuple(player.name for player in getattr(scene or view.scene, "players", ()))
        canvas = self.canvas = Canvas(self._still, self._unit, view.language, names)
        self._still.fill(theme.NIGHT)
        page = layout.page(self._still.get_size(), canvas.unit, alert=view.alert is not None)
        draw_scene(canvas, view, page.body, lying)
        if view.alert is not None:
            keys.draw_alert(canvas, view.alert, page.alert)
        keys.draw(canvas, view.keys, page.keys)

    def _compose(self, dirty: list[pygame.Rect], now: float) -> list[pygame.Rect]:
        """Put the still picture and what moves together."""
        sprites = self._moving(now)
        if not dirty and sprites == self._sprites:
            return []
        areas = dirty + [image.get_rect(topleft=place) for image, place in self._sprites]
        for area in areas:
            self.surface.blit(self._still, area, area)
        for image, place in sprites:
            areas.append(self.surface.blit(image, place))
        self._sprites = sprites
        self.painted += 1
        return areas

    def _moving(self, now: float) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        found: list[tuple[pygame.Surface, tuple[int, int]]] = []
        piles = self.canvas.piles
        for flight, share in self._slide.flying(now) if self._slide is not None else []:
            if flight.source in piles and flight.target in piles:
                source, target = piles[flight.source], piles[flight.target]
                start, stop = source.place(flight.source_place), target.place(flight.target_place)
                width = round(source.width + (target.width - source.width) * share)
                lift = 4 * share * (1 - share) * self.surface.get_height() * 0.03
                x = start[0] + (stop[0] - start[0]) * share
                y = start[1] + (stop[1] - start[1]) * share - lift
                found.append((token(width), (round(x), round(y))))
        shown = self._shown(now)
        stage = self.canvas.stage
        if shown > 0 and self._news is not None and stage is not None:
            ticket = _ticket(self.canvas.say(self._news), self._unit, stage.size, round(shown, 2))
            found.append((ticket, ticket.get_rect(center=stage.center).topleft))
        return found


def draw_scene(canvas: Canvas, view: TableView, body: pygame.Rect, lying: Tokens | None = None) -> None:
    """Draw the scene into the body, with the camera's picture beside it if there is one."""
    scene, camera = view.scene, view.camera
    if isinstance(scene, PlayView):
        play.draw(canvas, scene, body, camera, lying or tokens_of(scene.game))
        return
    if isinstance(scene, DialogView):
        play.draw(canvas, scene.play, body, camera, lying or tokens_of(scene.play.game))
        dialog.draw(canvas, scene, body)
        return
    aspect = None if camera is None else camera.shape[1] / camera.shape[0]
    area, beside = layout.beside(body, canvas.unit, aspect)
    if camera is not None and beside is not None:
        play.draw_camera(canvas, camera, beside)
        help_ = pygame.Rect(beside.left, beside.bottom, beside.width, canvas.px(2 * layout.HELP))
        play.draw_camera_help(canvas, help_)
    match scene:
        case AttractView():
            attract.draw(canvas, scene, area)
        case MenuView():
            menu.draw(canvas, scene, area)
        case EndView():
            end.draw(canvas, scene, area)


def _match(scene: View) -> PlayView | None:
    if isinstance(scene, DialogView):
        return scene.play
    return scene if isinstance(scene, PlayView) else None


def same(one: object, other: object, *, but: str = "") -> bool:
    """Whether two views show the same; pictures are compared by what is in them, the field `but` not at all."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)  # type: ignore[arg-type]
    if isinstance(one, (tuple, list)):
        assert isinstance(other, (tuple, list))
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if is_dataclass(one):
        return all(
            same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one) if field.name != but
        )
    return one == other


@lru_cache(maxsize=16)
def _ticket(string: str, scale: float, room: tuple[int, int], shown: float) -> pygame.Surface:
    """A slip of paper with great news, a little askew; smaller while it comes and goes."""
    size = min(round(TICKET_SIZE[0] * scale), room[0]), min(round(TICKET_SIZE[1] * scale), room[1])
    slip = pygame.Surface(size, pygame.SRCALPHA)
    canvas = Canvas(slip, scale, "")
    slip.blit(widgets.plate(*slip.get_size(), theme.PAPER), (0, 0))
    canvas.frame(layout.inset(slip.get_rect(), canvas.px(14)), theme.NIGHT, 5)
    canvas.text(
        string,
        layout.inset(slip.get_rect(), canvas.px(56), canvas.px(44)),
        theme.TITLE,
        theme.NIGHT,
        align="centre",
        lines=3,
    )
    return pygame.transform.rotozoom(slip, TICKET_LEAN, 0.6 + 0.4 * shown)
