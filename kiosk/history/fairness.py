"""Whether the dice are fair: counts by face and Pearson's chi-squared test."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.text import Text, say
from kiosk.locale import NO_BREAK, SOURCE_LANGUAGE, number, translate

LEAST_PER_FACE = 5
"""The usual rule for the test: with fewer than 5 dice expected on a face its p-value means nothing."""
SURELY, PERHAPS = 0.001, 0.05
"""Below these p-values dice are called hardly fair, or perhaps unfair: fair ones get there in 1 of 1000 or 20 cases."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face fell, 1 to 6."""

    counts: Sequence[int]

    @property
    def dice(self) -> int:
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

    def sentence(self, language: str = SOURCE_LANGUAGE) -> str:
        """The verdict in one plain sentence."""
        if self.dice < 6 * LEAST_PER_FACE:
            few = say(
                "Too few dice were thrown to say whether they are fair: {dice}, of at least {least}.",
                dice=self.dice,
                least=6 * LEAST_PER_FACE,
            )
            return translate(few, language)
        sign, p = ("<", SURELY) if self.p_value < SURELY else ("=", float(f"{self.p_value:.3g}"))
        figures = say(
            "{dice} dice thrown, chi-squared {squares} with 5 degrees of freedom, {p}",
            dice=number(self.dice, language),
            squares=number(round(self.chi_squared, 1), language),
            p=NO_BREAK.join(("p", sign, number(p, language))),
        )
        return translate(self._verdict(figures), language)

    def _verdict(self, figures: Text) -> Text:
        if self.p_value < SURELY:
            return say(
                "The dice are hardly fair ({figures}): fair ones come out so uneven in less than 1 case of 1000.",
                figures=figures,
            )
        if self.p_value < PERHAPS:
            return say(
                "The dice may be unfair ({figures}): fair ones come out at least so uneven in {cases} of 1000 cases;"
                " look again when more were thrown.",
                figures=figures,
                cases=f"{1000 * self.p_value:.0f}",
            )
        return say(
            "The dice look fair ({figures}): fair ones come out at least so uneven in {cases} of 100 cases.",
            figures=figures,
            cases=f"{100 * self.p_value:.0f}",
        )
