"""The sizes of a table, and its drawing: they follow from the tray and from what the lens sees."""

import xml.etree.ElementTree as ET
from math import radians, tan

import pytest

from hardware.building import (
    BEHIND_MM,
    BOARD_MM,
    HIGHEST_MM,
    POST_MM,
    RIM_MM,
    SCALE,
    BuildingError,
    TablePlan,
    parts,
    table_drawing,
)

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("tray_mm", [200, 280, 340])
def test_the_rim_just_fills_the_picture(tray_mm: int) -> None:
    table = TablePlan(tray_mm)
    sees_at_the_rim = 2 * (table.lens_mm - RIM_MM) * tan(radians(41 / 2))
    assert tray_mm <= sees_at_the_rim < tray_mm + 5
    assert table.sees_mm[0] > table.sees_mm[1] > sees_at_the_rim


def test_another_lens_hangs_otherwise_and_too_high_is_refused() -> None:
    assert TablePlan(view=(70.0, 43.0)).lens_mm < TablePlan().lens_mm
    with pytest.raises(BuildingError, match=r"^A tray of 28 cm needs this camera 65\.5 cm above it,"):
        TablePlan(view=(40.0, 25.26))
    assert TablePlan(345).lens_mm <= HIGHEST_MM


def test_the_drawing_is_to_scale_and_names_every_part() -> None:
    table = TablePlan(280)
    drawing = ET.fromstring(table_drawing(table))
    assert drawing.get("width") == "297mm"
    assert drawing.get("viewBox") == "0 0 297 210"
    boxes = [(float(box.get("width", 0)), float(box.get("height", 0))) for box in drawing.iter(f"{SVG}rect")]
    post = (POST_MM / SCALE, (table.beam_up_mm + BOARD_MM + POST_MM) / SCALE)
    assert [box for box in boxes if box == pytest.approx(post, abs=0.01)] != []
    assert [box for box in boxes if box == pytest.approx((280 / SCALE, BOARD_MM / SCALE), abs=0.01)] != []
    said = [text.text for text in drawing.iter(f"{SVG}text")]
    for name, size in parts(table):
        assert name in said
        assert size in said
    for number in (table.tray_mm, table.lens_mm, RIM_MM, BEHIND_MM, table.beam_mm, table.beam_up_mm + POST_MM):
        assert str(number) in said


@pytest.mark.parametrize("tray_mm", [150, 345])
def test_the_drawing_stays_on_its_page(tray_mm: int) -> None:
    drawing = ET.fromstring(table_drawing(TablePlan(tray_mm)))
    for box in list(drawing.iter(f"{SVG}rect"))[1:]:
        left, top, width, height = (float(box.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert left >= 5
        assert top >= 24, "below the title"
        assert left + width <= 292
        assert top + height <= 170, "above the list"
