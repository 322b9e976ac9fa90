"""A surface to draw on that speaks the players' language, scales the design, and remembers what was put where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import pygame

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.screen.drawing import text as type_
from kiosk.screen.drawing import theme
from kiosk.screen.drawing.scroll import Scroll, ScrollBy
from kiosk.screen.drawing.theme import Colour, Style
from kiosk.screen.drawing.tokens import Piles
from kiosk.view import Picked, ThrowKey

TITLE = 104
"""Height of a page's title, units."""
ABOVE_CAPITALS, BELOW_THE_LINE = 0.18, 0.14
"""Shares of a box that accents of capitals take, and letters that reach below the line."""
SMALL = 0.72
"""Of the size it would like to have: under that the poster's face is harder to read than the plain one."""
Deed = Button | Picked | ThrowKey | ScrollBy
"""What a finger or the mouse does at a place."""
Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]


def unit(size: tuple[int, int]) -> float:
    """Pixels of one design unit: the design is 1920x1080, or 1080x1920 upright."""
    wide, high = (1920, 1080) if size[0] >= size[1] else (1080, 1920)
    return min(size[0] / wide, size[1] / high)


@dataclass(frozen=True, slots=True)
class Placed:
    """A text as it was drawn: for the checks that nothing is cut, too small, or over something else."""

    string: str
    ink: pygame.Rect
    box: pygame.Rect
    px: int
    whole: bool
    colour: Colour


