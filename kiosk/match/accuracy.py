"""How often people had to correct the reader: per die that it read, by the colour of the dice and by the light."""

import colorsys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kiosk.match.log import EntryKind, LogStep

ALL = "all"
BAND = 40
"""A line of the table on light covers 40 grey levels of 256."""
HUES = ((20, "red"), (45, "orange"), (70, "yellow"), (170, "green"), (260, "blue"), (330, "purple"), (360, "red"))
"""Names of hues, each up to this many degrees of the colour circle; only to be shown to people."""


@dataclass(slots=True)
class Accuracy:
    """Dice read, and those of them that were something else: all, by the name of their colour, by the band of light."""

    read: Counter[str] = field(default_factory=Counter)
    corrected: Counter[str] = field(default_factory=Counter)

    def add(self, die: Mapping[str, Any], light: float | None, *, corrected: bool) -> None:
        """One more die read, or corrected."""
        groups = [ALL]
        if "colour" in die:
            groups.append(colour_name(tuple(die["colour"])))
        if light is not None:
            low = int(light) // BAND * BAND
            groups.append(f"{low}-{min(255, low + BAND - 1)}")
        (self.corrected if corrected else self.read).update(groups)

    def take(self, document: Mapping[str, Any]) -> None:
        """Count what another one's `document` says."""
        for group, count in {ALL: document, **document["by_colour"], **document["by_light"]}.items():
            self.read[group] += count["dice"]
            self.corrected[group] += count["corrected"]

    def document(self) -> dict[str, Any]:
        both = {group: {"dice": dice, "corrected": self.corrected[group]} for group, dice in self.read.items()}
        every = both.pop(ALL, {"dice": 0, "corrected": 0})
        bands = sorted((group for group in both if "-" in group), key=lambda band: int(band.split("-")[0]))
        colours = {group: count for group, count in both.items() if "-" not in group}
        return {**every, "by_colour": colours, "by_light": {band: both[band] for band in bands}}

    def text(self) -> Iterator[str]:
        """As text, a line each; nothing where no die was read."""
        told = self.document()
        if not told["dice"]:
            return
        yield f"Read by the camera: {_rate(told['dice'], told['corrected'])}"
        for name, count in sorted(told["by_colour"].items()):
            yield f"  {name} dice: {_rate(**count)}"
        for band, count in told["by_light"].items():
            yield f"  light {band} of 255: {_rate(**count)}"


def count(steps: Iterable[LogStep], found: Accuracy) -> None:
    """Add the dice of one match, as `walk` tells it, to `found`; undone throws count too, as they were read."""
    for step in steps:
        rolled = step.rolled
        if step.read is None or rolled is None or step.amended:
            continue
        dice, light = step.read.get("dice", ()), step.read.get("light")
        # An action may count other values than were read; a correction changes what was counted before.
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
