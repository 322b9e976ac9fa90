"""Whether the dice are fair: counts by face, Pearson's chi-squared test, and a picture of both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

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


# --- the picture -----------------------------------------------------------------------------------------------------

WIDTH_PX, HEIGHT_PX, FOOT_PX, BAR_PX = 960, 600, 130, 90
PAPER, INK, BAR, BAND = (236, 244, 246), (40, 40, 48), (60, 76, 160), (206, 218, 222)
PIPS: Sequence[Sequence[int]] = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Of each face, which of nine places, row by row, have a pip."""


def save_picture(found: Fairness, file: Path) -> None:
    """Draw a bar for each face, with the band in which 19 of 20 fair counts lie; as PNG.

    Raises:
        OSError: the file cannot be written.
    """
    image = np.full((HEIGHT_PX, WIDTH_PX, 3), PAPER, np.uint8)
    expected = found.dice / 6
    spread = 1.96 * math.sqrt(found.dice * 5 / 36)
    top = max(*found.counts, expected + spread, 1) * 1.1
    floor = HEIGHT_PX - FOOT_PX

    def y(count: float) -> int:
        return round(floor - count / top * (floor - 30))

    cv2.rectangle(image, (40, y(expected + spread)), (WIDTH_PX - 40, y(max(0.0, expected - spread))), BAND, cv2.FILLED)
    for face, count in enumerate(found.counts, 1):
        middle = round(WIDTH_PX * (face - 0.5) / 6)
        cv2.rectangle(image, (middle - BAR_PX // 2, y(count)), (middle + BAR_PX // 2, floor), BAR, cv2.FILLED)
        _text(image, str(count), (middle, floor + 30), 0.8)
        _die(image, face, (middle, floor + 65))
    cv2.line(image, (40, y(expected)), (WIDTH_PX - 40, y(expected)), INK, 2, cv2.LINE_AA)
    cv2.line(image, (40, floor), (WIDTH_PX - 40, floor), INK, 2)
    figures = f"{found.dice} dice, chi-squared {found.chi_squared:.1f}, p = {found.p_value:.3g}"
    words = f"{figures}; 19 of 20 fair counts end in the band"
    _text(image, words, (WIDTH_PX // 2, HEIGHT_PX - 12), 0.6)
    _, data = cv2.imencode(".png", image)
    file.write_bytes(data.tobytes())


def _text(
    image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], words: str, foot: tuple[int, int], size: float
) -> None:
    (width, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    place = (foot[0] - width // 2, foot[1])
    cv2.putText(image, words, place, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)


def _die(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], face: int, middle: tuple[int, int]) -> None:
    x, y = middle
    cv2.rectangle(image, (x - 20, y - 20), (x + 20, y + 20), INK, 2, cv2.LINE_AA)
    for place in PIPS[face - 1]:
        cv2.circle(image, (x + 11 * (place % 3 - 1), y + 11 * (place // 3 - 1)), 4, INK, cv2.FILLED, cv2.LINE_AA)