@dataclass(eq=False)
class Canvas:
    """One picture in the making.

    Attributes:
        unit: pixels of one design unit.
        names: the players', by seat.
        placed: every text drawn.
        marks: where a finger or the mouse does something, and what, the last on top.
        helps: whether it is told what the keyboard does.
        piles: where tokens lie, by seat, None being the pot.
        board: where the tokens and their numbers are.
        stage: where the dice are, and great news for a moment.
    """

    surface: pygame.Surface
    unit: float
    language: str
    names: Sequence[Text | str] = ()
    placed: list[Placed] = field(default_factory=list)
    marks: list[tuple[pygame.Rect, Deed]] = field(default_factory=list)
    scroll: Scroll = field(default_factory=Scroll)
    helps: bool = True
    piles: dict[int | None, Piles] = field(default_factory=dict)
    camera: pygame.Rect | None = None
    board: pygame.Rect | None = None
    stage: pygame.Rect | None = None

    @property
    def smallest(self) -> int:
        """The smallest type, pixels."""
        return max(theme.SMALLEST_TYPE_PX, round(theme.SMALLEST * self.unit))

    def px(self, units: float) -> int:
        """Design units in pixels, at least one."""
        return max(1, round(units * self.unit))

    def say(self, text: Text | str) -> str:
        """A sentence in the players' language; a name as somebody wrote it."""
        return type_.drawable(translate(text, self.language, self.names))

    def number(self, count: int | None) -> str:
        """A number as it is written in the players' language; a dash where there is none."""
        return "–" if count is None else self.say(Text("{n}", (("n", count),)))

    def alike(self, strings: Sequence[str], room: int, styles: tuple[Style, Style]) -> Style:
        """One style and size for all of these lines; the second style where the first would be small."""

        def widest(style: Style) -> float:
            return max(type_.width(style.face, string) for string in strings)

        first, second = styles
        style = first if room / widest(first) >= max(self.smallest, self.px(first.size * SMALL)) else second
        return replace(style, size=min(style.size, max(theme.SMALLEST, int(room / widest(style)) / self.unit)))

    def one_size(
        self,
        texts: Iterable[Text | str],
        style: Style,
        box: tuple[int, int],
        *,
        lines: int = 1,
        name: bool = False,
        plate: bool = False,
    ) -> Style:
        """The size in which each of these goes into such a box, as `text` would set it there."""
        sizes = []
        for text in texts:
            string, (across, down) = self.say(text), box
            if name:
                string = type_.shortened(string, style.face, across / self.smallest)
            if plate:
                down = self._within_a_plate(pygame.Rect(0, 0, across, down), style.face, string).height
            fitted = type_.fit(string, style, (across, down), unit=self.unit, smallest=self.smallest, lines=lines)
            sizes.append(fitted.px)
        return replace(style, size=min(sizes, default=self.smallest) / self.unit)

    def fill(self, rect: pygame.Rect, colour: Colour) -> None:
        """A flat area."""
        self.surface.fill(colour, rect)

    def frame(self, rect: pygame.Rect, colour: Colour, units: float = theme.RULE) -> None:
        """An outline, drawn inwards."""
        pygame.draw.rect(self.surface, colour, rect, self.px(units))

    def rule(self, left: int, top: int, width: int, colour: Colour = theme.LINE, units: float = theme.RULE) -> None:
        """A printer's rule."""
        self.fill(pygame.Rect(left, top, width, self.px(units)), colour)

    def titled(self, title: Text, area: pygame.Rect) -> pygame.Rect:
        """A title over a rule; what is left below them."""
        head = pygame.Rect(area.left, area.top, area.width, self.px(TITLE))
        self.text(title, head, theme.TITLE, lines=2)
        self.rule(head.left, head.bottom, head.width)
        below = head.bottom + self.px(theme.GUTTER)
        return pygame.Rect(area.left, below, area.width, area.bottom - below)

    def text(
        self,
        what: Text | str,
        box: pygame.Rect,
        style: Style,
        colour: Colour = theme.PAPER,
        *,
        align: Align = "left",
        valign: VAlign = "middle",
        lines: int = 1,
        name: bool = False,
        plate: bool = False,
    ) -> pygame.Rect:
        """Set a text into a box as large as it goes, and say where its ink is.

        `name`: somebody typed it, so it may be shortened if need be; `plate`: it stands on a plate only a little
        larger than the box, which neither letters like g and p nor the accent of É must leave.
        """
        string = self.say(what)
        if not string:
            return pygame.Rect(box.topleft, (0, 0))
        if name:
            string = type_.shortened(string, style.face, box.width / self.smallest)
        if plate:
            box = self._within_a_plate(box, style.face, string)
        fitted = type_.fit(string, style, box.size, unit=self.unit, smallest=self.smallest, lines=lines)
        px, face = fitted.px, style.face
        cap = type_.cap_height(face) * px
        leading = style.leading * px
        tall = cap + leading * (len(fitted.lines) - 1)
        top = {"top": box.top, "middle": box.centery - tall / 2, "bottom": box.bottom - tall}[valign]
        ascent = type_.font(face, px).get_ascent()
        ink: pygame.Rect | None = None
        for number, string_ in enumerate(fitted.lines):
            drawn = type_.line(face, px, string_, colour)
            left = {
                "left": box.left,
                "centre": box.centerx - drawn.get_width() / 2,
                "right": box.right - drawn.get_width(),
            }[align]
            baseline = top + cap + number * leading
            self.surface.blit(drawn, (round(left), round(baseline - ascent)))
            here = pygame.Rect(round(left), round(baseline - cap), drawn.get_width(), round(cap))
            ink = here if ink is None else ink.union(here)
        assert ink is not None
        self.placed.append(Placed(string, ink, box.copy(), px, fitted.whole, colour))
        return ink

    @staticmethod
    def _within_a_plate(box: pygame.Rect, face: str, string: str) -> pygame.Rect:
        """What of a plate is left for capitals where letters reach below the line, and accents above it."""
        above = round(box.height * ABOVE_CAPITALS) if type_.rises(face, string) else 0
        below = round(box.height * BELOW_THE_LINE) if type_.descends(face, string) else 0
        return pygame.Rect(box.left, box.top + above, box.width, box.height - above - below)

    def touch(self, rect: pygame.Rect, deed: Deed) -> None:
        """Let a touch of this area do something: stand for a button, pick a line or a letter, roll a list, throw."""
        self.marks.append((rect.copy(), deed))

    def under(self, place: tuple[float, float]) -> Deed | None:
        """What a touch of this place does."""
        return next((deed for rect, deed in reversed(self.marks) if rect.collidepoint(place)), None)
