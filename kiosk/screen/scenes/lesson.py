"""The hands that decide a game, drawn large with their worth; or the game's words with their meaning."""

from collections.abc import Sequence

import pygame

from kiosk.games.lesson import Example, Word
from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_hands, hands_width
from kiosk.screen.drawing.text import width
from kiosk.view import LessonView

HEADING = 64
"""Height of the heading under the title, units."""
ROW, WORD_ROW = 176, 190
"""Greatest height of a line of dice, and of a word, units."""
UPRIGHT_ROW = 1.5
"""On an upright screen, which has height to spare, lines are up to 1.5 times as high."""
ONE_COLUMN = 8
"""Up to 8 lines stand in one column; more stand in two, if the screen is wide."""
NARROW = 7
"""In two columns a line has up to 7 dice."""
DICE = 0.5
"""Dice take up to half of a line's width."""
DIE = 0.84
"""A die's edge is 0.84 of a line's height."""
SMALL_DIE = 0.4
"""If dice would be smaller than 0.4 of a line's height, the widest lines show their first hand alone."""
LEAST_NAME, MOST_NAME = 0.38, 0.66
"""Beside the dice the name gets a share of 0.38 to 0.66 by its own width, and the worth gets the rest."""
WORD, WORD_UPRIGHT = 0.3, 0.36
"""The explained words take up to this share of the width, on a wide and on an upright screen."""
NAME_LINES, MEANING_LINES = 2, 4


def draw(canvas: Canvas, view: LessonView, area: pygame.Rect) -> None:
    line, body = layout.top(canvas.titled(view.title, area), canvas.px(HEADING))
    canvas.text(view.heading, line.move(0, -canvas.px(10)), theme.BODY, theme.DUST)
    if view.examples:
        _examples(canvas, view, body)
    else:
        _words(canvas, view.words, body)


def _examples(canvas: Canvas, view: LessonView, body: pygame.Rect) -> None:
    """Lines from the best down, in two columns where they are many and there is width."""
    wide = body.width > body.height * layout.UPRIGHT
    count = len(view.examples)
    double = wide and count > ONE_COLUMN
    half = (count + 1) // 2 if double else count
    places = layout.columns(body, canvas.px(2 * theme.GUTTER), 1, 1) if double else [body]
    across = places[0].width
    row = min(canvas.px(ROW if wide else ROW * UPRIGHT_ROW), body.height // half)
    drawn = [example.hands for example in view.examples]
    most = max(sum(map(len, hands)) for hands in drawn)
    if (double and most > NARROW) or round(across * DICE / max(map(hands_width, drawn))) < row * SMALL_DIE:
        firsts = [hands[:1] for hands in drawn]
        widest = max(map(hands_width, firsts))
        drawn = [hands if hands_width(hands) <= widest else first for hands, first in zip(drawn, firsts, strict=True)]
    units = max(map(hands_width, drawn))
    die = min(round(row * DIE), round(across * DICE / units))
    left = round(units * die) + canvas.px(theme.GUTTER)
    name, worth = _widths(canvas, view.examples, across - left)
    box = row - canvas.px(8)
    titles = [_capital(canvas, example.name) for example in view.examples]
    names = canvas.alike(titles, (name, box), theme.LEAD, lines=NAME_LINES)
    told = [example.worth for example in view.examples if example.worth]
    worths = canvas.alike(told, (worth, box), theme.FIGURE, lines=NAME_LINES)
    for number, example in enumerate(view.examples):
        place = places[number // half]
        line = pygame.Rect(place.left, place.top + number % half * row, place.width, row)
        canvas.rule(line.left, line.bottom - canvas.px(2), line.width, theme.SHADE, 2)
        draw_hands(canvas, drawn[number], (line.left, line.centery), die, view.faces)
        line.height = box
        canvas.text(titles[number], pygame.Rect(line.left + left, line.top, name, box), names, lines=NAME_LINES)
        if example.worth is not None:
            beside = layout.right(line, worth)[1]
            canvas.text(example.worth, beside, worths, theme.LAMP, align="right", lines=NAME_LINES)


def _capital(canvas: Canvas, text: Text) -> str:
    name = canvas.say(text)
    return name[:1].upper() + name[1:]


def _widths(canvas: Canvas, examples: Sequence[Example], rest: int) -> tuple[int, int]:
    """The widths of names and of worths in the `rest` of a line."""
    if not any(example.worth for example in examples):
        return rest, 0
    gap = canvas.px(theme.GAP)
    names = max(width(theme.LEAD.face, _capital(canvas, line.name)) * theme.LEAD.size for line in examples)
    worths = max(
        width(theme.FIGURE.face, canvas.say(line.worth)) * theme.FIGURE.size for line in examples if line.worth
    )
    name = round((rest - gap) * min(MOST_NAME, max(LEAST_NAME, names / (names + worths))))
    return name, rest - gap - name


def _words(canvas: Canvas, words: Sequence[Word], body: pygame.Rect) -> None:
    """A glossary: the words in the poster's face, what they mean beside them."""
    wide = body.width > body.height * layout.UPRIGHT
    row = min(canvas.px(WORD_ROW if wide else WORD_ROW * UPRIGHT_ROW), body.height // len(words))
    gap, tall = canvas.px(theme.GUTTER), row - canvas.px(12)
    most = round(body.width * (WORD if wide else WORD_UPRIGHT))
    terms = [_capital(canvas, word.word) for word in words]
    style = canvas.alike(terms, (most, tall), theme.FIGURE, lines=2)
    whole = max(width(style.face, term) for term in terms) * style.size * canvas.unit
    across = min(most, round(whole) + canvas.px(8))
    beside = body.width - across - gap
    lines = MEANING_LINES if not wide else 2
    meanings = canvas.alike([word.meaning for word in words], (beside, tall), theme.PROMPT, lines=lines)
    for term, word in zip(terms, words, strict=True):
        line, body = layout.top(body, tall, row - tall)
        canvas.rule(body.left, body.top - canvas.px(2), body.width, theme.SHADE, 2)
        head, meaning = layout.left(line, across, gap)
        canvas.text(term, head, style, theme.LAMP, lines=2)
        canvas.text(word.meaning, meaning, meanings, lines=lines)
