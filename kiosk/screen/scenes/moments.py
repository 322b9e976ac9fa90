"""Moments: great news, such as a 421 or the end, comes as a slip of paper over the dice for a few seconds."""

import math
from dataclasses import dataclass
from functools import lru_cache

import pygame

from kiosk.games.core import Event, Happening
from kiosk.match.seating import Player
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.canvas import Canvas

GREAT = (Happening.OVER, Happening.PHASE, Happening.SPECIAL, Happening.OUT, Happening.TIE, Happening.BUST)
"""Events that get a slip, the greatest first."""
MOST = 2
"""A throw gets up to 2 slips: nobody waits for a third."""
SIZE = (1080, 400)
"""Width and height of a slip, units."""
LEAN = 2.0
"""A slip lies askew by 2 degrees."""
SMALLEST_SHARE = 0.6
"""A slip grows from 0.6 of its size as it comes."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The slips of one action, the greatest last, from `start` on."""

    events: tuple[Event, ...]
    start: float

    def running(self, now: float) -> bool:
        """Whether a slip is still to be seen."""
        return bool(self.events) and now < self.start + len(self.events) * theme.MOMENT_TIME

    def shown(self, now: float) -> tuple[Event, float] | None:
        """The slip to show now, and how far it has grown, 0…1; it shrinks again at its end."""
        if not self.running(now) or now < self.start:
            return None
        number, since = divmod(now - self.start, theme.MOMENT_TIME)
        share = min(1.0, max(0.05, since / theme.MOMENT_RISE), (theme.MOMENT_TIME - since) / theme.MOMENT_RISE)
        # Rounded, so that the cache keeps few sizes.
        return self.events[int(number)], round(max(share, 0.05), 2)


def moments(events: tuple[Event, ...], now: float) -> Moments:
    """What of these events gets a slip."""
    great = (event for event in events if event.what in GREAT and (event.what is not Happening.BUST or event.amount))
    # The greatest are chosen, and the greatest of these comes last.
    found = sorted(great, key=lambda event: GREAT.index(event.what))
    return Moments(tuple(reversed(found[:MOST])), now)


def slip(
    canvas: Canvas, event: Event, players: tuple[Player, ...], room: tuple[int, int], share: float
) -> pygame.Surface:
    """The slip for an event: its sentence beside the sign of the seat that it concerns, askew and grown by `share`."""
    seat = players[event.seat].colour if event.seat is not None and event.seat < len(players) else None
    flat = printed(canvas.say(event.text), (event.what, seat), canvas.unit, room)
    return _turned(flat.surface, SMALLEST_SHARE + (1 - SMALLEST_SHARE) * share)


@cached
def _turned(paper: pygame.Surface, scale: float) -> pygame.Surface:
    return pygame.transform.rotozoom(paper, LEAN, scale)


@lru_cache(maxsize=4)
def printed(string: str, sign: tuple[Happening, int | None], unit: float, room: tuple[int, int]) -> Canvas:
    """The slip at full size and not askew: what happened, and the colour of the seat that it concerns."""
    what, seat = sign
    width = min(round(SIZE[0] * unit), room[0])
    # Askew it is taller: it may cover the gaps around the stage, but not what stands above and below.
    askew = round(width * math.sin(math.radians(LEAN)))
    size = width, min(round(SIZE[1] * unit), room[1] - askew + round(theme.GAP * unit))
    paper = pygame.Surface(size, pygame.SRCALPHA)
    canvas = Canvas(paper, unit, "")
    canvas.plate(paper.get_rect(), theme.PAPER)
    stub, words = layout.left(paper.get_rect(), round(size[1] * 0.66))
    if seat is not None:
        canvas.seat_sign(stub, seat)
    else:
        canvas.plate(stub, theme.LAMP)
        name = {Happening.TIE: "tie", Happening.PHASE: "dish"}.get(what, "ring")
        canvas.sign(name, stub.width // 2, (stub.width // 4, stub.centery), theme.NIGHT)
    perforation = range(stub.top, stub.bottom, canvas.px(26))
    for top in perforation:
        pygame.draw.circle(paper, theme.NIGHT, (stub.right, top + canvas.px(13)), canvas.px(5))
    canvas.text(
        string, layout.inset(words, canvas.px(48), canvas.px(40)), theme.TITLE, theme.NIGHT, align="centre", lines=3
    )
    return canvas
