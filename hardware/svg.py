"""Drawings as SVG: the shapes and words that a table's plan and its wiring are drawn with."""

from __future__ import annotations

from html import escape

INK, GREY, PAPER = "#222", "#777", "#fbfaf5"


class Drawing:
    """A page in millimetres or pixels, whose origin is its upper left corner; `str` is the file."""

    def __init__(self, width: float, height: float, *, unit: str = "") -> None:
        """`unit`: "mm" where a print is to be to scale; without one it is as large as whatever shows it."""
        size = f' width="{width}{unit}" height="{height}{unit}"' if unit else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {width} {height}" font-family="sans-serif">'
        self._lines = [head]
        self.box((0, 0), (width, height), PAPER)

    def __str__(self) -> str:
        return "\n".join([*self._lines, "</svg>", ""])

    def box(
        self, place: tuple[float, float], size: tuple[float, float], fill: str, *, round_by: float = 0, edge: float = 0
    ) -> None:
        """A rectangle from its upper left corner on, with an edge of INK as thick as is said."""
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
