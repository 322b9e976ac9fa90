"""What a game teaches of itself: the hands that decide it, drawn with what they are worth, and its words explained."""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.text import Text, say

BEST_FIRST = say("The best on top")
TOKENS = say("The best on top, and what it is worth in tokens")
WORTHS = say("What the dice are worth")
FACES = frozenset(range(1, 7))
MOST_HANDS = 2
MOST_EXAMPLES = 10
MOST_WORDS = 7
"""The most that a page of the screen has room for."""


@dataclass(frozen=True, slots=True)
class Example:
    """A line of what decides a game.

    Attributes:
        worth: what they bring; None where they only rank.
        hands: one that is drawn, or the first and the last of several that are alike.

    Raises:
        ValueError: there are not one or two hands, or one is not of faces from 1 to 6.
    """

    name: Text
    worth: Text | None
    hands: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Refuse what can't be drawn."""
        if not 1 <= len(self.hands) <= MOST_HANDS or not all(hand and set(hand) <= FACES for hand in self.hands):
            raise ValueError(f"An Example draws one hand or two, of faces from 1 to 6, not {self.hands}.")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game, and what it means by the rules chosen."""

    word: Text
    meaning: Text


@dataclass(frozen=True, slots=True)
class Lesson:
    """The examples, the best first, with a heading that says how they go, and the words: a page of the screen each.

    Raises:
        ValueError: there are other than 2 to 10 examples or 2 to 7 words, or two words are one; none at all may be.
    """

    heading: Text = BEST_FIRST
    examples: tuple[Example, ...] = ()
    words: tuple[Word, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what fills no page, or does not fit one."""
        if self.examples and not 2 <= len(self.examples) <= MOST_EXAMPLES:
            raise ValueError(f"A Lesson has 2 to {MOST_EXAMPLES} examples, not {len(self.examples)}.")
        if self.words and not 2 <= len(self.words) <= MOST_WORDS:
            raise ValueError(f"A Lesson explains 2 to {MOST_WORDS} words, not {len(self.words)}.")
        if len({word.word for word in self.words}) < len(self.words):
            raise ValueError("A Lesson explains each word once.")


POT = Word(say("Pot"), say("The tokens that nobody holds yet"))
AT_STAKE = Word(say("At stake"), say("The points of your turn, until you bank or lose them"))
BANK = Word(say("Bank"), say("END makes the points of your turn safe, for good"))


def span(amounts: Sequence[int]) -> Text:
    """The worths of some hands: one number if all are the same, else "first to last"."""
    first, last = amounts[0], amounts[-1]
    return say("{n}", n=first) if len(set(amounts)) == 1 else say("{first} to {last}", first=first, last=last)


def ends(hands: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The first and the last of some hands; only one if there are no others."""
    return (hands[0], hands[-1]) if hands[0] != hands[-1] else (hands[0],)
