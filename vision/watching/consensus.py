"""Makes one reading of several of the same still picture: each frame's noise misleads the reader in another way."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.types import Die, Doubt, DoubtKind, Reading


def sure(reading: Reading) -> bool:
    """Whether it is in no doubt, but perhaps about the number of dice, about which another frame tells no more."""
    return all(doubt.kind is DoubtKind.COUNT for doubt in reading.doubts)


def consensus(readings: Sequence[Reading]) -> Reading:
    """One reading of several of the same still picture: the last one, with the scores of all averaged.

    A die that another one reads otherwise is in doubt, and so is the whole where another one has more or fewer dice.
    Two readings without doubts outvote all that have some, but not the dice of these that are in no doubt.
    """
    undoubted, outvoted = [reading for reading in readings if sure(reading)], list[Die]()
    if len(undoubted) > 1:
        outvoted = [die for reading in readings if not sure(reading) for die in _undoubted(reading)]
        readings = undoubted
    last = readings[-1]
    if len(readings) == 1:
        return last
    doubts = list(last.doubts)
    dice = []
    for die in last.dice:
        seen = [die, *(d for reading in readings[:-1] for d in reading.dice if _same_place(die, d))]
        scores = np.mean([d.scores for d in seen], axis=0)
        value = int(scores.argmax()) + 1
        if any(d.value != value for d in (*seen, *(d for d in outvoted if _same_place(die, d)))):
            doubts.append(Doubt(DoubtKind.VALUE, die.box))
        confidence = float(np.mean([d.confidence for d in seen]))
        dice.append(replace(die, value=value, scores=tuple(scores.tolist()), confidence=confidence))
    if any(len(reading.dice) != len(dice) for reading in readings):
        doubts.append(Doubt(DoubtKind.HIDDEN))
    return Reading(tuple(dice), tuple(dict.fromkeys(doubts)))


def mean_oddness(reading: Reading, odd: Sequence[float], other: Reading, odd_there: Sequence[float]) -> list[float]:
    """How odd each die of a reading is: the mean by this reading and by another, whose errors are independent."""
    there = list(zip(other.dice, odd_there, strict=True))
    return [
        float(np.mean([here, *(how for same, how in there if _same_place(die, same))]))
        for die, here in zip(reading.dice, odd, strict=True)
    ]


def _undoubted(reading: Reading) -> list[Die]:
    """The dice of a doubtful reading that are in no doubt: none if a doubt has no place, as it may be about any."""
    doubted = {doubt.box for doubt in reading.doubts if doubt.kind is not DoubtKind.COUNT}
    return [] if None in doubted else [die for die in reading.dice if die.box not in doubted]


def _same_place(a: Die, b: Die) -> bool:
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])) < a.size / 2
