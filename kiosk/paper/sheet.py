"""The sheet that lies on the table, A4 to print: how to play with the buttons, and the rules of the bar's games."""

from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from fpdf import FPDF, XPos, YPos
from fpdf.enums import MethodReturnValue

from kiosk.games.game import Game
from kiosk.games.lesson import Example
from kiosk.games.registry import games
from kiosk.games.text import Text, say
from kiosk.locale import translate
from kiosk.match.seating import title_of
from kiosk.referee.keeping import Keeping
from kiosk.screen.drawing.theme import CLAY, NIGHT, Colour
from kiosk.session.how_to import END, KEEP, THROW

MARGIN, WIDTH, BOTTOM = 16.0, 178.0, 281.0
"""Left margin, width and lower end of the printed part of an A4 page, millimetres."""
GAP = 6.0
HANDS = 72.0
"""Width of the column of hands, millimetres."""
DIE = 5.2
BLACK, GREY, PALE = NIGHT, (110, 96, 84), (214, 204, 190)
TITLE, BODY = "Bevan", "Barlow"
FONTS = {TITLE: "Bevan-Regular.ttf", BODY: "BarlowSemiCondensed-SemiBold.ttf"}
MM_PER_POINT = 25.4 / 72
LEADING = 1.28
"""A line is 1.28 times as high as its letters."""
PIPS = {1: ((0, 0),), 2: ((-1, 1), (1, -1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1))}
PIPS |= {3: PIPS[2] + PIPS[1], 5: PIPS[4] + PIPS[1], 6: (*PIPS[4], (-1, 0), (1, 0))}

BUTTONS = (
    (say("1 to 5"), say("Keeps the die above it, or lets it go. Held: says what that die really shows.")),
    (say("End"), say("Ends the turn, if the rules allow it; chooses the line in a list.")),
    (say("Menu"), say("Rules, how it stands, undo, somebody leaves, language, sound; and the way back.")),
)
ASKS = say(
    "The table never guesses. A die that leans, a hand in the picture: it says what to do; do that, and all goes on."
)


def save_sheet(file: Path, language: str, presets: Mapping[str, str], keeping: Keeping) -> int:
    """Write it as PDF; the number of pages. Each game is told by the preset that `presets` names, or by its first.

    Raises:
        OSError: the file cannot be written.
        OptionError: a game has no such preset.
    """
    sheet = PrintedSheet(language)
    told = [kind(presets.get(kind.name)) for kind in games()]
    _first_page(sheet, told, keeping)
    below = BOTTOM
    for game in told:
        # Measured first: a game is never split over two pages.
        height = _game(sheet, game, 0.0, draw=False)
        if below + 2 * GAP + height > BOTTOM:
            sheet.pdf.add_page()
            below = MARGIN
        else:
            below += GAP
            sheet.rule(below)
            below += GAP
        below = _game(sheet, game, below, draw=True)
    file.write_bytes(sheet.pdf.output())
    return int(sheet.pdf.page_no())


class PrintedSheet:
    """A4 pages with the table's letters and inks."""

    def __init__(self, language: str, orientation: Literal["portrait", "landscape"] = "portrait") -> None:
        self._language = language
        self.pdf = FPDF(orientation, format="A4")
        self.pdf.set_auto_page_break(auto=False)
        # Without fpdf's own cell margin places are exact.
        self.pdf.c_margin = 0
        self.pdf.set_lang(language)
        for name, font in FONTS.items():
            with as_file(files("assets") / "fonts" / font) as place:
                self.pdf.add_font(name, fname=place)

    def words(self, text: Text | str) -> str:
        return translate(text, self._language)

    def put(
        self,
        text: Text | str,
        place: tuple[float, float, float],
        size: float,
        *,
        font: str = BODY,
        ink: Colour = BLACK,
        draw: bool = True,
    ) -> float:
        """Write within left, top and width, millimetres; where it ends."""
        left, top, width = place
        self.pdf.set_font(font, size=size)
        self.pdf.set_text_color(*ink)
        self.pdf.set_xy(left, top)
        line = size * MM_PER_POINT * LEADING
        height = self.pdf.multi_cell(
            width,
            line,
            self.words(text),
            align="L",
            dry_run=not draw,
            output=MethodReturnValue.HEIGHT,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
        )
        assert isinstance(height, float | int)
        return top + height

    def rule(self, top: float, ink: Colour = PALE) -> None:
        self.pdf.set_draw_color(*ink)
        self.pdf.set_line_width(0.4)
        self.pdf.line(MARGIN, top, MARGIN + WIDTH, top)

    def die(self, left: float, top: float, value: int) -> None:
        self.pdf.set_draw_color(*BLACK)
        self.pdf.set_fill_color(*BLACK)
        self.pdf.set_line_width(0.35)
        self.pdf.rect(left, top, DIE, DIE, style="D", round_corners=True, corner_radius=DIE / 5)
        for across, down in PIPS[value]:
            self.pdf.circle(left + DIE / 2 + across * DIE / 3.7, top + DIE / 2 + down * DIE / 3.7, DIE / 11, style="F")


