"""The odds on the command line: the documents that owners rely on, and a sentence for what makes no sense."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from command_line import Done, Program


@pytest.fixture
def odds(dice_table: Program) -> Callable[[str], Done]:
    """Runs `dice-table odds WORDS`."""
    return lambda words: dice_table("odds", *words.split())


def document(odds: Any, words: str) -> Any:
    code, out, err = odds(words + " --json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_choices_are_told_best_first(odds: Any) -> None:
    choices = document(odds, "threes_away_low 23456")["choices"]
    assert choices[0] == {"keep": [3], "stop": False, "value": "544369/93312", "decimal": 5.8339}
    assert len(choices) == 16
    choices = document(odds, "zanzibar 425 --rolls-left 1 --to-beat 555")["choices"]
    assert choices[0] == {"keep": [4, 2], "stop": False, "value": "1/6", "decimal": 0.1667}
    assert {"keep": [5, 4, 2], "stop": True, "value": "0", "decimal": 0.0} in choices


def test_boxes_of_a_sheet_are_told_once_no_throw_is_left(odds: Any) -> None:
    choices = document(odds, "yams 66655 --rolls-left 0")["choices"]
    assert len(choices) == 13
    assert choices[0]["write"] == "brelan"
    assert choices[0]["decimal"] == pytest.approx(254.5, abs=15)
    assert document(odds, "yams --preset yahtzee")["decimal"] == pytest.approx(254.5877, abs=6e-4)
    assert document(odds, "yams --preset yams")["decimal"] == pytest.approx(245.8708, abs=6e-4)
    code, out, _ = odds("yams 66655 --rolls-left 0")
    assert code == 0
    assert "write brelan 28" in out


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("zanzibar --target 421 --rolls 3", "42571/186624"),
        ("zanzibar --option dry=on --round", "3805/7776"),
        ("four_twenty", "39967500/4023289"),
        ("four_twenty_one --target 666 --rolls 1", "1/216"),
    ],
)
def test_where_there_is_no_choice_there_is_one_value(odds: Any, words: str, value: str) -> None:
    told = document(odds, words)
    assert told == {"value": value, "decimal": pytest.approx(float(Fraction(value)), abs=1e-12)}


def test_where_no_throw_is_left_the_turn_ends(odds: Any) -> None:
    ends = {"keep": [1, 1, 1, 1, 1], "stop": True, "value": "0", "decimal": 0.0}
    assert document(odds, "ship_captain_crew 11111 --rolls-left 0 --to-beat 66654") == {"choices": [ends]}


FILLED = "".join(
    f" --filled {box}=0"
    for box in ["as", "deux", "trois", "brelan", "carre", "full", "petite_suite", "grande_suite", "yams"]
)
"""All boxes but those of the fours to sixes, and chance, which is worth 70/3 alone; 63 above bring the bonus of 35."""


def test_a_duel_is_told_in_twelve_digits(odds: Any) -> None:
    choices = document(odds, "four_twenty 6551 --opponent 6541")["choices"]
    assert [choice["keep"] for choice in choices] == [[6, 5, 5], [6, 5], [5, 5], [6], [5], []]
    assert choices[0] == {"keep": [6, 5, 5], "stop": False, "value": "0.509188779978", "decimal": 0.509188779978}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("zanzibar 425 --rolls-left 1 --to-beat 555", "keep 42       0.1667  1/6"),
        ("four_twenty 6551", "throw all  9.9340  39967500/4023289"),
        ("zanzibar --round --players 2", "chance not to be last: 0.5833"),
        ("four_twenty_one 664 --to-beat 661", "chance to win the round"),
        ("le_421 441 --preset classique --phase decharge --tokens 3,18", "chance not to lose the match"),
        ("chicago 651 --rolls-left 0 --players 3", "play high 165  0.7898  305969864/387420489"),
        ("cochon --players 4", "chance to win the match: 0.2"),
        ("cochon 4 --at-stake 18 --points 0 99 --also 99", "throw all"),
        (f"yams --preset yams{FILLED} --filled six=18 --filled cinq=25 --filled quatre=20", "expected total: 121.333"),
        ("threes_away_high --rolls 1 --target 66666 --option rounds=3", "--rolls means nothing"),
    ],
)
def test_without_json_it_is_for_reading(odds: Any, words: str, said: str) -> None:
    _, out, err = odds(words)
    assert said in out + err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("", "GAME"),
        ("chess", "chess"),
        ("zanzibar 4256", "654"),
        ("zanzibar 427", "427"),
        ("zanzibar 425 --to-beat 55", "55"),
        ("zanzibar 425 --phase belote", "charge, decharge"),
        ("zanzibar 425 --tie maybe", "win, half, lose"),
        ("zanzibar 425 --rolls-left 3 --to-beat 555", "0 to 2"),
        ("zanzibar 425 --rolls 2", "--rolls-left"),
        ("zanzibar --rolls-left 1", "--rolls"),
        ("zanzibar 425 --round", "leave out the dice"),
        ("zanzibar --round --players 9", "2 to 8 players"),
        ("zanzibar --round --players 3 --tie win", "two players"),
        ("zanzibar 425 --tokens 3;18", "3,18"),
        ("zanzibar 425 --tokens 3,19 --phase decharge", "21 at most"),
        ("le_421 441 --phase decharge --tokens 3,3", "tokens are in the pot"),
        ("cochon 44", "44 is no throw of cochon"),
        ("cochon --preset deux_des 4", "cochon always throws 2 dice"),
        ("zanzibar 425 --filled six=18", "no sheet"),
        ("yams --filled sept=18", "sept"),
        ("yams --filled six", "six=18"),
        ("cochon --points 100 3", "under the 100"),
        ("zanzibar 425 --target 421 --to-beat 555", "--to-beat"),
        ("zanzibar --option cap=all", "cap"),
        ("zanzibar --option cap", "KEY=VALUE"),
        ("threes_away_low --round", "--round"),
        ("threes_away_low 23456 --rolls-left 1", "sets no number of throws"),
        ("four_twenty 6653", "won already"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(odds: Any, words: str, named: str) -> None:
    code, out, err = odds(words)
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert named in err


def test_a_game_without_odds_says_so(odds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.games.registry import game
    from kiosk.games.rounds import Rounds

    monkeypatch.setattr(game("mexico"), "aim", Rounds.aim)
    code, _, err = odds("mexico 31")
    assert code == 2
    assert "no odds" in err
