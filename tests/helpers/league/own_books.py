"""What a league should come to, worked out beside it: from the tables' own journals, by the kiosk's own history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from sqlalchemy import select

from kiosk.history.digest import digest
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record
from league.lines import Heading, Line
from league.server import schema
from league.server.reading import Reading
from league.server.standings import Played, Row, standings
from league.server.store import Heard, Store, season_of

NAMES = ("Anaïs", "Bastien", "Cécile", "Driss", "Élodie", "Farid", "Gwen")
"""Who play by their own names, not as guests."""

Standings = dict[tuple[str, str], list[tuple[float, str, str, int, int, float]]]
"""By season and game, in order: points, table, name, matches, wins, rating."""


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


def own_standings(journals: Mapping[str, Sequence[Path]]) -> Standings:
    """The league table of every season and game, as the tables' own journals make it."""
    played: dict[tuple[str, str], dict[str, Played]] = defaultdict(dict)
    players: dict[tuple[str, str], int] = {}
    for table, files in journals.items():
        for file in files:
            with closing(JournalReader(file)) as reader:
                ended = {Heading.of(one).code(table): _end(one, reader.entries(one)) for one in reader.matches()}
            for code, game, names in _of(table, file):
                places = [[players.setdefault((table, name), len(players)) for name in place] for place in names]
                played[season_of(ended[code]), game][code] = Played(code, ended[code], places)
    who = {number: player for player, number in players.items()}
    return {one: _written(standings(matches.values()), who) for one, matches in played.items()}


def leagues_standings(store: Store) -> Standings:
    """The same as the league shows it."""
    reading = Reading(store)
    who = {number: (person.place, person.name or "") for number, person in reading.people().items()}
    return {one: _written(reading.table(*one), who) for one in reading.seasons()}


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


def _end(record: Record, entries: Sequence[Entry]) -> str:
    return (entries[-1].at if entries else None) or record.started


def _written(rows: Iterable[Row], who: Mapping[int, tuple[str, str]]) -> list[tuple[float, str, str, int, int, float]]:
    """Equal ones by name: numbers of players differ from league to league."""
    told = [(row.points, *who[row.player], row.matches, row.wins, round(row.rating, 6)) for row in rows]
    assert told == sorted(told, key=lambda one: (-one[0], -one[-1])), "the best is not the first"
    return sorted(told, key=lambda one: (-one[0], -one[-1], one))
