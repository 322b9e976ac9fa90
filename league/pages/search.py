"""Long lists: as much of one as a phone shows well, and a field that finds the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.requests import Request

Row = TypeVar("Row")

LONGEST = 60
"""What is looked for."""


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[Row]):
    """What is shown of a list.

    Attributes:
        rows: the first of those that were found.
        of: how many were found.
        asked: what was looked for.
    """

    rows: Sequence[Row]
    of: int
    asked: str

    @property
    def long(self) -> bool:
        """Whether there is more than one page shows."""
        return self.of > len(self.rows)


def find(request: Request, look: Callable[[str], tuple[Sequence[Row], int]]) -> SearchResult[Row]:
    """What `look` finds of what somebody typed: the first rows, and how many there are."""
    asked = request.query_params.get("find", "").strip().replace("\0", "")[:LONGEST]
    return SearchResult(*look(asked), asked)
