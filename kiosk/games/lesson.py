"""What a game teaches of itself: the hands that decide it, drawn with what they are worth, and its words explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.text import Text, say

BEST_FIRST = say("The best on top")
TOKENS = say("The best on top, and what it is worth in tokens")
WORTHS = say("What the dice are worth")


@dataclass(frozen=True, slots=True)
class Example:
    """A line of what decides a game.

    Attributes:
        name: what the dice are called.
        worth: what they bring; None where they only rank.
        hands: one that is drawn, or the first and the last of several that are alike.
    """

    name: Text
    worth: Text | None
    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game, and what it means by the rules chosen."""

    word: Text
    meaning: Text


@dataclass(frozen=True, slots=True)
class Lesson:
    """The examples with a heading that says how they go, and the words."""

    heading: Text = BEST_FIRST
    examples: tuple[Example, ...] = ()
    words: tuple[Word, ...] = ()


POT = Word(say("Pot"), say("The tokens that nobody holds yet"))
AT_STAKE = Word(say("At stake"), say("The points of your turn, until you bank or lose them"))
BANK = Word(say("Bank"), say("END makes the points of your turn safe, for good"))


def span(amounts: Sequence[int]) -> Text:
    """What some hands bring: all the same, or from the first to the last."""
    first, last = amounts[0], amounts[-1]
    return say("{n}", n=first) if len(set(amounts)) == 1 else say("{first} to {last}", first=first, last=last)


def ends(hands: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The first and the last of some hands; only one if there are no others."""
    return (hands[0], hands[-1]) if hands[0] != hands[-1] else (hands[0],)
