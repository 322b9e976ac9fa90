"""Chances, points and turns in words, as short as the line under the dice wants them."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from kiosk.games.text import Text, fill, say

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
"""Not chances."""
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
