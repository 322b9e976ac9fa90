"""Whole matches through lens, eyes, fingers, rules and disk; an audit compares what was played and what was thrown."""

import gc
import weakref
from functools import cache

import pytest

from kiosk.games.options import Value
from kiosk.games.registry import game
from kiosk.match.match import Match
from kiosk.referee.keeping import Keeping
from kiosk.simulation.audit import Audit, rolls
from kiosk.simulation.headless import HeadlessResult, HeadlessTable, play_match
from vision.reading.reader import Reader

SHORT: dict[str, str | int] = {"tokens": 1}
SOON_OVER: dict[str, dict[str, str | int]] = {"le_421": SHORT, "schocken": {"tokens": 3, "halves": "one"}}
"""Games with house rules by which a match ends soon: dice kept, sixes turned."""


def played(name: str) -> HeadlessResult:
    """One match of a game; by one alone, where it allows that."""
    return play_match(name, options=SOON_OVER[name], players=game(name).seats[0], seed=7, turbo=True)


played_once = cache(played)


@pytest.mark.parametrize("name", SOON_OVER)
def test_what_was_played_is_what_was_thrown(name: str) -> None:
    result = played_once(name)
    assert result.mismatches == ()
    assert result.throws >= 4, "the roll-off and a round"
    assert sorted(name for place in result.standing for name in place) == ["Jean", "Marie"][-game(name).seats[0] :]


def test_what_is_left_lying_stays_where_hands_say_so() -> None:
    result = play_match("le_421", "classique", SHORT, players=2, seed=7, turbo=True, keeping=Keeping.HANDS)
    assert result.mismatches == ()
    assert result.throws >= 4


class EnoughError(Exception):
    """The match was played up to here; what an audit finds wrong with it."""


@pytest.mark.parametrize(
    ("name", "options", "throws"),
    [("dix_mille", {"opening": 0}, 6), ("four_twenty", {"dice_set": "own"}, 4)],
    ids=["groups", "a set each"],
)
def test_what_is_played_of_a_longer_match_is_what_was_thrown(name: str, options: dict[str, Value], throws: int) -> None:
    audits: list[Audit] = []

    def look(headless: HeadlessTable, match: Match) -> None:
        audits[:] = audits or [Audit(headless.table, headless.guests)]
        audits[0].compare(match)
        if len(rolls(match)) == throws:
            raise EnoughError(audits[0].mismatches(match))

    with pytest.raises(EnoughError) as enough:
        play_match(name, None, options, players=2, seed=7, turbo=True, onlooker=look)
    assert enough.value.args == ((),)


def test_a_match_among_faults_and_flicker_is_played_as_it_was_thrown() -> None:
    result = play_match(
        "le_421",
        "classique",
        SHORT,
        players=2,
        seed=3,
        turbo=True,
        faults={**dict.fromkeys(["push", "lift", "hand", "drop"], 0.3), "flicker": 1.0},
    )
    assert result.mismatches == ()
    assert result.prompts, "something went wrong"


def test_the_same_seed_plays_the_same_match_and_a_table_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cycle would keep networks and pictures of many matches, until Python happens to look for cycles."""
    readers = weakref.WeakSet[Reader]()

    def remembered() -> Reader:
        reader = Reader()
        readers.add(reader)
        return reader

    second = played_once("le_421")
    monkeypatch.setattr("kiosk.simulation.headless.Reader", remembered)
    gc.disable()
    try:
        first = played("le_421")
        assert len(readers) == 0
    finally:
        gc.enable()
    assert (first.standing, first.throws, first.prompts) == (second.standing, second.throws, second.prompts)
