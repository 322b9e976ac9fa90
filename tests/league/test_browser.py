"""The league's pages in a real browser: narrow phones, keyboard, no JavaScript, live news, WCAG AA by axe-core."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from loopback import PATIENCE_S
from own_books import NAMES, send
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from served import CHROMIUM, Worker, served
from visiting import PASSWORD, of

from kiosk.match.online import match_code
from league.pages import limits
from league.server.reading import LeagueReader
from league.server.store import Store
from league.wire import FeedLine

PHONE: ViewportSize = {"width": 320, "height": 640}
HELD_BACK = 3
"""Lines of the match under way that come later."""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary"

Lines = Mapping[str, list[FeedLine]]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed here (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@contextmanager
def reader(chromium: Browser, home: str, language: str = "fr", *, scripts: bool = True) -> Iterator[Page]:
    """Somebody with a phone, who has as much patience as these tests have."""
    with chromium.new_context(base_url=home, viewport=PHONE, locale=language, java_script_enabled=scripts) as context:
        context.set_default_timeout(1000 * PATIENCE_S)
        yield context.new_page()


@pytest.fixture
def home(season: Store, lines: Lines) -> Iterator[str]:
    """A league of two tables and of a third one, whose match goes on; its address."""
    send(season, "phare", lines["zinc"][:-HELD_BACK], title="Au Grand Comptoir de l’Impératrice")
    with served(season) as address:
        yield address


@pytest.fixture
def phone(chromium: Browser, home: str) -> Iterator[Page]:
    with reader(chromium, home) as page:
        yield page


@pytest.fixture
def places(season: Store, home: str) -> list[str]:
    """One page of each kind."""
    assert home
    reading = LeagueReader(season)
    one, other = of(reading, NAMES[0], "phare"), of(reading, NAMES[1], "phare")
    under_way = next(row.code for row in reading.live() if row.name == "phare")
    matches = [f"/match/{code}" for code in (reading.latest()[0].code, under_way, "0123456789ab")]
    players = [f"/player/{one}", f"/versus/{one}?with={other}"]
    return ["/", "/standings", "/players", "/plays", "/dice", *players, *matches, "/nowhere", "/admin"]


def sign_in(page: Page) -> None:
    page.goto("/admin")
    page.fill("input[type=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector(".people")


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def by_keyboard(page: Page) -> list[str]:
    """What is not reached by the key Tab, in the order of the page, or is not marked then."""
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
    shown = page.locator(FOCUSABLE).filter(visible=True)
    shown.evaluate_all("all => all.forEach((one, place) => one.dataset.place = place)")
    found: list[str] = []
    for place in range(shown.count()):
        at = before = str(place - 1)
        while at == before:  # a day has three parts
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
    found = Axe().run(page, options=RULES).response["violations"]
    faults = [f"{one['id']}: {one['nodes'][0]['html']} {one['nodes'][0]['failureSummary']}" for one in found]
    return [*wide, *faults, *by_keyboard(page)]


def test_every_page_fits_the_narrowest_phone_the_keyboard_and_axe_core(phone: Page, places: list[str]) -> None:
    found = {}
    for place in places:
        phone.goto(place)
        found[place] = complaints(phone)
    phone.goto("/admin")
    phone.fill("input[type=password]", "wrong")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("[role=alert]")
    found["refused"] = complaints(phone)
    sign_in(phone)
    phone.locator("details").first.evaluate("one => one.open = true")
    found["admin"] = complaints(phone)
    for place in ("/?lang=en", *places):
        phone.goto(place)
        found[f"{place} in English"] = [f"{width(phone)} pixels"] if width(phone) > PHONE["width"] else []
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(("status", "language"), [(500, "en"), (429, "fr")])
def test_what_goes_wrong_is_as_easy_to_read(
    chromium: Browser, season: Store, monkeypatch: pytest.MonkeyPatch, status: int, language: str
) -> None:
    if status == 429:
        monkeypatch.setattr(limits, "PAGES", 0)
    else:
        with season.writing() as ask:
            ask("DROP TABLE ladder")
    with served(season) as home, reader(chromium, home, language) as page:
        answer = page.goto("/standings")
        assert answer is not None
        assert (answer.status, page.locator("html").get_attribute("lang")) == (status, language)
        assert complaints(page) == []


def test_axe_core_would_see_grey_on_grey_and_a_field_without_a_name(phone: Page) -> None:
    phone.set_content("<html lang=fr><title>T</title><main style='color:#777;background:#666'>Dés<input></main></html>")
    assert {said.partition(":")[0] for said in complaints(phone)} >= {"color-contrast", "label"}


def test_the_admin_forgets_somebody_by_keyboard_and_without_javascript(chromium: Browser, home: str) -> None:
    with reader(chromium, home, scripts=False) as page:
        sign_in(page)
        first = page.locator(".people b").first
        name, count = first.text_content(), page.locator(".people > li").count()
        page.locator("summary").first.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator(".people > li").nth(count - 1).wait_for(state="detached")
        assert (first.text_content(), page.locator(".people > li").count()) != (name, count)


def test_without_javascript_every_page_says_the_same(
    chromium: Browser, phone: Page, home: str, places: list[str]
) -> None:
    with reader(chromium, home, scripts=False) as plain:
        for place in places:
            said = set()
            for page in (phone, plain):
                page.goto(place)
                while page.get_by_text("Les chances de ce jeu se calculent").count():
                    page.reload()
                said.add(page.locator("main").inner_text())
            assert len(said) == 1, place


def test_tables_and_a_match_under_way_move_on_their_pages(
    chromium: Browser, phone: Page, home: str, season: Store, lines: Lines
) -> None:
    code = match_code("phare", lines["zinc"][-1].record.id)
    with reader(chromium, home) as other:
        other.goto(f"/match/{code}")
        phone.goto("/")
        told = other.locator("#content").inner_html()
        for page in (phone, other):
            page.evaluate("window.stays = true")
        link = phone.locator("#table-phare a").last
        link.focus()
        there = link.get_attribute("href")
        before = phone.locator("#tables").inner_html()
        phone.wait_for_timeout(600)
        assert phone.locator("#tables").inner_html() == before
        send(season, "phare", lines["zinc"])
        changes(phone, before)
        assert phone.evaluate("document.activeElement.getAttribute('href')") == there
        other.wait_for_function("told => document.getElementById('content').innerHTML !== told", arg=told)
        assert other.evaluate("window.stays")


def changes(page: Page, before: str) -> None:
    """Wait until the tables are shown otherwise, on the page that was opened."""
    page.wait_for_function("before => document.getElementById('tables').innerHTML !== before", arg=before)
    assert page.evaluate("window.stays")


def test_an_open_page_says_that_the_league_is_gone_and_comes_back_with_it(
    chromium: Browser, season: Store, lines: Lines, request: pytest.FixtureRequest
) -> None:
    worker = Worker(season.engine.url.render_as_string())
    request.addfinalizer(worker.stop)
    with reader(chromium, worker.address) as page:
        with page.expect_response("**/events"):
            page.goto("/")
        page.evaluate("window.stays = true")
        worker.kill()
        page.wait_for_selector("#away", state="visible")
        before = page.locator("#tables").inner_html()
        send(season, "phare", lines["zinc"], title="phare")
        worker.start()
        changes(page, before)
        page.wait_for_selector("#away", state="hidden")
        assert "phare" in page.locator("#tables").inner_text()


def test_an_open_page_that_was_refused_tries_again(
    chromium: Browser, season: Store, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STREAMS", 0)
    with served(season) as home, reader(chromium, home) as page:
        page.clock.install()
        with page.expect_response(f"{home}/events") as refused:
            page.goto("/")
        assert refused.value.status == 429
        page.evaluate("window.stays = true")
        before = page.locator("#tables").inner_html()
        monkeypatch.undo()
        send(season, "phare", lines["zinc"])
        with page.expect_response(f"{home}/events"):
            page.clock.run_for(20_000)
        changes(page, before)


def test_a_match_on_its_way_is_shown_as_soon_as_it_is_there_and_asks_for_nothing_until_then(
    phone: Page, season: Store, lines: Lines
) -> None:
    asked: list[str] = []
    phone.goto(f"/match/{match_code('later', lines['zinc'][0].record.id)}")
    assert phone.locator("h1").text_content() == "Cette partie est en route"
    phone.on("request", lambda request: asked.append(request.url))
    send(season, "phare", lines["zinc"])  # another table's news
    phone.wait_for_timeout(1500)
    assert asked == []
    send(season, "later", lines["zinc"][:5])
    phone.wait_for_selector(".told", state="attached")
