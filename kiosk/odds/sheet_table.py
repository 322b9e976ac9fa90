"""Tables of how many points are still to come for every sheet with which a turn may begin.

A sheet is known by the boxes that are still *open*, a set of bits, and by its *memory*: a number for all that matters
of the boxes that are written, such as the sum of the upper part. A table is made backwards from a full sheet. Those of
the presets are in `assets/odds`, though not the largest in a wheel; for other house rules one is made when it is first
needed, and kept in the user's cache.
"""

import lzma
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import Sheet
from kiosk.games.state import Hand
from kiosk.odds.sheet_turns import Columns, SheetTurns, sheet_turns
from kiosk.odds.tables import kept

Indices = NDArray[np.intp]
WIDE = 512
"""Up to 512 sheets are solved at once: as many columns fit into a core's cache. With 128 and 1,024 it was slower."""
STEPS = 1_000
"""A file holds values in steps of 1/1,000 point."""


class Table:
    """The mean of the points still to come, for each sheet.

    Attributes:
        reached: open boxes x memories: whether there is such a sheet.
    """

    def __init__(self, reached: NDArray[np.bool_], values: NDArray[np.float32]) -> None:
        self.reached = reached
        self._keys = np.flatnonzero(reached).astype(np.int32)
        self._values = values

    def rest(self, open_: int, memories: Indices) -> NDArray[np.float64]:
        """The points to come with these boxes open, for each of these memories."""
        keys = (open_ * self.reached.shape[1] + memories).astype(np.int32)
        return np.asarray(self._values[np.searchsorted(self._keys, keys)], float)

    def packed(self) -> bytes:
        """As a file: which sheets there are, and differences of values, all lowest bytes first: so they pack best."""
        steps = np.diff(np.round(self._values * float(STEPS)).astype("<i4"), prepend=np.int32(0))
        planes = steps.astype("<i4").view(np.uint8).reshape(-1, 4).T
        return lzma.compress(np.packbits(self.reached).tobytes() + planes.tobytes(), preset=9)

    @classmethod
    def unpacked(cls, packed: bytes, boxes: int, memories: int) -> "Table":
        """The table in a file."""
        sheets = (1 << boxes) * memories
        unpacker = lzma.LZMADecompressor()
        try:
            raw = np.frombuffer(unpacker.decompress(packed, 5 * sheets), np.uint8)
        except lzma.LZMAError as error:
            raise ValueError("This is no table of sheets.") from error
        if not unpacker.eof:  # the checksum stands at the end
            raise ValueError("This is half a table, or one that is far too large.")
        reached = np.unpackbits(raw[: -(-sheets // 8)])[:sheets].astype(bool)
        planes = raw[-(-sheets // 8) :]
        if len(reached) != sheets or len(planes) != 4 * reached.sum():
            raise ValueError("This is the table of another sheet.")
        steps = np.ascontiguousarray(planes.reshape(4, -1).T).view("<i4")[:, 0]
        return cls(reached.reshape(-1, memories), (np.cumsum(steps) / STEPS).astype(np.float32))


class Ends:
    """The values of hands at the end of a turn, for many sheets with the same open boxes at once."""

    def __init__(self, aim: Sheet, turns: SheetTurns) -> None:
        self._aim = aim
        self._turns = turns
        self._special = [row for row, hand in enumerate(turns.hands) if len(set(hand)) == 1]
        """Hands to which special rules may apply (jokers): those of five alike."""
        self.by_box, self.all_written = cache(self._by_box), cache(self._all_written)

    def _by_box(self, box: int, *, joker: bool) -> tuple[Indices, list[Hashable]]:
        kinds: dict[Hashable, int] = {}
        rows = [kinds.setdefault(self._aim.brings(box, hand, joker), len(kinds)) for hand in self._turns.hands]
        return np.array(rows), list(kinds)

    def written(self, box: int, memories: Indices, *, joker: bool) -> tuple[Columns, Indices]:
        """Points, and the memory afterwards, by what a hand brings to the box and by these memories."""
        kinds = self.by_box(box, joker=joker)[1]
        both = np.array([[self._aim.write(box, kind, int(memory)) for memory in memories] for kind in kinds])
        return both[..., 0].astype(float), both[..., 1]

    def _all_written(self, box: int, *, joker: bool) -> tuple[Columns, Indices]:
        return self.written(box, np.arange(self._aim.memories), joker=joker)

    def best(self, open_: int, worth: Callable[[int, bool], Columns]) -> Columns:
        """The value of each hand in the best box that the rules allow it, hands x sheets.

        `worth` gives for a box, as a joker or not, the value of each thing that a hand can bring there.
        """
        values: Columns = np.maximum.reduce(
            [worth(box, False)[self.by_box(box, joker=False)[0]] for box in bits(open_)]
        )
        for row in self._special:
            may, joker = self._aim.ways(open_, self._turns.hands[row])
            if joker or may != open_:
                there = [worth(box, joker)[self.by_box(box, joker=joker)[0][row]] for box in bits(may)]
                values[row] = np.maximum.reduce(there)
        return values


def bits(boxes: int) -> Iterator[int]:
    """The boxes of a set."""
    return (box for box in range(boxes.bit_length()) if boxes >> box & 1)


def reached(aim: Sheet, ends: Ends) -> NDArray[np.bool_]:
    """Which memories are possible with each set of open boxes."""
    whole = (1 << len(aim.boxes)) - 1
    found = np.zeros((whole + 1, aim.memories), bool)
    found[whole, 0] = True
    for open_ in sorted(range(1, whole + 1), key=int.bit_count, reverse=True):
        memories = np.flatnonzero(found[open_])
        for box in bits(open_):
            for joker in (False, True):
                found[open_ & ~(1 << box), ends.all_written(box, joker=joker)[1][:, memories].ravel()] = True
    return found


def make(aim: Sheet, dice: int, tell: Callable[[float], None] = lambda _: None) -> Table:
    """Work a table out; `tell` hears what share is done."""
    turns = sheet_turns(dice)
    ends = Ends(aim, turns)
    known = reached(aim, ends)
    values = np.zeros(known.shape)
    done, every = 0, int(known[1:].sum())
    for batch in _batches(known):
        whole = np.concatenate([_ends_of(ends, open_, memories, values) for open_, memories in batch], axis=1)
        solved = turns.solve(whole, aim.rolls)[0][0]
        at = 0
        for open_, memories in batch:
            values[open_, memories] = solved[at : at + len(memories)]
            at += len(memories)
        done += at
        tell(done / every)
    return Table(known, values[known].astype(np.float32))


def _ends_of(ends: Ends, open_: int, memories: Indices, values: Columns) -> Columns:
    @cache
    def worth(box: int, joker: bool) -> Columns:
        points, after = ends.all_written(box, joker=joker)
        return np.asarray(points[:, memories] + values[open_ & ~(1 << box)][after[:, memories]])

    return ends.best(open_, worth)


def _batches(known: NDArray[np.bool_]) -> Iterator[list[tuple[int, Indices]]]:
    """All sheets in batches of up to `WIDE`, those with the fewest open boxes first, whose values others need."""
    heap: list[tuple[int, Indices]] = []
    room, boxes = WIDE, 1
    for open_ in sorted(range(1, len(known)), key=int.bit_count):
        memories = np.flatnonzero(known[open_])
        for start in range(0, len(memories), WIDE):
            some = memories[start : start + WIDE]
            if heap and (len(some) > room or open_.bit_count() != boxes):
                yield heap
                heap, room = [], WIDE
            heap.append((open_, some))
            room, boxes = room - len(some), open_.bit_count()
    if heap:
        yield heap


def table(aim: Sheet, dice: int) -> Table:
    """The table for a sheet, shipped or from the cache; else it is made, which takes seconds to minutes, and kept."""
    boxes = len(aim.boxes)
    return kept(
        f"{aim.name}.xz", lambda file: Table.unpacked(file, boxes, aim.memories), Table.packed, lambda: make(aim, dice)
    )


class SheetTurn:
    """One turn, from the state that it is in: all values are totals of the whole sheet, at its end."""

    def __init__(self, sheets: "Sheets", stands: tuple[int, int, int]) -> None:
        self._sheets = sheets
        self._aim = sheets.aim
        self._open, self._memory, self._have = stands
        self._turns = sheets.turns
        self._ends = sheets.ends.best(self._open, self._worth)
        self._throws = self._turns.solve(self._ends, self._aim.rolls)

    def throw(self, keep: Hand, made: int) -> float:
        return self._have + float(self._throws[made][self._turns.row(keep), 0])

    def stop(self, hand: Hand) -> float:
        """The value of ending the turn with this hand, and writing it where it is worth most."""
        return self._have + float(self._ends[self._turns.row(hand) - self._turns.first, 0])

    def boxes(self, hand: Hand) -> Mapping[str, float]:
        """The value of writing the hand into each box that the rules allow."""
        row = self._turns.row(hand) - self._turns.first
        may, joker = self._aim.ways(self._open, hand)
        return {
            self._aim.boxes[box]: self._have
            + float(self._worth(box, joker)[self._sheets.ends.by_box(box, joker=joker)[0][row], 0])
            for box in bits(may)
        }

    def _worth(self, box: int, joker: bool) -> Columns:
        points, after = self._sheets.ends.written(box, np.array([self._memory]), joker=joker)
        return points + self._sheets.table.rest(self._open & ~(1 << box), after)


class Sheets:
    """Knows the odds of every sheet of a game."""

    def __init__(self, aim: Sheet, dice: int) -> None:
        self.aim = aim
        self.turns = sheet_turns(dice)
        self.ends = Ends(aim, self.turns)
        self.table = table(aim, dice)
        self._turn = lru_cache(1)(partial(SheetTurn, self))

    def turn(self, state: Any) -> SheetTurn:
        """The turn that a state is in; asked for many times while its sheet stands the same."""
        return self._turn(self.aim.stands(state))
