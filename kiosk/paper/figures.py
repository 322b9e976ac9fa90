"""What all matches come to, as a poster like the table's own: winners, hands, dice by face, and the verdict."""

import io
import math
from pathlib import Path

import pygame

from kiosk.games.text import Text, say
from kiosk.history.stats import Stats
from kiosk.locale import number
from kiosk.screen.drawing import theme, widgets
from kiosk.screen.drawing.canvas import Canvas, unit

SIZE = (1920, 1080)
ROWS = 6
"""There is room for 6 players and 6 hands."""
PLACES_HEIGHT = 78
FAIR = 1.96
"""19 of 20 counts of fair dice lie within 1.96 standard deviations (normal distribution)."""


def save_figures(found: Stats, file: Path, language: str) -> None:
    """Draw it as PNG, in a language."""
    pygame.font.init()
    surface = pygame.Surface(SIZE)
    surface.fill(theme.NIGHT)
    canvas = Canvas(surface, unit(SIZE), language)
    area = surface.get_rect().inflate(-2 * theme.MARGIN, -2 * theme.MARGIN)
    matches = found.states.total()
    title = say(
        "{count} match at this table", "{count} matches at this table", n=matches, count=number(matches, language)
    )
    canvas.text(title, _row(area, 0, 110), theme.TITLE, theme.PAPER)
    canvas.rule(area.left, area.top + 124, area.width)
    body = pygame.Rect(area.left, area.top + 156, area.width, area.height - 156 - 150)
    third = (body.width - 2 * theme.GUTTER) // 3
    columns = [pygame.Rect(body.left + n * (third + theme.GUTTER), body.top, third, body.height) for n in range(3)]
    _winners(canvas, columns[0], found)
    _hands(canvas, columns[1], found)
    _faces(canvas, columns[2], found)
    verdict = pygame.Rect(area.left, area.bottom - 120, area.width, 120)
    canvas.rule(area.left, verdict.top - 14, area.width)
    canvas.text(found.fairness.sentence(language), verdict, theme.BODY, theme.PAPER, lines=2)
    written = io.BytesIO()
    pygame.image.save(surface, written, "figures.png")
    file.write_bytes(written.getvalue())


def _row(area: pygame.Rect, down: int, height: int) -> pygame.Rect:
    return pygame.Rect(area.left, area.top + down, area.width, height)


def _heading(canvas: Canvas, column: pygame.Rect, words: Text) -> pygame.Rect:
    canvas.text(words, _row(column, 0, 64), theme.HEADING, theme.LAMP)
    return pygame.Rect(column.left, column.top + 84, column.width, column.height - 84)


def _winners(canvas: Canvas, column: pygame.Rect, found: Stats) -> None:
    """Whoever won most, with a bar of their matches in which those won are bright."""
    area = _heading(canvas, column, say("Most matches won"))
    players = sorted(found.form.items(), key=lambda form: (-form[1].count(1), len(form[1]), form[0]))[:ROWS]
    most = max((len(places) for _, places in players), default=1)
    for place, (name, places) in enumerate(players):
        row = _row(area, place * (PLACES_HEIGHT + theme.GAP), PLACES_HEIGHT)
        colour = theme.SEATS[place % len(theme.SEATS)]
        figures = pygame.Rect(row.right - 220, row.top, 220, 52)
        canvas.text(name, pygame.Rect(row.left, row.top, row.width - 230, 52), theme.BODY, theme.PAPER)
        canvas.text(
            say("{won} of {all}", won=places.count(1), all=len(places)), figures, theme.BODY, theme.DUST, align="right"
        )
        played = pygame.Rect(row.left, row.top + 58, round(row.width * len(places) / most), 14)
        canvas.fill(played, theme.LINE)
        canvas.fill(pygame.Rect(played.left, played.top, round(row.width * places.count(1) / most), 14), colour)
    if not players:
        canvas.text(say("No match was played to its end yet."), _row(area, 0, 100), theme.BODY, theme.DUST, lines=2)


def _hands(canvas: Canvas, column: pygame.Rect, found: Stats) -> None:
    """The best hands of their games, with how often they were thrown."""
    area = _heading(canvas, column, say("Best hands"))
    for place, ((title, hand), times) in enumerate(found.best.most_common(ROWS)):
        row = _row(area, place * (PLACES_HEIGHT + theme.GAP), PLACES_HEIGHT)
        canvas.text(
            number(times, canvas.language),
            pygame.Rect(row.left, row.top, 120, row.height),
            theme.HEADING,
            theme.LAMP,
            align="right",
        )
        words = pygame.Rect(row.left + 146, row.top, row.width - 146, 44)
        canvas.text(hand, words, theme.BODY, theme.PAPER)
        canvas.text(title, words.move(0, 42).inflate(0, -8), theme.SMALL, theme.DUST)
    if not found.best:
        canvas.text(say("None was thrown yet."), _row(area, 0, 100), theme.BODY, theme.DUST)


def _faces(canvas: Canvas, column: pygame.Rect, found: Stats) -> None:
    """A bar for each face, over the band in which 19 of 20 fair counts lie."""
    area = _heading(canvas, column, say("Dice by face"))
    counts, dice = found.fairness.counts, found.fairness.dice
    # The standard deviation of a binomial count: n throws with a chance of 1/6 each.
    expected, spread = dice / 6, FAIR * math.sqrt(dice * 5 / 36)
    note = pygame.Rect(area.left, area.bottom - 44, area.width, 44)
    floor = note.top - 152
    top = max(*counts, expected + spread, 1)

    def y(count: float) -> int:
        return round(floor - max(0.0, count) / top * (floor - area.top))

    band = pygame.Rect(area.left, y(expected + spread), area.width, y(expected - spread) - y(expected + spread))
    canvas.fill(band, theme.LINE)
    slot = area.width / 6
    for face, count in enumerate(counts, 1):
        middle = round(area.left + slot * (face - 0.5))
        bar = pygame.Rect(middle - 30, y(count), 60, floor - y(count))
        canvas.fill(bar, theme.CLAY)
        label = pygame.Rect(middle - round(slot / 2), floor + 92, round(slot), 44)
        canvas.text(number(count, canvas.language), label, theme.SMALL, theme.PAPER, align="centre")
        die = widgets.die(64, face)
        canvas.surface.blit(die, die.get_rect(center=(middle, floor + 50)))
    canvas.rule(area.left, floor, area.width)
    canvas.rule(area.left, y(expected), area.width, theme.DUST, 2)
    canvas.text(say("Of 20 fair counts 19 end in the band."), note, theme.SMALL, theme.DUST)
