"""The table and the drawing to wire a panel by: every wire that is there, and no other."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hardware.drawing import wiring_drawing
from hardware.presses import Button
from hardware.wiring import HEADER, PanelPins, wiring_table

SVG = "{http://www.w3.org/2000/svg}"


def test_the_table_has_a_line_for_each_button_with_its_places() -> None:
    lines = wiring_table(PanelPins()).splitlines()
    assert lines[1].split() == ["KEEP", "1", "GPIO17", "11", "9", "GPIO23", "16"]
    assert [line.split()[0] for line in lines[1:8]] == ["KEEP"] * 5 + ["END", "MENU"]


def test_the_drawing_has_a_wire_for_each_pin_and_names_its_place() -> None:
    pins = PanelPins()
    drawing = ET.fromstring(wiring_drawing(pins))
    words = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert len(list(drawing.iter(f"{SVG}path"))) == 14
    for button, pin in pins.buttons.items():
        assert button.value.replace("_", " ").upper() in words
        assert any(word.startswith(f"GPIO{pin}, place {HEADER[pin]}, to ground") for word in words)
    for pin in pins.lamps.values():
        assert f"GPIO{pin}, place {HEADER[pin]}" in words


def test_what_is_not_wired_is_not_drawn() -> None:
    drawing = wiring_drawing(PanelPins({Button.END: 13}, {}))
    assert len(re.findall("<path", drawing)) == 1
    assert "MENU" not in drawing
