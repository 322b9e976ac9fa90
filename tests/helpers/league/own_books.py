"""What a league should come to, worked out beside it: from the tables' own journals, by the kiosk's own history."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Record, end_of
from kiosk.match.online import match_code
from league.server.admin_store import AdminStore
from league.server.counting import season_of
from league.server.reading import LeagueReader, rating
from league.server.store import Store
from league.uplink.feed import Feed
from league.wire import FeedLine, Intro, LeagueAnswer, Post, packed, read, unpacked

NAMES = ("Anaïs", "Bastien", "Cécile", "Driss", "Élodie", "Farid", "Gwen")
"""Who play by their own names, not as guests."""

Journals = Mapping[str, Sequence[Path]]
Standings = dict[tuple[str, str], set[tuple[float, str, str, int, int, float]]]
"""By season and game: points, table, name, matches, wins, rating."""


def lines_of(table: str, journal: Path) -> list[FeedLine]:
    """Every line of a journal as its table sends it."""
    with closing(Feed(journal, table)) as feed:
        feed.refresh()
        return feed.after(0, 1_000_000)


def post_of(lines: Sequence[FeedLine], *, title: str = "", after: str = "", more: bool = False) -> Post:
    """A table's post of these lines, as it comes out of the wire."""
    upto = lines[-1].mark if lines else ""
    intro = Intro(title=title, after=after, upto=upto, more=more)
    return read(unpacked(packed(intro, lines), gzip=True))


def send(store: Store, table: str, lines: Sequence[FeedLine], **intro: Any) -> LeagueAnswer:
    """Let a table in, and let it send these lines at once."""
    with store.reading() as ask:
        known = ask("SELECT 1 FROM place WHERE name = :table", table=table).first()
    if known is None:
        AdminStore(store).admit(table)
    answer = store.take(table, post_of(lines, **intro))
    while store.settle(table):
        pass
    return answer


def count(store: Store) -> int:
    """How many lines a league has."""
    with store.reading() as ask:
        return int(ask("SELECT COALESCE(sum(lines), 0) FROM match").scalar_one())


def own_books(journals: Journals) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """Of every match that was played to its end: its code, its game, and the names by place; `journals` by table."""
    return {(code, one.record.game, one.names) for _, code, one in _played(journals)}


def own_standings(journals: Journals) -> Standings:
    """The league table of every season and game, as the tables' own journals make it."""
    sums: dict[tuple[str, str], dict[tuple[str, str], list[float]]] = defaultdict(dict)
    for table, _, one in {code: (table, code, one) for table, code, one in _played(journals)}.values():
        ladder = sums[season_of(one.ended), one.record.game]
        place = {name: number for number, names in enumerate(one.names) for name in names}
        for name, mine in place.items():
            others = [theirs for other, theirs in place.items() if other != name]
            points = sum(1.0 if theirs > mine else 0.5 if theirs == mine else 0.0 for theirs in others)
            row = ladder.setdefault((table, name), [0, 0, 0, 0])
            ladder[table, name] = [row[0] + points, row[1] + 1, row[2] + (mine == 0), row[3] + len(others)]
    return {
        which: {
            (points, table, name, int(matches), int(wins), round(_rating(points, others), 6))
            for (table, name), (points, matches, wins, others) in ladder.items()
        }
        for which, ladder in sums.items()
    }


def leagues_standings(store: Store) -> Standings:
    """The same as the league shows it."""
    reading, found = LeagueReader(store), {}
    for which in reading.ladders():
        rows = reading.table(*which).rows
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
        found[which] = {
            (row.points, row.place, row.name or "", row.matches, row.wins, round(rating(row.points, row.others), 6))
            for row in rows
        }
    return found


def leagues_books(store: Store) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """The same as the league has it."""
    found: dict[tuple[str, str], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    sql = "SELECT match, game, rank, name FROM result JOIN player ON player.id = who ORDER BY name"
    with store.reading() as ask:
        for code, game, rank, name in ask(sql):
            found[code, game][rank].append(name)
    return {(*which, tuple(tuple(sorted(names)) for _, names in sorted(by.items()))) for which, by in found.items()}


def is_right(store: Store, journals: Journals) -> bool:
    """Whether the league comes to what the tables' own journals say, and has each of their lines once."""
    lines = {line.key for table, files in journals.items() for file in files for line in lines_of(table, file)}
    books = leagues_books(store) == own_books(journals)
    return books and leagues_standings(store) == own_standings(journals) and count(store) == len(lines)


class _Match(NamedTuple):
    record: Record
    ended: str
    names: tuple[tuple[str, ...], ...]


def _rating(points: float, others: float) -> float:
    return 1500 + 400 * math.log10((points + 2) / (others - points + 2))


def _played(journals: Journals) -> Iterator[tuple[str, str, _Match]]:
    """Table, code and match."""
    for table, files in journals.items():
        for file in files:
            for match in _ended(file):
                yield table, match_code(table, match.record.id), match


def _ended(journal: Path) -> Iterator[_Match]:
    with closing(JournalReader(journal)) as reader:
        for record in reader.matches():
            entries = reader.entries(record)
            if places := (end_of(entries) or {}).get("standing"):
                people = [[record.players[seat] for seat in place if seat not in record.house] for place in places]
                names = tuple(tuple(sorted(place)) for place in people if place)
                yield _Match(record, entries[-1].at or record.started, names)
