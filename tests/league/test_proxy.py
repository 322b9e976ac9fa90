"""nginx and Caddy in front of a league, by the files that come with it: TLS, live pages, who asks."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import until
from made_journal import make_journal
from own_books import NAMES, is_right
from proxies import CADDY, NGINX, Proxy
from served import served
from starlette.requests import Request
from visiting import PASSWORD

from league.pages import limits
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.uplink.feed import Feed
from league.uplink.link import Link
from league.uplink.uplink import Uplink


@pytest.fixture(params=["nginx", "caddy"])
def proxied(
    request: pytest.FixtureRequest, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A league behind one of them; its address, whose certificate this process trusts."""
    if (NGINX if request.param == "nginx" else CADDY) is None:
        pytest.skip(f"{request.param} is not installed here (Debian: apt install {request.param})")
    with served(store) as address:
        proxy = Proxy(request.param, tmp_path / "proxy", int(address.rpartition(":")[2]))
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.trust))
        yield proxy.address
        proxy.stop()


def test_tables_post_pages_are_live_and_who_asks_is_known_behind_it(
    proxied: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = tmp_path / "matches.sqlite3"
    make_journal(journal, 3, kinds=("cochon", "mexico"), templates=1, names_from=NAMES)
    uplink = Uplink(Feed(journal, "zinc"), Link(proxied, "zinc", AdminStore(store).admit("zinc")), "Le Zinc")
    with urllib.request.urlopen(f"{proxied}/events", timeout=30) as events:
        assert b"retry" in events.readline()  # at once: nothing holds the news back
        while not uplink.caught_up:
            uplink.step(0.0)
        until(lambda: b"data: {" in events.readline())
    assert is_right(store, {"zinc": [journal]})

    class Stays(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    AdminStore(store).set_password(PASSWORD)
    form = urllib.request.Request(f"{proxied}/admin/sign-in", f"password={PASSWORD}".replace(" ", "+").encode())
    form.add_header("Origin", proxied)
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.build_opener(Stays).open(form)
    assert (answer.value.code, "Secure" in answer.value.headers["Set-Cookie"]) == (303, True)
    answer.value.close()

    asked: list[str] = []

    def address_of(request: Request) -> str:
        asked.append(request.client.host if request.client else "")
        return ""

    monkeypatch.setattr(limits, "address_of", address_of)
    urllib.request.urlopen(urllib.request.Request(proxied, headers={"X-Forwarded-For": "192.0.2.1"})).close()
    assert asked[-1] in {"127.0.0.1", "::1"}, "nobody says of themselves who they are"

    monkeypatch.delenv("SSL_CERT_FILE")
    stranger = Uplink(Feed(journal, "zinc"), Link(proxied, "zinc", "x"), "")
    stranger.step(0.0)
    assert "a certificate that is not to be trusted" in caplog.text
    uplink.stop()
    stranger.stop()
