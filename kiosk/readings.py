"""How often people had to correct the reader: per die that it read, by the colour of the dice and by the light."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.lines import Kind, Line

BAND = 40
"""Grey levels that one line of the table on light takes together."""
HUES = ((20, "red"), (45, "orange"), (70, "yellow"), (170, "green"), (260, "blue"), (330, "purple"), (360, "red"))
"""Names of hues, up to so many degrees; for people, nothing is decided by them."""


@dataclass(slots=True)
class Readings:
    """Dice read, and those of them that were something else; by colour and by light the same."""

    dice: int = 0
    corrected: int = 0
    by_colour: dict[str, Counter[str]] = field(default_factory=dict)
    by_light: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, what: str, die: Mapping[str, Any], light: float | None) -> None:
        """One more die "read", or "corrected"."""
        if what == "read":
            self.dice += 1
        else:
            self.corrected += 1
        if "colour" in die:
            self.by_colour.setdefault(colour_name(die["colour"]), Counter())[what] += 1
        if light is not None:
            low = int(light) // BAND * BAND
            self.by_light.setdefault(f"{low}-{min(255, low + BAND - 1)}", Counter())[what] += 1

    def document(self) -> dict[str, Any]:
        """As JSON."""
        groups = {"by_colour": self.by_colour, "by_light": self.by_light}
        told = {
            name: {key: {"dice": count["read"], "corrected": count["corrected"]} for key, count in group.items()}
            for name, group in groups.items()
        }
        return {"dice": self.dice, "corrected": self.corrected, **told}

    def telling(self) -> Iterator[str]:
        """As text, a line each; nothing where no die was read."""
        if not self.dice:
            return
        yield f"Read by the camera: {_rate(self.dice, self.corrected)}"
        for name, count in sorted(self.by_colour.items()):
            yield f"  {name} dice: {_rate(count['read'], count['corrected'])}"
        for band, count in sorted(self.by_light.items(), key=lambda one: int(one[0].partition("-")[0])):
            yield f"  light {band} of 255: {_rate(count['read'], count['corrected'])}"


def readings(matches: Iterable[Sequence[Line]]) -> Readings:
    """Counted over these matches' lines; throws that were taken back count too, since they were read."""
    found = Readings()
    for lines in matches:
        _count(lines, found)
    return found


def _count(lines: Sequence[Line], found: Readings) -> None:
    rolls: list[list[int] | None] = []
    """Of the actions that stand, the values of those that are rolls."""
    seen: dict[int, Mapping[str, Any]] = {}
    read: Mapping[str, Any] | None = None
    for line in lines:
        body = line.body
        match line.kind:
            case Kind.READ:
                read = body
            case Kind.ACTION:
                seen.pop(len(rolls), None)
                if "roll" in body and read is not None:
                    seen[len(rolls)] = read
                    for die in read.get("dice", ()):
                        found.add("read", die, read.get("light"))
                    _compare([die["value"] for die in read.get("dice", ())], body["roll"], read, found)
                    read = None
                rolls.append(body.get("roll"))
            case Kind.CORRECT:
                counted = rolls[body["index"]]
                if counted and not body.get("amended") and body["index"] in seen:
                    _compare(counted, body["roll"], seen[body["index"]], found)
                rolls[body["index"]] = body["roll"]
                del rolls[body["length"] :]
            case Kind.UNDO:
                del rolls[body["length"] :]


def _compare(counted: Sequence[int], said: Sequence[int], read: Mapping[str, Any], found: Readings) -> None:
    for die, before, after in zip(read.get("dice", ()), counted, said, strict=False):
        if before != after:
            found.add("corrected", die, read.get("light"))


def _rate(dice: int, corrected: int) -> str:
    return f"{corrected} of {dice:,} dice corrected" + (f" ({corrected / dice:.2%})" if dice else "")


def colour_name(bgr: Sequence[int]) -> str:
    """What people call a colour (blue, green, red: 0…255)."""
    blue, green, red = (channel / 255 for channel in bgr)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.25:
        return "black"
    if saturation < 0.25:
        return "white" if value > 0.6 else "grey"
    return next(name for degrees, name in HUES if hue * 360 <= degrees)
