"""Chances, points and turns in words, as short as the line under the dice wants them."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from kiosk.games.text import Text, say

Number = Fraction | float | int


class Matter(StrEnum):
    """What a value is."""

    NOT_LAST = "not_last"
    """The chance not to have the worst hand of the round."""
    BEST = "best"
    """The chance to have the best."""
    SAFE = "safe"
    """The chance not to lose the match, by the tokens that a seat will hold."""
    TIE_NOT_LAST = "tie_not_last"
    TIE_BEST = "tie_best"
    SCORE = "score"
    """The expected points of the turn, as few as can be."""
    HIGH_SCORE = "high_score"
    """The same, as many as can be."""
    TOTAL = "total"
    """The expected points of the whole sheet."""
    BOTH = "both"
    """To have the best hand, and not the worst: 1 and 0, and half for all between."""
    DUEL = "duel"
    """The chance to be there before the other."""
    TURNS = "turns"
    """The expected number of turns until there."""
    MATCH = "match"
    """The chance to win the match."""
    BANKED = "banked"
    """The expected points of a turn whose points are at stake."""
    HAND = "hand"
    """The chance of one certain hand."""

    @property
    def lowest(self) -> bool:
        """Whether less is better."""
        return self in {Matter.SCORE, Matter.TURNS}

    @property
    def chance(self) -> bool:
        """Whether it is one; else points or turns."""
        return self not in _COUNTED


_COUNTED = {Matter.SCORE, Matter.HIGH_SCORE, Matter.TOTAL, Matter.TURNS, Matter.BANKED}
"""Not chances."""


def told(matter: Matter, value: Number, now: Number | None, goal: Text | None) -> Text:
    """What matters now, in one line."""
    shown = decimal(value, 1) if matter in _COUNTED else percent(value)
    if now is not None and goal is not None:
        chance = percent(now)
        if matter is Matter.DUEL:
            return say("{goal} on this throw: {chance} · to win: {shown}", goal=goal, chance=chance, shown=shown)
        return say("{goal} on this throw: {chance}", goal=goal, chance=chance)
    match matter:
        case Matter.NOT_LAST:
            return say("{chance} not to be last", chance=shown)
        case Matter.BEST:
            return say("{chance} to win the round", chance=shown)
        case Matter.SAFE:
            return say("{chance} not to lose the match", chance=shown)
        case Matter.BOTH:
            return say("{chance} to be best rather than worst", chance=shown)
        case Matter.TIE_NOT_LAST:
            return say("{chance} not to lose the tie-break", chance=shown)
        case Matter.TIE_BEST:
            return say("{chance} to win the tie-break", chance=shown)
        case Matter.DUEL:
            return say("{chance} to win", chance=shown)
        case Matter.MATCH:
            return say("{chance} to win the match", chance=shown)
        case Matter.BANKED:
            return say("Points on average: {points}", points=shown)
        case Matter.HAND:
            return say("Chance of the hand: {chance}", chance=shown)
        case Matter.TURNS:
            return say("On average {turns} more turns", turns=shown)
        case Matter.TOTAL:
            return say("Expected total: {points}", points=shown)
        case _:
            return say("Expected score: {points}", points=shown)


LARGE = 100
"""Points from which on tenths are left out."""


def weighed(matter: Matter, stop: Number, throw: Number) -> Text:
    """To end the turn beside throwing on, in one line."""
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
