"""Paints table views on a surface, and paints again only what changed."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pygame

from kiosk.games.core import Happening
from kiosk.screen import keys
from kiosk.screen.animation import Slide, Tokens, slide, tokens_of
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas, unit
from kiosk.screen.drawing.scroll import Scroll
from kiosk.screen.drawing.tokens import token
from kiosk.screen.scenes import attract, camera_picture, chart, dialog, end, how_to, lesson, page, play, problem
from kiosk.screen.scenes.moments import Moments, moments, slip
from kiosk.screen.sound import Cue
from kiosk.view import (
    AttractView,
    DialogView,
    EndView,
    HowToView,
    LessonView,
    PageView,
    PlayView,
    ProblemView,
    StandingView,
    TableView,
    View,
)

SCENES: dict[type, Callable[[Canvas, Any, pygame.Rect], None]] = {
    AttractView: attract.draw,
    PageView: page.draw,
    StandingView: chart.draw,
    HowToView: how_to.draw,
    LessonView: lesson.draw,
    ProblemView: problem.draw,
    EndView: end.draw,
}
"""The drawing function of each scene; a match and its dialog are drawn by `draw_scene`, as they take the whole body."""
LEARNED = 4
"""After 4 actions of a match (throws and choices) players know the keys, and the help on the keyboard goes."""


class Painter:
    """Paints views of one size, remembering the last one.

    Attributes:
        surface: the picture as it is now.
        canvas: what was drawn where, for the pointer and for checks.
        painted: how many times something was painted: stays as it is while nothing changes.
    """

    def __init__(
        self, size: tuple[int, int], surface: pygame.Surface | None = None, row: keys.KeyRow | None = None
    ) -> None:
        """`row`: where the buttons stand under the screen; None: evenly, in their usual order."""
        self._row = row or keys.KeyRow()
        self.surface = surface if surface is not None else pygame.Surface(size)
        self._still = pygame.Surface(size)
        """The picture without what moves, from which a token's way is restored."""
        self._unit = unit(size)
        self._scroll, self._rolled = Scroll(), False
        self._actions = 0
        self.canvas = Canvas(self._still, self._unit, "en", scroll=self._scroll)
        self.painted = 0
        self._view: TableView | None = None
        self._slide: Slide | None = None
        self._lying: Tokens | None = None
        self._moments = Moments((), 0.0)
        self._serial: int | None = None
        self._sprites: list[tuple[pygame.Surface, tuple[int, int]]] = []
        self._cues: list[Cue] = []
        self._landed = 0

    def paint(self, view: TableView, now: float) -> list[pygame.Rect]:
        """Bring the picture up to date at `now` (seconds); the areas that were painted, none if none."""
        view = self._end_delayed(view, now)
        before, self._view = self._view, view
        dirty: list[pygame.Rect] = []
        scene = _match(view.scene)
        if scene is not None and scene.serial != self._serial:
            self._begin(scene, now)
        elif scene is None:
            self._serial, self._slide, self._moments = None, None, Moments((), now)
        self._add_cues(before, view, now)
        lying = self._slide.lying(now) if self._slide is not None else None
        # From the whole down to the least: a new view, tokens that landed, a new camera picture.
        if (
            before is None
            or self._rolled
            or (before.camera is None) is not (view.camera is None)  # its room comes or goes, too
            or not same(before, view, but="camera")
        ):
            self._draw(view, lying)
            dirty = [self.surface.get_rect()]
        elif lying != self._lying and self.canvas.board is not None:
            # The clip leaves all but the board as it was, and only the board goes to the display.
            dirty = [self.canvas.board]
            self._still.set_clip(self.canvas.board)
            self._draw(view, lying)
            self._still.set_clip(None)
        elif before.camera is not view.camera and view.camera is not None and self.canvas.camera is not None:
            trouble = scene.trouble if scene is not None else ()
            camera_picture.draw_camera(self.canvas, view.camera, self.canvas.camera, trouble)
            dirty = [self.canvas.camera]
        self._lying = lying
        return self._compose(dirty, now)

    @property
    def _attracts(self) -> bool:
        """Whether the attract screen is shown: its own turn makes no sound, and nobody learns the keys from it."""
        return isinstance(self._scene, AttractView)

    @property
    def writing(self) -> bool:
        """Whether a name is written: keys are letters then."""
        return isinstance(self._scene, PageView) and self._scene.writing is not None

    @property
    def listing(self) -> bool:
        """Whether there is something to walk through: a list, letters."""
        return isinstance(self._scene, PageView) and bool(self._scene.items)

    @property
    def _scene(self) -> View | None:
        return None if self._view is None else self._view.scene

    def roll_to(self, first: int) -> None:
        """Bring another line of the list to its top, with the next picture."""
        self._rolled = self._scroll.to(first) or self._rolled

    def take_cues(self) -> list[Cue]:
        """What was to be heard since the last call."""
        cues, self._cues = self._cues, []
        return cues

    def animating(self, now: float) -> bool:
        return bool(self._sprites) or self._running(now)

    def slip_shown(self, now: float) -> bool:
        return self._moments.shown(now) is not None

    def _running(self, now: float) -> bool:
        return (self._slide is not None and self._slide.running(now)) or self._moments.running(now)

    def _add_cues(self, before: TableView | None, view: TableView, now: float) -> None:
        """Add the sounds of tokens that land, and of dice that are kept or let go."""
        landed = self._slide.landed(now) if self._slide is not None else 0
        if landed > self._landed and not self._attracts:
            self._cues.append(Cue.TOKEN)
        self._landed = landed
        old, new = None if before is None else _match(before.scene), _match(view.scene)
        if old is not None and new is not None and old.serial == new.serial:
            before_, now_ = ([die.button for die in play_.dice if die.kept] for play_ in (old, new))
            if before_ != now_ and not self._attracts and len(old.dice) == len(new.dice):
                self._cues.append(Cue.KEEP)

    def _end_delayed(self, view: TableView, now: float) -> TableView:
        """Show the match instead of its end, until its last tokens have moved and its last news was read."""
        scene = view.scene
        if not isinstance(scene, EndView) or self._serial is None:
            return view
        if scene.play.serial != self._serial:
            self._begin(scene.play, now)
        return replace(view, scene=scene.play) if self._running(now) else view

    def _begin(self, scene: PlayView, now: float) -> None:
        """Start the animations of the last action; in the first picture of a match nothing moves."""
        if self._serial is None:
            self._slide = Slide(tokens_of(scene.game))
        else:
            self._slide = slide(scene.game, scene.events, now)
            # The tokens first: a slip over them would hide what it tells of.
            self._moments = moments(scene.events, self._slide.flights[-1].end if self._slide.flights else now)
            cue = heard(scene)
            if cue is not None and not self._attracts:
                self._cues.append(cue)
        self._landed = 0
        self._actions += self._serial is not None and not self._attracts
        self._serial = scene.serial

    def _draw(self, view: TableView, lying: Tokens | None) -> None:
        scene = view.scene.play if isinstance(view.scene, EndView) else _match(view.scene) or view.scene
        names = tuple(player.name for player in getattr(scene, "players", ()))
        self._scroll.area, self._rolled = None, False
        canvas = self.canvas = Canvas(
            self._still, self._unit, view.language, names, scroll=self._scroll, helps=self._actions < LEARNED
        )
        self._still.fill(theme.NIGHT)
        alert, body, foot = layout.page(self._still.get_size(), canvas.unit, alert=view.alert is not None)
        draw_scene(canvas, view, body, lying)
        if view.alert is not None:
            keys.draw_alert(canvas, view.alert, alert)
        keys.draw(canvas, view.keys, foot, self._row)

    def _compose(self, dirty: list[pygame.Rect], now: float) -> list[pygame.Rect]:
        """Put the still picture and what moves together."""
        sprites = self._moving(now)
        # Nothing has changed and nothing moves: the display is left alone, and the processor too.
        if not dirty and sprites == self._sprites:
            return []
        areas = dirty + [image.get_rect(topleft=place) for image, place in (*self._sprites, *sprites)]
        brightness = self._view.brightness if self._view is not None else 1.0
        if brightness < 1:
            areas = [areas[0].unionall(areas[1:])]  # one area: where two overlap it would be dimmed twice
        # The old places of what moves are restored, too: `areas` holds the sprites of before and of now.
        for area in areas:
            self.surface.blit(self._still, area, area)
        for image, place in sprites:
            self.surface.blit(image, place)
        if brightness < 1:
            level = round(255 * brightness)
            self.surface.fill((level, level, level), areas[0], pygame.BLEND_RGB_MULT)
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
                width = round(pygame.math.lerp(source.width, target.width, share))
                x, y = pygame.Vector2(start).lerp(stop, share)
                # A parabola over the straight way, 3 % of the screen's height at its top.
                lift = 4 * share * (1 - share) * self.surface.get_height() * 0.03
                found.append((token(width), (round(x), round(y - lift))))
        shown, stage = self._moments.shown(now), self.canvas.stage
        if shown is not None and stage is not None and self._view is not None:
            players = getattr(_match(self._view.scene), "players", ())
            paper = slip(self.canvas, shown[0], players, stage.size, shown[1])
            found.append((paper, paper.get_rect(center=stage.center).topleft))
        return found


