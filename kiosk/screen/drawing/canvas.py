"""A surface to draw on that speaks the players' language, scales the design, and remembers what was put where."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import pygame

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.match.seating import Player
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing import text as type_
from kiosk.screen.drawing.scroll import Scroll, ScrollBy
from kiosk.screen.drawing.theme import Colour, Style
from kiosk.screen.drawing.tokens import Piles
from kiosk.view import Picked, ThrowKey

TITLE = 104
"""A page's title is 104 units high."""
ABOVE_CAPITALS, BELOW_THE_LINE = 0.18, 0.14
"""Shares of a box's height that accents on capitals take, and letters that reach below the line."""
SMALL = 0.72
"""Type smaller than 0.72 of its style's size is set in the next style, if there is one."""
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
    """A text as it was drawn, for tests that no text is cut, too small, or over another one."""

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
        names: the players' names, by seat.
        placed: every text drawn.
        marks: the areas where a touch or a click does something, and what; the last one lies on top.
        helps: whether to show what the keyboard does.
        piles: where tokens lie, by seat, None being the pot.
        board: the area of the tokens and their numbers.
        stage: the area that a slip with great news covers for a moment.
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
        """A number in the players' language; a dash for None."""
        return "–" if count is None else self.say(Text("{n}", (("n", count),)))

    def alike(
        self,
        texts: Iterable[Text | str],
        box: tuple[int, int],
        *styles: Style,
        lines: int = 1,
        name: bool = False,
        plate: bool = False,
    ) -> Style:
        """One style for all these texts: the first in which none becomes small, else the last, so large that all fit.

        Each text is measured as `text` would set it into a box of this size.
        """
        strings, room = [self.say(text) for text in texts], pygame.Rect((0, 0), box)
        for style in styles:
            set_so = (self._to_set(string, room, style.face, name=name, plate=plate) for string in strings)
            fitted = [
                type_.fit(string, style, part.size, unit=self.unit, smallest=self.smallest, lines=lines)
                for string, part in set_so
            ]
            size = min((text.px for text in fitted), default=self.smallest)
            # Large enough in this style; else the next style is tried.
            if size >= self.px(style.size * SMALL) and all(text.whole for text in fitted):
                break
        return replace(style, size=size / self.unit)

    def fill(self, rect: pygame.Rect, colour: Colour) -> None:
        self.surface.fill(colour, rect)

    def frame(self, rect: pygame.Rect, colour: Colour, units: float = theme.RULE) -> None:
        """An outline, drawn inwards."""
        pygame.draw.rect(self.surface, colour, rect, self.px(units))

    def rule(self, left: int, top: int, width: int, colour: Colour = theme.LINE, units: float = theme.RULE) -> None:
        self.fill(pygame.Rect(left, top, width, self.px(units)), colour)

    def plate(self, rect: pygame.Rect, colour: Colour) -> None:
        self.surface.blit(widgets.plate(*rect.size, colour), rect)

    def sign(self, name: str, size: int, midleft: tuple[int, int], *inks: Colour) -> int:
        """Draw a sign right of this place, centred on its height; the x at which it ends."""
        left, middle = midleft
        self.surface.blit(widgets.sign(name, size, *inks), (left, middle - size // 2))
        return left + size

    def seat_sign(self, rect: pygame.Rect, number: int, *, hollow: bool = False) -> None:
        """A seat's label: its shape printed on its colour; `hollow` for one that does not play now."""
        if not hollow:
            self.plate(rect, theme.seat(number))
        sign = widgets.sign(
            theme.shape(number), round(min(rect.size) * 0.56), theme.seat(number) if hollow else theme.NIGHT
        )
        self.surface.blit(sign, sign.get_rect(center=rect.center))

    def name_plate(self, player: Player, rect: pygame.Rect, style: Style, right: int = 0) -> pygame.Rect:
        """A name on its seat's colour, after the seat's shape and the mark of the house; where the name is.

        `right` pixels at its end are left free.
        """
        self.plate(rect, theme.seat(player.colour))
        size, pad, left = round(rect.height * 0.54), round(rect.height * 0.25), rect.left
        for name in (theme.shape(player.colour), *(["house"] if player.house else [])):
            left = self.sign(name, size, (left + pad, rect.centery), theme.NIGHT)
        box = pygame.Rect(left + pad, rect.top, rect.right - right - left - 2 * pad, rect.height)
        return self.text(player.name, layout.inset(box, 0, rect.height // 6), style, theme.NIGHT, name=True, plate=True)

    def titled(self, title: Text, area: pygame.Rect) -> pygame.Rect:
        """A title over a rule; what is left below them."""
        head, below = layout.top(area, self.px(TITLE), self.px(theme.GUTTER))
        self.text(title, head, theme.TITLE, lines=2)
        self.rule(head.left, head.bottom, head.width)
        return below

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
        """Set a text into a box as large as it fits; the area of its ink.

        `name`: somebody typed it, so it may be shortened. `plate`: it stands on a coloured plate only a little larger
        than the box, which letters like g and the accent of É must not leave.
        """
        string = self.say(what)
        if not string:
            return pygame.Rect(box.topleft, (0, 0))
        string, box = self._to_set(string, box, style.face, name=name, plate=plate)
        fitted = type_.fit(string, style, box.size, unit=self.unit, smallest=self.smallest, lines=lines)
        px, face = fitted.px, style.face
        cap, leading = type_.cap_height(face) * px, style.leading * px
        # Placed by the height of capitals: to the eye that is the height of a line, not the font's own.
        tall = cap + leading * (len(fitted.lines) - 1)
        top = {"top": box.top, "middle": box.centery - tall / 2, "bottom": box.bottom - tall}[valign]
        ascent = type_.font(face, px).get_ascent()
        inks = []
        for number, line in enumerate(fitted.lines):
            drawn = type_.line(face, px, line, colour)
            wide, baseline = drawn.get_width(), top + cap + number * leading
            left = round({"left": box.left, "centre": box.centerx - wide / 2, "right": box.right - wide}[align])
            self.surface.blit(drawn, (left, round(baseline - ascent)))
            inks.append(pygame.Rect(left, round(baseline - cap), wide, round(cap)))
        ink = inks[0].unionall(inks[1:])
        self.placed.append(Placed(string, ink, box.copy(), px, fitted.whole, colour))
        return ink

    def _to_set(self, string: str, box: pygame.Rect, face: str, *, name: bool, plate: bool) -> tuple[str, pygame.Rect]:
        """The text, shortened if it is a long name, and its box, smaller if letters would reach over a plate's edge."""
        if name:
            string = type_.shortened(string, face, box.width / self.smallest)
        above = round(box.height * ABOVE_CAPITALS) if plate and type_.rises(face, string) else 0
        below = round(box.height * BELOW_THE_LINE) if plate and type_.descends(face, string) else 0
        return string, pygame.Rect(box.left, box.top + above, box.width, box.height - above - below)

    def touch(self, rect: pygame.Rect, deed: Deed) -> None:
        """Let a touch of this area do something: stand for a button, pick a line or a letter, roll a list, throw."""
        self.marks.append((rect.copy(), deed))

    def under(self, place: tuple[float, float]) -> Deed | None:
        return next((deed for rect, deed in reversed(self.marks) if rect.collidepoint(place)), None)
