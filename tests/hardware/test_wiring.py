"""The table and the drawing to wire a panel by: every wire that is there, and no other."""

from pathlib import Path
from xml.etree import ElementTree as ET

from hardware.drawing import wiring_drawing
from hardware.presses import Button
from hardware.simulator.fingers import Fingers
from hardware.wiring import GROUNDS, HEADER, PanelPins, wiring_table

SVG = "{http://www.w3.org/2000/svg}"
END_ALONE = PanelPins({Button.END: 13}, {})


def test_the_default_wiring_uses_each_pin_once_and_none_that_is_spoken_for() -> None:
    pins = PanelPins()
    used = [*pins.buttons.values(), *pins.lamps.values()]
    assert len(set(used)) == len(used) == 14
    assert not set(used) & {0, 1, 2, 3, 14, 15, 18, 19, 20, 21}, "HAT, I2C, console, I2S sound"
    assert min(pins.lamps.values()) >= 9, "pulled up until the program runs: the lamp would glow"
    assert set(pins.buttons) == set(pins.lamps) == set(Button)


def test_the_header_is_that_of_gpiozero() -> None:
    header = Fingers(PanelPins()).factory.board_info.headers["J8"]
    numbered = {info.name: place for place, info in header.pins.items() if info.name.startswith("GPIO")}
    assert {f"GPIO{pin}": place for pin, place in HEADER.items()} == {
        name: place for name, place in numbered.items() if name not in {"GPIO0", "GPIO1"}
    }
    assert tuple(place for place, info in sorted(header.pins.items()) if info.name == "GND") == GROUNDS


def test_the_guide_shows_the_table_that_the_command_prints() -> None:
    guide = Path(__file__).resolve().parents[2] / "hardware" / "README.md"
    assert wiring_table(PanelPins()) in guide.read_text(encoding="utf-8")


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


def test_what_is_not_wired_is_a_dash_in_the_table_and_not_drawn() -> None:
    lines = [line.split() for line in wiring_table(END_ALONE).splitlines()]
    assert lines[2] == ["KEEP", "2", "-", "-", "-", "-", "-"]
    assert lines[6] == ["END", "GPIO13", "33", "34", "-", "-"]
    drawing = wiring_drawing(END_ALONE)
    assert drawing.count("<path") == 1
    assert "MENU" not in drawing
