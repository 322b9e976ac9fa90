"""The league's pages in a real browser: narrow phones, keyboard, no JavaScript, live news, WCAG AA by axe-core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import CHROMIUM, served
from made_journal import make_journal
from own_books import NAMES, lines_of
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from league import reasons
from league.server.office import Office
from league.server.reading import Reading
from league.server.store import Heard, Store

PASSWORD = "a long password"
GAMES = ("mexico", "poker_d_as")
PHONE: ViewportSize = {"width": 320, "height": 640}
HELD_BACK = 3
"""Lines of the match under way that come later."""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary"


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Heard]:
    folder = tmp_path_factory.mktemp("journals")
    found = []
    for seed, table in enumerate(("zinc", "comptoir")):
        make_journal(folder / table, 7, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
        found += lines_of(table, folder / table)
    return found


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


@pytest.fixture
def phone(browser: Browser, home: str) -> Iterator[Page]:
    with browser.new_context(base_url=home, viewport=PHONE, locale="fr") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def places(store: Store) -> Mapping[str, str]:
    """One page of each kind."""
    reading = Reading(store)
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


def test_nothing_is_scrolled_sideways_on_the_narrowest_phone_nor_has_axe_core_anything_against_it(
    phone: Page, places: Mapping[str, str]
) -> None:
    wide, found = {}, {}
    for name, place in places.items():
        phone.goto(place)
        wide[name], found[name] = width(phone), faults(phone)
    sign_in(phone)
    phone.locator("summary").first.click()
    wide["admin"], found["admin"] = width(phone), faults(phone)
    assert {name: pixels for name, pixels in wide.items() if pixels > 320} == {}
    assert {name: said for name, said in found.items() if said} == {}


def test_nothing_is_scrolled_sideways_in_english(phone: Page, places: Mapping[str, str]) -> None:
    phone.goto("/?lang=en")
    wide = {}
    for name, place in places.items():
        phone.goto(place)
        assert phone.evaluate("document.documentElement.lang") == "en"
        wide[name] = width(phone)
    assert {name: pixels for name, pixels in wide.items() if pixels > 320} == {}


def test_axe_core_would_see_grey_on_grey_and_a_field_without_a_name(phone: Page) -> None:
    phone.set_content("<html lang=fr><title>T</title><main style='color:#777;background:#666'>Dés<input></main></html>")
    assert {said.partition(":")[0] for said in faults(phone)} == {"color-contrast", "label"}


def test_the_keyboard_reaches_everything_and_skips_to_the_content(phone: Page, places: Mapping[str, str]) -> None:
    for name in ("live", "standings", "player", "sign in"):
        phone.goto(places[name])
        phone.evaluate(f"document.querySelectorAll('{FOCUSABLE}').forEach((one, place) => one.dataset.place = place)")
        count = phone.locator(FOCUSABLE).count()
        reached = []
        for _ in range(count):
            phone.keyboard.press("Tab")
            reached.append(phone.evaluate("Number(document.activeElement.dataset.place)"))
            outlined = phone.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outlined != "none", f"{name}: nobody sees where they are"
        assert reached == list(range(count)), name
    phone.goto("/")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    assert phone.evaluate("document.activeElement.id") == "content"


def test_without_javascript_every_page_says_the_same(
    browser: Browser, phone: Page, home: str, places: Mapping[str, str]
) -> None:
    with browser.new_context(base_url=home, viewport=PHONE, locale="fr", java_script_enabled=False) as context:
        plain = context.new_page()
        for place in places.values():
            read(phone, place)
            read(plain, place)
            assert plain.locator("h1").is_visible()
            assert plain.locator("main").inner_text() == phone.locator("main").inner_text()
        sign_in(plain)
        plain.locator("summary").first.click()
        assert plain.locator(".grave").first.is_visible()


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
    phone.wait_for_function("before => document.getElementById('tables').innerHTML !== before", arg=before)
    assert phone.evaluate("window.stays")
    assert phone.evaluate("document.activeElement.getAttribute('href')") == there


def test_a_match_on_its_way_is_shown_as_soon_as_it_is_there(phone: Page, store: Store, lines: list[Heard]) -> None:
    late = Heard("phare", lines[0].line)
    phone.goto(f"/match/{late.line.match.code('phare')}")
    assert phone.locator("h1").text_content() == "Cette partie est en route"
    store.keep([late])
    phone.wait_for_selector(".told", state="attached")
