"""All looks in one place: colours, type, spacing, timing; a poster printed by hand, read from two metres in a dim bar.

Lengths are design units: pixels at 1920x1080, scaled to the screen by `Canvas.unit`. Times are seconds.
"""

from dataclasses import dataclass

Colour = tuple[int, int, int]

# --- colours (RGB): walnut, paper and printing inks ------------------------------------------------------------------

NIGHT: Colour = (25, 19, 16)
"""The background of everything, and the ink on light colours."""
SHADE: Colour = (40, 31, 26)
"""A panel on the ground."""
LINE: Colour = (88, 72, 60)
"""Rules and outlines that say nothing by themselves."""
PAPER: Colour = (244, 231, 205)
"""What is to be read."""
DUST: Colour = (190, 172, 146)
"""What is to be read second."""
LAMP: Colour = (250, 190, 72)
"""A lit button, a mark, what is chosen."""
ALARM: Colour = (240, 122, 88)
"""Something to put right."""
WELL: Colour = (158, 190, 108)
"""Something that is as it should be."""
CLAY: Colour = (205, 104, 64)
CLAY_LIGHT: Colour = (226, 132, 88)
CLAY_DARK: Colour = (120, 55, 32)
IVORY: Colour = (246, 236, 212)
IVORY_EDGE: Colour = (196, 170, 126)


@dataclass(frozen=True, slots=True)
class Dye:
    face: Colour
    edge: Colour
    pips: Colour


IVORY_DYE = Dye(IVORY, IVORY_EDGE, NIGHT)
BLACK_DYE = Dye((58, 52, 50), (112, 100, 92), PAPER)
DYES: tuple[tuple[int, Dye], ...] = (
    (0, Dye((184, 58, 49), (122, 36, 30), PAPER)),
    (28, Dye((232, 140, 60), (158, 84, 30), NIGHT)),
    (52, Dye((240, 200, 84), (170, 130, 36), NIGHT)),
    (120, Dye((60, 114, 72), (38, 80, 48), PAPER)),
    (175, Dye((84, 170, 168), (42, 104, 104), NIGHT)),
    (218, Dye((60, 103, 171), (34, 62, 112), PAPER)),
    (280, Dye((125, 86, 160), (80, 50, 108), PAPER)),
    (330, Dye((222, 120, 160), (146, 64, 98), NIGHT)),
)
"""Coloured dice, by their hue in degrees; each dark or light enough for a face's name to be read on it."""

SEATS: tuple[Colour, ...] = (
    (238, 182, 76),  # ochre
    (122, 188, 214),  # sky
    (228, 96, 140),  # raspberry
    (158, 190, 108),  # olive
    (232, 158, 182),  # rose
    (184, 160, 234),  # lilac
    (98, 200, 178),  # verdigris
    (226, 214, 190),  # chalk
)
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
"""A shape for each colour, for those who cannot tell colours apart."""


def seat(number: int) -> Colour:
    return SEATS[number % len(SEATS)]


def shape(number: int) -> str:
    """The shape of a seat, by the name of its sign."""
    return SHAPES[number % len(SHAPES)]


# --- type ------------------------------------------------------------------------------------------------------------

POSTER = "Bevan-Regular.ttf"
SIGN = "BarlowSemiCondensed-SemiBold.ttf"
SMALLEST = 28
"""No text is smaller than 28 units."""
SMALLEST_TYPE_PX = 15
"""On small screens no text is smaller than 15 pixels."""


FROM_AFAR = 56
"""What is read from two metres in a match is at least 56 units, which are 6.4 mm on a 10-inch screen."""


@dataclass(frozen=True, slots=True)
class Style:
    """A typeface and its full size, units; text shrinks to fit its box, but not below the smallest size."""

    face: str
    size: float
    leading: float = 1.12


GIANT = Style(POSTER, 176, 1.0)
HUGE = Style(POSTER, 108, 1.02)
TITLE = Style(POSTER, 76, 1.05)
FIGURE = Style(POSTER, 60, 1.0)
HEADING = Style(POSTER, 44, 1.1)
PROMPT = Style(SIGN, 66, 1.08)
SOUGHT = Style(POSTER, 92, 1.05)
SOUGHT_LONG = Style(SIGN, 104, 1.0)
FAR = Style(SIGN, 60, 1.02)
LEAD = Style(SIGN, 48, 1.12)
BODY = Style(SIGN, 38, 1.15)
SMALL = Style(SIGN, 30, 1.15)
KEY = Style(SIGN, 58, 1.0)

# --- spacing ---------------------------------------------------------------------------------------------------------

MARGIN = 44
GUTTER = 36
GAP = 16
RULE = 4
KEYS_HEIGHT = 154
ALERT_HEIGHT = 84
KEY_CENTRES = tuple((2 * i + 1) / 14 for i in range(7))
"""Where the seven buttons stand, left to right, as shares of the screen's width."""

# --- timing ----------------------------------------------------------------------------------------------------------

TOKEN_GAP = 0.11
"""Seconds between the start of one token and of the next."""
TOKEN_FLIGHT = 0.5
MOMENT_TIME = 3.0
"""A slip of paper with great news stays for 3 seconds."""
MOMENT_RISE = 0.2
