"""The house rules a game offers: switches and their values, presets, and sentences that depend on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kiosk.games.text import Text, fill, say

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Switch:
    """One house rule.

    Attributes:
        labels: by the value, in the order offered, the first being the text's own.
        numbers: (low, high) also allows any whole number in that range.
    """

    name: str
    title: Text
    labels: Mapping[Any, Text]
    numbers: tuple[int, int] | None = None

    @classmethod
    def of(cls, name: str, title: Text, /, *, numbers: tuple[int, int] | None = None, **labels: Text) -> "Switch":
        """One whose values are words: each with its label."""
        return cls(name, title, labels, numbers)

    @property
    def values(self) -> tuple[Value, ...]:
        """What it may be, in the order offered."""
        return tuple(self.labels)

    def value(self, given: Value) -> Value:
        """The switch's value for what was given, also as text from a command line or a file ("21", "true")."""
        written = str(given).lower()
        for value in self.values:
            if written == str(value).lower():
                return value
        if self.numbers and written.isdecimal() and self.numbers[0] <= int(written) <= self.numbers[1]:
            return int(written)
        offered = ", ".join(str(value).lower() for value in self.values)
        span = f", or a number from {self.numbers[0]} to {self.numbers[1]}" if self.numbers else ""
        raise OptionError(f"{self.name} is {offered}{span}, not {given}.")

    def label(self, value: Value) -> Text:
        return self.labels.get(value) or Text("{number}", (("number", value),))


@dataclass(frozen=True, slots=True)
class By:
    """A sentence of the rules that depends on a house rule: one for each of its values, or None for no sentence.

    A value may have another `By` in place of a sentence; `otherwise` is for all values that are not named.
    """

    switch: str
    says: Mapping[Any, "Text | By | None"]
    otherwise: Text | None = None

    @classmethod
    def of(cls, switch: str, /, **says: "Text | By | None") -> "By":
        """Where the values are words."""
        return cls(switch, says)


Rule = Text | By


def told(rules: Iterable[Rule], options: Mapping[str, Value]) -> tuple[Text, ...]:
    """The sentences of some rules for these options, whose values fill the places of the same name."""
    found = []
    for rule in rules:
        said: Rule | None = rule
        while isinstance(said, By):
            said = said.says.get(options[said.switch], said.otherwise)
        if said is not None:
            found.append(fill(said, **(dict(options) | dict(said.values))))
    return tuple(found)


class Preset:
    """House rules with a name: the `values` of switches, and a phrase `about` their origin and what sets them apart."""

    def __init__(self, title: Text, about: Text, /, **values: Value) -> None:
        self.title, self.about, self.values = title, about, values


def presets(**named: Preset) -> Mapping[str, Preset]:
    """What a game declares of its presets; the first is the default."""
    return named


class OptionError(ValueError):
    """A house rule that this game does not know, or a value it does not take; the message is one English sentence."""


FIRST = Switch.of(
    "first",
    say("Who leads first"),
    roll_off=say("The highest throw"),
    loser=say("The loser of the match before"),
    seat=say("Whom you choose"),
)
"""The switch common to all games."""
TIE, JOINT = say("A tie at the end"), say("They win together")
"""The title of the switch `final_tie` in several games, and the label of its value `joint`."""
CAP = Switch.of("cap", say("Throws"), leader=say("No more than the leader"), none=say("Up to three each"))
CAP_FREE = Switch.of("cap", say("Throws"), none=say("Up to three each"), leader=say("No more than the leader"))
"""The switch that `Game.capped` asks; in `CAP_FREE` the other value is the default."""
