"""A match under way: whose turn, what is sought, what to do now, the dice and their hand; divided by `match_table`."""

from dataclasses import replace

import pygame

from kiosk.games.core import Happening
from kiosk.games.text import Text, say
from kiosk.screen.animation import Tokens
from kiosk.screen.drawing import layout, match_table, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import DOT, width, wrap
from kiosk.screen.scenes import board, camera_picture, dice_row, sheet
from kiosk.view import PlayView, ThrowKey
from vision.types import Image

MOST_ROLLS = 6
"""Up to 6 rolls of a turn are shown as marks."""
FEW = 3
"""Up to 3 dice stand beside a closer look at something wrong; more are hidden for it."""
STRIP = 40
"""Width of the strip in the colour of the seat whose dice still lie there, units."""
NAMED = 40
"""If the name of a hand would be smaller than 40 units beside its worth, the worth is left out."""
TOLD_BY_THE_DICE = {Happening.ROLLED, Happening.TURN_ENDED}
"""Events that the dice and their hand show already: they need no line."""
POSTER = 64
"""What is sought is set in the poster's face if it fits at 64 units, else in the plainer one."""
PROMPT = 70
"""Height of one line of the prompt, units."""


def draw(canvas: Canvas, view: PlayView, body: pygame.Rect, camera: Image | None, tokens: Tokens) -> None:
    """Draw a match; `tokens` are those that lie still now."""
    game = view.game
    page = match_table.divide(
        body,
        canvas.unit,
        seats=len(game.seats),
        pot=bool(tokens.get(None) or game.pot),
        sheet=bool(game.sheet),
        aspect=None if camera is None else camera.shape[1] / camera.shape[0],
        helps=canvas.helps,
    )
    canvas.stage = page.band.union(page.ask)
    draw_band(canvas, view, page.band)
    _ask(canvas, view, page.ask)
    dice = page.dice
    named = view.last_hand is not None or game.named is not None
    if not named:
        dice = dice.union(page.hand)
    if view.last_hand is not None:
        dice = _of_the_last(canvas, view.players[view.last_hand[0]].colour, dice, page.hand)
    if view.close_up is not None and view.trouble:
        few = len(view.dice) <= FEW
        dice, place = layout.columns(dice, canvas.px(theme.GUTTER), 56, 44) if few else (pygame.Rect(dice), dice)
        camera_picture.draw_close_up(canvas, view.close_up, view.trouble, place)
        dice.width = dice.width if few else 0
    if dice.width:
        # While a box is chosen the buttons stand for boxes.
        lying = view.dice if view.pick is None else tuple(replace(die, button=None) for die in view.dice)
        missing = max(0, len(game.hand) - len(view.dice))
        dice_row.draw_dice(canvas, dice, lying, missing, game.faces, faded=view.last_hand is not None)
    if named:
        _hand(canvas, view, page.hand)
    _line(canvas, view, page.line)
    if game.sheet:
        sheet.draw(canvas, view, page)
    else:
        board.draw(canvas, view, page, tokens)
    if camera is not None and page.camera is not None:
        camera_picture.draw_camera(canvas, camera, page.camera, view.trouble)
        lays = view.warning and view.ruling.hand  # then the space bar lays that hand down, and throws nothing
        camera_picture.draw_camera_help(canvas, page.help, camera_picture.LAYS if lays else camera_picture.THROWS)
        canvas.touch(page.camera, ThrowKey())


