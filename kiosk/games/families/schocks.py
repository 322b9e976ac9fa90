"""Three dice as Schocken knows them: the classes of hands, their order, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby

from kiosk.games.core import HandView
from kiosk.games.lesson import Example, ends, span
from kiosk.games.state import Hand, Made, tidy
from kiosk.games.text import Text, say, written

NUMBER, STREET, SCHOCK_2, GENERAL, SCHOCK, JULE, AUS = range(7)
"""The classes of hands, weakest first; a Schock 2 is of its own only where it is under a General."""
COSTS = {NUMBER: 1, STREET: 2, GENERAL: 3, JULE: 7}
"""In tokens; a Schock costs what its third die shows."""
FRESH = [Made(tuple(sorted(dice, reverse=True))) for dice in combinations_with_replacement(range(1, 7), 3)]
"""All hands, as if their dice had fallen together."""


@dataclass(frozen=True, slots=True)
class Schocks:
    """The order of hands by the house rules.

    Attributes:
        all: the tokens there are, which a Schock aus costs.
        built: a General or a straight counts whatever throws it took.
        under: a Schock 2 goes under a General.
        rolls: of equal hands that with fewer throws is better.
    """

    all: int
    built: bool
    under: bool
    jule: bool
    rolls: bool

    def kind(self, made: Made) -> int:
        high, middle, low = sorted(made.hand, reverse=True)
        counts = made.together or self.built
        if middle == low == 1:
            return AUS if high == 1 else SCHOCK_2 if high == 2 and self.under else SCHOCK
        if (high, middle, low) == (4, 2, 1) and self.jule:
            return JULE
        if counts and high == low:
            return GENERAL
        return STREET if counts and (high - middle, middle - low) == (1, 1) else NUMBER

    def value(self, made: Made) -> tuple[int, Hand]:
        """Higher is better, whatever throws it took."""
        return self.kind(made), tidy(made.hand)

    def strength(self, made: Made) -> int:
        """Higher is better; of equal hands that with fewer throws, by the rules."""
        kind, hand = self.value(made)
        late = made.rolls if self.rolls else 0
        return ((kind * 7 + hand[0]) * 7 + hand[1]) * 28 + hand[2] * 4 - late

    def worth(self, made: Made) -> int:
        kind = self.kind(made)
        return self.all if kind == AUS else COSTS.get(kind, max(made.hand))

    def named(self, made: Made) -> HandView:
        kind, dice = self.value(made)
        names = {
            GENERAL: say("General {n}", n=dice[0]),
            STREET: say("straight {dice}", dice=written(dice)),
            NUMBER: written(dice),
        }
        rank = 1 + sum(self.value(other) > (kind, dice) for other in FRESH)
        worth = say("all tokens") if kind == AUS else say("{n} token", "{n} tokens", n=self.worth(made))
        name = _class(kind, say("Schock {n}", n=dice[0]))
        return HandView(dice, names.get(kind, name), worth, rank, len(FRESH))

    def taught(self) -> tuple[Example, ...]:
        ordered = sorted(FRESH, key=self.value, reverse=True)
        return tuple(self._example(list(line)) for _, line in groupby(ordered, key=self.kind))

    def _example(self, line: list[Made]) -> Example:
        schock = say("Schock") if len(line) > 1 else say("Schock {n}", n=max(line[0].hand))
        kind = self.kind(line[0])
        tokens = say("all") if kind == AUS else span([self.worth(made) for made in line])
        return Example(_class(kind, schock), tokens, ends([made.hand for made in line]))


def _class(kind: int, schock: Text) -> Text:
    names = {NUMBER: say("number"), STREET: say("straight"), GENERAL: say("General"), JULE: say("Jule")}
    return (names | {AUS: say("Schock aus")}).get(kind, schock)
