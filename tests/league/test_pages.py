"""The league's pages as a browser without JavaScript gets them, in both languages; and what only the admin does."""

from __future__ import annotations

import itertools
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from made_journal import make_journal
from mosquitto import until
from own_books import NAMES, lines_of
from starlette.testclient import TestClient

from kiosk.games.core import Over, Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.log import EntryKind, actions_of
from kiosk.match.match import Match
from kiosk.match.online import Online
from league.pages import admin, finding, limits, players
from league.pages.app import application
from league.server import schema
from league.server.office import Office
from league.server.reading import Reading
from league.server.store import Heard, Store

PAGES = ("/", "/standings", "/players", "/plays", "/dice", "/admin")
PASSWORD = "a long password"
TODAY = "2026-11-27T20:00:00Z"
GAMES = ("cochon", "mexico", "chicago", "poker_d_as")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Heard]:
    folder = tmp_path_factory.mktemp("journals")
    found = []
    for seed, table in enumerate(("zinc", "comptoir")):
        make_journal(folder / table, 9, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
        found += lines_of(table, folder / table)
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, lines: list[Heard]) -> Path:
    """The database of a league, which each test has a copy of."""
    file = tmp_path_factory.mktemp("played") / "league.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.keep(lines)
    store.show({"zinc": {"online": True, "title": "Le <Zinc>"}})
    while store.settle():
        pass
    Office(store).set_password(PASSWORD)
    store.close()
    return file


