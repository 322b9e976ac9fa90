"""The sentences a player reads: said in English where they arise, translated only on the screen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence for the screen, translated only there.

    Attributes:
        message: English with {named} places; it is the key in the catalogues (kiosk/locale).
        values: what goes into the places; a value that is a `Text` is translated too.
        plural: the English plural, chosen by the value called "n".
    """

    message: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str | None = None


def say(message: str, plural: str | None = None, /, **values: object) -> Text:
    """A `Text`; the literal first arguments of calls to `say` are what goes into the catalogues."""
    return Text(message, tuple(sorted(values.items())), plural)


def seat_name(seat: int) -> Text:
    """Stands for a player's name, which only the match knows; the screen puts it in."""
    return Text("{seat}", (("seat", seat),))


def kept(dice: Sequence[int], hand: Collection[int | None]) -> Text:
    """Dice of a hand that stay, as they are named: one alone is no number of dice, and may be one of several."""
    if len(dice) != 1:
        return written(dice)
    (die,) = dice
    several = sum(one == die for one in hand) > 1
    return say("only one {die}", die=die) if several else say("the {die}", die=die)


def written(dice: Iterable[int]) -> Text:
    """Dice as they are written, high to low: 4-2-1; the same in every language."""
    return Text("{dice}", (("dice", "-".join(str(die) for die in sorted(dice, reverse=True))),))
