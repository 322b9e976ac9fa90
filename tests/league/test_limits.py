"""Nobody alone takes the pages from all others."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest
from loopback import PATIENCE_S, until
from served import served
from starlette.responses import Response
from starlette.testclient import TestClient

from league.pages import limits
from league.pages.app import application
from league.pages.limits import Allowance, Limits
from league.server.store import Store


def test_what_was_taken_comes_back_with_time_and_each_address_has_its_own() -> None:
    now = 0.0
    allowance = Allowance(3, 0.5, lambda: now)
    assert [allowance.takes("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.takes("b")
    now = 1.9
    assert not allowance.takes("a")
    now = 2.0
    assert [allowance.takes("a") for _ in range(2)] == [True, False]


def test_addresses_are_forgotten_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    allowance = Allowance(1, 0.0, lambda: 0.0)
    assert [allowance.takes(address) for address in "abca"] == [True] * 4
    assert not allowance.takes("c")


def test_too_many_pages_from_one_address_are_refused_and_others_are_served(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PAGES", 20)
    monkeypatch.setattr(limits, "PAGES_A_SECOND", 0.0)
    app = application(store)
    with TestClient(app, client=("192.0.2.1", 1)) as greedy:
        assert [greedy.get("/nowhere").status_code for _ in range(21)] == [404] * 20 + [429]
        refused = greedy.get("/", headers={"accept-language": "fr"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        assert "Trop de demandes" in refused.text
        assert TestClient(app, client=("192.0.2.2", 1)).get("/").status_code == 200
        assert greedy.get("/static/league.css").status_code == 200


@pytest.mark.parametrize("most", ["STREAMS", "ALL_STREAMS"])
def test_when_nobody_more_may_watch_pages_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch, most: str) -> None:
    monkeypatch.setattr(limits, most, 0)
    browser = TestClient(Limits(Response()))
    assert (browser.get("/events").status_code, browser.get("/").status_code) == (429, 200)


def test_one_more_may_watch_from_an_address_when_another_goes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS", 1)

    @contextmanager
    def watch(address: str) -> Iterator[int]:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as watching:
            watching.request("GET", "/events", headers={"X-Forwarded-For": address})
            yield watching.getresponse().status

    def may_watch() -> bool:
        with watch("192.0.2.1") as status:
            return status == 200

    with served(store) as home:
        port = int(home.rpartition(":")[2])
        with watch("192.0.2.1") as first, watch("192.0.2.2") as other:
            assert (first, other, may_watch()) == (200, 200, False)
        until(may_watch)
