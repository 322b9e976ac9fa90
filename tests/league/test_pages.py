"""The pages as somebody reads them: each there, in either language, and as the tables' own journals have it."""

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from copies import multiply
from forging import first_match
from loopback import until
from own_books import NAMES, leagues_books, leagues_standings, own_standings, post_of, send
from served import served
from sqlalchemy import event
from starlette.requests import Request
from starlette.testclient import TestClient
from visiting import PAGES, do, of, read_all, sign_in, token

from kiosk.match.online import match_code
from league.pages import admin, news, rendering
from league.pages.app import application
from league.server.admin_store import AdminStore
from league.server.reading import IN_ALL, LeagueReader
from league.server.store import Store, folded
from league.wire import FeedLine


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_there_and_whole_in_either_language(browser: TestClient, language: str) -> None:
    pages = read_all(browser, language)
    assert {re.sub(r"[\da-f]{12}|\d+", "N", place.partition("?")[0]) for place in pages} >= {"/match/N", "/player/N"}
    assert any("Le &lt;Zinc&gt;" in text for text in pages.values())


def test_an_empty_league_has_all_its_pages(store: Store) -> None:
    with TestClient(application(store)) as browser:
        assert [browser.get(place).status_code for place in PAGES] == [200] * len(PAGES)


def test_the_standings_are_those_of_the_tables_own_journals(browser: TestClient, journals: Mapping[str, Path]) -> None:
    for (season, game), rows in own_standings({table: [file] for table, file in journals.items()}).items():
        page = browser.get("/standings", params={"season": season, "game": game}).text
        assert page.count('<th scope="row">') == len(rows)
        assert sorted(row[3] for row in rows) == sorted(
            map(int, re.findall(r'<td class="n wide">(\d+)</td>', page)[::2])
        )


def test_a_page_costs_the_database_the_same_however_many_matches_there_are(season: Store) -> None:
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    event.listen(season.engine, "checkout", lambda connection, *_: connection.set_progress_handler(count, 100))
    browser = TestClient(application(season))  # not begun: nothing looks for news beside it
    reading = LeagueReader(season)
    one = reading.table(IN_ALL, IN_ALL).rows[0].number  # who played most fills the page
    pages = ("/", "/standings", "/players", "/players?find=ana", "/plays", "/dice", f"/player/{one}")
    costs: dict[str, list[int]] = {page: [] for page in (*pages, f"/match/{reading.latest()[0].code}")}
    later = "strftime('%Y-%m-%dT%H:%M:%SZ', {}, i || ' minutes')"
    for times in (40, 4):  # the first fills the pages
        with season.writing() as ask:
            multiply(ask, times, 1000 * times, ended=later)
        for page, cost in costs.items():
            before = steps
            assert browser.get(page).status_code == 200
            cost.append(steps - before)
    assert reading.versus(one, reading.met(one)[0].number) != (0, 0, 0)
    assert {page: cost for page, cost in costs.items() if cost[1] > 1.3 * cost[0] + 3} == {}


def test_dice_stay_on_one_line_and_a_name_from_right_to_left_turns_nothing_round() -> None:
    assert rendering.together("suite 3-2-1") == "suite 3\u2060-\u20602\u2060-\u20601"
    assert rendering.names(["Anaïs", "محمد"], (), "fr") == ["Anaïs", "\u2068محمد\u2069"]


def test_names_are_found_without_accents(browser: TestClient) -> None:
    assert {folded(name) for name in ("Élodie", "ELODIE", "İrem", "ırem")} == {"elodie", "irem"}
    assert "Anaïs" in browser.get("/players?find=ANAIS").text
    assert "Nobody and nothing" in browser.get("/players?find=xyz").text


def test_a_match_that_is_on_its_way_is_told_so(store: Store, lines: Mapping[str, list[FeedLine]]) -> None:
    match = first_match(lines["zinc"])
    code = match_code("zinc", match[0].record.id)
    with TestClient(application(store)) as browser:
        answer = browser.get(f"/match/{code}")
        assert (answer.status_code, "on its way" in answer.text) == (404, True)
        send(store, "zinc", match[:5])
        page = browser.get(f"/match/{code}").text
        assert ("goes on" in page, page.index('class="dice"') < page.index("Throw by throw")) == (True, True)
        send(store, "zinc", match)
        assert 'class="won"' in browser.get(f"/match/{code}").text


