"""What only the admin sees and does: behind a password, with a token in every form; what was not taken, and why."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient
from visiting import PAGES, PASSWORD, do, sign_in, token

from kiosk.locale import translate
from league import reasons
from league.lines import LARGEST_BYTES
from league.pages.rendering import together
from league.server import schema
from league.server import store as store_module
from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Heard, Store

TODAY = "2026-11-27T20:00:00Z"


def test_nobody_is_let_in_without_the_password_and_too_many_tries_are_stopped(browser: TestClient) -> None:
    answers = [
        browser.post("/admin/sign-in", data={"token": token(browser), "password": "wrong"}).status_code
        for _ in range(6)
    ]
    assert answers == [403] * 5 + [429]
    assert "sign-out" not in browser.get("/admin").text


def test_nobody_is_let_in_while_no_password_is_set(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    assert not Office(store).lets_in("")
    assert not Office(store).lets_in(PASSWORD)
    store.close()


def test_a_form_changes_nothing_before_somebody_has_signed_in(browser: TestClient, season: Store) -> None:
    before = token(browser)
    do(browser, "forget", 1)
    assert LeagueReader(season).people()[1].name
    sign_in(browser)
    assert token(browser) != before, "what a stranger may have seen is worth nothing"


def test_a_form_of_another_page_changes_nothing(browser: TestClient, season: Store) -> None:
    sign_in(browser)
    browser.post("/admin/do", data={"what": "forget", "one": "1"})
    browser.post("/admin/do", data={"token": "guessed", "what": "forget", "one": "1"})
    assert LeagueReader(season).people()[1].name


def test_a_match_that_its_throws_do_not_make_is_shown_to_the_admin_alone(
    browser: TestClient, season: Store, lines: list[Heard]
) -> None:
    first = [one for one in lines if one.line.match == lines[0].line.match]
    match = first[0].line.match.model_copy(update={"id": "late", "number": 99, "started": TODAY})
    forged, before = [], ""
    for heard in first:
        body = heard.line.body
        if "standing" in body:
            body = {"standing": body["standing"][::-1]}
        line = heard.line.model_copy(update={"match": match, "before": before, "at": TODAY, "body": body})
        before = line.key("phare")
        forged.append(Heard("phare", line))
    season.keep(forged)
    while season.settle():
        pass
    code = match.code("phare")
    sign_in(browser)
    pages = {place: browser.get(place) for place in (*PAGES, f"/match/{code}")}
    assert [place for place, page in pages.items() if code in page.text and page.status_code == 200] == ["/admin"]
    assert "otherwise than its own throws say" in pages["/admin"].text


def test_the_admin_alone_sees_what_was_set_aside(browser: TestClient, season: Store) -> None:
    season.set_aside("zinc", reasons.NO_LINE, b"<forged>\0\xff")
    assert "It is no line of a journal." not in browser.get("/admin").text
    sign_in(browser)
    assert "It is no line of a journal." in browser.get("/admin").text
    assert "&lt;forged&gt;" in browser.get("/admin").text


def test_of_what_was_set_aside_the_beginning_is_shown_wherever_its_words_end(
    browser: TestClient, season: Store
) -> None:
    season.set_aside("zinc", reasons.NO_LINE, b"two " + b"x" * 500)
    sign_in(browser)
    [shown] = re.findall(r"<code>two (x+)\.\.\.</code>", browser.get("/admin").text)
    assert 100 < len(shown) < 200


def test_two_are_joined_where_two_were_found(browser: TestClient, season: Store) -> None:
    sign_in(browser)
    name = LeagueReader(season).people()[1].name
    offered = {find: 'value="join"' in browser.get("/admin", params={"find": find}).text for find in (name, "xyz", "")}
    assert offered == {name: True, "xyz": False, "": True}


def test_the_admin_reads_why_in_either_language(browser: TestClient, season: Store) -> None:
    why = [
        reasons.NO_SIGN,
        reasons.NO_NUMBER,
        reasons.NO_LINE,
        reasons.too_long(40_000, LARGEST_BYTES),
        reasons.wrong_part("match.players"),
        reasons.not_stored("out of range"),
        reasons.not_allowed("belote", "LookupError"),
        reasons.OTHERWISE,
    ]
    for reason in why:
        season.set_aside("zinc", reason, b"{}")
    sign_in(browser)
    for language, other in (("en", "fr"), ("fr", "en")):
        page = unescape(browser.get("/admin", params={"lang": language}).text)
        assert [reason for reason in why if together(translate(reason, language)) not in page] == []
        assert [reason for reason in why if together(translate(reason, other)) in page] == []


def test_of_one_table_so_much_is_set_aside_and_no_more(season: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_ASIDE", 3)
    for table in ("zinc", "comptoir"):
        for _ in range(5):
            season.set_aside(table, reasons.NO_LINE, b"")
    assert Counter(one["place"] for one in Office(season).aside()) == {"zinc": 3, "comptoir": 3}


def test_a_sentence_that_an_older_version_kept_is_shown_as_it_is(browser: TestClient, season: Store) -> None:
    row = {"place": "zinc", "heard": TODAY, "reason": "It was no line then.", "payload": ""}
    with season.engine.begin() as connection:
        connection.execute(insert(schema.aside), row)
    sign_in(browser)
    assert "It was no line then." in browser.get("/admin").text
