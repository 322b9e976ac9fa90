"""The league's pages as a browser without JavaScript gets them, in both languages."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from mosquitto import until
from own_books import NAMES, lines_of
from sqlalchemy import update
from starlette.testclient import TestClient
from visiting import PAGES, read_all, sign_in

from kiosk.games.core import Over, Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.log import EntryKind, actions_of
from kiosk.match.match import Match
from kiosk.match.online import Online
from league.pages import admin, search
from league.pages.app import application
from league.server import schema
from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Heard, Store


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_that_is_linked_is_there_and_whole(browser: TestClient, language: str) -> None:
    pages = read_all(browser, language)
    for kind in ("/match/", "/player/", "/standings?season="):
        assert any(place.startswith(kind) for place in pages)


def test_what_people_write_is_no_markup(browser: TestClient) -> None:
    page = browser.get("/").text
    assert "Le &lt;Zinc&gt;" in page
    assert "<Zinc>" not in page


def test_the_language_is_chosen_and_kept(browser: TestClient) -> None:
    assert "Classement" in browser.get("/?lang=fr").text
    assert "Classement" in browser.get("/players").text
    assert "Standings" in browser.get("/players?lang=en").text


def test_a_match_is_told_with_the_odds_of_its_choices(browser: TestClient, season: Store) -> None:
    code = next(one.code for one in LeagueReader(season).ended() if one.game == "mexico")
    until(lambda: "being worked out" not in browser.get(f"/match/{code}").text)
    page = browser.get(f"/match/{code}").text
    assert "throws" in page
    assert re.search(r'class="chance"><span>[^<]*%', page)


def test_a_match_is_told_in_the_order_in_which_it_was_played(browser: TestClient, lines: list[Heard]) -> None:
    first = next(one for one in lines if one.line.match.game == "mexico")
    own = [one.line for one in lines if (one.table, one.line.match) == (first.table, first.line.match)]
    page = browser.get(f"/match/{first.line.match.code(first.table)}").text
    told = re.findall(r"throws</span>.*?aria-label=\"([^\"]+)\"", page, re.DOTALL)
    actions = actions_of([line.entry() for line in own])
    assert told == [" ".join(map(str, one.values)) for one in actions if isinstance(one, Roll)] != told[::-1]


def test_the_best_plays_of_all_begin_with_the_rarest(browser: TestClient) -> None:
    odds = [float(one.replace(",", "")) for one in re.findall(r"Once in <b>([^<]+)<", browser.get("/plays").text)]
    assert odds == sorted(odds, reverse=True)
    assert len(set(odds)) > 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_ends_between_a_figure_and_what_belongs_to_it(browser: TestClient, language: str) -> None:
    told = "\n".join(read_all(browser, language).values())
    assert re.search(r"p\xa0[<=]\xa0\d", told)
    assert re.search(r"\d\xa0\w+\.?\xa0\d{4},\xa0\d\d:\d\d", told)
    assert re.search(r"\d\xa0(pips|points)\b", told)
    assert re.findall(r"\bp [<=]|[<=] \d|\d %| \d{4}, |\d (?:pips|points|dice|dés|degr)", told) == []


@pytest.mark.parametrize("place", ["/nowhere", "/match/0123456789xy", "/player/99999", "/versus/1/99999", "/match/'"])
def test_what_is_not_there_is_said(browser: TestClient, place: str) -> None:
    answer = browser.get(place)
    assert (answer.status_code, "no such page" in answer.text) == (404, True)


def test_what_goes_wrong_has_a_page_of_its_own_in_the_readers_language(season: Store) -> None:
    with TestClient(application(season), headers={"accept-language": "fr"}, raise_server_exceptions=False) as browser:
        assert browser.post("/players").status_code == 405
        assert "ne se demande pas ainsi" in browser.post("/players").text
        with season.engine.begin() as connection:
            schema.result.drop(connection)
        broken = browser.get("/standings")
        assert (broken.status_code, "ne marche pas" in broken.text) == (500, True)
        assert "script-src 'self'" in broken.headers["content-security-policy"]


def test_of_a_long_list_the_beginning_is_shown_and_the_rest_is_found(
    browser: TestClient, season: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST", 3)
    monkeypatch.setattr(admin, "PEOPLE", 3)
    assert "The first 3\xa0of 14." in browser.get("/players").text
    last = [*LeagueReader(season).people().values()][-1]
    found = browser.get("/players", params={"find": str(last.name).upper()}).text
    assert f"/player/{last.number}" in found
    assert "Nobody and nothing" in browser.get("/players?find=xyz").text
    assert len(re.findall(r'<th scope="row">', browser.get("/players?find=zinc").text)) == 3
    assert "The first 3" in browser.get("/standings").text
    sign_in(browser)
    assert f'value="{last.number}"' not in browser.get("/admin").text
    assert f'value="{last.number}"' in browser.get("/admin", params={"find": last.name}).text


def test_a_league_of_guests_says_why_nobody_is_ranked(tmp_path: Path, lines: list[Heard]) -> None:
    store = Store(f"sqlite:///{tmp_path / 'guests.sqlite3'}")
    store.keep(lines)
    for number in LeagueReader(store).people():
        Office(store).mark_guest(number, guest=True)
    while store.settle():
        pass
    with TestClient(application(store)) as browser:
        for place in ("/players", "/plays", "/standings"):
            page = browser.get(place).text
            assert "Nobody who is ranked" in page
            assert "guest names is not ranked" in page
    store.close()


def test_where_players_are_ranked_and_no_throw_was_rare_the_page_says_so(season: Store) -> None:
    with season.engine.begin() as connection:
        connection.execute(update(schema.result).values(plays=[]))
    with TestClient(application(season)) as browser:
        page = browser.get("/plays").text
    assert "No throw has made the best hand" in page
    assert "Nobody who is ranked" not in page


def test_a_match_that_is_still_on_its_way_is_told_so_and_then_there(
    browser: TestClient, season: Store, lines: list[Heard]
) -> None:
    heard = next(one for one in lines if one.table == "comptoir" and one.line.match.number == 9)
    late = replace(heard, table="phare")
    code = Online("https://league.example", "phare").page_of(late.line.match.record()).rpartition("/")[2]
    answer = browser.get(f"/match/{code}")
    assert (answer.status_code, "on its way" in answer.text) == (404, True)
    season.keep([late])
    assert browser.get(f"/match/{code}").status_code == 200


def test_an_empty_league_has_all_its_pages(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    with TestClient(application(store)) as browser:
        assert [browser.get(place).status_code for place in PAGES] == [200] * len(PAGES)
    store.close()


def test_every_answer_keeps_strangers_scripts_out(browser: TestClient) -> None:
    for place in (*PAGES, "/nowhere", "/static/live.js"):
        assert "script-src 'self'" in browser.get(place).headers["content-security-policy"]


def test_what_all_results_come_to_is_worked_out_once(season: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = LeagueReader(season)
    before = reading.played(), reading.plays(), reading.dice()
    monkeypatch.setattr(reading, "ended", None)
    assert (reading.played(), reading.plays(), reading.dice()) == before


def test_the_dice_of_a_table_are_those_of_its_own_journal(browser: TestClient, lines: list[Heard]) -> None:
    ended = {one.line.match.number for one in lines if one.table == "zinc" and one.line.kind is EntryKind.END}
    thrown: Counter[int] = Counter()
    for number in ended:
        own = [one.line for one in lines if one.table == "zinc" and one.line.match.number == number]
        actions = actions_of([line.entry() for line in own])
        thrown.update(value for action in actions if isinstance(action, Roll) for value in action.values)
    page = browser.get("/dice?find=zinc").text
    assert [int(number) for number in re.findall(r'<td class="n">(\d+)</td>', page)] == [
        thrown[face] for face in range(1, 7)
    ]


def test_a_best_play_says_what_was_kept_and_how_rarely_the_rest_falls(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'plays.sqlite3'}")
    with closing(Journal(tmp_path / "journal")) as journal:
        record = journal.start("mexico", None, {}, NAMES[:2], None)
        match = Match(journal, record, game("mexico")())
        for now in itertools.count():
            if isinstance(match.wait, Over):
                break
            wait, seat = match.wait, getattr(match.wait, "seat", 0)
            # The first one throws a Mexico each time, once in 18; the other one nothing.
            thrown = Roll((2, 1)) if seat == 0 else Roll((3, 2))
            match.act(thrown if isinstance(wait, Throw) else Stop(), time=float(now))
    store.keep(lines_of("zinc", tmp_path / "journal"))
    while store.settle():
        pass
    with TestClient(application(store)) as browser:
        page = browser.get("/plays").text
    assert re.search(rf"{NAMES[0]}.*Thrown.*Once in <b>18</b>", page, re.DOTALL)
    assert NAMES[1] not in page
    store.close()
