"""What a table is built of, in what sizes, and the drawing of tray, arm and lamps to scale, as SVG.

All follows from the tray and from what the camera's lens sees: how high it hangs, and with it the arm and the lamps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot, radians, tan

from hardware.drawing import GREY, INK, Drawing
from hardware.presses import KEEPS, Button

VIEW = (66.0, 41.0)
"""Degrees across and down that Raspberry Pi's Camera Module 3 sees, by its data sheet."""
TRAY_MM, RIM_MM, WALL_MM = 280, 30, 15
"""A tray is 280 mm across with its rim, which is 30 mm high above the felt and 15 mm thick."""
INCH_MM = 25.4
BOARD_MM = 12
"""The board under the felt is 12 mm thick."""
HIGHEST_MM = 500
"""The lens hangs at most 500 mm above the felt: from higher, dice are too small to be read well."""
STEP_MM = 5
"""The lens's height is rounded up to 5 mm: nobody mounts an arm more exactly."""
DIE_MM, PICTURE_PX = 16, 1280
"""Sizes are told for dice of 16 mm in pictures 1,280 pixels wide."""
CAMERA_MM = 12
"""From the lens of Camera Module 3 to the back of its board."""
LAMP_MM, LAMP_ACROSS_MM = 100, 20
"""A strip of LEDs hangs 100 mm to either side of the lens, a hand's breadth, and is 20 mm across."""
POST_MM, BEHIND_MM = 30, 40
"""The post of the arm is 30 mm thick and stands 40 mm behind the tray."""
SCALE = 5
"""The drawing is a fifth as large as the table."""
PAGE = (297, 210)
"""A4, lying, millimetres."""
FELT_Y = 150
"""Where on the page the felt lies in both views, millimetres from the top."""
WOOD, FELT, LIGHT, SIGHT = "#a5825a", "#2f6b3f", "#e8c33a", "#2471a3"
TYPE_MM = 2.8
"""How large the drawing's words are set."""
APART_MM = 2.0
"""The rims of two buttons are at least 2 mm apart."""


@dataclass(frozen=True, slots=True)
class Hole:
    """The hole for a button: how wide it is drilled, and how wide the button's rim covers the panel around it."""

    drilled_mm: float
    rim_mm: float


HOLES: Mapping[Button, Hole] = dict.fromkeys(KEEPS, Hole(30.0, 35.0)) | {
    Button.END: Hole(24.0, 60.0),
    Button.MENU: Hole(24.0, 28.0),
}
"""As most arcade buttons of these sizes are; makers differ."""


class BuildingError(ValueError):
    """No table can be built in these sizes; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The measures from which all others follow.

    Attributes:
        tray_mm: the tray across, with its rim.
        view: what the lens sees, degrees across and down.
        dice: how many any game throws at most.
        picture_mm: how wide the screen's picture is at least, so that the buttons stand under their labels.

    Raises:
        BuildingError: the camera would have to hang too high.
    """

    tray_mm: int = TRAY_MM
    view: tuple[float, float] = VIEW
    dice: int = 6
    picture_mm: int = 350

    def __post_init__(self) -> None:
        if self.lens_mm > HIGHEST_MM:
            raise BuildingError(
                f"A tray of {self.tray_mm / 10:g} cm needs this camera {self.lens_mm / 10:g} cm above it, "
                f"from where dice are too small: take a smaller tray, or a lens that sees more."
            )

    @property
    def lens_mm(self) -> int:
        """From the felt to the lens: so high that the rim's upper edge just fits into the picture's height."""
        return STEP_MM * ceil((self.tray_mm / (2 * tan(radians(self.view[1] / 2))) + RIM_MM) / STEP_MM)

    @property
    def sees_mm(self) -> tuple[float, float]:
        """How much of the felt's plane the picture shows, across and down."""
        across, down = (2 * self.lens_mm * tan(radians(angle / 2)) for angle in self.view)
        return across, down

    @property
    def die_px(self) -> int:
        """How wide a die of 16 mm is in the picture."""
        return round(DIE_MM * PICTURE_PX / self.sees_mm[0])

    @property
    def beam_up_mm(self) -> int:
        """From the felt to the beam, under which the camera's board is screwed."""
        return self.lens_mm + CAMERA_MM

    @property
    def beam_mm(self) -> int:
        """From the post's back to the middle of the tray, and 15 mm more to screw the camera's board to."""
        return self.tray_mm // 2 + BEHIND_MM + POST_MM + 15


