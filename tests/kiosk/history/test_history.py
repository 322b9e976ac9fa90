"""What is told of past matches: each throw, choice, correction and undo, and what they all come to."""

from pathlib import Path

import pytest
from one_throw import matches

from kiosk.games.core import Choice, Keep, Leave, Return, Roll, Stop
from kiosk.games.registry import game
from kiosk.history.fairness import Fairness
from kiosk.history.history import HistoryError, Past, document, endings, one_match, steps, transcript
from kiosk.history.replay import LONGEST_S, pictures
from kiosk.history.stats import stats
from kiosk.locale import translate
from kiosk.match.accuracy import Accuracy, colour_name, count
from kiosk.match.digest import digest
from kiosk.match.journal import Journal
from kiosk.match.log import Record, end_of, walk
from kiosk.match.match import Match
from kiosk.view import EndView, PlayView

RED, WHITE = [30, 30, 200], [220, 220, 220]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "matches.sqlite3")


def begin(journal: Journal, **options: int) -> Match:
    record = journal.start("le_421", "classique", {"tokens": 11, **options}, ["Marie", "Jean"], None)
    return Match(journal, record, game("le_421")(record.preset, record.options))


def read(*values: int, colour: list[int] = RED, light: int = 100) -> dict[str, object]:
    return {"dice": [{"value": value, "colour": colour} for value in values], "corrected": [], "light": light}


def eventful(journal: Journal) -> Match:
    """A misread throw in the roll-off, another found later, an undo, a die that tips over, and a player who leaves."""
    match = begin(journal, charge_rolls=3)
    match.act(Roll((6, 6, 6)), time=10.0, read=read(6, 6, 5))
    match.act(Roll((1, 1, 2)), time=75.0, read=read(1, 1, 2, colour=WHITE, light=50))
    match.correct({3: 1}, 80.0)
    match.act(Roll((4, 2, 2)), time=90.0, read=read(4, 2, 2))
    match.act(Stop(), time=93.0)
    match.undo(95.0)
    match.act(Keep(frozenset({1, 2})), Roll((1,)), time=100.0, read={"dice": [], "by_hand": True})
    match.correct({3: 5}, 101.0, amended=True)
    match.act(Leave(1), time=110.0)
    match.act(Return(1), time=120.0)
    return match


def test_a_match_is_told_with_every_throw_correction_and_undo(journal: Journal) -> None:
    match = eventful(journal)
    lines = list(transcript(match.record, journal.entries(match.record)))
    told = [line[8:].strip() for line in lines[lines.index("") + 1 : -1]]
    wanted = (
        "0:00  Marie throws 6 6 6 (the camera read 6 6 5, people put it right)",
        "1:05  Jean throws 1 1 2",
        "1:10  Correction: Jean threw 1 1 1, not 1 1 2 (said by the players)",
        "1:20  Marie throws 4 2 2",
        "1:23  Marie stops",
        "1:25  Undo: the last action is taken back",
        "1:30  Marie keeps 4 2",
        "1:30  Marie throws 1 (entered by hand)",
        "1:31  Correction: Marie threw 5, not 1 (a die tipped over after the count)",
        "1:40  Jean leaves, the house plays on",
        "1:50  Jean is back",
    )
    assert [line[: len(want)] for line, want in zip(told, wanted, strict=True)] == list(wanted)
    assert lines[-1] == "The match is still under way."


def test_who_throws_all_dice_again_keeps_none_of_them(journal: Journal) -> None:
    record = journal.start("dix_mille", "farkle", {}, ["Marie", "Jean"], 0)
    match = Match(journal, record, game("dix_mille")("farkle"))
    match.act(Roll((1, 2, 3, 4, 5, 6)), time=10.0)
    match.act(Keep(frozenset()), Roll((2, 2, 3, 4, 6, 6)), time=20.0)
    told = transcript(match.record, journal.entries(match.record))
    assert any(line.endswith("Marie throws all again") for line in told)


def test_as_data_it_has_the_same_steps_and_the_bare_lines(journal: Journal) -> None:
    match = eventful(journal)
    told = document(match.record, journal.entries(match.record))
    assert [step["what"] for step in told["steps"]] == [
        *("throw", "throw", "correct", "throw", "stop", "undo", "keep", "throw", "correct", "leave", "return")
    ]
    assert told["steps"][0]["read"] == [6, 6, 5]
    assert told["steps"][2]["counted"] == [1, 1, 2]
    assert all(step["at"] for step in told["steps"])
    assert len(told["lines"]) == len(journal.entries(match.record))


def test_a_match_by_rules_that_are_gone_is_still_data(journal: Journal, tmp_path: Path) -> None:
    record = journal.start("tric_trac", None, {}, ["Marie", "Jean"], None)
    with pytest.raises(HistoryError, match="rules that this version does not have"):
        list(steps(record, []))
    assert document(record, [])["steps"] is None
    assert [match.game for _, match, _ in endings(tmp_path / "matches.sqlite3") if match] == ["tric_trac"]
    assert stats([Past(record, None, digest(record, []))]).states == {"under way": 1}
    with pytest.raises(HistoryError, match="no match 7"):
        one_match(tmp_path / "matches.sqlite3", 7)


# --- the reader's record ---------------------------------------------------------------------------------------------


