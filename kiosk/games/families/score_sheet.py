"""Score sheets: what five dice bring in each box, with bonus and joker; the usual one, and plus and minus."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from kiosk.games.core import SheetLine
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.state import Hand
from kiosk.games.text import Text, say

Points = Callable[[Hand], int]
Column = tuple[int | None, ...]
"""A seat's boxes in the sheet's order; None where nothing is written."""
Brought = tuple[int, bool]
"""Points in a box, and whether the dice are all alike."""

UPPER = ("as", "deux", "trois", "quatre", "cinq", "six")
OTHER = {"moins": "plus", "plus": "moins"}
TEXTS: Mapping[str, Text] = {
    "as": say("Aces"),
    "deux": say("Twos"),
    "trois": say("Threes"),
    "quatre": say("Fours"),
    "cinq": say("Fives"),
    "six": say("Sixes"),
    "moins": say("Minus"),
    "plus": say("Plus"),
    "brelan": say("Three alike"),
    "carre": say("Four alike"),
    "full": say("Full house"),
    "petite_suite": say("Small straight"),
    "grande_suite": say("Large straight"),
    "yams": say("Yams"),
    "chance": say("Chance"),
}
NAMED = ("yams", "grande_suite", "carre", "full", "petite_suite", "brelan")
"""The boxes that a hand may be named after, the best first."""
LEAST = 5
MOST = 30
"""The sum of five dice, as written in plus or minus, is 5 to 30."""


@cache
def alike(hand: Hand) -> tuple[int, int]:
    """The size of the largest group of equal dice, and what they show."""
    face, count = Counter(hand).most_common(1)[0]
    return count, face


@cache
def _run(hand: Hand) -> int:
    """The length of the longest row of numbers that follow each other."""
    shown = set(hand)
    return max(next(n for n in range(1, 8) if low + n not in shown) for low in shown)


def _several(count: int, points: Points) -> Points:
    return lambda hand: points(hand) if alike(hand)[0] >= count else 0


def _full(points: Points) -> Points:
    return lambda hand: points(hand) if sorted(Counter(hand).values()) == [2, 3] else 0


def _straight(count: int, points: int) -> Points:
    return lambda hand: points if _run(hand) >= count else 0


def _exactly(numbers: set[int], points: int) -> Points:
    return lambda hand: points if set(hand) == numbers else 0


def _number(face: int) -> Points:
    return lambda hand: face * hand.count(face)


_UPPER: dict[str, Points] = {name: _number(face) for face, name in enumerate(UPPER, 1)}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A sheet with its house rules.

    The open boxes are a number whose bits are the boxes in the order of `points`. What else matters of the boxes
    already written is the *memory*, also one number, 0 for a new sheet: memory = rest * (goal + 1) + upper sum. The
    upper sum counts up to the goal. `rest` says, on a sheet with plus and minus, which sum stands in the first written
    of the two (minus 4; 0: none, or both are written), and on others whether the yams box holds its points.

    Attributes:
        name: the same for sheets that score alike.
        points: by box, the points of a hand; for plus and minus the sum of the dice, whatever the other one holds.
        goal: the upper sum that earns the bonus; 0 if there is no bonus.
        joker: the rule for five alike once the yams box is filled: forced, free or none.
        extra: the points that each further five alike bring if the yams box holds its points.
    """

    name: str
    points: Mapping[str, Points]
    goal: int
    bonus: int
    joker: str = "none"
    extra: int = 0

    @property
    def boxes(self) -> tuple[str, ...]:
        return tuple(self.points)

    @property
    def memories(self) -> int:
        """How many different memories there are."""
        return (self.goal + 1) * (MOST - LEAST + 2 if "plus" in self.points else 2 if self.extra else 1)

    def called(self, hand: Hand) -> Text | None:
        """The name of a hand: the first of `NAMED` in which it brings something."""
        return next((TEXTS[name] for name in NAMED if name in self.points and self.points[name](hand)), None)

    def stands(self, column: Column) -> tuple[int, int]:
        """The open boxes and the memory of a seat's boxes."""
        have = dict(zip(self.points, column, strict=True))
        open_ = sum(1 << box for box, points in enumerate(column) if points is None)
        beside = [have[box] for box in OTHER if have.get(box) is not None] if "plus" in have else []
        written = (beside[0] or 0) - LEAST + 1 if len(beside) == 1 else 0
        rest = written or int(bool(self.extra and have["yams"]))
        return open_, rest * (self.goal + 1) + min(self.goal, self.upper(column))

    def upper(self, column: Column) -> int:
        return sum(points or 0 for points in column[: len(UPPER)])

    def ways(self, open_: int, hand: Hand) -> tuple[int, bool]:
        """The boxes that a hand may be written into, and whether it is a joker there."""
        # The box of the hand's own number, and all open boxes below the upper ones.
        own, lower = 1 << hand[0] - 1, open_ >> len(UPPER) << len(UPPER)
        # No joker: dice differ, the rules know none, or the yams box is still open.
        if len(set(hand)) > 1 or self.joker == "none" or open_ >> self.boxes.index("yams") & 1:
            return open_, False
        if self.joker == "free":
            return open_, not open_ & own
        # Forced: the number's own box first, then the lower ones, and only then any.
        return (own, False) if open_ & own else (lower or open_, True)

    def brings(self, box: int, hand: Hand, joker: bool) -> Brought:
        """What a hand brings in a box, before it is known what stands in the others."""
        points = self.points[self.boxes[box]](hand)
        return (JOKER.get(self.boxes[box], points) if joker else points), len(set(hand)) == 1

    def worth(self, box: int, brought: Brought, memory: int) -> int:
        """The points that are written: those brought, or 0 if plus would not be above minus."""
        points, rest, name = brought[0], memory // (self.goal + 1), self.boxes[box]
        if name in OTHER and rest:
            other = rest + LEAST - 1
            return points if (points > other if name == "plus" else points < other) else 0
        return points

    def write(self, box: int, brought: Brought, memory: int) -> tuple[int, int]:
        """All points that writing this box earns, bonuses included, and the memory afterwards."""
        name = self.boxes[box]
        rest, upper = divmod(memory, self.goal + 1)
        points = total = self.worth(box, brought, memory)
        # Five alike once more, with points in the yams box.
        if self.extra and rest and brought[1]:
            total += self.extra
        if name in UPPER:
            after = min(self.goal, upper + points)
            # Earned by the box that reaches the goal, and only once.
            total += self.bonus * (upper < self.goal == after)
            upper = after
        elif name == "yams" and self.extra:
            rest = int(points > 0)
        elif name in OTHER:
            # The second of plus and minus ends the comparison.
            rest = 0 if rest else points - LEAST + 1
        return total, rest * (self.goal + 1) + upper


