"""Drawings as SVG; and the wiring as one: the Raspberry Pi's header with a wire to each button and lamp."""

from html import escape

from hardware.presses import Button
from hardware.wiring import GROUNDS, HEADER, PanelPins, nearest_ground

INK, GREY, PAPER = "#222", "#777", "#fbfaf5"
PITCH, PIN_RADIUS = 26, 8
"""Pixels from one place of the header to the next, and the radius of its dot."""
HEADER_X, HEADER_Y = 420, 90
ROWS = 20
"""The header has 2 columns of 20 places."""
WIDTH, HEIGHT = 1000, HEADER_Y + ROWS * PITCH + 130
BUTTON_X, LAMP_X = 140, 860
COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#ba4a00", "#2c3e50")
"""The wires' colours, one for a button and its lamp each."""
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
NOTES = (
    "The header as seen from above, place 1 next to the corner of the board. Black places are ground.",
    "Buttons: from the coloured place through the switch to the ground place that is named; no resistor.",
    "Lamps: the coloured place drives one input of a ULN2803A, never the lamp itself; high is lit.",
)


class Drawing:
    """A page in millimetres or pixels, whose origin is its upper left corner; `str` is the file."""

    def __init__(self, width: float, height: float, *, unit: str = "") -> None:
        """`unit`: "mm" for a drawing that is printed to scale; without, it fills whatever shows it."""
        size = f' width="{width}{unit}" height="{height}{unit}"' if unit else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {width} {height}" font-family="sans-serif">'
        self._lines = [head]
        self.box((0, 0), (width, height), PAPER)

    def __str__(self) -> str:
        return "\n".join([*self._lines, "</svg>", ""])

    def box(
        self, place: tuple[float, float], size: tuple[float, float], fill: str, *, round_by: float = 0, edge: float = 0
    ) -> None:
        """A rectangle, by its upper left corner; `edge`: how thick its outline is."""
        shape = f'x="{place[0]:.2f}" y="{place[1]:.2f}" width="{size[0]:.2f}" height="{size[1]:.2f}" rx="{round_by}"'
        self._lines.append(f'<rect {shape} fill="{fill}" stroke="{INK}" stroke-width="{edge}"/>')

    def path(self, way: str, ink: str, width: float, *, dashed: bool = False) -> None:
        """A line along a way as SVG writes it: "M0 0 L9 9"."""
        dash = ' stroke-dasharray="2 1"' if dashed else ""
        self._lines.append(f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="{width}"{dash}/>')

    def text(
        self,
        place: tuple[float, float],
        words: str,
        size: float,
        *,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        """Words on a line whose start, middle or end is there."""
        weight = ' font-weight="bold"' if bold else ""
        where = f'x="{place[0]:.2f}" y="{place[1]:.2f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}'
        self._lines.append(f"<text {where}>{escape(words)}</text>")


def wiring_drawing(pins: PanelPins) -> str:
    """The drawing to wire the panel by; what is not wired is left out."""
    drawing = Drawing(WIDTH, HEIGHT)
    drawing.text((WIDTH / 2, 40), "Dice Table: buttons and lamps", 24, anchor="middle")
    drawing.box((HEADER_X + 36, HEADER_Y - 6), (88, ROWS * PITCH + 12), "#3d4a3d", round_by=6)
    for button, colour in zip(Button, COLOURS, strict=True):
        _wires(drawing, pins, button, colour)
    _header(drawing, {HEADER[pin]: pin for pin in (*pins.buttons.values(), *pins.lamps.values())})
    for number, note in enumerate(NOTES):
        drawing.text((40, HEIGHT - 72 + 24 * number), note, 15)
    return str(drawing)


def _place(place: int) -> tuple[float, float]:
    """Where a place of the header is drawn: odd ones in the left column."""
    row, column = divmod(place - 1, 2)
    return HEADER_X + 60 + column * (PITCH + 14), HEADER_Y + row * PITCH + PITCH / 2


def _header(drawing: Drawing, used: dict[int, int]) -> None:
    """All places of the header; `used` are those with a wire, and their GPIO numbers."""
    names = POWER | dict.fromkeys(GROUNDS, "ground")
    for place in range(1, 2 * ROWS + 1):
        x, y = _place(place)
        fill = "#111" if place in GROUNDS else "#e8c33a" if place in used else "#8a948a"
        square = place == 1
        corner, size = (x - PIN_RADIUS, y - PIN_RADIUS), (2 * PIN_RADIUS, 2 * PIN_RADIUS)
        drawing.box(corner, size, fill, round_by=0 if square else PIN_RADIUS)
        drawing.text((x, y + 4), str(place), 9, anchor="middle", fill="#fff" if place in GROUNDS else "#111")
        if place in names and place not in used:
            beside, anchor = (-26, "end") if place % 2 else (26, "start")
            drawing.text((x + beside, y + 4), names[place], 10, anchor=anchor, fill=GREY)


def _wires(drawing: Drawing, pins: PanelPins, button: Button, colour: str) -> None:
    """The button and its lamp, as far as they are wired, each with its wire."""
    y = HEADER_Y + 30 + list(Button).index(button) * 75
    name = button.value.replace("_", " ").upper()
    ends = ((pins.buttons.get(button), BUTTON_X, 60, name), (pins.lamps.get(button), LAMP_X, -60, f"lamp of {name}"))
    for pin, x, reach, what in ends:
        if pin is None:
            continue
        place = HEADER[pin]
        ground = f", to ground {nearest_ground(place)}" if x == BUTTON_X else ""
        drawing.box((x - 60, y - 16), (120, 32), colour, round_by=16)
        drawing.box((x - 58, y - 14), (116, 28), "#fff", round_by=14)
        drawing.text((x, y + 5), what, 13, anchor="middle")
        drawing.text((x, y + 32), f"GPIO{pin}, place {place}{ground}", 11, anchor="middle", fill="#555")
        (from_x, from_y), (to_x, to_y) = (x + reach, y), _place(place)
        bend = (to_x - from_x) * 0.55
        way = f"M{from_x} {from_y} C{from_x + bend:.0f} {from_y} {to_x - bend:.0f} {to_y} {to_x} {to_y}"
        drawing.path(way, colour, 3)
