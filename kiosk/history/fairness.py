"""Whether the dice are fair: counts by face and Pearson's chi-squared test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kiosk.games.core import Action, Roll

LEAST_PER_FACE = 5
"""The usual rule for the test: fewer expected on a face, and its p-value means nothing."""
SURELY, PERHAPS = 0.001, 0.05
"""Fair dice come out more uneven than they are in one evening of a thousand, in one of twenty."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face fell, 1 to 6."""

    counts: tuple[int, int, int, int, int, int]

    @property
    def dice(self) -> int:
        """Dice thrown in all."""
        return sum(self.counts)

    @property
    def chi_squared(self) -> float:
        """Pearson's sum over the six faces; 0 where nothing was thrown."""
        expected = self.dice / 6
        return sum((count - expected) ** 2 for count in self.counts) / expected if expected else 0.0

    @property
    def p_value(self) -> float:
        """How often fair dice would come out at least as uneven: the upper tail with 5 degrees of freedom.

        For an odd number of degrees it has a closed form (Abramowitz and Stegun, 26.4.4), so no statistics library
        is needed.
        """
        x = self.chi_squared
        return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)

    def sentence(self) -> str:
        """The verdict in one plain sentence."""
        if self.dice < 6 * LEAST_PER_FACE:
            return (
                f"Too few dice were thrown to say whether they are fair: {self.dice}, of at least {6 * LEAST_PER_FACE}."
            )
        figures = f"chi-squared {self.chi_squared:.1f} with 5 degrees of freedom, p = {self.p_value:.3g}"
        verdict = f"{self.dice:,} dice thrown, {figures}"
        if self.p_value < SURELY:
            return f"The dice are hardly fair ({verdict}): fair ones come out so uneven in less than 1 case of 1000."
        share = f"fair ones come out at least so uneven in {100 * self.p_value:.0f} of 100 cases"
        if self.p_value < PERHAPS:
            return f"The dice may be unfair ({verdict}): {share}; look again when more were thrown."
        return f"The dice look fair ({verdict}): {share}."


def fairness(actions: Iterable[Action]) -> Fairness:
    """Count every die of every throw; those that stayed on the table were not thrown, so choosing changes nothing."""
    values = [value for action in actions if isinstance(action, Roll) for value in action.values]
    one, two, three, four, five, six = (values.count(face) for face in range(1, 7))
    return Fairness((one, two, three, four, five, six))


def total(parts: Iterable[Sequence[int]]) -> Fairness:
    """Several counts together, of the faces 1 to 6 each."""
    one, two, three, four, five, six = map(sum, zip((0,) * 6, *parts, strict=True))
    return Fairness((one, two, three, four, five, six))
