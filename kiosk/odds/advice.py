"""What the odds say of one moment of a match: the value of every choice, and the sentences that tell it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from kiosk.games.core import Offer
from kiosk.games.state import Hand
from kiosk.games.text import NUMBERS, Figures, Text, kept, say
from kiosk.odds.words import Matter, Number, figure, risked, told, weighed


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
        """To end the turn beside throwing on, if these slots stay or as is best; None where there is but one."""
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
"""Differences below it are rounding."""
