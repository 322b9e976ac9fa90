"""How often people had to correct the reader: per die that it read, by the colour of the dice and by the light."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kiosk.match.log import EntryKind, LogStep

BAND = 40
"""Grey levels that one line of the table on light takes together."""
HUES = ((20, "red"), (45, "orange"), (70, "yellow"), (170, "green"), (260, "blue"), (330, "purple"), (360, "red"))
"""Names of hues, each up to this many degrees; for people, nothing is decided by them."""


@dataclass(slots=True)
class Accuracy:
    """Dice read, and those that were something else: all, by colour, and by light (the lowest level of a band)."""

    read: int = 0
    corrected: int = 0
    read_by: Counter[str | int] = field(default_factory=Counter)
    corrected_by: Counter[str | int] = field(default_factory=Counter)

    def add(self, die: Mapping[str, Any], light: float | None, *, corrected: bool) -> None:
        """One more die read, or corrected."""
        if corrected:
            self.corrected += 1
        else:
            self.read += 1
        groups = self.corrected_by if corrected else self.read_by
        if "colour" in die:
            groups[colour_name(tuple(die["colour"]))] += 1
        if light is not None:
            groups[int(light) // BAND * BAND] += 1

    def take(self, document: Mapping[str, Any]) -> None:
        """Count what another one's `document` says."""
        self.read += document["dice"]
        self.corrected += document["corrected"]
        bands = {int(band.split("-")[0]): of for band, of in document["by_light"].items()}
        for key, of in (document["by_colour"] | bands).items():
            self.read_by[key] += of["dice"]
            self.corrected_by[key] += of["corrected"]

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "dice": self.read,
            "corrected": self.corrected,
            "by_colour": {str(key): self._both(key) for key in self.read_by if isinstance(key, str)},
            "by_light": {_band(key): self._both(key) for key in sorted(k for k in self.read_by if isinstance(k, int))},
        }

    def _both(self, key: str | int) -> dict[str, int]:
        return {"dice": self.read_by[key], "corrected": self.corrected_by[key]}

    def text(self) -> Iterator[str]:
        """As text, a line each; nothing where no die was read."""
        if not self.read:
            return
        yield f"Read by the camera: {_rate(self.read, self.corrected)}"
        told = self.document()
        for name, count in sorted(told["by_colour"].items()):
            yield f"  {name} dice: {_rate(**count)}"
        for band, count in told["by_light"].items():
            yield f"  light {band} of 255: {_rate(**count)}"


def count(steps: Iterable[LogStep], found: Accuracy) -> None:
    """Count what `walk` tells of one match into `found`; throws that were taken back count too: they were read."""
    for step in steps:
        rolled = step.rolled
        if step.read is None or rolled is None or step.amended:
            continue
        dice, light = step.read.get("dice", ()), step.read.get("light")
        before = [die["value"] for die in dice]
        if step.entry.kind is EntryKind.ACTION:
            for die in dice:
                found.add(die, light, corrected=False)
        elif step.mistaken is not None:
            before = list(step.mistaken.values)
        for die, counted, said in zip(dice, before, rolled.values, strict=False):
            if counted != said:
                found.add(die, light, corrected=True)


def _rate(dice: int, corrected: int) -> str:
    return f"{corrected} of {dice:,} dice corrected" + (f" ({corrected / dice:.2%})" if dice else "")


def _band(low: int) -> str:
    return f"{low}-{min(255, low + BAND - 1)}"


@lru_cache(maxsize=4096)
def colour_name(bgr: tuple[int, int, int]) -> str:
    """What people call a colour (blue, green, red: 0…255)."""
    high, low = max(bgr), min(bgr)
    if high / 255 < 0.25:
        return "black"
    if (high - low) / high < 0.25:
        return "white" if high / 255 > 0.6 else "grey"
    blue, green, red = (channel / 255 for channel in bgr)
    hue = colorsys.rgb_to_hsv(red, green, blue)[0]
    return next(name for degrees, name in HUES if hue * 360 <= degrees)
