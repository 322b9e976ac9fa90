"""What a league should come to, worked out beside it: from the tables' own journals, by the kiosk's own history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from sqlalchemy import select

from kiosk.history.digest import digest
from kiosk.match.journal_reader import JournalReader
from league.lines import Heading, Line
from league.server import schema
from league.server.store import Heard, Store

NAMES = ("Anaïs", "Bastien", "Cécile", "Driss", "Élodie", "Farid", "Gwen")
"""Who play by their own names, not as guests."""


def lines_of(table: str, journal: Path) -> list[Heard]:
    """Every line of a journal as its table sends it."""
    found = []
    with closing(JournalReader(journal)) as reader:
        for record in reader.matches():
            before = ""
            for number, entry in reader.lines_of(record.id, 2**62):
                found.append(Heard(table, Line.of(Heading.of(record), number, before, entry)))
                before = found[-1].line.key(table)
    return found


def own_books(journals: Mapping[str, Sequence[Path]]) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """Of every match that was played to its end: the table, its game, and the names by place; `journals` by table."""
    return {one for table, files in journals.items() for file in files for one in _of(table, file)}


def leagues_books(store: Store) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """The same as the league has it; a match that counts twice fails."""
    found = set()
    with store.engine.connect() as connection:
        results = select(schema.result, schema.match.c.place).join(schema.match)
        rows = connection.execute(results.where(schema.result.c.state == "played")).mappings().all()
        for row in rows:
            seats = {seat: name for seat, _, name in store.seats(connection, [row["match"]])[row["match"]]}
            names = tuple(tuple(sorted(seats[seat] for seat in place)) for place in row["standing"])
            one = row["match"], row["game"], names
            assert one not in found
            found.add(one)
    return found


def _of(table: str, journal: Path) -> Iterator[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    with closing(JournalReader(journal)) as reader:
        for record in reader.matches():
            told = digest(record, reader.entries(record))
            if told.places:
                places = groupby(told.places, key=lambda one: one[1])
                names = tuple(tuple(sorted(name for name, _ in place)) for _, place in places)
                yield Heading.of(record).code(table), record.game, names
