"""The lines of one match put in their order: each says which one it follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiosk.match.log import Entry, end_of


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A line of a match: its key, that of the line before it, and what it says."""

    key: str
    before: str
    entry: Entry


def ordered(links: Sequence[ChainLink]) -> list[Entry]:
    """The match from its first line on, as far as no line is missing.

    Where it went on in two ways, since a table was restored from an old copy while it lasted, the way counts that was
    played to the end, or else the longer one, or else that with the smaller key: the same whoever asks, and whenever.
    """
    known = {link.key: link for link in links}
    followed = {link.before for link in links}
    ways = [way for link in links if link.key not in followed and (way := _back(link, known)) is not None]
    if not ways:
        return []
    entries = [([link.entry for link in way], way[-1].key) for way in ways]
    return min(entries, key=lambda one: (not (end_of(one[0]) or {}).get("standing"), -len(one[0]), one[1]))[0]


def _back(last: ChainLink, known: Mapping[str, ChainLink]) -> list[ChainLink] | None:
    """The way to this line from the first one; None if a line is missing between."""
    way = [last]
    while way[-1].before:
        before = known.get(way[-1].before)
        if before is None or len(way) > len(known):
            return None
        way.append(before)
    return way[::-1]
