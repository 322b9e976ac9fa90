"""What the league keeps: each line once, in whatever order it comes, and what the lines come to, as they come."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from forging import first_match, rechained
from made_journal import make_journal
from own_books import NAMES, count, is_right, leagues_books, lines_of, own_books, post_of, send

from kiosk.games.core import Over
from kiosk.games.registry import game
from kiosk.match import by_chance
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.match.online import match_code
from league.server import course
from league.server import outcome as module
from league.server.admin_store import AdminStore
from league.server.course import LineChain
from league.server.database import AddressError
from league.server.outcome import PLAYED, REFUSED, UNREAD, one_in
from league.server.reading import LeagueReader
from league.server.store import Store
from league.wire import canonical

in_both = pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)
QUICK = ("cochon", "mexico", "chicago", "poker_d_as")
NOW = datetime(2026, 11, 27, 20, tzinfo=UTC).timestamp()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    make_journal(tmp_path / "zinc.sqlite3", 8, kinds=QUICK, templates=2, names_from=NAMES)
    return tmp_path / "zinc.sqlite3"


def states(store: Store) -> list[str]:
    with store.reading() as ask:
        return [*ask("SELECT state FROM match ORDER BY number").scalars()]


@in_both
def test_lines_that_come_in_parts_and_often_count_once(store: Store, journal: Path) -> None:
    lines = lines_of("zinc", journal)
    for _ in range(2):
        for first in range(0, len(lines), 37):
            send(store, "zinc", lines[first : first + 50], more=True)
    assert is_right(store, {"zinc": [journal]})
    assert own_books({"zinc": [journal]}) != set()
    reading = LeagueReader(store)
    in_parts = reading.dice(), reading.plays()
    with store.writing() as ask:
        ask("UPDATE match SET settled = 0")
    store.settle("zinc")
    assert (reading.dice(), reading.plays()) == in_parts


@in_both
def test_of_a_match_whose_line_is_missing_the_answer_says_so_and_it_counts_when_it_comes(
    store: Store, journal: Path
) -> None:
    lines = first_match(lines_of("zinc", journal))
    answer = send(store, "zinc", lines[:3] + lines[4:])
    assert (answer.misses, answer.has, leagues_books(store)) == ([lines[0].record.id], lines[-1].mark, set())
    assert send(store, "zinc", lines).misses == []
    assert len(leagues_books(store)) == 1


def test_what_does_not_follow_what_the_league_has_is_not_kept_and_it_says_what_it_has(
    store: Store, journal: Path
) -> None:
    lines = lines_of("zinc", journal)
    send(store, "zinc", lines[:20], more=True)
    assert send(store, "zinc", lines[30:], after=lines[29].mark).has == lines[19].mark
    assert count(store) == 20
    assert send(store, "zinc", lines[20:], after=lines[19].mark).has == lines[-1].mark
    assert is_right(store, {"zinc": [journal]})


@in_both
def test_a_result_that_the_throws_do_not_make_is_refused(store: Store, journal: Path) -> None:
    lines = first_match(lines_of("zinc", journal))
    standing = lines[-1].says["body"]["standing"]
    send(store, "zinc", rechained("zinc", lines, body={"standing": standing[::-1]}))
    assert (states(store), leagues_books(store)) == ([REFUSED], set())


@pytest.mark.parametrize(
    "wrong", [{"kind": "dance"}, {"body": {"spin": 3}}, {"more": 1}, {"at": "yesterday"}, "belote", "title"]
)
def test_what_a_newer_table_sends_is_kept_and_counts_after_an_upgrade(
    store: Store, journal: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any] | str
) -> None:
    lines = first_match(lines_of("zinc", journal))
    with monkeypatch.context() as older:
        if wrong == "belote":  # a game that this version does not have
            older.setattr(module, "game", lambda name: {}[name])
        elif wrong == "title":  # a heading that says more than it understands
            older.setattr(module, "record_of", lambda told: {}[told["id"]])
        send(store, "zinc", lines if isinstance(wrong, str) else rechained("zinc", lines, **wrong))
        assert (states(store), count(store), leagues_books(store)) == ([UNREAD], len(lines), set())
        store.read_again("2")
        assert store.due() == ["zinc"]
        store.settle("zinc")
        assert states(store) == [UNREAD]
        store.read_again("2")
        assert store.due() == [], "the same version understands no more"
    if isinstance(wrong, str):
        store.read_again("3")
        store.settle("zinc")
        assert (states(store), len(leagues_books(store))) == ([PLAYED], 1)


def test_of_two_ways_the_one_that_was_played_to_its_end_counts() -> None:
    throw, played = {"kind": "action", "body": {"roll": [1]}}, {"kind": "end", "body": {"standing": [[0]]}}
    given_up = {"kind": "end", "body": {"given_up": True}}

    match = LineChain("code")
    match.add("", canonical(throw))
    [first] = match.lines
    again = {"kind": "action", "body": {"roll": [2]}}
    before = first
    for line in (again, throw, given_up):
        match.add(before, canonical(line))
        before = [*match.lines][-1]
    assert match.ordered() == [throw, again, throw, given_up]
    match.add(first, canonical(played))
    assert match.ordered() == [throw, played]
    match.add("", canonical(played))  # another beginning
    assert LineChain("code", match.packed()).lines == match.lines
    assert match.add("0" * 32, canonical(throw)) is None, "the line before it is missing"


def test_lines_that_fork_without_end_cost_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_LINES", 100)
    match = LineChain("code")
    match.add("", canonical({"kind": "action"}))
    [first] = match.lines
    assert (
        sum(bool(match.add(first, canonical({"kind": "action", "n": n}))) for n in range(1000)) <= course.MOST_FORKS + 1
    )
    for n in range(1000):
        match.add([*match.lines][-1], canonical({"n": n}))
    assert len(match.lines) == 100


@in_both
def test_a_table_that_was_restored_loses_nothing_and_doubles_nothing(store: Store, tmp_path: Path) -> None:
    whole, restored = tmp_path / "whole.sqlite3", tmp_path / "restored.sqlite3"
    make_journal(whole, 8, kinds=QUICK, templates=2, names_from=NAMES)
    make_journal(restored, 6, kinds=QUICK, templates=2, names_from=NAMES)  # the same, and the sixth is not over
    send(store, "zinc", lines_of("zinc", whole))
    send(store, "zinc", lines_of("zinc", restored))
    assert is_right(store, {"zinc": [whole]})


def corrected(path: Path) -> tuple[Path, int]:
    """A match whose last die was corrected after its end, so that another one has won; its lines before that."""
    for seed in range(60):
        file, chance, now = path / f"{seed}.sqlite3", random.Random(seed), 0.0
        with closing(Journal(file)) as journal:
            rules = game("threes_away_low")(None, {})
            match = Match(journal, journal.start(rules.name, rules.preset, {}, NAMES[:2], 0), rules)
            while not isinstance(wait := match.wait, Over):
                now += 1
                match.act(by_chance.action(wait, chance), time=now)
            before, standing = len(lines_of("zinc", file)), wait.standing
            for slot, value in [*match.last_hand.items()]:
                match.correct({slot: 6 if value < 4 else 1}, now)
                if isinstance(now_waits := match.wait, Over) and now_waits.standing[0] != standing[0]:
                    return file, before
    raise AssertionError


def test_a_correction_after_the_end_moves_the_points_to_who_has_won(store: Store, tmp_path: Path) -> None:
    file, before = corrected(tmp_path)
    lines = lines_of("zinc", file)
    send(store, "zinc", lines[:before])
    reading = LeagueReader(store)
    [ladder] = reading.ladders()
    first = reading.table(*ladder).rows[0].number
    send(store, "zinc", lines[before:])
    assert reading.table(*ladder).rows[0].number != first
    assert is_right(store, {"zinc": [file]})


@pytest.mark.parametrize(
    ("told", "ended"),
    [
        ("2029-05-01T20:00:00Z", "2026-11-28T20:00:00Z"),
        ("2020-05-01T20:00:00Z", "2026-11-25T20:00:00Z"),
        ("2026-11-27T12:00:00Z", "2026-11-27T12:00:00Z"),
    ],
    ids=["years ahead", "years behind", "right"],
)
def test_a_day_is_one_on_which_the_match_can_have_ended(store: Store, journal: Path, told: str, ended: str) -> None:
    lines = lines_of("zinc", journal)
    AdminStore(store).admit("zinc")
    store.take("zinc", post_of([]), NOW - timedelta(days=1).total_seconds())  # all that it had was here a day ago
    store.take("zinc", post_of(rechained("zinc", first_match(lines), at=told)), NOW)
    store.settle("zinc")
    with store.reading() as ask:
        assert ask("SELECT ended FROM match").scalar() == ended


def test_what_was_played_before_a_table_joined_keeps_its_days_and_what_came_last_is_shown(
    store: Store, journal: Path
) -> None:
    lines = lines_of("zinc", journal)
    wrong = replace(lines[0].record, id="wrong", number=99, started="0000-01-01T00:00:00Z")
    send(store, "zinc", rechained("zinc", first_match(lines), wrong, at="0000-01-01T00:00:00Z"), more=True)
    send(store, "zinc", lines)
    reading = LeagueReader(store)
    assert [one.code for one in reading.live()] == [match_code("zinc", lines[-1].record.id)]
    assert {season for season, _ in reading.ladders()} == {"2015-1", "2020-1"}


@pytest.mark.parametrize(("thrown", "often"), [((1,), 6), ((4, 2), 18), ((1, 1), 36), ((4, 2, 1), 36)])
def test_how_often_a_throw_falls(thrown: tuple[int, ...], often: int) -> None:
    assert one_in(thrown) == pytest.approx(often)


def test_a_seat_of_the_house_has_no_place(store: Store, journal: Path) -> None:
    lines = first_match(lines_of("zinc", journal))
    other = replace(lines[0].record, house=frozenset({0}))
    send(store, "zinc", rechained("zinc", lines, other))
    with store.reading() as ask:
        assert ask("SELECT count(*) FROM result").scalar() == len(other.players) - 1


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'league.sqlite3'}"
    Store(address).close()
    with closing(sqlite3.connect(tmp_path / "league.sqlite3", isolation_level=None)) as file:
        file.execute("UPDATE about SET value = '99' WHERE name = 'schema'")
    with pytest.raises(AddressError, match="another version"):
        Store(address)


def test_a_database_of_something_else_is_left_alone_and_a_leagues_own_is_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / "league.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE match (code)")
    with pytest.raises(AddressError, match="something else"):
        Store(f"sqlite:///{file}")
    assert file.stat().st_mode & 0o077 == 0, "names and passwords are nobody else's"
