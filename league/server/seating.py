"""Who sits in a match that is new: by name and table, unless that name was forgotten after the match began."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Insert, Table, insert, select

from kiosk.session.naming import GUESTS
from league.server import schema
from league.wire import Setup

SEVERAL = 500
"""Keys in one question: SQLite takes no more than 999."""
Key = TypeVar("Key")


def folded(name: str) -> str:
    """A name as it is looked for: without accents, in small letters, İ and ı like i."""
    plain = unicodedata.normalize("NFKD", name.replace("ı", "i").replace("İ", "i").casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def hashed_name(place: str, name: str) -> str:
    """A name at a table, as it is kept of whoever was forgotten."""
    return hashlib.sha256(f"{place}/{name}".encode()).hexdigest()


def several(keys: Iterable[Key]) -> Iterator[Sequence[Key]]:
    """Keys in parts that a database takes at once."""
    every = [*keys]
    return (every[first : first + SEVERAL] for first in range(0, len(every), SEVERAL))


def names_of(setup: Setup) -> list[str]:
    """What the seats are called."""
    return [one if isinstance(one, str) else one.house for one in setup.players]


def seat(connection: Connection, table: str, new: Mapping[str, Setup], adding: Callable[[Table], Insert]) -> None:
    """Put down who plays in new matches of a table, by their codes; whose name is new gets a number."""
    gone = _forgotten(connection, table, {name for setup in new.values() for name in names_of(setup)})

    def forgotten(setup: Setup, name: str) -> int | None:
        started = str((setup.model_extra or {}).get("started", ""))
        return next((player for at, player in gone.get(name, ()) if started <= at), None)

    named = {name for setup in new.values() for name in names_of(setup) if forgotten(setup, name) is None}
    if named:
        people = [
            {"place": table, "name": name, "folded": folded(name), "guest": name in GUESTS} for name in sorted(named)
        ]
        connection.execute(adding(schema.player), people)
    player, numbers = schema.player.c, dict[str, int]()
    for some in several(named):
        rows = connection.execute(select(player.name, player.id).where(player.place == table, player.name.in_(some)))
        numbers |= dict(rows.all())
    seats = [
        {"match": code, "seat": seat, "player": forgotten(setup, name) or numbers[name]}
        for code, setup in new.items()
        for seat, name in enumerate(names_of(setup))
    ]
    connection.execute(insert(schema.seat), seats)


def _forgotten(connection: Connection, table: str, names: Iterable[str]) -> Mapping[str, Sequence[tuple[str, int]]]:
    """Of names that were forgotten, when, and whose they were; the earliest first."""
    hashes = {hashed_name(table, name): name for name in names}
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    player: Any = schema.player.c
    for some in several(hashes):
        rows = connection.execute(select(player.hash, player.gone, player.id).where(player.hash.in_(some)))
        for hashed, gone, number in sorted(rows.all(), key=lambda row: str(row.gone)):
            found[hashes[hashed]].append((gone, number))
    return found
