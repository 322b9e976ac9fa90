"""What all matches come to is counted once: a second look replays nothing, and says the same."""

from __future__ import annotations

import json
import os
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from killed_match import choose, roll
from made_journal import ENTRIES, NAMES, make_journal, many_matches
from one_throw import SECOND

from kiosk.files import DIGESTS_SUFFIX
from kiosk.games.core import Game, Happening, Over, Roll, Throw
from kiosk.games.registry import game, games
from kiosk.history import digests as digesting
from kiosk.history.digests import digests
from kiosk.history.stats import stats
from kiosk.match.journal import Journal
from kiosk.match.log import EntryKind, action_entry
from kiosk.match.match import Match
from kiosk.match.summary import ranks


def told(path: Path) -> str:
    return json.dumps(stats(digests(path)).document())


def test_a_second_look_makes_no_digest_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_matches(path, 300)
    heard: list[tuple[int, int]] = []
    first = list(digests(path, lambda done, of: heard.append((done, of))))
    assert heard[-1] == (300, 300)
    assert [one.summary["match"] for one in first] == list(range(1, 301))
    monkeypatch.setattr(digesting, "digest", None)  # it would not be callable
    assert list(digests(path)) == first


def test_only_the_match_that_goes_on_is_looked_at_again(path: Path) -> None:
    match = many_matches(path, 50)[-1]
    before = stats(digests(path))
    journal = Journal(path)
    journal.write(match, action_entry(SECOND, ENTRIES))
    journal.close()
    heard: list[tuple[int, int]] = []
    after = stats(digests(path, lambda done, of: heard.append((done, of))))
    assert heard == [(1, 1)]
    assert after.fairness.dice == before.fairness.dice + len(SECOND.values)


def test_a_journal_of_another_bar_in_its_place_is_counted_anew(path: Path) -> None:
    many_matches(path, 50)
    one = told(path)
    path.unlink()
    journal = Journal(path)
    for _ in range(50):
        match = journal.start("le_421", None, {}, ["Ana", "Bo"], None)
        journal.write(match, *(action_entry(Roll((6, 6, 6)), time) for time in range(ENTRIES + 1)))
    journal.close()
    assert told(path) != one
    assert stats(digests(path)).fairness.counts == (0, 0, 0, 0, 0, 50 * 3 * (ENTRIES + 1))


@pytest.mark.parametrize("left", [b"beer" * 3000, b"SQLite format 3\x00" + b"\xff" * 9000])
def test_digests_that_a_worn_card_has_damaged_are_made_anew(path: Path, left: bytes) -> None:
    many_matches(path, 50)
    one = told(path)
    path.with_name(path.name + DIGESTS_SUFFIX).write_bytes(left)
    assert told(path) == one
    assert told(path) == one


def test_where_nothing_can_be_written_all_is_counted_each_time(path: Path) -> None:
    many_matches(path, 50)
    one = told(path)
    file = path.with_name(path.name + DIGESTS_SUFFIX)
    file.unlink()
    file.mkdir()
    assert told(path) == one


def test_how_often_the_reader_was_corrected_comes_to_the_same_from_digests(path: Path) -> None:
    journal = Journal(path)
    for number in range(3):
        record = journal.start("le_421", "classique", {}, ["Marie", "Jean"], None)
        match = Match(journal, record, game("le_421")("classique"))
        dice = [{"value": value, "colour": [20, 20, 200]} for value in (6, 6, 5)]
        match.act(Roll((6, 6, 6)), time=0.0, read={"dice": dice, "corrected": [3], "light": 90 + 40 * number})
        assert [entry.kind for entry in journal.entries(record)] == [EntryKind.READ, EntryKind.ACTION]
    journal.close()
    for _ in range(2):
        read = stats(digests(path)).document()["read"]
        assert (read["dice"], read["corrected"]) == (9, 3)
        assert read["by_colour"] == {"red": {"dice": 9, "corrected": 3}}
        assert read["by_light"]["80-119"] == {"dice": 3, "corrected": 1}
        assert len(read["by_light"]) == 3
    assert any("3 of 9 dice corrected" in line for line in stats(digests(path)).text())


def test_several_processes_say_what_one_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_journal(path, 60)
    one = list(digests(path))
    path.with_name(path.name + DIGESTS_SUFFIX).unlink()
    monkeypatch.setattr(digesting, "ALONE", 2)
    monkeypatch.setattr(digesting, "PART", 7)
    monkeypatch.setattr(digesting, "_made_alone", None)  # it would not be callable here
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    heard: list[tuple[int, int]] = []
    assert list(digests(path, lambda done, of: heard.append((done, of)))) == one
    assert heard == [(done, 60) for done in range(1, 61)]
    assert len({hand for each in one for hand in (*each.best, *each.worst)}) > 2, "hands came through it"


def test_where_processes_end_one_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_journal(path, 20)
    one = list(digests(path))
    path.with_name(path.name + DIGESTS_SUFFIX).unlink()
    monkeypatch.setattr(digesting, "ALONE", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    monkeypatch.setattr(digesting, "_stand_back", partial(os._exit, 1))
    assert list(digests(path)) == one


@pytest.mark.parametrize("kind", [kind for kind in games() if not ranks(kind())])
def test_a_game_that_ranks_no_hands_ends_no_turn_with_one_that_ranks(kind: type[Game[Any]]) -> None:
    chance = random.Random(1)
    rules, journal = kind(), Journal()
    match = Match(journal, journal.start(kind.name, None, {}, NAMES[: kind.seats.start], None), rules)
    for _ in range(80):
        if isinstance(match.wait, Throw):
            match.act(roll(len(match.wait.slots), chance), time=0.0)
        elif not isinstance(match.wait, Over):
            match.act(choose(match.wait, chance), time=0.0)
    state = rules.start(kind.seats.start, None)
    ended = 0
    for action in match.actions:
        state, events = rules.apply(state, action)
        hands = [event.hand for event in events if event.what is Happening.TURN_ENDED and event.hand is not None]
        assert [hand for hand in hands if hand.rank is not None] == []
        ended += len(hands)
    assert ended > 2
