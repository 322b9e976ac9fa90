"""Type: text is measured, wrapped and fitted into its box; what does not fit is reported, never silently cut."""

import io
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import pygame

from kiosk.locale import NO_BREAK
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.theme import Colour, Style

MEASURE = 128
"""Widths are measured at 128 pixels; those of other sizes are in proportion."""
DOT = "· "
"""Stands between the parts of a title or of a list; a line may break after it."""
SLACK = 1.01
"""Widths are taken 1 % larger: hinting makes a line a little wider or narrower than its proportion."""
UNEVEN = 1.35
"""Lines broken after a dot or colon may be up to 1.35 times as long as lines of equal length."""

_UNSEEN = re.compile(
    "[\0-\x08\x0b-\x1f\x7f\xad\u034f\u061c\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufff8\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that SDL's fonts refuse to draw: found by trying every one."""


@cache
def _data(face: str) -> bytes:
    return files("assets").joinpath("fonts", face).read_bytes()


@lru_cache(maxsize=64)
def font(face: str, px: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(io.BytesIO(_data(face)), px)


@lru_cache(maxsize=4096)
def width(face: str, string: str) -> float:
    """Width of a line, per pixel of size."""
    return font(face, MEASURE).size(string)[0] * SLACK / MEASURE


@cache
def cap_height(face: str) -> float:
    """Height of a capital for each pixel of size: to the eye that is the height of a line."""
    metrics = font(face, MEASURE).metrics("H")[0]
    assert metrics is not None
    return metrics[3] / MEASURE


@lru_cache(maxsize=256)
def descends(face: str, string: str) -> bool:
    """Whether a letter reaches well below the line, as g and p do."""
    metrics = font(face, MEASURE).metrics(string)
    return any(metric is not None and metric[2] < -MEASURE // 10 for metric in metrics)


def rises(face: str, string: str) -> bool:
    """Whether a letter reaches well above the capitals, as É does."""
    metrics = font(face, MEASURE).metrics(string)
    return any(metric is not None and metric[3] > (cap_height(face) + 0.1) * MEASURE for metric in metrics)


def drawable(string: str) -> str:
    """A text from outside, such as a player's or a file's name, without characters that cannot be drawn."""
    return _UNSEEN.sub("", string)


def wrap(face: str, string: str, ems: float) -> list[str]:
    """Lines no wider than `ems` times the size, broken at spaces only (no-break spaces hold); a long word overflows."""
    lines: list[str] = []
    for word in string.split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width(face, joined) <= ems:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _balanced(face: str, string: str, ems: float) -> list[str]:
    """Lines as `_even` breaks them, or broken only after dots and colons where none becomes much longer by that."""
    lines, parts = (_even(face, text, ems) for text in (string, re.sub("(?<![·:]) ", NO_BREAK, string)))
    widest, longest = (max(width(face, line) for line in found) for found in (lines, parts))
    return parts if len(parts) == len(lines) and longest <= min(ems, UNEVEN * widest) else lines


def _even(face: str, string: str, ems: float) -> list[str]:
    """As many lines as `wrap` makes, of lengths as equal as possible: no single word on the last line."""
    # The narrowest width that still gives as many lines, by bisection.
    lines = wrap(face, string, ems)
    low, high = ems / (len(lines) + 1), ems
    for _ in range(8 if len(lines) > 1 else 0):
        middle = (low + high) / 2
        tried = wrap(face, string, middle)
        if len(tried) == len(lines) and all(width(face, line) <= middle for line in tried):
            high, lines = middle, tried
        else:
            low = middle
    return lines


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of one size that fill a box; `whole` unless the box is too small even for the smallest size."""

    lines: tuple[str, ...]
    px: int
    whole: bool


@lru_cache(maxsize=2048)
def fit(string: str, style: Style, box: tuple[int, int], *, unit: float, smallest: int, lines: int) -> Fitted:
    """The largest size up to the style's own, in pixels, at which `string` fits into the box in up to `lines` lines."""
    largest = max(round(style.size * unit), smallest)
    across, down = box
    face = style.face

    def tried(px: int) -> list[str] | None:
        found = wrap(face, string, across / px)
        tall = cap_height(face) * px if len(found) == 1 else ((len(found) - 1) * style.leading + 1) * px
        wide = max(width(face, line) for line in found) * px
        return found if len(found) <= lines and tall <= down and wide <= across else None

    low, high = smallest, largest
    # Not even the smallest size fits: the text overflows, and says so.
    if tried(low) is None:
        found = wrap(face, string, across / low)
        return Fitted((*found[: lines - 1], " ".join(found[lines - 1 :])), low, whole=False)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tried(middle) is not None else (low, middle - 1)
    return Fitted(tuple(_balanced(face, string, across / low)), low, whole=True)


def shortened(string: str, face: str, ems: float) -> str:
    """A name cut to fit, with an ellipsis; only for what somebody typed, never for a sentence of the program."""
    if width(face, string) <= ems:
        return string
    for end in range(len(string) - 1, 0, -1):
        short = string[:end].rstrip() + "…"
        if width(face, short) <= ems:
            return short
    return "…"


@cached
def line(face: str, px: int, string: str, colour: Colour) -> pygame.Surface:
    """One line of text, drawn once and kept."""
    return font(face, px).render(string, True, colour)
