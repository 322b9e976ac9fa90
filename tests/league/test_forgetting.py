"""Who is forgotten is named nowhere any more: on no page, in no row, and not when their lines come again or late."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from chromium import served
from mosquitto import PATIENCE_S
from own_books import NAMES
from sqlalchemy import select
from starlette.testclient import TestClient
from visiting import do, of, read_all, sign_in

from kiosk.locale import translate
from league import reasons
from league.pages import words
from league.server import schema
from league.server.reading import LeagueReader
from league.server.store import Heard, Store

NAME = NAMES[0]


@pytest.fixture
def forgotten(browser: TestClient, season: Store) -> int:
    """Somebody who plays at two tables, whose pages were read, and who then is forgotten at both."""
    one, other = of(LeagueReader(season), NAME, "zinc"), of(LeagueReader(season), NAME, "comptoir")
    season.set_aside("comptoir", reasons.NO_LINE, f'{{"players": ["{NAME}"]}}'.encode())
    sign_in(browser)
    do(browser, "join", other, one)
    do(browser, "code", one)
    assert any(NAME in page for page in read_all(browser).values())
    do(browser, "forget", one)
    return one


def rows(store: Store) -> Mapping[str, str]:
    """All that the database holds, by table."""
    with store.engine.connect() as connection:
        tables = schema.metadata.tables
        return {name: str(connection.execute(select(table)).all()) for name, table in tables.items()}


def late(lines: list[Heard], began: datetime) -> list[Heard]:
    """A match of theirs at a table, which began then and comes only now."""
    first = next(one for one in lines if one.table == "zinc" and NAME in one.line.match.players)
    match = first.line.match.model_copy(update={"id": "late", "number": 99, "started": f"{began:%Y-%m-%dT%H:%M:%SZ}"})
    same = [one for one in lines if one.table == "zinc" and one.line.match == first.line.match]
    found, before = [], ""
    for one in same:
        found.append(replace(one, line=one.line.model_copy(update={"match": match, "before": before})))
        before = found[-1].line.key("zinc")
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_names_whoever_is_forgotten(browser: TestClient, forgotten: int, language: str) -> None:
    pages = {place: text for place, text in read_all(browser, language).items() if not place.startswith("/fonts")}
    assert {place for place, text in pages.items() if NAME in text} == set()
    assert NAME not in browser.get("/?part").text
    assert any(translate(words.FORGOTTEN, language) in text for place, text in pages.items() if "/match/" in place)
    assert translate(words.FORGOTTEN, language) in browser.get(f"/player/{forgotten}?lang={language}").text


@pytest.mark.usefixtures("forgotten")
def test_what_a_page_hears_while_it_is_open_is_a_number(season: Store) -> None:
    with served(season) as address, urllib.request.urlopen(f"{address}/events", timeout=PATIENCE_S) as said:
        assert [said.readline() for _ in range(2)] == [b"retry: 3000\n", b"\n"]
        assert re.fullmatch(rb"data: \d+\n", said.readline())


@pytest.mark.usefixtures("forgotten")
def test_no_row_holds_the_name_nor_does_the_file(season: Store, tmp_path: Path) -> None:
    assert rows(season)["personal_code"] == "[]"
    assert {name for name, held in rows(season).items() if NAME in held} == set()
    season.close()
    files = [file for file in tmp_path.iterdir() if file.name.startswith("league.sqlite3")]
    assert files
    assert not any(NAME.encode() in file.read_bytes() for file in files)


def test_what_comes_again_or_late_brings_no_name_back(
    browser: TestClient, season: Store, lines: list[Heard], forgotten: int
) -> None:
    before = len(LeagueReader(season).matches_of(forgotten))
    season.keep([*lines, *late(lines, datetime.now(UTC) - timedelta(hours=1))])
    while season.settle():
        pass
    assert {name for name, held in rows(season).items() if NAME in held} == set()
    assert len(LeagueReader(season).matches_of(forgotten)) == before + 1
    assert NAME not in browser.get("/").text


def test_who_plays_again_afterwards_is_somebody_new(season: Store, lines: list[Heard], forgotten: int) -> None:
    season.keep(late(lines, datetime.now(UTC) + timedelta(hours=1)))
    again = of(LeagueReader(season), NAME, "zinc")
    assert again != forgotten
