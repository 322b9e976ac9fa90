"""The points of dice set aside from a throw: single dice, several of a kind, or a figure of the whole throw."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

from kiosk.games.core import Group
from kiosk.games.lesson import Example, ends, span
from kiosk.games.state import Hand, Turn
from kiosk.games.text import Text, say

ALONE = {1: 100, 5: 50}
SMALL, LARGE, ALL_SIX = (5, 4, 3, 2, 1), (6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 1)
ROWS = (SMALL, LARGE, ALL_SIX)
Figures = Mapping[tuple[int, ...], int]
FIGURES: dict[str, Figures] = {
    "farkle": {ALL_SIX: 1500, (2, 2, 2): 1500, (2, 4): 1500, (3, 3): 2500},
    "classique": {ALL_SIX: 1500, (2, 2, 2): 1500},
    "francaise": {ALL_SIX: 1200, SMALL: 600, LARGE: 600, (2, 2, 2): 600},
    "five": {SMALL: 750, LARGE: 750},
    "five_apart": {SMALL: 300, LARGE: 500},
}
"""Figures of a whole throw with their points, by rules: a row is its dice; (2, 4) is two equal and four equal dice."""


NAMES = {1: say("an ace"), 5: say("a 5")}
ALIKE = (say("three alike"), say("four alike"), say("five alike"), say("six alike"))
MOST_KNOWN = 4096
"""The answers for the last 4096 throws are kept: each is asked some ten times."""


class Worths:
    """The points by some house rules.

    Args:
        figures: the figures of a whole throw, one of `FIGURES`.
        doubling: whether each die beyond three equal doubles their points; otherwise they are 1000, 2000, 3000.
    """

    def __init__(self, figures: Figures, *, doubling: bool) -> None:
        self._figures = figures
        self._doubling = doubling
        self.parts = cache(self._parts)
        self._stays = lru_cache(MOST_KNOWN)(self._may_stay)

    def equal(self, value: int, count: int) -> int:
        """Points of this many dice of one value, three or more, as a figure."""
        three = 1000 if value == 1 else 100 * value
        if count == 3:
            return three
        return three << (count - 3) if self._doubling else 1000 * (count - 3)

    def of_one(self, value: int, count: int) -> int | None:
        """The best that this many dice of one value are worth; None if not all of them count."""
        ways = [ALONE[value] * count] if value in ALONE else []
        for size in range(3, count + 1):
            rest = self.of_one(value, count - size) if count > size else 0
            ways += [] if rest is None else [self.equal(value, size) + rest]
        return max(ways, default=None)

    def figure(self, dice: Hand) -> int:
        """The points of all dice of a throw as one figure; 0 if they are no figure."""
        return self._figures.get(dice if dice in ROWS else tuple(sorted(Counter(dice).values())), 0)

    def points(self, dice: Hand, *, whole: bool = True) -> int | None:
        """The most points of dice set aside together, from a `whole` throw or a part; None: not all of them count."""
        single = [self.of_one(value, count) for value, count in Counter(dice).items()]
        ways = [0 if None in single else sum(points for points in single if points is not None)]
        if whole or dice in ROWS:
            ways.append(self.figure(dice))
        for row in ROWS[:2]:  # a row of five beside a sixth die
            rest = tuple((Counter(dice) - Counter(row)).elements())
            if row in self._figures and len(dice) - len(rest) == len(row) and rest in {(1,), (5,)}:
                ways.append(self._figures[row] + ALONE[rest[0]])
        return max(ways) or None

    def _parts(self, dice: Hand) -> Mapping[Hand, int]:
        """Every choice of these dice that counts."""
        some = {part for size in range(1, len(dice) + 1) for part in combinations(dice, size)}
        worth = ((part, self.points(part, whole=len(part) == len(dice))) for part in some)
        return {part: points for part, points in worth if points}

    def stays(self, turn: Turn) -> frozenset[frozenset[int]]:
        """The slots that may stay: those set aside and any part of the rest that counts; empty if that is all dice."""
        # Only what matters for the answer, so that equal throws find it in the cache.
        return self._stays(Turn(0, turn.dice, turn.kept))

    def _may_stay(self, turn: Turn) -> frozenset[frozenset[int]]:
        fresh = sorted(turn.slots - turn.kept)
        parts = self.parts(turn.showing(fresh))
        aside = (frozenset(some) for size in range(1, len(fresh) + 1) for some in combinations(fresh, size))
        stay = (turn.kept | some for some in aside if turn.showing(some) in parts)
        return frozenset(frozenset() if slots == turn.slots else slots for slots in stay)

    def taught(self, dice: int) -> tuple[Example, ...]:
        found = [Example(NAMES[face], say("{n}", n=points), ((face,),)) for face, points in ALONE.items()]
        found.append(Example(say("three aces"), say("{n}", n=self.equal(1, 3)), ((1, 1, 1),)))
        for count, name in enumerate(ALIKE[: dice - 2], 3):
            faces = sorted(range(2, 7) if count == 3 else range(1, 7), key=lambda face: self.equal(face, count))
            points = [self.equal(face, count) for face in faces]
            shown = (faces[0], faces[-1]) if points[0] != points[-1] else (4,)
            hands = ends([(face,) * count for face in shown])
            found.append(Example(name, span(points), hands))
        return (*found, *self._drawn_figures(dice))

    def _drawn_figures(self, dice: int) -> Iterator[Example]:
        rows = [[row for row in ROWS if len(row) == length] for length in (5, 6)]
        pairs = say("three pairs, or 4 + 2") if (2, 4) in self._figures else say("three pairs")
        named = (
            (say("a row of five") if dice > len(SMALL) else say("a row"), ends(rows[0])),
            (say("a row"), ends(rows[1])),
            (pairs, ((6, 6, 4, 4, 1, 1),)),
            (say("two triples"), ((6, 6, 6, 4, 4, 4),)),
        )
        for name, hands in named:
            points = [self.figure(hand) for hand in hands if len(hand) == dice or (hand in ROWS and len(hand) < dice)]
            if any(points):
                yield Example(name, span(points), hands)

    def groups(self, turn: Turn, fresh: frozenset[int]) -> tuple[Group, ...]:
        """A KEEP button for each value among these slots that counts, in the order on the tray; the figure last."""
        values = (self._group(value, fresh & turn.slots_of(value)) for value in range(1, 7))
        found = sorted((group for group in values if group.steps), key=lambda group: min(group.steps[-1]))
        dice = turn.showing(fresh)
        whole = [dice] if self.figure(dice) and self.figure(dice) == self.points(dice) else []
        for figure in whole or [row for row in ROWS if row in self._figures and set(row) <= set(dice)]:
            slots = fresh if figure == dice else {min(fresh & turn.slots_of(value)) for value in figure}
            found.append(Group((frozenset(slots),), (_word(figure, self.figure(figure)),)))
        return tuple(found)

    def _group(self, value: int, there: frozenset[int]) -> Group:
        worth = {count: self.of_one(value, count) for count in range(1, len(there) + 1)}
        steps = {count: points for count, points in worth.items() if points}
        slots = sorted(there)
        return Group(
            tuple(frozenset(slots[:count]) for count in steps),
            tuple(_word((value,) * count, points) for count, points in steps.items()),
        )


def _word(dice: Hand, points: int) -> Text:
    return say("{dice}: {points}", dice="".join(map(str, dice)), points=points)
