"""Which pin of the Raspberry Pi's header each button and lamp is wired to, and the table to wire by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hardware.presses import Button

# Left free on purpose: I2C (2, 3), the serial console (14, 15) and I2S sound cards (18-21). Lamps are on pins that the
# Pi pulls down until the program runs (9 and up), so that they stay dark at start.
DEFAULT_BUTTONS: Mapping[Button, int] = MappingProxyType(dict(zip(Button, (17, 27, 22, 5, 6, 13, 26), strict=True)))
DEFAULT_LAMPS: Mapping[Button, int] = MappingProxyType(dict(zip(Button, (23, 24, 25, 12, 16, 10, 9), strict=True)))
"""GPIO numbers of the buttons and of their lamps, left to right: KEEP 1 to 5, END, MENU."""

# Place on the 40-pin header of each GPIO number, the same on every Pi since the B+ (pinout.xyz).
HEADER: Mapping[int, int] = MappingProxyType(
    {2: 3, 3: 5, 4: 7, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23, 5: 29, 6: 31, 13: 33, 19: 35, 26: 37}
    | {14: 8, 15: 10, 18: 12, 23: 16, 24: 18, 25: 22, 8: 24, 7: 26, 12: 32, 16: 36, 20: 38, 21: 40}
)
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
"""Places of the header that are ground."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """GPIO (BCM) numbers of the buttons and the lamps; what is not wired is left out."""

    buttons: Mapping[Button, int] = field(default_factory=lambda: DEFAULT_BUTTONS)
    lamps: Mapping[Button, int] = field(default_factory=lambda: DEFAULT_LAMPS)


def wiring_table(pins: PanelPins) -> str:
    """The table to wire the panel by: a line for each button, with its header places; plain text."""
    rows = [("BUTTON", "SWITCH", "HEADER", "GROUND", "LAMP", "HEADER")]
    for button in Button:
        switch, lamp = pins.buttons.get(button), pins.lamps.get(button)
        ground = str(nearest_ground(HEADER[switch])) if switch is not None else "-"
        rows.append((button.value.replace("_", " ").upper(), *_place(switch), ground, *_place(lamp)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(
        [
            *lines,
            "",
            "HEADER and GROUND are places on the 40-pin header, 1 next to the corner of the board.",
            "Switch: between its place and ground; pressed joins the two. No resistor: the Pi pulls the pin up.",
            "Lamp: its place drives a transistor or a ULN2803A, never the lamp itself; high is lit.",
        ]
    )


def _place(pin: int | None) -> tuple[str, str]:
    return ("-", "-") if pin is None else (f"GPIO{pin}", str(HEADER[pin]))


def nearest_ground(place: int) -> int:
    """The ground that is fewest rows away on the header; of two, one in the same column."""
    return min(GROUNDS, key=lambda ground: (abs((ground + 1) // 2 - (place + 1) // 2), (ground - place) % 2))