def test_what_a_worker_left_that_was_killed_the_next_one_works_out(
    store: Store, lines: Mapping[str, list[FeedLine]]
) -> None:
    AdminStore(store).admit("zinc")
    store.take("zinc", post_of(first_match(lines["zinc"])))
    assert leagues_books(store) == set()
    with TestClient(application(store)):
        until(lambda: len(leagues_books(store)) == 1)


def test_every_answer_keeps_strangers_scripts_and_search_engines_out(season: Store) -> None:
    with served(season) as home, closing(HTTPConnection(home.removeprefix("http://"))) as reader:
        for place in (*PAGES, "/nowhere", "/static/live.js"):
            reader.request("GET", place)
            with reader.getresponse() as answer:
                assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Robots-Tag"] == "noindex"
                answer.read()


def test_the_language_that_somebody_chose_is_kept(browser: TestClient) -> None:
    assert browser.get("/?lang=fr").text == browser.get("/").text != browser.get("/?lang=en").text


def test_two_names_count_as_one_until_they_are_parted_and_guests_not_at_all(browser: TestClient, season: Store) -> None:
    reading = LeagueReader(season)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    alone = {number: len(reading.latest(number, most=99)) for number in (one, other)}
    sign_in(browser)
    do(browser, "join", one, other)
    do(browser, "join", other, one)  # who counts as another is nobody whom that one could count as
    assert (len(reading.latest(other, most=99)), len(reading.latest(one))) == (sum(alone.values()), 0)
    do(browser, "part", one)
    assert len(reading.latest(other, most=99)) == alone[other]
    do(browser, "guest", one)
    assert (reading.latest(one), reading.fares(one)) == ([], [])
    assert "is not ranked" in browser.get(f"/player/{one}").text
    do(browser, "rank", one)
    assert len(reading.latest(one, most=99)) == alone[one]
    before = leagues_standings(season)
    for what in ("guest", "rank"):  # of whoever sits in a match under way, too
        for who in reading.people()[0]:
            do(browser, what, who.number)
    assert leagues_standings(season) == before


def test_with_a_personal_code_a_player_joins_their_own_name_of_another_table(
    browser: TestClient, season: Store
) -> None:
    reading = LeagueReader(season)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    stranger = of(reading, NAMES[2], "comptoir")
    sign_in(browser)
    do(browser, "guest", other)
    do(browser, "code", one)
    code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", browser.get("/admin").text)
    assert code is not None
    assert code[0] not in browser.get("/admin").text, "it is shown once"
    browser.cookies.clear()

    def claim(number: int, typed: str) -> int:
        return browser.post(f"/player/{number}/claim", data={"code": typed}, follow_redirects=False).status_code

    assert "Is this you too?" in browser.get(f"/player/{other}").text
    assert (claim(stranger, code[0]), claim(other, "AAAA-AAAA")) == (403, 403)
    assert claim(other, code[0].lower().replace("-", " ")) == 303
    assert [known.number for known in reading.same(one)] == sorted([one, other])


