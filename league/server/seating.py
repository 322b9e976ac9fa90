"""Who sits in a match that is new: by name and table, unless that name was forgotten after the match began."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Table, select

from kiosk.session.naming import GUESTS
from league.lines import Heading
from league.server import schema

SEVERAL = 500
"""Keys in one question: SQLite takes no more than 999."""

New = Mapping[str, tuple[str, Heading]]
"""Table and heading of matches, by their codes."""


def hashed_name(place: str, name: str) -> str:
    """A name at a table, as it is kept of whoever was forgotten."""
    return hashlib.sha256(f"{place}/{name}".encode()).hexdigest()


def sitting(connection: Connection, new: New, adding: Callable[[Table], Insert]) -> dict[str, list[int]]:
    """Who plays in new matches: their numbers by seat. Whose name is new gets one."""
    gone = _forgotten(connection, {hashed_name(table, name) for table, one in new.values() for name in one.players})

    def forgotten(table: str, one: Heading, name: str) -> int | None:
        times = gone.get(hashed_name(table, name), ())
        return next((player for at, player in times if one.started <= at), None)

    named = {
        (table, name) for table, one in new.values() for name in one.players if forgotten(table, one, name) is None
    }
    if named:
        people = [{"place": table, "name": name, "guest": name in GUESTS} for table, name in sorted(named)]
        connection.execute(adding(schema.player), people)
    player = schema.player.c
    known = connection.execute(
        select(player.place, player.name, player.id).where(player.place.in_({table for table, _ in named}))
    )
    numbers = {(table, name): number for table, name, number in known}
    return {
        code: [forgotten(table, one, name) or numbers[table, name] for name in one.players]
        for code, (table, one) in new.items()
    }


def several(keys: Iterable[str]) -> Iterator[Sequence[str]]:
    """Keys in parts that a database takes at once."""
    every = [*keys]
    return (every[first : first + SEVERAL] for first in range(0, len(every), SEVERAL))


def _forgotten(connection: Connection, names: Iterable[str]) -> Mapping[str, Sequence[tuple[str, int]]]:
    """Of names that were forgotten, when, and whose they were; the earliest first."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    gone: Any = schema.forgotten.c
    for some in several(names):
        rows = connection.execute(select(gone.name, gone.at, gone.player).where(gone.name.in_(some)).order_by(gone.at))
        for name, at, player in rows:
            found[name].append((at, player))
    return found
