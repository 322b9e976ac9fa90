"""Somebody who reads the league's pages, follows their links, and may be the admin."""

import re
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser

from starlette.testclient import TestClient

from league.server.reading import LeagueReader

PAGES = ("/", "/standings", "/players", "/plays", "/dice", "/admin")
PASSWORD = "a long password"


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


def read_all(browser: TestClient, language: str = "en", places: Iterable[str] = PAGES) -> Mapping[str, str]:
    """Every page that links lead to from some, by its address; each is there and whole."""
    read: dict[str, str] = {}
    waiting = set(places)
    while waiting:
        place = waiting.pop()
        answer = browser.get(place, headers={"accept-language": f"{language}-CH,en;q=0.5"})
        assert (place, answer.status_code) == (place, 200)
        read[place] = answer.text
        if "text/html" in answer.headers["content-type"]:
            links = Links(answer.text)
            assert links.open == []
            assert f'<html lang="{language}">' in answer.text
            waiting |= {one for one in links.found if "lang=" not in one} - set(read)
    return read


def token(browser: TestClient, place: str = "/admin") -> str:
    """What a form of this page has, without which it changes nothing."""
    found = re.search(r'name="token" value="([^"]+)"', browser.get(place).text)
    return "" if found is None else found[1]


def sign_in(browser: TestClient) -> None:
    browser.post("/admin/sign-in", data={"password": PASSWORD})
    assert "sign-out" in browser.get("/admin").text


def do(browser: TestClient, what: str, one: int, other: int | str = "") -> None:
    """Ask for something on the admin's page."""
    data = {"token": token(browser), "what": what, "one": str(one), "other": str(other)}
    browser.post("/admin/do", data=data, follow_redirects=False)


def of(reading: LeagueReader, name: str, place: str) -> int:
    """The number of a name at a table."""
    return int(next(one.number for one in reading.people().rows if (one.name, one.place) == (name, place)))