def test_nobody_is_let_in_without_the_password_and_too_many_tries_are_stopped(browser: TestClient) -> None:
    answers = [browser.post("/admin/sign-in", data={"password": "wrong"}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]
    assert "sign-out" not in browser.get("/admin").text
    assert browser.post("/admin/sign-in", data={"password": "x" * 5000}).status_code == 413


def test_a_session_ends_with_sign_out_and_a_new_password(browser: TestClient, season: Store) -> None:
    for end in ("sign-out", "password"):
        sign_in(browser)
        copied = browser.cookies["admin"]
        if end == "password":
            AdminStore(season).set_password("another long one")
        else:
            do(browser, end, 0)
        browser.cookies.clear()
        browser.cookies.set("admin", copied, domain="league.example")
        assert "sign-out" not in browser.get("/admin").text
        browser.cookies.clear()


def test_a_cookie_goes_by_https_alone_and_a_form_of_another_page_changes_nothing(
    browser: TestClient, season: Store
) -> None:
    from visiting import PASSWORD

    answer = browser.post("/admin/sign-in", data={"password": PASSWORD}, follow_redirects=False)
    assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
    browser.post("/admin/do", data={"what": "forget", "one": "1"})
    browser.post("/admin/do", data={"token": "guessed", "what": "forget", "one": "1"})
    own = {"token": token(browser), "what": "forget", "one": "1"}
    browser.post("/admin/do", data=own, headers={"origin": "https://evil.example"})
    assert LeagueReader(season).person(1)[1].name
    browser.post("/admin/do", data=own, headers={"origin": "https://league.example"})
    assert LeagueReader(season).person(1)[1].name is None


def test_the_admin_strikes_a_match_and_sets_a_clock_right(browser: TestClient, season: Store) -> None:
    reading = LeagueReader(season)
    match = reading.latest()[0]
    sign_in(browser)
    do(browser, "strike", f"https://league.example/match/{match.code}")  # type: ignore[arg-type]
    assert browser.get(f"/match/{match.code}").status_code == 404
    assert match.code not in {one.code for one in reading.latest()}
    data = {"token": token(browser), "what": "clock", "one": "zinc", "since": "2020-01-01", "days": "366"}
    browser.post("/admin/do", data=data)
    assert {season for season, _ in reading.ladders()} == {"2020-1", "2021-1"}


def test_who_is_forgotten_is_named_nowhere_and_not_again_when_their_lines_come(
    browser: TestClient, season: Store, lines: Mapping[str, list[FeedLine]], tmp_path: Path
) -> None:
    name = NAMES[0]
    sign_in(browser)
    for place in ("zinc", "comptoir"):
        do(browser, "forget", of(LeagueReader(season), name, place))
    with season.writing() as ask:  # as if the league had been restored, and lost all of its lines
        ask("UPDATE place SET mark = '', current = NULL, card = NULL")
        for relation in ("play", "result", "seat", "course", "match"):
            ask(f"DELETE FROM {relation}")
    for place in ("zinc", "comptoir"):
        send(season, place, lines[place])
    browser.cookies.clear()
    assert {place for place, text in read_all(browser).items() if name in text} == set()
    season.close()
    assert not any(name.encode() in file.read_bytes() for file in tmp_path.glob("league.sqlite3*"))


def test_a_change_is_rendered_once_for_all_who_watch(
    season: Store, lines: Mapping[str, list[FeedLine]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    card = rendering.card_of
    monkeypatch.setattr(news, "card_of", lambda *told: rendered.append(told[1]) or card(*told))  # type: ignore[func-returns-value]

    async def evening() -> list[Any]:
        events = news.News(season)
        watching = asyncio.create_task(events.watch())
        scope = {"type": "http", "path": "/events", "query_string": b"", "headers": [(b"accept-language", b"fr")]}
        watchers: list[Any] = [(await events.events(Request(scope))).body_iterator for _ in range(50)]
        for one in watchers:  # first up to where the news go, then what is there already, of two tables
            heard = [await anext(one) for _ in range(3)]
        await asyncio.to_thread(send, season, "phare", lines["zinc"][:30])
        heard = [await anext(one) for one in watchers]
        watching.cancel()
        return heard

    heard = asyncio.run(evening())
    assert (len(rendered), len(set(heard)), len(heard)) == (6, 1, 50)
    assert '"table": "phare"' in str(heard[0])


def test_passwords_are_tried_one_after_the_other_and_pages_answer_meanwhile(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, most, tried, go = 0, 0, Semaphore(0), Event()

    def sign_in(_: AdminStore, __: str) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        tried.release()
        go.wait(60)
        at_once -= 1

    monkeypatch.setattr(AdminStore, "sign_in", sign_in)
    monkeypatch.setattr(admin, "TRIES", 100)
    post = partial(browser.post, "/admin/sign-in", data={"password": "x"})
    with ThreadPoolExecutor() as crowd:
        answers = [crowd.submit(post) for _ in range(5)]
        tried.acquire(timeout=60)
        assert browser.get("/standings").status_code == 200
        go.set()
        assert (most, {one.result().status_code for one in answers}) == (1, {403})
