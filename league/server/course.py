"""The lines of one match, kept as they came, compressed: each names the line that it follows, so they form a tree."""

import json
import zlib
from collections.abc import Sequence

from league.wire import Says, key

MOST_LINES = 20_000
"""A match has up to 20,000 lines: the longest that people have played has some 4,000."""
MOST_FORKS = 16
"""A match may go on in another way up to 16 times: a table is restored from an old copy once, not a thousand times."""

BEGINS = "-"
"""Stands before a line that follows none, if another line came just before it."""
COMPRESSION = 1
"""Zlib's level: the result is a fifth larger than by its default, in a third of the time."""


class LineChain:
    """A match's lines, in the order in which they came: by key, the key of the line before, and what it says."""

    def __init__(self, code: str, packed: bytes = b"") -> None:
        self.code = code
        self.lines: dict[str, tuple[str, str]] = {}
        self._forks = 0
        """How many lines follow one that another line follows already."""
        self._followed: set[str] = set()
        last = ""
        for line in zlib.decompress(packed).decode().split("\n") if packed else ():
            before, brace, said = line.partition("{")
            last = self._put("" if before == BEGINS else before or last, brace + said)

    def add(self, before: str, said: str) -> bool | None:
        """Add a line; False if it is there already, or one too many; None if the line before it is not there."""
        if before and before not in self.lines:
            return None
        known = len(self.lines)
        forks = before in self._followed and self._forks >= MOST_FORKS
        if known < MOST_LINES and not (forks and key(self.code, before, said) not in self.lines):
            self._put(before, said)
        return len(self.lines) > known

    def packed(self) -> bytes:
        """All lines as bytes; before a line stands the key of the one that it follows, unless that came just before."""
        told, last = [], ""
        for name, (before, said) in self.lines.items():
            told.append(("" if before == last else before or BEGINS) + said)
            last = name
        return zlib.compress("\n".join(told).encode(), COMPRESSION)

    def ordered(self) -> Sequence[Says]:
        """The match from its first line to its last.

        If its table was restored from an old copy meanwhile, it may have gone on in two ways. Then the way counts that
        was played to its end, else the longer one, else the one with the smaller key: so the answer never changes by
        chance.
        """
        ends = [name for name in self.lines if name not in self._followed]
        if len(ends) < 2:
            return [json.loads(said) for _, said in self.lines.values()]
        ways = [(self._back(end), end) for end in ends]
        return min(ways, key=lambda way: (not _played(way[0][-1]), -len(way[0]), way[1]))[0]

    def _put(self, before: str, said: str) -> str:
        name = key(self.code, before, said)
        if name not in self.lines:
            self._forks += before in self._followed
            self._followed.add(before)
            self.lines[name] = before, said
        return name

    def _back(self, name: str) -> list[Says]:
        way = []
        while name:
            name, said = self.lines[name]
            way.append(json.loads(said))
        return way[::-1]


def _played(said: Says) -> bool:
    body = said.get("body")
    return said.get("kind") == "end" and isinstance(body, dict) and bool(body.get("standing"))
