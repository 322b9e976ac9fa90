"""The lines of one match: each says which one it follows; kept together, compressed, as they came."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from league.wire import Says, canonical, key

MOST_LINES = 20_000
"""Of a match: the longest that people have played has some 4,000."""
MOST_ENDS = 16
"""In how many ways a match may go on: a table is restored from an old copy once, not a thousand times."""


class Course:
    """A match's lines by their keys, in the order in which they came, each with the key of the line before it."""

    def __init__(self, code: str, packed: bytes = b"") -> None:
        self.code = code
        self.lines: dict[str, tuple[str, Says]] = {}
        self._forks = 0
        self._followed: set[str] = set()
        last = ""
        for before, said in json.loads(zlib.decompress(packed)) if packed else ():
            last = self._put(last if before is None else before, said)

    def add(self, before: str, said: Says) -> bool | None:
        """Add a line; False if it is there already, or too much; None if the line before it is not there."""
        if before and before not in self.lines:
            return None
        known = len(self.lines)
        forks = before in self._followed and self._forks >= MOST_ENDS
        if known < MOST_LINES and not (forks and key(self.code, before, said) not in self.lines):
            self._put(before, said)
        return len(self.lines) > known

    def packed(self) -> bytes:
        """All of it, to be read again."""
        told, last = [], ""
        for name, (before, said) in self.lines.items():
            told.append([None if before == last else before, said])
            last = name
        return zlib.compress(canonical(told).encode())

    def ordered(self) -> Sequence[Says]:
        """The match from its first line to its last.

        Where it went on in two ways, since its table was restored from an old copy while it lasted, the way counts that
        was played to the end, or else the longer one, or else that with the smaller key: whoever asks, and whenever.
        """
        ends = [name for name in self.lines if name not in self._followed]
        if len(ends) < 2:
            return [said for _, said in self.lines.values()]
        ways = [(self._back(end), end) for end in ends]
        return min(ways, key=lambda way: (not _played(way[0][-1]), -len(way[0]), way[1]))[0]

    def _put(self, before: str, said: Says) -> str:
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
            way.append(said)
        return way[::-1]


def _played(said: Says) -> bool:
    body = said.get("body")
    return said.get("kind") == "end" and isinstance(body, dict) and bool(body.get("standing"))
