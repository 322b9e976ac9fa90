"""Long lists: so much of one as a phone shows well, and a field that finds the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.requests import Request

Row = TypeVar("Row")

MOST = 100
"""Rows of a list on one page."""
LONGEST = 60
"""What is looked for."""


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[Row]):
    """What is shown of a list.

    Attributes:
        rows: the first of those that were found.
        of: how many were found.
        asked: what was looked for.
        long: whether the list is longer than one page.
    """

    rows: Sequence[Row]
    of: int
    asked: str
    long: bool


def find(
    request: Request, rows: Sequence[Row], names: Callable[[Row], Iterable[str | None]], most: int | None = None
) -> SearchResult[Row]:
    """The rows of which a name holds what somebody typed; all of them if nothing was typed. `most` are shown."""
    most = MOST if most is None else most
    asked = request.query_params.get("find", "").strip()[:LONGEST]
    wanted = asked.casefold()
    found = [row for row in rows if any(wanted in (name or "").casefold() for name in names(row))] if asked else rows
    return SearchResult(found[:most], len(found), asked, len(rows) > most)
