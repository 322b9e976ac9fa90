"""How a score sheet is drawn, and taught beside the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.games.core import SheetLine
from kiosk.games.families.score_sheet import TEXTS, UPPER, Column, ScoreSheet
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.state import Hand
from kiosk.games.text import say

EXAMPLES: Mapping[str, Hand] = {
    "moins": (3, 2, 2, 1, 1),
    "plus": (6, 5, 5, 4, 4),
    "brelan": (5, 5, 5, 3, 1),
    "carre": (4, 4, 4, 4, 2),
    "full": (3, 3, 3, 6, 6),
    "petite_suite": (5, 4, 3, 2, 1),
    "grande_suite": (6, 5, 4, 3, 2),
    "yams": (6, 6, 6, 6, 6),
    "chance": (6, 4, 3, 2, 2),
}
"""A hand for each lower box."""


def drawn(
    sheet: ScoreSheet,
    columns: Sequence[Column],
    hundreds: Sequence[int],
    totals: tuple[int, ...],
    brought: Mapping[str, int],
) -> tuple[SheetLine, ...]:
    """Every box; under the upper ones their sum and bonus, under the lower ones the hundreds, and the totals."""
    boxes = zip(*columns, strict=True)
    lines = [
        SheetLine(TEXTS[name], cells, name, brought.get(name)) for name, cells in zip(sheet.boxes, boxes, strict=True)
    ]
    uppers = [sheet.upper(column) for column in columns]
    sums = [SheetLine(say("Upper"), tuple(uppers), goal=sheet.goal or None)]
    if sheet.goal:
        bonus = tuple(sheet.bonus if upper >= sheet.goal else None for upper in uppers)
        sums.append(SheetLine(say("Bonus"), bonus))
    earned = tuple(sheet.extra * count or None for count in hundreds)
    extra = [SheetLine(say("More yams"), earned)] if sheet.extra else []
    return (*lines[: len(UPPER)], *sums, *lines[len(UPPER) :], *extra, SheetLine(say("Total"), totals))


def taught(sheet: ScoreSheet) -> Lesson:
    """Of each box a hand and its points, and what the sheet adds."""
    lower = (
        Example(TEXTS[name], say("{n}", n=sheet.points[name](hand)), (hand,))
        for name, hand in EXAMPLES.items()
        if name in sheet.points
    )
    upper = Example(say("aces to sixes"), say("{n} as fours", n=12), ((4, 4, 4, 2, 1),))
    words = [
        Word(say("Box"), say("A line of your sheet; a hand goes into one, for its points or for 0")),
        Word(say("Upper boxes"), say("Aces to sixes: the sum of the dice of that number")),
    ]
    if sheet.goal:
        bonus = say("{goal} or more in the upper boxes bring {n} besides", goal=sheet.goal, n=sheet.bonus)
        words.append(Word(say("Bonus"), bonus))
    if "plus" in sheet.points:
        words.append(Word(say("Plus, minus"), say("Plus must be above minus; if not, the later written is 0")))
    jokers = {
        "forced": say("Five alike once their box is filled: first the number's own box, then any below"),
        "free": say("Five alike once their box is filled: any open box"),
    }
    if sheet.joker in jokers:
        words.append(Word(say("Joker"), jokers[sheet.joker]))
    if sheet.extra:
        words.append(Word(say("{n} more", n=sheet.extra), say("For each five alike while their box holds 50")))
    return Lesson(say("What each box brings"), (upper, *lower), tuple(words))