def test_corrections_are_counted_by_die_and_by_light(journal: Journal) -> None:
    match = eventful(journal)
    read = Accuracy()
    count(walk(journal.entries(match.record)), read)
    found = read.document()
    assert (found["dice"], found["corrected"]) == (9, 2)
    assert found["by_colour"] == {"red": {"dice": 6, "corrected": 1}, "white": {"dice": 3, "corrected": 1}}
    assert found["by_light"] == {"80-119": {"dice": 6, "corrected": 1}, "40-79": {"dice": 3, "corrected": 1}}
    assert "2 of 9 dice corrected" in next(read.text())
    read.take(found)
    assert read.document()["by_light"] == {"40-79": {"dice": 6, "corrected": 2}, "80-119": {"dice": 12, "corrected": 2}}
    assert (read.document()["dice"], read.document()["corrected"]) == (18, 4)


@pytest.mark.parametrize(
    ("bgr", "name"), [((30, 30, 200), "red"), ((230, 230, 230), "white"), ((60, 160, 50), "green")]
)
def test_colours_have_the_names_that_people_give_them(bgr: tuple[int, int, int], name: str) -> None:
    assert colour_name(bgr) == name


# --- what it all comes to --------------------------------------------------------------------------------------------


def played(journal: Journal) -> Match:
    """A short match in which Jean loses every round: Marie throws the best hand, Jean the worst."""
    match = begin(journal, tokens=4, charge_rolls=3)
    for roll in (Roll((6, 6, 6)), Roll((1, 1, 2))):
        match.act(roll, time=0.0)
    while not match.over:
        if isinstance(match.wait, Choice):
            match.act(Stop(), time=1.0)
        else:
            assert hasattr(match.wait, "seat")
            match.act(Roll((4, 2, 1) if match.wait.seat == 0 else (2, 2, 1)), time=1.0)
    return match


def past(journal: Journal, record: Record) -> Past:
    entries = journal.entries(record)
    return Past(record, end_of(entries), digest(record, entries))


def test_the_best_and_the_worst_hands_are_counted_by_what_their_game_calls_them(journal: Journal) -> None:
    match = played(journal)
    found = stats([past(journal, match.record)])
    [(best, often)] = found.best.items()
    [(worst, oftener)] = found.worst.items()
    assert [translate(hand, "en") for hand in (best[1], worst[1])] == ["4-2-1", "nénette"]
    assert found.document()["best_hands"][0]["hand"] == "4-2-1"
    assert often == oftener >= 1
    match.undo(5.0)
    again = stats([past(journal, match.record)])
    assert again.best.total() + again.worst.total() == often + oftener - 1, "what was taken back does not count"


def test_everybody_who_comes_again_has_a_form(journal: Journal) -> None:
    begin(journal).act(Roll((6, 6, 6)), time=0.0)
    for _ in range(3):
        played(journal)
    found = stats([past(journal, record) for record in matches(journal)]).document()
    assert found["players"]["Marie"] == {"matches": 3, "won": 3, "form": [1, 1, 1]}
    assert found["players"]["Jean"]["form"] == [2, 2, 2]
    assert [long["match"] for long in found["longest"]] == [2, 3, 4], "longer than the first"
    assert (found["dice"]["faces"][2], found["dice"]["faces"][5]) == (0, 12), "each began with three sixes"
    assert found["matches"] == {"all": 4, "under way": 1, "played": 3}


@pytest.mark.parametrize(("chi_squared", "p_value"), [(0.0, 1.0), (11.070, 0.05), (20.515, 0.001)])
def test_the_p_value_is_that_of_the_printed_tables(chi_squared: float, p_value: float) -> None:
    # Counts that have this chi-squared: one face more, one less, of very many.
    more = (chi_squared * 1e8 / 2) ** 0.5
    found = Fairness((int(1e8 + more), int(1e8 - more), *[int(1e8)] * 4))
    assert found.chi_squared == pytest.approx(chi_squared, abs=1e-3)
    assert found.p_value == pytest.approx(p_value, rel=2e-3)


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ((1, 2, 3, 1, 2, 3), "Too few dice"),
        ((100, 103, 98, 99, 104, 96), "The dice look fair"),
        ((100, 100, 100, 100, 100, 140), "may be unfair"),
        ((100, 100, 100, 100, 100, 200), "hardly fair"),
    ],
)
def test_whether_the_dice_are_fair_is_one_plain_sentence(counts: tuple[int, ...], says: str) -> None:
    sentence = Fairness(counts).sentence()
    assert says in sentence
    assert sentence.endswith(".")


# --- on the screen again ---------------------------------------------------------------------------------------------


def test_a_replay_shows_each_step_as_it_was_and_ends_with_the_end(journal: Journal) -> None:
    match = played(journal)
    shown = list(pictures(match.record, journal.entries(match.record)))
    plays = [view for view, _ in shown if isinstance(view, PlayView)]
    assert [die.value for die in plays[0].dice] == [6, 6, 6]
    assert [view.serial for view in plays] == sorted({view.serial for view in plays})
    assert isinstance(shown[-1][0], EndView)
    assert shown[-1][0].standing == ((0,), (1,))
    assert all(pause_s <= LONGEST_S for _, pause_s in shown)


def test_a_replay_tells_of_corrections_and_undos(journal: Journal) -> None:
    match = eventful(journal)
    views = [view for view, _ in pictures(match.record, journal.entries(match.record)) if isinstance(view, PlayView)]
    notices = [view.notice.message for view in views if view.notice]
    assert "The throw was corrected" in notices
    assert "The last step was taken back" in notices
    assert [die.value for die in views[2].dice] == [1, 1, 1]
    assert all(die.corrected for die in views[2].dice)
