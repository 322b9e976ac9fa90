"""The template to drill the panel by: seven holes under the labels, on A4 at full size, with a ruler."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from hardware.building import HOLES, BuildingError, least_width
from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.paper.sheet import BLACK, GREY, PALE, TITLE, PrintedSheet

PAGE_MM = (297.0, 210.0)
MARGIN_MM = 12.0
"""12 millimetres: the edge that printers leave white, and a little more."""
SHOWN_MM = PAGE_MM[0] - 2 * MARGIN_MM
OVERLAP_MM = 20.0
"""The next page is glued over a strip of 20 millimetres."""
MIDDLE_MM = 100.0
"""From a page's upper edge to the middles of the holes, millimetres."""
CROSS_MM = 6.0
RULER_MM = 100


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """A row of buttons under a screen: in which order, where (shares of the picture's width), and that width."""

    buttons: Sequence[Button]
    places: Sequence[float]
    width_mm: float

    def __post_init__(self) -> None:
        needed = least_width(self.buttons, self.places)
        if needed > self.width_mm:
            raise BuildingError(
                f"Under a picture of {self.width_mm:g} mm these buttons would touch: "
                f'take one of {needed} mm, or set "places" in the settings.'
            )

    @property
    def middles(self) -> list[tuple[Button, float]]:
        return [(button, share * self.width_mm) for button, share in zip(self.buttons, self.places, strict=True)]

    @property
    def pages(self) -> int:
        return 1 + max(0, ceil((self.width_mm - SHOWN_MM) / (SHOWN_MM - OVERLAP_MM)))


def save_template(file: Path, panel: ButtonRow, language: str) -> int:
    """Write it as PDF; the number of pages."""
    sheet = PrintedSheet(language, orientation="landscape")
    for number in range(panel.pages):
        sheet.pdf.add_page()
        begins = number * (SHOWN_MM - OVERLAP_MM)
        _words(sheet, panel, number)
        _row(sheet, panel, begins)
        _ruler(sheet)
        if number:
            _cut(sheet, MARGIN_MM, say("This edge lies on the dashed line of page {n}", n=number))
        if number + 1 < panel.pages:
            _cut(sheet, MARGIN_MM + SHOWN_MM - OVERLAP_MM, say("Page {n} begins here", n=number + 2))
    file.write_bytes(sheet.pdf.output())
    return panel.pages


def _words(sheet: PrintedSheet, panel: ButtonRow, number: int) -> None:
    place = (MARGIN_MM, MARGIN_MM, SHOWN_MM)
    title = say("Template for the buttons, page {n} of {all}", n=number + 1, all=panel.pages)
    below = sheet.put(title, place, 18, font=TITLE)
    told = (
        say("Print it at 100 %, not fitted to the page, and measure the ruler before you drill."),
        say("Measure your own buttons too: holes are the full circles, rims the pale ones."),
    )
    for line in told:
        below = sheet.put(line, (MARGIN_MM, below + 1, SHOWN_MM), 11, ink=GREY)


def _on_page(panel: ButtonRow, begins: float) -> Iterator[tuple[Button, float, float]]:
    """The buttons that are at least partly on this page: each with its place on the page and under the picture."""
    for button, middle in panel.middles:
        rim = HOLES[button].rim_mm / 2
        if begins - rim <= middle <= begins + SHOWN_MM + rim:
            yield button, MARGIN_MM + middle - begins, middle


def _row(sheet: PrintedSheet, panel: ButtonRow, begins: float) -> None:
    """The line of the middles, the picture's edges, and the holes with what they are."""
    pdf = sheet.pdf
    pdf.set_draw_color(*GREY)
    pdf.set_line_width(0.2)
    ends = MARGIN_MM + min(SHOWN_MM, panel.width_mm - begins)
    pdf.line(MARGIN_MM, MIDDLE_MM, ends, MIDDLE_MM)
    for edge in (0.0, panel.width_mm):
        if begins <= edge <= begins + SHOWN_MM:
            at = MARGIN_MM + edge - begins
            pdf.line(at, MIDDLE_MM - 55, at, MIDDLE_MM + 55)
            words = say("left edge of the picture") if edge == 0 else say("right edge of the picture")
            left = at + 1 if edge == 0 else at - 46
            sheet.put(words, (left, MIDDLE_MM + 50, 45), 9, ink=GREY)
    for button, at, middle in _on_page(panel, begins):
        hole = HOLES[button]
        pdf.set_line_width(0.2)
        pdf.set_draw_color(*PALE)
        pdf.circle(at, MIDDLE_MM, hole.rim_mm / 2)
        pdf.set_draw_color(*BLACK)
        pdf.circle(at, MIDDLE_MM, hole.drilled_mm / 2)
        pdf.line(at - CROSS_MM, MIDDLE_MM, at + CROSS_MM, MIDDLE_MM)
        pdf.line(at, MIDDLE_MM - CROSS_MM, at, MIDDLE_MM + CROSS_MM)
        if not MARGIN_MM <= at <= MARGIN_MM + SHOWN_MM:
            continue
        sheet.put(_name(button), (at - 12, MIDDLE_MM - 43, 30), 13, font=TITLE)
        sheet.put(say("hole {n} mm", n=f"{hole.drilled_mm:g}"), (at - 12, MIDDLE_MM + 33, 30), 9)
        sheet.put(say("at {n} mm", n=f"{middle:.1f}"), (at - 12, MIDDLE_MM + 38, 30), 9, ink=GREY)


def _name(button: Button) -> Text:
    if button in KEEPS:
        return Text(str(KEEPS.index(button) + 1))
    return say("End") if button is Button.END else say("Menu")


def _ruler(sheet: PrintedSheet) -> None:
    pdf, top = sheet.pdf, PAGE_MM[1] - MARGIN_MM - 8
    pdf.set_draw_color(*BLACK)
    pdf.set_line_width(0.25)
    pdf.line(MARGIN_MM, top, MARGIN_MM + RULER_MM, top)
    for tick in range(0, RULER_MM + 1, 5):
        pdf.line(MARGIN_MM + tick, top, MARGIN_MM + tick, top - (5 if tick % 10 == 0 else 3))
    sheet.put(say("These are 100 mm"), (MARGIN_MM + RULER_MM + 4, top - 5, 60), 11)


def _cut(sheet: PrintedSheet, at: float, words: Text) -> None:
    """A dashed line down the page, where two are glued."""
    pdf = sheet.pdf
    pdf.set_draw_color(*GREY)
    pdf.set_line_width(0.2)
    pdf.set_dash_pattern(dash=3, gap=2)
    pdf.line(at, MIDDLE_MM - 60, at, MIDDLE_MM + 60)
    pdf.set_dash_pattern()
    sheet.put(words, (at + 1 if at == MARGIN_MM else at - 60, MIDDLE_MM + 60, 70), 9, ink=GREY)
