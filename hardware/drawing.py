"""The wiring as a drawing: the Raspberry Pi's header with a wire to each button and lamp, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hardware.presses import Button
from hardware.wiring import GROUNDS, HEADER, PanelPins, nearest_ground

PITCH, PIN_RADIUS = 26, 8
HEADER_X, HEADER_Y = 420, 90
ROWS = 20
WIDTH, HEIGHT = 1000, HEADER_Y + ROWS * PITCH + 130
BUTTON_X, LAMP_X = 140, 860
COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#ba4a00", "#2c3e50")
"""Of the wires, a button and its lamp alike."""
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
NOTES = (
    "The header as seen from above, place 1 next to the corner of the board. Black places are ground.",
    "Buttons: from the coloured place through the switch to the ground place that is named; no resistor.",
    "Lamps: the coloured place drives one input of a ULN2803A, never the lamp itself; high is lit.",
)


def wiring_drawing(pins: PanelPins) -> str:
    """The drawing to wire the panel by; what is not wired is left out."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf5"/>',
        _text(WIDTH / 2, 40, "Dice Table: buttons and lamps", size=24, anchor="middle"),
        _board(),
        *_wires(pins),
        *_pins(pins),
        *(_text(40, HEIGHT - 72 + 24 * number, note) for number, note in enumerate(NOTES)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _place(place: int) -> tuple[float, float]:
    """Where a place of the header is drawn: odd ones in the left column."""
    row, column = divmod(place - 1, 2)
    return HEADER_X + 60 + column * (PITCH + 14), HEADER_Y + row * PITCH + PITCH / 2


def _board() -> str:
    height = ROWS * PITCH + 12
    return f'<rect x="{HEADER_X + 36}" y="{HEADER_Y - 6}" width="88" height="{height}" rx="6" fill="#3d4a3d"/>'


def _pins(pins: PanelPins) -> Iterator[str]:
    used = {HEADER[pin]: pin for pin in (*pins.buttons.values(), *pins.lamps.values())}
    names = {place: f"GPIO{pin}" for place, pin in used.items()} | POWER | dict.fromkeys(GROUNDS, "ground")
    for place in range(1, 2 * ROWS + 1):
        x, y = _place(place)
        fill = "#111" if place in GROUNDS else "#e8c33a" if place in used else "#8a948a"
        shape = f'x="{x - PIN_RADIUS}" y="{y - PIN_RADIUS}" width="{2 * PIN_RADIUS}" height="{2 * PIN_RADIUS}"'
        yield f'<rect {shape} rx="{0 if place == 1 else PIN_RADIUS}" fill="{fill}"/>'
        yield _text(x, y + 4, str(place), size=9, anchor="middle", fill="#fff" if place in GROUNDS else "#111")
        if place in names and place not in used:
            left = place % 2 == 1
            yield _text(
                x + (-26 if left else 26), y + 4, names[place], size=10, anchor="end" if left else "start", fill="#777"
            )


def _wires(pins: PanelPins) -> Iterator[str]:
    for number, (button, colour) in enumerate(zip(Button, COLOURS, strict=True)):
        y = HEADER_Y + 30 + number * 75
        name = button.value.replace("_", " ").upper()
        if (switch := pins.buttons.get(button)) is not None:
            place = HEADER[switch]
            label = f"GPIO{switch}, place {place}, to ground {nearest_ground(place)}"
            yield from _end(BUTTON_X, y, name, label, colour)
            yield _wire((BUTTON_X + 60, y), _place(place), colour)
        if (lamp := pins.lamps.get(button)) is not None:
            yield from _end(LAMP_X, y, f"lamp of {name}", f"GPIO{lamp}, place {HEADER[lamp]}", colour)
            yield _wire((LAMP_X - 60, y), _place(HEADER[lamp]), colour)


def _end(x: float, y: float, name: str, label: str, colour: str) -> Iterator[str]:
    line = f'stroke="{colour}" stroke-width="3"'
    yield f'<rect x="{x - 60}" y="{y - 16}" width="120" height="32" rx="16" fill="#fff" {line}/>'
    yield _text(x, y + 5, name, size=13, anchor="middle")
    yield _text(x, y + 32, label, size=11, anchor="middle", fill="#555")


def _wire(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    (x, y), (to_x, to_y) = start, end
    bend = (to_x - x) * 0.55
    path = f"M{x:.0f} {y:.0f} C{x + bend:.0f} {y:.0f} {to_x - bend:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-opacity="0.85"/>'


def _text(x: float, y: float, words: str, *, size: int = 15, anchor: str = "start", fill: str = "#222") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )
