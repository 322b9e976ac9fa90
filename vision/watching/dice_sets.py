"""Two sets of dice on one tray: which set a die belongs to, by the colour of its body."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.colours import as_bodies

Colour = tuple[int, int, int]
"""BGR, 0-255, as in `Die.colour`."""
Body = NDArray[np.float32]
"""A colour as it is compared, (3,)."""

APART = 24.0
"""Two sets whose colours are less than 24 apart, as `as_bodies` measures it, look alike. Under the simulator's lamps
red and blue dice are 55 to 74 apart, ivory and white ones 6 to 9, and dice of one set lie within 19 of their middle."""
CLEARLY = 0.5
"""A die belongs to a set if it is less than 0.5 times as far from it as from the other."""


def apart(one: Sequence[Colour], other: Sequence[Colour]) -> bool:
    """Whether two sets, by the colours of their dice, can be told apart."""
    return float(np.linalg.norm(_middle(one) - _middle(other))) >= APART


def which_set(colour: Colour, sets: Sequence[Sequence[Colour]]) -> int | None:
    """Which of two sets that are `apart` the die belongs to, 0 or 1; None if it can't be told."""
    near, far = (float(np.linalg.norm(as_bodies(colour) - _middle(colours))) for colours in sets)
    if near < CLEARLY * far:
        return 0
    return 1 if far < CLEARLY * near else None


def one_set(colours: Sequence[Colour]) -> bool:
    """Whether these dice may all be of one set."""
    middle = _middle(colours)
    return all(float(np.linalg.norm(as_bodies(colour) - middle)) < APART for colour in colours)


def split_in_two(colours: Sequence[Colour]) -> tuple[frozenset[int], frozenset[int]] | None:
    """The indices of two equally large sets among these dice, the redder first; None if they do not fall into such."""
    if len(colours) < 2:
        return None
    bodies = as_bodies(colours)
    gaps = {(i, j): float(np.linalg.norm(a - b)) for i, a in enumerate(bodies) for j, b in enumerate(bodies) if i < j}
    # Each set gathers around one of the two dice that are farthest apart in colour.
    seeds = max(gaps, key=lambda pair: gaps[pair])
    sides = [
        frozenset(i for i, b in enumerate(bodies) if _nearer(b, bodies[s], bodies[o])) for s, o in (seeds, seeds[::-1])
    ]
    if len(sides[0]) != len(sides[1]) or len(sides[0] | sides[1]) != len(colours):
        return None
    if not apart(*([colours[i] for i in side] for side in sides)):
        return None
    redder, other = sorted(sides, key=lambda side: -float(np.mean([_redness(colours[i]) for i in side])))
    return redder, other


def _middle(colours: Sequence[Colour]) -> Body:
    return np.asarray(np.median([as_bodies(colour) for colour in colours], axis=0), np.float32)


def _nearer(it: Body, one: Body, other: Body) -> bool:
    return float(np.linalg.norm(it - one)) < CLEARLY * float(np.linalg.norm(it - other))


def _redness(colour: Colour) -> float:
    blue, _, red = colour
    return red - blue
