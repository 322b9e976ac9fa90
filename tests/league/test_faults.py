"""The whole way, through a real broker into a real database, while each fails: nothing is lost, nothing doubled."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from mosquitto import PATIENCE_S, Mosquitto, speaking
from own_books import lines_of
from postgresql import PostgreSQL
from sqlalchemy import RowMapping, func, select
from sqlalchemy.exc import SQLAlchemyError
from three_tables import TABLES, League, end_latest, other_matches, play_on

from league import broker as files
from league import topics
from league.server import schema
from league.server.store import Heard, Note, Store


@pytest.fixture
def league(tmp_path: Path, broker: Mosquitto, store: Store) -> Iterator[League]:
    league = League(tmp_path, broker, store)
    yield league
    league.end()


def test_the_standings_are_those_of_the_tables_own_journals(league: League) -> None:
    league.begin()
    league.becomes_right()
    with league.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.aside)) == 0
        places = connection.execute(select(schema.place.c.name, schema.place.c.title)).all()
    assert sorted(name for name, _ in places) == sorted(TABLES)


def test_tables_that_are_all_there_at_once_are_noted_together(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write for each would keep the first throws of an evening waiting for seconds."""
    names, written = [f"table-{number}" for number in range(200)], []
    show = league.store.show

    def shown(notes: Mapping[str, Note]) -> None:
        written.append(len(notes))
        show(notes)

    monkeypatch.setattr(league.store, "show", shown)
    with (league.broker.folder / files.ACL).open("a") as acl:
        acl.write(f"\nuser zinc\ntopic write {topics.ROOT}/#\n")
    league.broker.read_files()

    def online() -> int:
        with league.store.engine.connect() as connection:
            return connection.scalar(select(func.count()).where(schema.place.c.online)) or 0

    with speaking(league.broker.of("zinc"), "speaker") as speaker:
        said = [speaker.publish(topics.topic(name, topics.STATE), topics.ONLINE, 1, retain=True) for name in names]
        for one in said:
            one.wait_for_publish(PATIENCE_S)
        league.hear()
        league.works(lambda: online() == len(names))
    assert len([count for count in written if count]) < len(names) / 4


def test_a_broker_that_is_killed_and_loses_all_costs_nothing(league: League) -> None:
    league.begin()
    league.works(lambda: league.lines() > 50)
    league.broker.kill()
    league.broker.forget()
    league.broker.start()
    league.becomes_right()


def test_a_league_that_is_killed_again_and_again_costs_nothing(league: League) -> None:
    league.begin()
    for lines in (1, 100, 200):
        league.works(lambda lines=lines: league.lines() >= lines)  # type: ignore[misc]
        league.new_intake()
    league.becomes_right()


def test_a_table_whose_disk_is_put_back_to_last_week_loses_and_doubles_nothing(league: League, tmp_path: Path) -> None:
    journal, week_ago, lost = league.journals["zinc"], tmp_path / "week ago", tmp_path / "lost.sqlite3"
    league.begin()
    league.becomes_right()
    league.stop("zinc")
    shutil.copytree(journal.parent, week_ago)
    # The match that was going on ends, others follow, and all arrive before the disk breaks.
    end_latest(journal, given_up=False)
    play_on(journal, other_matches(tmp_path / "that week", 4), "2026-11-27T20:00:00Z")
    league.start("zinc")
    league.becomes_right()
    league.stop("zinc")
    shutil.move(journal, lost)
    shutil.rmtree(journal.parent)
    # Journal and cursor are last week's: the same match ends otherwise, and numbers are given out twice.
    shutil.copytree(week_ago, journal.parent)
    end_latest(journal, given_up=True)
    play_on(journal, other_matches(tmp_path / "this week", 6), "2026-12-04T20:00:00Z")
    league.start("zinc")
    league.becomes_right(zinc=lost)
    in_both = {line.line.key("zinc") for file in (journal, lost) for line in lines_of("zinc", file)}
    with league.store.engine.connect() as connection:
        kept = connection.scalars(select(schema.line.c.key).join(schema.match).where(schema.match.c.place == "zinc"))
        assert set(kept) == in_both


def test_a_database_that_crashes_costs_nothing(
    tmp_path: Path, broker: Mosquitto, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(postgresql.database())) as store:
        league, keep = League(tmp_path, broker, store), store.keep
        refused: list[Heard] = []

        def kept(heard: Sequence[Heard]) -> set[str]:
            try:
                return keep(heard)
            except SQLAlchemyError:
                refused.extend(heard)
                raise

        monkeypatch.setattr(store, "keep", kept)
        league.begin()
        league.becomes_right()
        postgresql.kill()
        play_on(league.journals["zinc"], other_matches(tmp_path / "meanwhile", 2), "2026-11-27T20:00:00Z")
        league.works(lambda: refused)
        postgresql.start()
        league.becomes_right()
        league.end()


def test_a_forged_line_is_set_aside_with_a_reason_and_stops_nothing(league: League) -> None:
    league.begin()
    league.works(lambda: league.lines() > 0)  # it listens: the broker keeps nothing for whom it does not know
    with speaking(league.broker.of("zinc"), "forger") as forger:
        forger.publish(topics.topic("zinc", topics.LINE), b'{"match": "\xff"}', 1).wait_for_publish(PATIENCE_S)

    def put_aside() -> Sequence[RowMapping]:
        with league.store.engine.connect() as connection:
            return connection.execute(select(schema.aside)).mappings().all()

    league.works(put_aside)
    league.becomes_right()
    [aside] = put_aside()
    assert (aside["place"], "no line of a journal" in aside["reason"]) == ("zinc", True)
