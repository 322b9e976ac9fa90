"""The sentences a player reads: said in English where they arise, translated only on the screen."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType


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


def fill(text: Text, **values: object) -> Text:
    """A sentence with the values that it has places for, and no others: equal sentences must compare equal."""
    used = {
        name: value
        for name, value in values.items()
        if f"{{{name}}}" in text.message or (name == "n" and text.plural is not None)
    }
    return Text(text.message, tuple(sorted(used.items())), text.plural)


def seat_name(seat: int) -> Text:
    """Stands for a player's name, which only the match knows; the screen puts it in."""
    return Text("{seat}", (("seat", seat),))


@dataclass(frozen=True, slots=True)
class Figure:
    """A game's words for a face: "king", "the king" where there is only one, "only one king" of several."""

    name: Text
    the: Text
    only_one: Text


Figures = Mapping[int, Figure]
"""By pips, the best face first; empty where dice are named by their pips."""
NUMBERS: Figures = MappingProxyType({})


def kept(dice: Sequence[int], hand: Collection[int | None], figures: Figures = NUMBERS) -> Text:
    """Words for the dice of a hand that stay: "5-5", or of a single die "the 5", or "only one 5" of several."""
    if len(dice) != 1:
        return written(dice, figures)
    (die,) = dice
    several = sum(other == die for other in hand) > 1
    if figures:
        return figures[die].only_one if several else figures[die].the
    return say("only one {die}", die=die) if several else say("the {die}", die=die)


def written(dice: Iterable[int], figures: Figures = NUMBERS) -> Text:
    """Dice as they are written, high to low: 4-2-1; the same in every language, unless the game names them."""
    if figures:
        order = list(figures)
        named = {f"die{n}": figures[die].name for n, die in enumerate(sorted(dice, key=order.index))}
        return Text("-".join(f"{{{place}}}" for place in named), tuple(named.items()))
    return Text("{dice}", (("dice", "-".join(str(die) for die in sorted(dice, reverse=True))),))
