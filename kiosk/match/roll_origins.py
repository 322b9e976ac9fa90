"""From which roll each die of a hand came: some were just thrown or turned, others stayed from throws before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kiosk.games.core import Action, Roll, Turned
from kiosk.games.state import State, now


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll among the actions of a match: its `index` there, the `seat` that threw, its `dice` as slot to value.

    `turned`: nobody threw, sixes were turned to ones.
    """

    index: int
    seat: int
    dice: Mapping[int, int]
    turned: bool = False


def newest_first(actions: Sequence[Action], states: Sequence[State]) -> Iterator[Rolled]:
    """Every roll among these actions, the last one first; `states` are those in which each was taken."""
    for index in reversed(range(len(actions))):
        action = actions[index]
        if isinstance(action, Roll):
            turn = now(states[index])
            yield Rolled(index, turn.seat, dict(zip(sorted(turn.slots - turn.kept), action.values, strict=True)))
        elif isinstance(action, Turned):
            yield Rolled(index, now(states[index]).seat, dict.fromkeys(action.slots, 1), turned=True)


def origins(rolls: Iterable[Rolled], slots: int) -> dict[int, Rolled]:
    """Slot by slot, which of one seat's rolls, newest first, gave the dice of a hand of this many slots.

    The dice that stayed were thrown before: in this turn, or where hands outlast turns, earlier.
    """
    found: dict[int, Rolled] = {}
    for rolled in rolls:
        for slot in rolled.dice:
            found.setdefault(slot, rolled)
        if len(found) == slots:
            break
    return found


def corrected(hand: Mapping[int, Rolled], dice: Mapping[int, int]) -> dict[int, Roll]:
    """The rolls, by index, as they must be corrected if these dice of the hand (slot to value) show other values."""
    found: dict[int, dict[int, int]] = {}
    for slot, value in dice.items():
        rolled = hand[slot]
        if rolled.dice[slot] != value and not rolled.turned:
            found.setdefault(rolled.index, dict(rolled.dice))[slot] = value
    return {index: Roll(tuple(shown.values())) for index, shown in found.items()}
