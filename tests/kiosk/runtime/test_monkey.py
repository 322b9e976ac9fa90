"""A monkey at the table for some minutes of its time; and that it would notice what it looks for."""

from __future__ import annotations

import pytest

from kiosk.match.journal import Journal
from kiosk.match.log import Entry, Record
from kiosk.session.match_menu import MatchMenu
from kiosk.session.menu import Page
from kiosk.session.session import Session
from workshop.benchmarks.monkey import rounds
from workshop.benchmarks.monkey.deeds import BEGINNINGS, begin_a_match, open_a_page
from workshop.benchmarks.monkey.rounds import play, shrunk

DEEDS = range(40)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_whatever_a_monkey_does_the_table_answers_and_leads_home(number: int) -> None:
    found = play(0, number, DEEDS)
    assert found.failure == ""
    assert len(found.done) == len(DEEDS)


def kinds(monkeypatch: pytest.MonkeyPatch, begin: object) -> set[str]:
    """What goes wrong in some rounds that begin so."""
    monkeypatch.setattr(rounds, "BEGINNINGS", {begin: BEGINNINGS[begin]})  # type: ignore[index]
    return {play(0, number, DEEDS).kind for number in range(3)}


@pytest.mark.slow
def test_it_notices_a_key_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "_choose", lambda *_: None)
    assert any(kind.startswith("a key does nothing") for kind in kinds(monkeypatch, open_a_page))


@pytest.mark.slow
def test_it_notices_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchMenu, "_ask_to_end", lambda *_: None)
    assert "a dead end" in kinds(monkeypatch, begin_a_match)


@pytest.mark.slow
def test_it_notices_what_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Session) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(Session, "_open_match_menu", broken)
    assert any(kind.startswith("ValueError") for kind in kinds(monkeypatch, begin_a_match))


@pytest.mark.slow
def test_it_notices_a_journal_that_tells_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Journal.entries

    def forgetful(journal: Journal, match: Record) -> list[Entry]:
        return told(journal, match)[:-1]

    monkeypatch.setattr(Journal, "entries", forgetful)
    assert "the journal tells otherwise" in kinds(monkeypatch, begin_a_match)


def test_of_a_round_that_fails_the_deeds_are_left_that_it_takes() -> None:
    needed = {3, 7, 19}
    assert shrunk(lambda deeds: needed <= set(deeds), range(40), tries=200) == sorted(needed)


@pytest.mark.slow
def test_the_same_round_is_the_same_again() -> None:
    first, again = (play(0, 0, range(15)) for _ in range(2))
    assert (first.done, first.minutes, first.modes) == (again.done, again.minutes, again.modes)