def _first_page(sheet: PrintedSheet, told: Sequence[Game[Any]], keeping: Keeping) -> None:
    """How a turn goes, what the buttons do, and what is played here."""
    sheet.pdf.add_page()
    below = sheet.put(say("How to play at this table"), (MARGIN, MARGIN, WIDTH), 30, font=TITLE)
    below = _heading(sheet, say("How a turn goes"), below + GAP)
    for number, step in enumerate((THROW, KEEP[keeping], END), 1):
        sheet.put(str(number), (MARGIN, below - 0.8, 12), 20, font=TITLE, ink=CLAY)
        below = sheet.put(step, (MARGIN + 14, below, WIDTH - 14), 15) + 2.5
    below = _heading(sheet, say("The buttons"), below + GAP / 2)
    for label, does in BUTTONS:
        sheet.put(label, (MARGIN, below, 30), 13, font=TITLE)
        below = sheet.put(does, (MARGIN + 34, below, WIDTH - 34), 13) + 2
    below = sheet.put(ASKS, (MARGIN, below + 2, WIDTH), 13, ink=GREY)
    below = _heading(sheet, say("The games"), below + GAP)
    for game in told:
        sheet.put(game.title, (MARGIN, below, 62), 11.5)
        below = sheet.put(game.about, (MARGIN + 64, below, WIDTH - 64), 11.5, ink=GREY) + 1


def _heading(sheet: PrintedSheet, words: Text, top: float) -> float:
    sheet.rule(top)
    return sheet.put(words, (MARGIN, top + GAP / 2, WIDTH), 18, font=TITLE, ink=CLAY) + 3


def _game(sheet: PrintedSheet, game: Game[Any], top: float, *, draw: bool) -> float:
    """A game's title, rules and words to the left, what decides it to the right; where it ends."""
    lesson = game.lesson
    width = WIDTH - HANDS - GAP if lesson.examples else WIDTH
    below = sheet.put(title_of(game), (MARGIN, top, WIDTH), 19, font=TITLE, draw=draw)
    below = sheet.put(game.about, (MARGIN, below + 0.5, WIDTH), 11.5, ink=GREY, draw=draw) + 3
    left = below
    for rule in game.told:
        left = sheet.put(rule, (MARGIN, left, width), 11.5, draw=draw) + 1.2
    for word in lesson.words:
        told = say("{word}: {meaning}", word=word.word, meaning=word.meaning)
        left = sheet.put(told, (MARGIN, left + 0.6, width), 10, ink=GREY, draw=draw)
    for line in filter(None, (game.origin, game.credit)):
        left = sheet.put(line, (MARGIN, left + 1, width), 10, ink=GREY, draw=draw)
    right = below
    for example in lesson.examples:
        right = _example(sheet, example, right, draw=draw)
    return max(left, right)


def _example(sheet: PrintedSheet, example: Example, top: float, *, draw: bool) -> float:
    """The dice of a line, the best hand of it, with its name and worth; where it ends."""
    left = MARGIN + WIDTH - HANDS
    dice = example.hands[0]
    if draw:
        for place, value in enumerate(dice):
            sheet.die(left + place * (DIE + 1), top + 0.4, value)
    beside = left + len(dice) * (DIE + 1) + 2
    named = example.name if example.worth is None else say("{hand} · {worth}", hand=example.name, worth=example.worth)
    words = (beside, top + 0.6, MARGIN + WIDTH - beside)
    return max(sheet.put(named, words, 10.5, draw=draw), top + DIE + 0.4) + 1.4
