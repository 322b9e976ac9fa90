"""What the league keeps: each line once, in whatever order it comes, and what the lines come to."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from made_journal import make_journal
from own_books import NAMES, leagues_books, lines_of, own_books
from sqlalchemy import Table, func, select

from kiosk.games.core import Keep, Over, Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.log import Entry, EntryKind, Record, end_of
from kiosk.match.match import Match
from league.lines import Heading, Line
from league.server import schema
from league.server.chain import ChainLink, ordered
from league.server.outcome import PLAYED, REFUSED, one_in, outcome
from league.server.standings import FIRST_RATING, Played, standings
from league.server.store import Heard, Store, season_of

in_both = pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)
QUICK = ("cochon", "mexico", "chicago", "poker_d_as")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    make_journal(tmp_path / "zinc.sqlite3", 8, kinds=QUICK, templates=2, names_from=NAMES)
    return tmp_path / "zinc.sqlite3"


def settle(store: Store) -> None:
    while store.settle():
        pass


def count(store: Store, relation: Table = schema.line) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(relation)) or 0


@in_both
def test_lines_in_any_order_and_often_count_once(store: Store, journal: Path) -> None:
    lines = lines_of("zinc", journal)
    mixed = [*lines, *lines]
    random.Random(1).shuffle(mixed)
    for first in range(0, len(mixed), 37):
        store.keep(mixed[first : first + 37])
        store.settle()
    settle(store)
    assert count(store) == len(lines)
    assert leagues_books(store) == own_books({"zinc": [journal]}) != set()


def test_the_same_journal_at_two_tables_is_two_tables(store: Store, journal: Path) -> None:
    for table in ("zinc", "comptoir"):
        store.keep(lines_of(table, journal))
    settle(store)
    assert leagues_books(store) == own_books({"zinc": [journal], "comptoir": [journal]})


@in_both
def test_a_match_with_a_missing_line_counts_when_it_comes(store: Store, journal: Path) -> None:
    lines = lines_of("zinc", journal)
    first = [line for line in lines if line.line.match == lines[0].line.match]
    store.keep(first[:3] + first[4:])
    settle(store)
    assert leagues_books(store) == set()
    store.keep([first[3]])
    settle(store)
    assert len(leagues_books(store)) == 1


@in_both
def test_a_result_that_the_throws_do_not_make_is_refused(store: Store, journal: Path) -> None:
    lines = [line for line in lines_of("zinc", journal) if line.line.match.number == 1]
    last = lines[-1].line
    assert last.kind is EntryKind.END
    forged = last.model_copy(update={"body": {"standing": last.body["standing"][::-1]}})
    store.keep([*lines[:-1], Heard("zinc", forged)])
    settle(store)
    assert leagues_books(store) == set()
    with store.engine.connect() as connection:
        assert connection.scalar(select(schema.result.c.state)) == REFUSED


def test_a_match_of_rules_that_nobody_knows_is_refused() -> None:
    entries = [Entry(EntryKind.END, {"standing": [[0], [1]]})]
    for kind in ("zanzibar", "belote"):
        found = outcome(Record("1", kind, None, {}, ("a", "b"), None), entries)
        assert (found.state, bool(found.reason)) == (REFUSED, True)


def test_of_two_ways_the_one_that_was_played_to_its_end_counts() -> None:
    played, given_up = Entry(EntryKind.END, {"standing": [[0]]}), Entry(EntryKind.END, {"given_up": True})
    throw = Entry(EntryKind.ACTION, {"roll": [1]})
    root = ChainLink("r", "", throw)
    old = [root, ChainLink("o", "r", played)]
    new = [ChainLink("a", "r", throw), ChainLink("b", "a", throw), ChainLink("c", "b", given_up)]
    assert ordered([*new, *old]) == [throw, played]
    assert ordered([root, *new]) == [throw, throw, throw, given_up]
    assert ordered(new) == [], "its first line is missing"
    assert end_of(ordered([ChainLink("x", "y", played), root])) is None


@in_both
def test_a_table_that_was_restored_loses_nothing_and_doubles_nothing(store: Store, tmp_path: Path) -> None:
    whole, restored = tmp_path / "whole.sqlite3", tmp_path / "restored.sqlite3"
    make_journal(whole, 8, kinds=QUICK, templates=2, names_from=NAMES)
    make_journal(restored, 6, kinds=QUICK, templates=2, names_from=NAMES)  # the same, and the sixth is not over
    store.keep(lines_of("zinc", whole))
    settle(store)
    store.keep(lines_of("zinc", restored))
    settle(store)
    assert leagues_books(store) >= own_books({"zinc": [whole]})
    assert count(store, schema.match) == len({line.line.match.code("zinc") for line in all_of(whole, restored)})


def all_of(*journals: Path) -> list[Heard]:
    return [line for journal in journals for line in lines_of("zinc", journal)]


def test_the_table_is_the_same_for_the_same_matches_in_any_order() -> None:
    chance = random.Random(3)
    matches = [
        Played(f"{n:03}", f"2026-11-{n % 28 + 1:02}", [[one] for one in chance.sample(range(6), 3)]) for n in range(60)
    ]
    mixed = chance.sample(matches, len(matches))
    rows = standings(matches)
    assert standings(mixed) == rows
    assert sum(row.rating for row in rows) == pytest.approx(6 * FIRST_RATING)
    assert sum(row.points for row in rows) == 60 * 3


def test_points_and_rating_are_as_the_page_states_them() -> None:
    two = standings([Played("a", "1", [[1], [2]])])
    assert [(row.player, row.points, row.wins, row.rating) for row in two] == [(1, 1, 1, 1516), (2, 0, 0, 1484)]
    equal = standings([Played("a", "1", [[1, 2], [3]])])
    assert [(row.player, row.points, row.wins) for row in equal] == [(1, 1.5, 1), (2, 1.5, 1), (3, 0, 0)]
    assert [row.rating for row in equal] == pytest.approx([1508, 1508, 1484])


@pytest.mark.parametrize(("thrown", "often"), [((1,), 6), ((4, 2), 18), ((1, 1), 36), ((4, 2, 1), 36)])
def test_how_often_a_throw_falls(thrown: tuple[int, ...], often: int) -> None:
    assert one_in(thrown) == pytest.approx(often)


def test_of_a_matchs_best_plays_the_rarest_are_told_however_late_they_came(tmp_path: Path) -> None:
    rounds, at_once = 10, 3
    with closing(Journal(tmp_path / "journal")) as journal:
        match = Match(journal, journal.start("four_twenty_one", None, {}, NAMES[:2], None), game("four_twenty_one")())
        while not isinstance(match.wait, Over):
            wait, view = match.wait, match.view
            best = getattr(wait, "seat", 1) == 0
            if isinstance(wait, Throw):
                ace = (1,) if view.round <= rounds - at_once else (4, 2, 1)
                thrown = ace if len(wait.slots) == 1 else (4, 2, 1 if len(ace) == 3 else 6)
                match.act(Roll(thrown if best else (6, 5, 3)), time=0.0)
            else:  # whoever has 4-2 keeps them for the ace
                match.act(Keep(frozenset({1, 2})) if best and match.hand[3] == 6 else Stop(), time=0.0)
        found = outcome(match.record, journal.entries(match.record)).plays
    assert [(play["one_in"], play["kept"]) for play in found] == [(36, ())] * at_once + [(6, (4, 2))] * 2
    order = [play["action"] for play in found]
    assert order == sorted(order[:at_once]) + sorted(order[at_once:]), "equals as they were played"


def test_a_season_is_a_quarter() -> None:
    days = ("2026-01-01", "2026-03-31", "2026-04-01", "2026-12-31")
    assert [season_of(day) for day in days] == ["2026-1", "2026-1", "2026-2", "2026-4"]


def test_a_made_up_match_is_told_as_it_was_played(journal: Path) -> None:
    lines = [line.line for line in lines_of("zinc", journal) if line.line.match.number == 1]
    found = outcome(lines[0].match.record(), [line.entry() for line in lines])
    assert found.state == PLAYED
    assert sum(found.faces) >= found.throws > 0


def test_a_seat_of_the_house_has_no_place(journal: Path) -> None:
    lines = [line.line for line in lines_of("zinc", journal) if line.line.match.number == 1]
    entries = [line.entry() for line in lines]
    record = replace(lines[0].match.record(), house=frozenset({0}))
    seats = {seat for place in outcome(record, entries).standing for seat in place}
    assert seats == set(range(1, len(record.players)))


def test_headings_and_lines_are_small(journal: Path) -> None:
    assert max(len(line.line.written()) for line in lines_of("zinc", journal)) < 4000
    assert isinstance(Line.read(lines_of("zinc", journal)[0].line.written()).match, Heading)