def draw_band(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """Whose turn it is, in the seat's own colour, and the throws of this turn as marks, used ones filled."""
    seat, used = view.game.seat, view.game.rolls_used
    inner = layout.inset(rect, canvas.px(28), rect.height // 8)
    if seat is None:
        canvas.plate(rect, theme.PAPER)
        canvas.text(view.game.phase, inner, theme.GIANT, theme.NIGHT, plate=True)
        return
    marks = max(used, view.game.rolls_allowed or 0)
    marks = marks if 1 < marks <= MOST_ROLLS else 0
    radius, step = min(canvas.px(24), inner.height // 2), canvas.px(66)
    canvas.name_plate(view.players[seat], rect, theme.GIANT, marks * step)
    for number in range(marks):
        centre = (inner.right - radius - (marks - 1 - number) * step, inner.centery)
        pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius, 0 if number < used else canvas.px(6))


def _ask(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """What is sought as the largest line, and what to do now under it; what must be put right in place of both."""
    if view.warning:
        _warning(canvas, view.prompt, rect)
        return
    sought = view.game.sought
    if sought is None:
        canvas.text(view.prompt, rect, theme.SOUGHT_LONG, lines=2)
        return
    lines = min(2, len(wrap(theme.FAR.face, canvas.say(view.prompt), rect.width / canvas.px(theme.FROM_AFAR))))
    large, prompt = layout.bottom(rect, canvas.px(PROMPT) * lines)
    poster = width(theme.SOUGHT.face, canvas.say(sought)) * canvas.px(POSTER) <= rect.width
    canvas.text(sought, large, theme.SOUGHT if poster else theme.SOUGHT_LONG, theme.LAMP, lines=2)
    canvas.text(view.prompt, prompt, theme.FAR, lines=lines)


def _warning(canvas: Canvas, prompt: Text, rect: pygame.Rect) -> None:
    canvas.plate(rect, theme.ALARM)
    size, pad = min(round(rect.height * 0.6), canvas.px(110)), canvas.px(30)
    right = canvas.sign("warning", size, (rect.left + pad, rect.centery), theme.NIGHT, theme.ALARM)
    box = layout.inset(layout.after(rect, right), pad, pad // 4)
    canvas.text(prompt, box, theme.SOUGHT_LONG, theme.NIGHT, lines=3)


def _of_the_last(canvas: Canvas, colour: int, dice: pygame.Rect, named: pygame.Rect) -> pygame.Rect:
    """Draw a strip in the colour of the seat whose dice still lie there; the room that is left for the dice."""
    strip = pygame.Rect(named.left, dice.top, canvas.px(STRIP), named.bottom - dice.top)
    canvas.plate(strip, theme.seat(colour))
    return layout.after(dice, strip.right + canvas.px(theme.GAP))


def _hand(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """The hand's name and its worth; before them whose it was, until the next player has thrown."""
    hand, gap = view.game.named, canvas.px(theme.GUTTER)
    if view.last_hand is not None:
        seat, hand = view.last_hand
        whose, _ = layout.left(layout.after(rect, rect.left + canvas.px(STRIP + theme.GAP)), rect.width // 3)
        name = canvas.text(view.players[seat].name, whose, theme.SOUGHT_LONG, theme.DUST, name=True, plate=True)
        rect = layout.after(rect, name.right + gap)
    if hand is None:
        return
    worth = "" if hand.worth is None else canvas.say(hand.worth)
    beside = round(width(theme.FIGURE.face, worth) * canvas.px(theme.FIGURE.size)) + gap if worth else 0
    needed = width(theme.SOUGHT_LONG.face, canvas.say(hand.name)) * max(canvas.smallest, canvas.px(NAMED))
    if needed + beside > rect.width:
        worth, beside = "", 0  # left out where it does not fit
    named, _ = layout.right(rect, beside)
    style = canvas.alike([hand.name], named.size, theme.HUGE, theme.SOUGHT_LONG, plate=True)
    ink = canvas.text(hand.name, named, style, plate=True)
    if worth:
        # Both stand on the same baseline.
        place = layout.after(rect, ink.right + gap)
        place.height = ink.bottom - rect.top
        canvas.text(worth, place, theme.FIGURE, theme.LAMP, valign="bottom")


def _line(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """One line: the first that there is of notice, coach, news, odds and rank, and what still fits after it."""
    _, hand = view.last_hand or (None, view.game.named)
    news = bool(view.events) and view.events[-1].what not in TOLD_BY_THE_DICE
    rank = None
    if hand is not None and hand.rank is not None and hand.ranks is not None:
        rank = say("No. {rank} of {ranks}", rank=hand.rank, ranks=hand.ranks)
    said = (
        view.notice if view.notice_id is not None else None,
        view.coach,
        view.notice if view.notice_id is None and news else None,
        view.odds,
        rank,
    )
    line = ""
    for words in (canvas.say(text) for text in said if text is not None):
        longer = f"{line} {DOT}{words}" if line else words
        if not line or width(theme.FAR.face, longer) * canvas.px(theme.FROM_AFAR) <= rect.width:
            line = longer
    canvas.text(line, rect, theme.FAR, theme.LAMP if view.coach else theme.DUST)
