"""Players: two head to head, guests, two names that are one player, said by the admin or by a personal code."""

from __future__ import annotations

import re

from own_books import NAMES
from starlette.testclient import TestClient
from visiting import do, of, sign_in, token

from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Heard, Store


def test_two_players_are_compared(browser: TestClient, season: Store) -> None:
    match = LeagueReader(season).ended()[0]
    one, other = match.places[0][0], match.places[-1][0]
    picked = browser.get(f"/versus/{one}?with={other}")
    assert picked.url.path == f"/versus/{one}/{other}"
    assert match.code in picked.text
    assert browser.get(f"/versus/{one}/{one}").status_code == 404


def test_two_names_that_are_joined_count_as_one_until_they_are_parted(browser: TestClient, season: Store) -> None:
    reading = LeagueReader(season)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    alone = {number: len(reading.matches_of(number)) for number in (one, other)}
    sign_in(browser)
    do(browser, "join", one, other)
    do(browser, "join", other, one)  # who counts as another is nobody whom that one could count as
    assert len(reading.matches_of(other)) == sum(alone.values())
    assert not any(row.player == one for season in reading.seasons() for row in reading.table(*season))
    do(browser, "part", one)
    assert len(reading.matches_of(other)) == alone[other]
    assert any(row.player == one for season in reading.seasons() for row in reading.table(*season))


def test_a_guest_is_not_ranked(browser: TestClient, season: Store) -> None:
    reading = LeagueReader(season)
    number = reading.ended()[0].places[0][0]
    assert number in ranked(reading)
    sign_in(browser)
    do(browser, "guest", number)
    assert number not in ranked(reading)


def ranked(reading: LeagueReader) -> set[int]:
    """Everybody whom a page ranks."""
    tables = {row.player for season in reading.seasons() for row in reading.table(*season)}
    assert tables >= {player for player, _, _ in reading.played()}
    return tables | {player for player, _, _ in reading.played()} | {player for _, _, player in reading.plays()}


def code_for(browser: TestClient, number: int) -> str:
    """What the admin is shown, once, and hands over."""
    sign_in(browser)
    do(browser, "code", number)
    found = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", browser.get("/admin").text)
    assert found is not None
    assert found[0] not in browser.get("/admin").text, "it is shown once"
    return found[0]


def claim(browser: TestClient, number: int, code: str) -> int:
    data = {"token": token(browser, f"/player/{number}"), "code": code}
    return browser.post(f"/player/{number}/claim", data=data, follow_redirects=False).status_code


def test_with_a_personal_code_a_player_joins_their_own_name_of_another_table(
    browser: TestClient, season: Store
) -> None:
    reading = LeagueReader(season)
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


def test_a_personal_code_joins_no_other_spelling_of_the_same_table(season: Store, lines: list[Heard]) -> None:
    first = next(one for one in lines if one.table == "zinc").line
    spelled = tuple(name.upper() for name in first.match.players)
    shouted = first.match.model_copy(update={"id": "late", "number": 99, "players": spelled})
    season.keep([Heard("zinc", first.model_copy(update={"match": shouted}))])
    reading, office = LeagueReader(season), Office(season)
    one, other = of(reading, first.match.players[0], "zinc"), of(reading, spelled[0], "zinc")
    assert office.join_by_code(other, office.give_code(one)) is None
    assert reading.people()[other].same_as is None


def test_a_personal_code_is_not_guessed_nor_used_from_another_page(browser: TestClient, season: Store) -> None:
    reading = LeagueReader(season)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    code = Office(season).give_code(one)
    browser.post(f"/player/{other}/claim", data={"token": "guessed", "code": code})
    assert reading.people()[other].same_as is None
    assert [claim(browser, other, "wrong") for _ in range(6)] == [403] * 5 + [429]
    assert claim(browser, other, code) == 429


def test_a_new_personal_code_takes_the_place_of_the_old_one_and_goes_with_the_name(season: Store) -> None:
    reading, office = LeagueReader(season), Office(season)
    one, other = of(reading, NAMES[1], "zinc"), of(reading, NAMES[1], "comptoir")
    old = office.give_code(one)
    new = office.give_code(one)
    assert office.join_by_code(other, old) is None
    office.forget(one)
    assert office.join_by_code(other, new) is None
