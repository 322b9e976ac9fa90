"""Lines as no table of this version sends them: changed, and chained anew."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kiosk.match.log import Record
from kiosk.match.online import match_code
from league.wire import FeedLine, canonical, key


def first_match(lines: Iterable[FeedLine]) -> list[FeedLine]:
    """The lines of the match that the first of them is of."""
    every = [*lines]
    return [line for line in every if line.record == every[0].record]


def rechained(table: str, lines: Iterable[FeedLine], record: Record | None = None, **last: Any) -> list[FeedLine]:
    """The lines as those of another match, if any; what the last one says is changed."""
    found: list[FeedLine] = []
    every = [*lines]
    for number, line in enumerate(every):
        told: Mapping[str, Any] = {**line.says, **(last if number == len(every) - 1 else {})}
        match, before = record or line.record, found[-1].key if found else ""
        name = key(match_code(table, match.id), before, canonical(told))
        found.append(replace(line, record=match, key=name, before=before, says=told))
    return found