def draw_scene(canvas: Canvas, view: TableView, body: pygame.Rect, lying: Tokens | None = None) -> None:
    """Draw the scene into the body; the camera's picture, if it shows, beside a match only."""
    scene, match = view.scene, _match(view.scene)
    tokens = {} if match is None else lying or tokens_of(match.game)
    if match is not None and not isinstance(scene, AttractView):
        play.draw(canvas, match, body, view.camera, tokens)
        if isinstance(scene, DialogView):
            dialog.draw(canvas, scene, body)
        return
    paged = isinstance(scene, PageView) and scene.panel is None
    simulated = view.camera is not None and (paged or isinstance(scene, HowToView | LessonView))
    area, help_ = layout.scene(body, canvas.unit, help_=simulated)
    if simulated:
        teaches = isinstance(scene, PageView) and scene.wants_dice
        camera_picture.draw_camera_help(canvas, help_, camera_picture.LAYS if teaches else camera_picture.KEYS)
    if isinstance(scene, AttractView) and scene.play is not None:
        above = attract.draw_call(canvas, scene, body)
        play.draw(canvas, scene.play, above, None, tokens)
    else:
        SCENES[type(scene)](canvas, scene, area)


def heard(scene: PlayView) -> Cue | None:
    """The sound of what just happened; the greatest only."""
    what = {event.what for event in scene.events}
    hand = scene.game.named or (scene.last_hand[1] if scene.last_hand is not None else None)
    if Happening.OVER in what:
        return Cue.LAST
    # Only a throw can make the best or worst hand heard, not the end of the turn that follows it.
    if Happening.ROLLED in what and hand is not None and hand.rank is not None and hand.rank in {1, hand.ranks}:
        return Cue.BEST if hand.rank == 1 else Cue.WORST
    if Happening.BUST in what:
        return Cue.WORST
    return Cue.TURN if Happening.TURN_ENDED in what else None


def _match(scene: View) -> PlayView | None:
    if isinstance(scene, DialogView | AttractView):
        return scene.play
    return scene if isinstance(scene, PlayView) else None


def same(shown: object, other: object, *, but: str = "") -> bool:
    """Whether two views show the same; pictures are compared by their pixels, the field `but` is left out."""
    if shown is other:
        return True
    if type(shown) is not type(other):
        return False
    if isinstance(shown, np.ndarray):
        return np.array_equal(shown, other)  # type: ignore[arg-type]
    if isinstance(shown, (tuple, list)):
        assert isinstance(other, (tuple, list))
        return len(shown) == len(other) and all(map(same, shown, other))
    if is_dataclass(shown):
        names = (field.name for field in fields(shown) if field.name != but)
        return all(same(getattr(shown, name), getattr(other, name)) for name in names)
    return shown == other