JOKER: Mapping[str, int] = MappingProxyType({"full": 25, "petite_suite": 30, "grande_suite": 40})
"""The points of a joker in boxes where five alike would bring nothing; in others it brings the usual points."""


def usual(*, bonus: int, joker: str, extra: int, all_five: bool) -> ScoreSheet:
    """The usual sheet of thirteen boxes; three and four alike count `all_five` dice, or only the equal ones."""
    lower: dict[str, Points] = {
        "brelan": _several(3, sum if all_five else lambda hand: 3 * alike(hand)[1]),
        "carre": _several(4, sum if all_five else lambda hand: 4 * alike(hand)[1]),
        "full": _full(lambda _: 25),
        "petite_suite": _straight(4, 30),
        "grande_suite": _straight(5, 40),
        "yams": _several(5, lambda _: 50),
        "chance": sum,
    }
    name = f"usual-{joker}-{extra}-{bonus}-{'all' if all_five else 'equal'}"
    return ScoreSheet(name, _UPPER | lower, 63 if bonus else 0, bonus, joker, extra)


def plus_moins(*, bonus: int) -> ScoreSheet:
    """The sheet with plus and minus, without three alike and chance; unless plus is above minus the later is 0."""
    lower: dict[str, Points] = {
        "moins": sum,
        "plus": sum,
        "full": _full(lambda hand: 30 + sum(hand)),
        "carre": _several(4, lambda hand: 40 + 4 * alike(hand)[1]),
        "petite_suite": _exactly({1, 2, 3, 4, 5}, 45),
        "grande_suite": _exactly({2, 3, 4, 5, 6}, 50),
        "yams": _several(5, lambda hand: 50 + sum(hand)),
    }
    return ScoreSheet(f"plus-moins-{bonus}", _UPPER | lower, 60 if bonus else 0, bonus)


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
    """A hand and its points for each box, and the words of the sheet."""
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