@pytest.fixture
def store(tmp_path: Path, played: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{shutil.copy(played, tmp_path)}")
    yield store
    store.close()


@pytest.fixture
def browser(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    for module in (admin, players):  # however slow this machine is, no try comes back while a test lasts
        monkeypatch.setattr(module, "TRIES_S", 3600.0)
    monkeypatch.setattr(limits, "PAGES", 10_000)
    with TestClient(application(store), base_url="https://league.example") as browser:
        yield browser


class Links(HTMLParser):
    """Every link of a page, and whether what was opened was closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name == "href" and value and value.startswith("/")}
        if tag not in {"meta", "link", "input", "br", "rect", "circle"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"rect", "circle"}:
            assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_that_is_linked_is_there_and_whole(browser: TestClient, language: str) -> None:
    seen, waiting = set[str](), set(PAGES)
    while waiting and len(seen) < 80:
        place = waiting.pop()
        seen.add(place)
        answer = browser.get(place, headers={"accept-language": f"{language}-CH,en;q=0.5"})
        assert (place, answer.status_code) == (place, 200)
        if "text/html" in answer.headers["content-type"]:
            links = Links(answer.text)
            assert links.open == []
            assert f'<html lang="{language}">' in answer.text
            waiting |= {one for one in links.found if "lang=" not in one} - seen
    assert any(place.startswith("/match/") for place in seen)
    assert any(place.startswith("/player/") for place in seen)


def test_what_people_write_is_no_markup(browser: TestClient) -> None:
    page = browser.get("/").text
    assert "Le &lt;Zinc&gt;" in page
    assert "<Zinc>" not in page


def test_the_language_is_chosen_and_kept(browser: TestClient) -> None:
    assert "Classement" in browser.get("/?lang=fr").text
    assert "Classement" in browser.get("/players").text
    assert "Standings" in browser.get("/players?lang=en").text


def test_a_match_is_told_with_the_odds_of_its_choices(browser: TestClient, store: Store) -> None:
    [season, *_] = [one for one in Reading(store).seasons() if one[1] == "mexico"]
    code = next(one.code for one in Reading(store).ended() if one.game == season[1])
    until(lambda: "being worked out" not in browser.get(f"/match/{code}").text)
    page = browser.get(f"/match/{code}").text
    assert "throws" in page
    assert re.search(r'class="chance"><span>[^<]*%', page)


def test_two_players_are_compared(browser: TestClient, store: Store) -> None:
    match = Reading(store).ended()[0]
    one, other = match.places[0][0], match.places[-1][0]
    picked = browser.get(f"/versus/{one}?with={other}")
    assert picked.url.path == f"/versus/{one}/{other}"
    assert match.code in picked.text
    assert browser.get(f"/versus/{one}/{one}").status_code == 404


@pytest.mark.parametrize("place", ["/nowhere", "/match/0123456789xy", "/player/99999", "/versus/1/99999", "/match/'"])
def test_what_is_not_there_is_said(browser: TestClient, place: str) -> None:
    answer = browser.get(place)
    assert (answer.status_code, "no such page" in answer.text) == (404, True)


def test_what_goes_wrong_has_a_page_of_its_own_in_the_readers_language(store: Store) -> None:
    with TestClient(application(store), headers={"accept-language": "fr"}, raise_server_exceptions=False) as browser:
        assert browser.post("/players").status_code == 405
        assert "ne se demande pas ainsi" in browser.post("/players").text
        with store.engine.begin() as connection:
            schema.result.drop(connection)
        broken = browser.get("/standings")
        assert (broken.status_code, "ne marche pas" in broken.text) == (500, True)
        assert "script-src 'self'" in broken.headers["content-security-policy"]


def test_of_a_long_list_the_beginning_is_shown_and_the_rest_is_found(
    browser: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MOST", 3)
    monkeypatch.setattr(admin, "PEOPLE", 3)
    assert "The first 3 of 14." in browser.get("/players").text
    last = [*Reading(store).people().values()][-1]
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
    for number in Reading(store).people():
        Office(store).mark_guest(number, guest=True)
    while store.settle():
        pass
    with TestClient(application(store)) as browser:
        for place in ("/players", "/plays", "/standings"):
            page = browser.get(place).text
            assert "Nobody who is ranked" in page
            assert "guest names is not ranked" in page
    store.close()


def test_a_match_that_is_still_on_its_way_is_told_so_and_then_there(
    browser: TestClient, store: Store, lines: list[Heard]
) -> None:
    heard = next(one for one in lines if one.table == "comptoir" and one.line.match.number == 9)
    late = replace(heard, table="phare")
    code = Online("https://league.example", "phare").page_of(late.line.match.record()).rpartition("/")[2]
    answer = browser.get(f"/match/{code}")
    assert (answer.status_code, "on its way" in answer.text) == (404, True)
    store.keep([late])
    assert browser.get(f"/match/{code}").status_code == 200


def test_an_empty_league_has_all_its_pages(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    with TestClient(application(store)) as browser:
        assert [browser.get(place).status_code for place in PAGES] == [200] * len(PAGES)
    store.close()


def test_every_answer_keeps_strangers_scripts_out(browser: TestClient) -> None:
    for place in (*PAGES, "/nowhere", "/static/live.js"):
        assert "script-src 'self'" in browser.get(place).headers["content-security-policy"]


# --- the admin -------------------------------------------------------------------------------------------------------


def token(browser: TestClient) -> str:
    found = re.search(r'name="token" value="([^"]+)"', browser.get("/admin").text)
    assert found is not None
    return found[1]


def sign_in(browser: TestClient) -> None:
    browser.post("/admin/sign-in", data={"token": token(browser), "password": PASSWORD})
    assert "sign-out" in browser.get("/admin").text


def do(browser: TestClient, what: str, one: int, other: int | str = "") -> None:
    browser.post("/admin/do", data={"token": token(browser), "what": what, "one": str(one), "other": str(other)})


def test_nobody_is_let_in_without_the_password_and_too_many_tries_are_stopped(browser: TestClient) -> None:
    answers = [
        browser.post("/admin/sign-in", data={"token": token(browser), "password": "wrong"}).status_code
        for _ in range(6)
    ]
    assert answers == [403] * 5 + [429]
    assert "sign-out" not in browser.get("/admin").text


def test_a_form_of_another_page_changes_nothing(browser: TestClient, store: Store) -> None:
    sign_in(browser)
    browser.post("/admin/do", data={"what": "forget", "one": "1"})
    browser.post("/admin/do", data={"token": "guessed", "what": "forget", "one": "1"})
    assert Reading(store).people()[1].name


def test_a_forgotten_player_is_named_nowhere(browser: TestClient, store: Store, lines: list[Heard]) -> None:
    who = next(one for one in Reading(store).people().values() if one.name == NAMES[0] and one.place == "zinc")
    twin = next(one for one in Reading(store).people().values() if one.name == NAMES[0] and one.place != "zinc")
    sign_in(browser)
    do(browser, "join", twin.number, who.number)
    do(browser, "forget", who.number)
    store.keep(lines)  # what comes again brings no name back
    while store.settle():
        pass
    codes = [one.code for one in Reading(store).ended()]
    for place in [*PAGES, f"/player/{who.number}", *(f"/match/{code}" for code in codes)]:
        assert NAMES[0] not in browser.get(place).text


def test_two_names_that_are_joined_count_as_one_until_they_are_parted(browser: TestClient, store: Store) -> None:
    reading = Reading(store)
    one, other = (
        next(who.number for who in reading.people().values() if (who.name, who.place) == (NAMES[1], place))
        for place in ("zinc", "comptoir")
    )
    alone = {number: len(reading.matches_of(number)) for number in (one, other)}
    sign_in(browser)
    do(browser, "join", one, other)
    assert len(reading.matches_of(other)) == sum(alone.values())
    assert not any(row.player == one for season in reading.seasons() for row in reading.table(*season))
    do(browser, "part", one)
    assert len(reading.matches_of(other)) == alone[other]
    assert any(row.player == one for season in reading.seasons() for row in reading.table(*season))


def test_a_guest_is_not_ranked(browser: TestClient, store: Store) -> None:
    reading = Reading(store)
    number = reading.ended()[0].places[0][0]
    assert number in ranked(reading)
    sign_in(browser)
    do(browser, "guest", number)
    assert number not in ranked(reading)


def ranked(reading: Reading) -> set[int]:
    """Everybody whom a page ranks."""
    tables = {row.player for season in reading.seasons() for row in reading.table(*season)}
    assert tables >= {player for player, _, _ in reading.played()}
    return tables | {player for player, _, _ in reading.played()} | {player for _, _, player in reading.plays()}


def test_what_all_results_come_to_is_worked_out_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = Reading(store)
    before = reading.played(), reading.plays(), reading.dice()
    monkeypatch.setattr(reading, "ended", None)
    assert (reading.played(), reading.plays(), reading.dice()) == before


def test_a_match_that_its_throws_do_not_make_is_shown_to_the_admin_alone(
    browser: TestClient, store: Store, lines: list[Heard]
) -> None:
    first = [one for one in lines if one.line.match == lines[0].line.match]
    match = first[0].line.match.model_copy(update={"number": 99, "started": TODAY})
    forged, before = [], ""
    for heard in first:
        body = heard.line.body
        if "standing" in body:
            body = {"standing": body["standing"][::-1]}
        line = heard.line.model_copy(update={"match": match, "before": before, "at": TODAY, "body": body})
        before = line.key("phare")
        forged.append(Heard("phare", line))
    store.keep(forged)
    while store.settle():
        pass
    code = match.code("phare")
    sign_in(browser)
    pages = {place: browser.get(place) for place in (*PAGES, f"/match/{code}")}
    assert [place for place, page in pages.items() if code in page.text and page.status_code == 200] == ["/admin"]
    assert "otherwise than its own throws say" in pages["/admin"].text


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


def test_the_admin_sees_what_was_set_aside(browser: TestClient, store: Store) -> None:
    store.set_aside("zinc", "It is no line.", b"<forged>\0\xff")
    assert "It is no line." not in browser.get("/admin").text
    sign_in(browser)
    assert "It is no line." in browser.get("/admin").text
    assert "&lt;forged&gt;" in browser.get("/admin").text


# --- two names, one player -------------------------------------------------------------------------------------------


def of(reading: Reading, name: str, place: str) -> int:
    return next(one.number for one in reading.people().values() if (one.name, one.place) == (name, place))


def code_for(browser: TestClient, number: int) -> str:
    """What the admin is shown, once, and hands over."""
    sign_in(browser)
    browser.post(
        "/admin/do", data={"token": token(browser), "what": "code", "one": str(number)}, follow_redirects=False
    )
    found = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", browser.get("/admin").text)
    assert found is not None
    assert found[0] not in browser.get("/admin").text, "it is shown once"
    return found[0]


def claim(browser: TestClient, number: int, code: str) -> int:
    found = re.search(r'name="token" value="([^"]+)"', browser.get(f"/player/{number}").text)
    data = {"token": "" if found is None else found[1], "code": code}
    return browser.post(f"/player/{number}/claim", data=data, follow_redirects=False).status_code


def test_with_a_personal_code_a_player_joins_their_own_name_of_another_table(browser: TestClient, store: Store) -> None:
    reading = Reading(store)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    stranger = of(reading, NAMES[2], "comptoir")
    code = code_for(browser, one)
    browser.cookies.clear()
    assert "Is this you too?" in browser.get(f"/player/{other}").text
    assert claim(browser, stranger, code) == 403, "another name is nobody's by this code"
    assert claim(browser, other, "AAAA-AAAA") == 403
    assert reading.people()[other].same_as is None
    assert claim(browser, other, code.lower().replace("-", " ")) == 303
    assert reading.people()[other].same_as == one
    assert browser.get(f"/player/{other}").url.path == f"/player/{one}"
    assert "comptoir" in browser.get(f"/player/{one}").text


def test_a_personal_code_is_not_guessed_nor_used_from_another_page(browser: TestClient, store: Store) -> None:
    reading = Reading(store)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    code = Office(store).give_code(one)
    browser.post(f"/player/{other}/claim", data={"token": "guessed", "code": code})
    assert reading.people()[other].same_as is None
    assert [claim(browser, other, "wrong") for _ in range(6)] == [403] * 5 + [429]
    assert claim(browser, other, code) == 429


def test_a_new_personal_code_takes_the_place_of_the_old_one_and_goes_with_the_name(store: Store) -> None:
    reading, office = Reading(store), Office(store)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    old = office.give_code(one)
    new = office.give_code(one)
    assert office.join_by_code(other, old) is None
    office.forget(one)
    assert office.join_by_code(other, new) is None
