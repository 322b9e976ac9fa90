"""The league's pages in a real browser: narrow phones, keyboard, no JavaScript, live news, WCAG AA by axe-core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import CHROMIUM, served
from mosquitto import PATIENCE_S, free_port
from own_books import NAMES
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from visiting import PASSWORD

from league import reasons
from league.pages import limits
from league.server import schema
from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Heard, Store

PHONE: ViewportSize = {"width": 320, "height": 640}
HELD_BACK = 3
"""Lines of the match under way that come later."""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, lines: list[Heard]) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('league') / 'league.sqlite3'}")
    store.keep(lines[:-HELD_BACK])
    store.show({"zinc": {"online": True, "title": "Au Grand Comptoir de l’Impératrice"}})
    while store.settle():
        pass
    store.set_aside("zinc", reasons.wrong_part("match.players"), b"x" * 300)
    Office(store).set_password(PASSWORD)
    yield store
    store.close()


@pytest.fixture(scope="module")
def home(store: Store) -> Iterator[str]:
    with served(store) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed here (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@contextmanager
def reader(browser: Browser, home: str, language: str = "fr", *, scripts: bool = True) -> Iterator[Page]:
    """Somebody with a phone, who has as much patience as these tests have."""
    with browser.new_context(base_url=home, viewport=PHONE, locale=language, java_script_enabled=scripts) as context:
        context.set_default_timeout(1000 * PATIENCE_S)
        yield context.new_page()


@pytest.fixture
def phone(browser: Browser, home: str) -> Iterator[Page]:
    with reader(browser, home) as page:
        yield page


@pytest.fixture(scope="module")
def places(store: Store) -> Mapping[str, str]:
    """One page of each kind."""
    reading = LeagueReader(store)
    match = reading.ended()[0]
    one, other = match.places[0][0], match.places[-1][0]
    under_way = next(row["current"] for row in reading.live() if row["name"] == "comptoir")
    twin = next(one.number for one in reading.people().values() if one.name == NAMES[0])
    return {
        "live": "/",
        "standings": "/standings",
        "players": "/players",
        "plays": "/plays",
        "dice": "/dice",
        "player": f"/player/{twin}",
        "versus": f"/versus/{one}/{other}",
        "match": f"/match/{match.code}",
        "under way": f"/match/{under_way}",
        "on its way": "/match/0123456789ab",
        "missing": "/nowhere",
        "sign in": "/admin",
    }


def sign_in(page: Page) -> None:
    page.goto("/admin")
    page.fill("input[type=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector(".people")


def read(page: Page, place: str) -> None:
    """Go to a page, and wait for its odds."""
    page.goto(place)
    while page.get_by_text("Les chances de ce jeu se calculent").count():
        page.reload()


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def faults(page: Page) -> list[str]:
    """What axe-core has against a page: the rule, and the first part that breaks it."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']} {one['nodes'][0]['failureSummary']}" for one in found]


def by_keyboard(page: Page) -> list[str]:
    """What is not reached by the key Tab, in the order of the page, or is not marked then."""
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
    shown = page.locator(FOCUSABLE).filter(visible=True)
    shown.evaluate_all("all => all.forEach((one, place) => one.dataset.place = place)")
    found = []
    for place in range(shown.count()):
        page.keyboard.press("Tab")
        at, outline = page.evaluate(
            "[document.activeElement.dataset.place, getComputedStyle(document.activeElement).outlineStyle]"
        )
        if at != str(place) or outline == "none":
            found.append(f"{place}: {page.evaluate('document.activeElement.outerHTML')}")
    return found


def complaints(page: Page) -> list[str]:
    """What keeps some people from reading a page, as it is shown now."""
    wide = [f"it is {width(page)} pixels wide"] if width(page) > PHONE["width"] else []
    return [*wide, *faults(page), *by_keyboard(page)]


