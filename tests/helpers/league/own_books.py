"""What a league should come to, worked out beside it: from the tables' own journals, by the kiosk's own history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select

from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Record, end_of
from league.lines import Heading, Line
from league.server import schema
from league.server.reading import LeagueReader
from league.server.standings import Played, Row, standings
from league.server.store import Heard, Store, season_of

NAMES = ("Anaïs", "Bastien", "Cécile", "Driss", "Élodie", "Farid", "Gwen")
"""Who play by their own names, not as guests."""

Journals = Mapping[str, Sequence[Path]]
Standings = dict[tuple[str, str], list[tuple[float, str, str, int, int, float]]]
"""By season and game, in order: points, table, name, matches, wins, rating."""


def lines_of(table: str, journal: Path, *, matches: int | None = None) -> list[Heard]:
    """Every line of a journal as its table sends it; of so many matches at most."""
    found = []
    with closing(JournalReader(journal)) as reader:
        for record in reader.matches()[:matches]:
            before = ""
            for number, entry in reader.lines_of(record):
                found.append(Heard(table, Line.of(Heading.of(record), number, before, entry)))
                before = found[-1].line.key(table)
    return found


def own_books(journals: Journals) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """Of every match that was played to its end: the table, its game, and the names by place; `journals` by table."""
    return {(code, one.record.game, one.names) for _, code, one in _played(journals)}


def own_standings(journals: Journals) -> Standings:
    """The league table of every season and game, as the tables' own journals make it."""
    played: dict[tuple[str, str], dict[str, Played]] = defaultdict(dict)
    players: dict[tuple[str, str], int] = {}
    for table, code, one in _played(journals):
        places = [[players.setdefault((table, name), len(players)) for name in place] for place in one.names]
        played[season_of(one.ended), one.record.game][code] = Played(code, one.ended, places)
    who = {number: player for player, number in players.items()}
    return {one: _written(standings(matches.values()), who) for one, matches in played.items()}


def leagues_standings(store: Store) -> Standings:
    """The same as the league shows it."""
    reading = LeagueReader(store)
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


class _Match(NamedTuple):
    record: Record
    ended: str
    names: tuple[tuple[str, ...], ...]


def _played(journals: Journals) -> Iterator[tuple[str, str, _Match]]:
    """Table, code and match; a journal that several tables have is read once."""
    of = {file: [*_ended(file)] for file in {one for files in journals.values() for one in files}}
    for table, files in journals.items():
        for file in files:
            for match in of[file]:
                yield table, Heading.of(match.record).code(table), match


def _ended(journal: Path) -> Iterator[_Match]:
    with closing(JournalReader(journal)) as reader:
        for record in reader.matches():
            entries = reader.entries(record)
            if places := (end_of(entries) or {}).get("standing"):
                people = [[record.players[seat] for seat in place if seat not in record.house] for place in places]
                names = tuple(tuple(sorted(place)) for place in people if place)
                yield _Match(record, entries[-1].at or record.started, names)


def _written(rows: Iterable[Row], who: Mapping[int, tuple[str, str]]) -> list[tuple[float, str, str, int, int, float]]:
    """Equal ones by name: numbers of players differ from league to league."""
    told = [(row.points, *who[row.player], row.matches, row.wins, round(row.rating, 6)) for row in rows]
    assert told == sorted(told, key=lambda one: (-one[0], -one[-1])), "the best is not the first"
    return sorted(told, key=lambda one: (-one[0], -one[-1], one))
