"""What the odds say of one moment of a match: the value of every choice, and the sentences that tell it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from kiosk.games.core import Offer
from kiosk.games.state import Hand
from kiosk.games.text import NUMBERS, Figures, Text, fill, kept, say

Number = Fraction | float | int


class Matter(StrEnum):
    """What a value is, as the command calls it."""

    NOT_LAST = "chance not to be last"
    BEST = "chance to win the round"
    SAFE = "chance not to lose the match"
    TIE_NOT_LAST = "chance not to lose the tie-break"
    TIE_BEST = "chance to win the tie-break"
    DUEL = "chance to win"
    MATCH = "chance to win the match"
    HAND = "chance of the hand"
    SCORE = "expected score, the lower the better"
    HIGH_SCORE = "expected score"
    TOTAL = "expected total"
    TURNS = "expected turns"
    BANKED = "expected points"

    @property
    def lowest(self) -> bool:
        return self in {Matter.SCORE, Matter.TURNS}

    @property
    def chance(self) -> bool:
        return self not in _COUNTED


_COUNTED = {Matter.SCORE, Matter.HIGH_SCORE, Matter.TOTAL, Matter.TURNS, Matter.BANKED}
"""What is counted in points or turns; all others are chances."""
SENTENCES = {
    Matter.NOT_LAST: say("{chance} not to be last"),
    Matter.BEST: say("{chance} to win the round"),
    Matter.SAFE: say("{chance} not to lose the match"),
    Matter.TIE_NOT_LAST: say("{chance} not to lose the tie-break"),
    Matter.TIE_BEST: say("{chance} to win the tie-break"),
    Matter.DUEL: say("{chance} to win"),
    Matter.MATCH: say("{chance} to win the match"),
    Matter.HAND: say("Chance of the hand: {chance}"),
    Matter.SCORE: say("Expected score: {points}"),
    Matter.HIGH_SCORE: say("Expected score: {points}"),
    Matter.TOTAL: say("Expected total: {points}"),
    Matter.TURNS: say("On average {turns} more turns"),
    Matter.BANKED: say("Points on average: {points}"),
}


def told(matter: Matter, value: Number, now: Number | None, goal: Text | None) -> Text:
    """What matters now, in one line."""
    shown = decimal(value, 1) if matter in _COUNTED else percent(value)
    if now is None or goal is None:
        return fill(SENTENCES[matter], chance=shown, points=shown, turns=shown)
    if matter is Matter.DUEL:
        return say("{goal} on this throw: {chance} · to win: {shown}", goal=goal, chance=percent(now), shown=shown)
    return say("{goal} on this throw: {chance}", goal=goal, chance=percent(now))


LARGE = 100
"""From 100 points on tenths are left out."""


def weighed(matter: Matter, stop: Number, throw: Number) -> Text:
    """Ending the turn and throwing on, compared in one line."""
    if matter is Matter.BANKED:  # tenths say nothing where hundreds are at stake
        places = 1 if max(stop, throw) < LARGE else 0
        return say("On average: END {stop}, throw {throw}", stop=decimal(stop, places), throw=decimal(throw, places))
    first, second = figure(matter, stop, throw), figure(matter, throw, stop)
    return say("To win: END {stop}, throw {throw}", stop=first, throw=second)


def risked(dice: int, risk: Number, line: Text) -> Text:
    """What the next throw risks, before what it is worth."""
    bust = percent(risk, 1)
    return say("{n} die: bust {bust} · {line}", "{n} dice: bust {bust} · {line}", n=dice, bust=bust, line=line)


def figure(matter: Matter, value: Number, beside: Number | None = None) -> Text:
    """A value alone; with a decimal more where it would look the same as the one `beside` it."""
    if matter in _COUNTED:
        fine = beside is not None and round(float(value), 1) == round(float(beside), 1)
        number = decimal(value, 2 if fine else 1)
        return say("{number} turns", number=number) if matter is Matter.TURNS else say("{number} points", number=number)
    fine = beside is not None and round(100 * float(value)) == round(100 * float(beside))
    return percent(value, 1 if fine else 0)


def percent(chance: Number, places: int = 0) -> Text:
    """A chance in percent; never certain or impossible if it is not."""
    hundredths = round(100 * float(chance), places)
    if not places and hundredths <= 0 < chance:
        return say("under {n}%", n=1)
    if not places and chance < 1 <= hundredths / 100:
        return say("over {n}%", n=99)
    return say("{number}%", number=decimal(hundredths, places))


def decimal(number: Number, places: int) -> Text:
    """A number as the language writes its decimals."""
    whole, _, part = f"{float(number):.{places}f}".partition(".")
    return say("{whole}.{part}", whole=whole, part=part) if part else say("{whole}", whole=whole)


@dataclass(frozen=True, slots=True)
class Option:
    """One legal choice.

    Attributes:
        keep: the dice that stay, high to low; all of them where the turn stops.
        value: a chance, points or turns, as `Advice.matter` says.
        now: the chance to be there with this throw, in a race.
        turned: slots whose sixes are turned to ones first, as they are in `keep`.
        risk: how many dice fly, and the chance that they lose what is at stake; None where it is always the same.
    """

    keep: Hand
    slots: frozenset[int]
    stop: bool
    value: Number
    now: Number | None = None
    offer: Offer | None = None
    turned: frozenset[int] = frozenset()
    risk: tuple[int, Number] | None = None

    @property
    def points(self) -> int:
        return 0 if self.offer is None else self.offer.points


Made = Collection[int] | str
"""A choice that is made: the slots that stay, all of them to stop; or the name of an offer."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What matters to a seat now, and what its choices are worth.

    Attributes:
        dice: of the turn, by slot; None for a slot not thrown yet.
        options: every distinct legal choice, best first; none where a throw is awaited.
        value: with the best choices from here on.
        now: the chance to be there with this throw, in a race.
        goal: what "there" is called, in a race.
    """

    seat: int
    matter: Matter
    dice: tuple[int | None, ...]
    options: tuple[Option, ...]
    value: Number
    now: Number | None = None
    goal: Text | None = None
    figures: Figures = field(default_factory=lambda: NUMBERS)

    @property
    def best(self) -> Option | None:
        return self.options[0] if self.options else None

    def option(self, slots: Made) -> Option | None:
        """The choice that is made so; None if it may not be made."""
        if isinstance(slots, str):
            return next((option for option in self.options if option.offer and option.offer.name == slots), None)
        if not set(slots) <= set(range(1, len(self.dice) + 1)):
            return None
        keep = tuple(sorted((self.dice[slot - 1] or 0 for slot in slots), reverse=True))
        return next((option for option in self.options if option.keep == keep), None)

    def line(self, slots: Made | None = None) -> Text | None:
        """What matters now, in one line: if these slots stay (None if they may not), or with the best choice."""
        if self.matter in AT_STAKE and (both := self._weighed(slots)) is not None:
            return both
        if slots is None or not self.options:
            return told(self.matter, self.value, self.now, self.goal)
        option = self.option(slots)
        return None if option is None else told(self.matter, option.value, option.now, self.goal)

    def _weighed(self, slots: Made | None) -> Text | None:
        """Ending the turn and throwing on, compared, for these slots or the best ones; None if only one is possible."""
        stop = next((option for option in self.options if option.stop), None)
        throw = None if slots is None else self.option(slots)
        if slots is None:
            throw = next((option for option in self.options if not option.stop), None)
        elif throw is None or throw.stop:
            throw = self.option(()) or next((option for option in self.options if not option.stop), None)
        if throw is None:
            return None
        line = None if stop is None else weighed(self.matter, stop.value, throw.value)
        if throw.risk is None:
            return line
        return risked(*throw.risk, line or told(self.matter, throw.value, None, None))

    def cost(self, slots: Made) -> float | None:
        """How much worse than the best this choice is; None if it may not be made."""
        best, made = self.best, self.option(slots)
        return None if best is None or made is None else abs(float(made.value) - float(best.value))

    def coach(self) -> Text | None:
        """What is best; None where there is nothing to choose."""
        best = self.best
        if best is None:
            return None
        return say("Best: {deed} ({value})", deed=self._deed(best), value=figure(self.matter, best.value))

    def verdict(self, slots: Made) -> Text | None:
        """After the turn: whether this choice was the best, or which was, and the cost; None if it may not be made."""
        best, made, cost = self.best, self.option(slots), self.cost(slots)
        if best is None or made is None or cost is None:
            return None
        if cost < LEAST:
            return say("Nothing was better")
        better, worse = figure(self.matter, best.value, made.value), figure(self.matter, made.value, best.value)
        deed = self._deed(best)
        return say("Better: {deed}, {better} instead of {worse}", deed=deed, better=better, worse=worse)

    def _deed(self, option: Option) -> Text:
        if option.offer is not None:
            return option.offer.text
        if option.stop:
            return say("end the turn")
        if not option.keep:
            return say("throw again") if self.matter in AT_STAKE else say("throw all dice")
        lying = option.keep if option.turned else self.dice
        dice = kept(option.keep, lying, self.figures)
        return say("turn a six to a one, keep {dice}", dice=dice) if option.turned else say("keep {dice}", dice=dice)


AT_STAKE = frozenset({Matter.MATCH, Matter.BANKED})
"""What turns are about whose points are at stake: to end them is always weighed against throwing on."""
LEAST = 1e-9
"""Differences below 1e-9 are rounding."""