def test_every_page_fits_the_narrowest_phone_the_keyboard_and_axe_core(phone: Page, places: Mapping[str, str]) -> None:
    found = {}
    for name, place in places.items():
        phone.goto(place)
        found[name] = complaints(phone)
    phone.goto("/admin")
    phone.fill("input[type=password]", "wrong")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("[role=alert]")
    found["refused"] = complaints(phone)
    sign_in(phone)
    found["admin"] = complaints(phone)
    phone.reload()
    phone.locator("details").first.evaluate("one => one.open = true")
    found["forgetting"] = complaints(phone)
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_goes_wrong_is_as_easy_to_read(
    browser: Browser, season: Store, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    found = {}
    with season.engine.begin() as connection:
        schema.result.drop(connection)
    for status, place in ((500, "/standings"), (429, "/")):
        with served(season) as home, reader(browser, home, language) as page:
            answer = page.goto(place)
            assert answer is not None
            assert (answer.status, page.locator("html").get_attribute("lang")) == (status, language)
            found[status] = complaints(page)
        monkeypatch.setattr(limits, "PAGES", 0)
    assert found == {500: [], 429: []}


def test_nothing_is_scrolled_sideways_in_english(phone: Page, places: Mapping[str, str]) -> None:
    phone.goto("/?lang=en")
    wide = {}
    for name, place in places.items():
        phone.goto(place)
        assert phone.evaluate("document.documentElement.lang") == "en"
        wide[name] = width(phone)
    sign_in(phone)
    wide["admin"] = width(phone)
    assert {name: pixels for name, pixels in wide.items() if pixels > 320} == {}


def test_axe_core_would_see_grey_on_grey_and_a_field_without_a_name(phone: Page) -> None:
    phone.set_content("<html lang=fr><title>T</title><main style='color:#777;background:#666'>Dés<input></main></html>")
    assert {said.partition(":")[0] for said in faults(phone)} == {"color-contrast", "label"}


def test_the_keyboard_skips_to_the_content(phone: Page) -> None:
    phone.goto("/")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    assert phone.evaluate("document.activeElement.id") == "content"


def test_the_admin_forgets_somebody_by_keyboard_and_without_javascript(browser: Browser, season: Store) -> None:
    with served(season) as home, reader(browser, home, scripts=False) as page:
        sign_in(page)
        first = page.locator(".people b").first
        name, count = first.text_content(), page.locator(".people > li").count()
        page.locator("summary").first.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator(".people > li").nth(count - 1).wait_for(state="detached")
        assert (first.text_content(), page.locator(".people > li").count()) != (name, count)


def test_without_javascript_every_page_says_the_same(
    browser: Browser, phone: Page, home: str, places: Mapping[str, str]
) -> None:
    with reader(browser, home, scripts=False) as plain:
        for place in places.values():
            read(phone, place)
            read(plain, place)
            assert plain.locator("h1").is_visible()
            assert plain.locator("main").inner_text() == phone.locator("main").inner_text()


def test_what_a_table_throws_comes_without_a_reload(phone: Page, store: Store, lines: list[Heard]) -> None:
    phone.goto("/")
    phone.evaluate("window.stays = true")
    link = phone.locator("#tables a").last
    link.focus()
    there = link.get_attribute("href")
    before = phone.locator("#tables").inner_html()
    phone.wait_for_timeout(600)
    assert phone.locator("#tables").inner_html() == before
    store.keep(lines[-HELD_BACK:])
    changes(phone, before)
    assert phone.evaluate("document.activeElement.getAttribute('href')") == there


def changes(page: Page, before: str) -> None:
    """Wait until the tables are shown otherwise, on the page that was opened."""
    page.wait_for_function("before => document.getElementById('tables').innerHTML !== before", arg=before)
    assert page.evaluate("window.stays")


def test_an_open_page_comes_back_after_the_league_was_gone(browser: Browser, season: Store, lines: list[Heard]) -> None:
    port = free_port()
    with reader(browser, f"http://127.0.0.1:{port}") as page:
        with served(season, port) as home, page.expect_response(f"{home}/events"):
            page.goto("/")
        page.evaluate("window.stays = true")
        before = page.locator("#tables").inner_html()
        season.keep([replace(one, table="phare") for one in lines if one.table == "zinc"])
        with served(season, port):
            changes(page, before)
        assert "phare" in page.locator("#tables").inner_text()


def test_an_open_page_that_was_refused_tries_again(
    browser: Browser, season: Store, lines: list[Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STREAMS", 0)
    with served(season) as home, reader(browser, home) as page:
        page.clock.install()
        with page.expect_response(f"{home}/events") as refused:
            page.goto("/")
        assert refused.value.status == 429
        page.evaluate("window.stays = true")
        before = page.locator("#tables").inner_html()
        monkeypatch.undo()
        season.keep([replace(one, table="phare") for one in lines if one.table == "zinc"])
        with page.expect_response(f"{home}/events"):
            page.clock.run_for(20_000)
        changes(page, before)


def test_a_match_on_its_way_is_shown_as_soon_as_it_is_there(phone: Page, store: Store, lines: list[Heard]) -> None:
    late = Heard("phare", lines[0].line)
    phone.goto(f"/match/{late.line.match.code('phare')}")
    assert phone.locator("h1").text_content() == "Cette partie est en route"
    store.keep([late])
    phone.wait_for_selector(".told", state="attached")