def parts(table: TablePlan) -> list[tuple[str, str]]:
    """What to buy or saw, and its size."""
    felt = table.tray_mm - 2 * WALL_MM
    across, down = table.sees_mm
    return [
        ("Tray", f"{table.tray_mm} mm across, {felt} mm of dark plain felt; rim {RIM_MM} mm high, {WALL_MM} mm thick"),
        ("Camera", f"lens {table.lens_mm} mm above the felt; sees {across:.0f} x {down:.0f} mm of it"),
        (
            "Post",
            f"{POST_MM} x {POST_MM} mm, {table.beam_up_mm + POST_MM} mm above the felt, {BEHIND_MM} mm behind the tray",
        ),
        ("Beam", f"{POST_MM} x {POST_MM} mm, {table.beam_mm} mm long, screwed and angled to the post"),
        ("Lamps", f"2 strips of LEDs, {table.tray_mm} mm long, {LAMP_MM} mm left and right of the lens, frosted"),
        ("Camera cable", f"{_cable(table)} mm or more, 500 mm at most, in one piece; a webcam has its own"),
        ("Dice", f"{DIE_MM} mm, {table.dice} of one set, with pips; {table.die_px} pixels wide in the picture"),
        ("KEEP 1 to 5", "buttons of 30 mm, illuminated, 5 V"),
        ("END", "a button of 60 mm, illuminated, 5 V"),
        ("MENU", "a button of 24 mm or smaller"),
        ("Raspberry Pi", "4 or 5, 2 GB or more, with its own supply and a card of 16 GB"),
        ("Lamp driver", "ULN2803A with its socket"),
        (
            "Screen",
            f"HDMI, its picture {table.picture_mm} mm wide or more ({_inches(table.picture_mm)} inches); loudspeakers",
        ),
    ]


def _inches(width_mm: int) -> int:
    """The diagonal of a picture 16:9 in inches, as screens are sold."""
    return ceil(width_mm * hypot(16, 9) / 16 / INCH_MM)


def least_width(buttons: Sequence[Button], places: Sequence[float]) -> int:
    """How wide a picture must be for these buttons not to touch under it, millimetres."""
    row = list(zip(buttons, places, strict=True))
    return ceil(
        max(
            ((HOLES[button].rim_mm + HOLES[beside].rim_mm) / 2 + APART_MM) / (right - left)
            for (button, left), (beside, right) in pairwise(row)
        )
    )


def parts_table(table: TablePlan) -> str:
    found = parts(table)
    wide = max(len(name) for name, _ in found)
    return "\n".join(f"{name:<{wide}}  {size}" for name, size in found)


def table_drawing(table: TablePlan) -> str:
    """The drawing, a page of A4 at one fifth: from the front, from the side, and the parts."""
    drawing = Drawing(*PAGE, unit="mm")
    drawing.text((12, 14), f"Dice Table: a tray of {table.tray_mm} mm, at 1 : {SCALE}", 6)
    _front(Elevation(drawing, 82, FELT_Y), table)
    _side(Elevation(drawing, 205, FELT_Y), table)
    Elevation(drawing, 250, 20).across(0, 100, 0, "100 mm")  # to check a print by
    found = parts(table)
    half = ceil(len(found) / 2)
    for number, (name, size) in enumerate(found):
        column, row = divmod(number, half)
        x, y = 12 + column * 148, 174 + row * 5
        drawing.text((x, y), name, TYPE_MM, bold=True)
        drawing.text((x + 32, y), size, TYPE_MM)
    return str(drawing)


