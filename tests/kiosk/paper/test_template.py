"""The template to drill by: full size, in the settings' order and places, over as many pages as it takes."""

import re
from functools import partial
from pathlib import Path

import pytest
from command_line import Program

from hardware.building import HOLES, BuildingError
from hardware.presses import Button
from kiosk.games.registry import games
from kiosk.locale import languages
from kiosk.paper import template
from kiosk.paper.sheet import PrintedSheet
from kiosk.paper.template import MARGIN_MM, OVERLAP_MM, SHOWN_MM, ButtonRow, save_template

EVENLY = tuple((2 * i + 1) / 14 for i in range(7))
LYING_A4 = b"/MediaBox [0 0 841.89 595.28]"


class Drawn(PrintedSheet):
    """A sheet that notes the circles and lines on its pages, millimetres."""

    circles: list[tuple[int, float, float, float]]
    lines: list[tuple[int, float, float, float, float]]

    def __init__(self, *arguments: str, **named: str) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        circle, line = self.pdf.circle, self.pdf.line

        def noted_circle(x: float, y: float, radius: float) -> None:
            Drawn.circles.append((self.pdf.page_no(), x, y, radius))
            circle(x, y, radius)

        def noted_line(x1: float, y1: float, x2: float, y2: float) -> None:
            Drawn.lines.append((self.pdf.page_no(), x1, y1, x2, y2))
            line(x1, y1, x2, y2)

        self.pdf.circle, self.pdf.line = noted_circle, noted_line  # type: ignore[method-assign, assignment]


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "PrintedSheet", Drawn)
    Drawn.circles, Drawn.lines = [], []


@pytest.fixture
def plan(dice_table: Program) -> Program:
    return partial(dice_table, "plan")


def bores() -> list[tuple[float, float]]:
    """Where holes are on the glued pages, from the picture's left edge, and how wide."""
    step = SHOWN_MM - OVERLAP_MM
    found = {(round(x - MARGIN_MM + (page - 1) * step, 2), 2 * radius) for page, x, _, radius in Drawn.circles}
    return sorted(bore for bore in found if bore[1] in {30.0, 24.0})


@pytest.mark.parametrize("width_mm", [380.0, 520.0, 1000.0])
@pytest.mark.parametrize("language", languages())
def test_holes_are_where_the_labels_are_at_full_size(tmp_path: Path, width_mm: float, language: str) -> None:
    file = tmp_path / "template.pdf"
    pages = save_template(file, ButtonRow(tuple(Button), EVENLY, width_mm), language)
    assert file.read_bytes().count(LYING_A4) == 1
    assert {page for page, *_ in Drawn.lines} == set(range(1, pages + 1))
    holes = zip(Button, EVENLY, strict=True)
    expected = [(round(share * width_mm, 2), HOLES[button].drilled_mm) for button, share in holes]
    assert bores() == expected


def test_every_page_has_a_ruler_of_a_hundred_millimetres(tmp_path: Path) -> None:
    pages = save_template(tmp_path / "template.pdf", ButtonRow(tuple(Button), EVENLY, 520.0), "en")
    rulers = [page for page, x1, y1, x2, y2 in Drawn.lines if (y1, x2 - x1) == (y2, 100.0)]
    assert rulers == list(range(1, pages + 1))


def test_a_hole_at_the_edge_of_two_pages_is_drawn_on_both(tmp_path: Path) -> None:
    save_template(tmp_path / "template.pdf", ButtonRow(tuple(Button), EVENLY, 380.0), "en")
    fifth = EVENLY[4] * 380
    on = {page for page, x, _, radius in Drawn.circles if round(x - MARGIN_MM, 2) == round(fifth - (page - 1) * 253, 2)}
    assert on == {1, 2}


def test_other_orders_and_places_are_the_settings(tmp_path: Path, plan: Program) -> None:
    settings = tmp_path / "config.toml"
    order = ["menu", "keep_1", "keep_2", "keep_3", "keep_4", "keep_5", "end"]
    places = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.93]
    settings.write_text(f"[screen]\nkeys = {order}\nplaces = {places}\n", encoding="utf-8")
    file = tmp_path / "template.pdf"
    code, out, _ = plan("--template", str(file), "--screen", "500", "--config", str(settings))
    assert (code, out.splitlines()[-1]) == (0, f"2 pages in {file}")
    assert bores() == [(25.0, 24.0), *((500 * place, 30.0) for place in places[1:6]), (465.0, 24.0)]


def test_buttons_that_would_touch_are_refused_with_what_would_do() -> None:
    with pytest.raises(BuildingError) as refused:
        ButtonRow(tuple(Button), EVENLY, 300.0)
    [needed] = re.findall(r"take one of (\d+) mm", str(refused.value))
    ButtonRow(tuple(Button), EVENLY, float(needed))
    with pytest.raises(BuildingError):
        ButtonRow(tuple(Button), EVENLY, float(needed) - 1)
    touching = 7 * (HOLES[Button.KEEP_5].rim_mm + HOLES[Button.END].rim_mm) / 2
    with pytest.raises(BuildingError):
        ButtonRow(tuple(Button), EVENLY, touching + 7)


def test_the_screen_and_the_dice_that_the_plan_names_are_enough(tmp_path: Path, plan: Program) -> None:
    _, out, _ = plan()
    named = re.search(r"picture (\d+) mm", out)
    assert named is not None
    width = int(named[1])
    file = str(tmp_path / "buttons.pdf")
    assert [plan("--template", file, "--screen", str(wide))[0] for wide in (width, width - 1)] == [0, 2]
    most = max(known(preset).dice for known in games() for preset in known.presets)
    assert re.search(rf"^Dice .* {most} of one set", out, re.MULTILINE)


def test_the_parts_are_listed_and_drawn(tmp_path: Path, plan: Program) -> None:
    svg = tmp_path / "table.svg"
    code, out, _ = plan("--tray", "25", "--svg", str(svg))
    assert code == 0
    assert "Tray          250 mm across" in out
    assert svg.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--view", "wide"), "write degrees across and down, as in 66x41"),
        (("--view", "66x10"), "write degrees across and down, as in 66x41"),
        (("--tray", "38"), "take a smaller tray"),
        (("--template", "t.pdf"), "A template needs both"),
        (("--screen", "400"), "A template needs both"),
        (("--template", "t.pdf", "--screen", "200"), "would touch"),
        (("--svg", "nowhere/table.svg"), "cannot be written"),
    ],
)
def test_what_cannot_be_built_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: Program, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = plan(*words)
    assert code in {1, 2}
    assert said in error
    assert list(tmp_path.glob("*.pdf")) == []