@dataclass(frozen=True, slots=True)
class Elevation:
    """One view of the table; (x, y) is the middle of the felt on the page, from which places count right and up, mm."""

    drawing: Drawing
    x: float
    y: float

    def at(self, across: float, up: float) -> tuple[float, float]:
        """A place of the table on the page."""
        return self.x + across / SCALE, self.y - up / SCALE

    def box(self, left: float, bottom: float, across: float, up: float, fill: str) -> None:
        self.drawing.box(self.at(left, bottom + up), (across / SCALE, up / SCALE), fill, edge=0.2)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], ink: str = GREY, *, dashed: bool = False
    ) -> None:
        (x, y), (to_x, to_y) = self.at(*start), self.at(*end)
        self.drawing.path(f"M{x:.2f} {y:.2f} L{to_x:.2f} {to_y:.2f}", ink, 0.25, dashed=dashed)

    def title(self, across: float, table: TablePlan, words: str) -> None:
        self.drawing.text(self.at(across, table.lens_mm + 85), words, TYPE_MM, anchor="middle", fill=GREY)

    def across(self, left: float, right: float, up: float, words: str = "") -> None:
        """A dimension line from left to right, at this height, with its length or other words."""
        self.line((left, up), (right, up))
        for end in (left, right):
            self.line((end, up - 8), (end, up + 8))
        x, y = self.at((left + right) / 2, up)
        self.drawing.text((x, y - 1), words or f"{right - left:.0f}", TYPE_MM, anchor="middle")

    def up(self, at: float, bottom: float, top: float) -> None:
        """A dimension line from bottom to top, with its length beside it."""
        self.line((at, bottom), (at, top))
        for end in (bottom, top):
            self.line((at - 8, end), (at + 8, end))
        x, y = self.at(at, (bottom + top) / 2)
        self.drawing.text((x + 1.5, y), f"{top - bottom:.0f}", TYPE_MM)

    def tray(self, table: TablePlan, seen_mm: float) -> None:
        """Board, felt, rim and a die; the camera, and the lines of sight to the edges of its picture."""
        half = table.tray_mm / 2
        self.box(-half, -BOARD_MM, table.tray_mm, BOARD_MM, WOOD)
        self.box(-half + WALL_MM, -3, table.tray_mm - 2 * WALL_MM, 3, FELT)
        for left in (-half, half - WALL_MM):
            self.box(left, 0, WALL_MM, RIM_MM, WOOD)
        self.box(-DIE_MM / 2, 0, DIE_MM, DIE_MM, "#fff")
        self.box(-12.5, table.lens_mm, 25, CAMERA_MM, INK)
        for side in (-1, 1):
            self.line((0, table.lens_mm), (side * seen_mm / 2, 0), SIGHT, dashed=True)


def _front(view: Elevation, table: TablePlan) -> None:
    """As the players see it."""
    half, top = table.tray_mm / 2, table.beam_up_mm
    view.title(0, table, "from the players' side")
    view.box(-LAMP_MM - LAMP_ACROSS_MM, top, 2 * (LAMP_MM + LAMP_ACROSS_MM), POST_MM, WOOD)
    for left in (-LAMP_MM - LAMP_ACROSS_MM, LAMP_MM):
        view.box(left, top - LAMP_ACROSS_MM, LAMP_ACROSS_MM, LAMP_ACROSS_MM, LIGHT)
    view.tray(table, table.sees_mm[0])
    view.across(-half, half, -45)
    view.across(-half + WALL_MM, half - WALL_MM, -85, f"{table.tray_mm - 2 * WALL_MM} felt")
    view.across(0, LAMP_MM, table.lens_mm + 60)
    view.up(table.sees_mm[0] / 2 + 12, 0, table.lens_mm)
    view.up(-half - 40, 0, RIM_MM)


def _side(view: Elevation, table: TablePlan) -> None:
    """As somebody sees it who stands to the right of the players: they are on the left."""
    half, top = table.tray_mm / 2, table.beam_up_mm
    back = half + BEHIND_MM
    view.title(40, table, "from the side, the players to the left")
    view.box(back, -BOARD_MM, POST_MM, top + BOARD_MM + POST_MM, WOOD)
    view.box(back + POST_MM - table.beam_mm, top, table.beam_mm - POST_MM, POST_MM, WOOD)
    view.box(-half, top - LAMP_ACROSS_MM, table.tray_mm, LAMP_ACROSS_MM, LIGHT)
    view.tray(table, table.sees_mm[1])
    view.across(half, back, -45)
    view.across(back + POST_MM - table.beam_mm, back + POST_MM, table.lens_mm + 60)
    view.up(back + POST_MM + 25, 0, top + POST_MM)


def _cable(table: TablePlan) -> int:
    """The camera's cable, mm: along the beam to the post, and down to a Pi behind it; in steps in which it is sold."""
    return 50 * ceil((table.beam_mm + 100) / 50)
