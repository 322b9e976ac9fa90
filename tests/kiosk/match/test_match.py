"""A match is the game plus the journal: what it takes is written, and what is written is what it is."""

from pathlib import Path

import pytest
import scripts

from kiosk.games.core import Choice, IllegalActionError, Keep, Leave, Over, Return, Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.match.match import Match

ROLL_OFF = [Roll((6, 6, 6)), Roll((1, 1, 2))]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "matches.sqlite3")


def start(journal: Journal, script: str = "", *, tokens: int = 4, **options: str | int) -> Match:
    record = journal.start("le_421", "classique", {"tokens": tokens, **options}, ["Marie", "Jean"], None)
    match = Match(journal, record, game("le_421")(record.preset, record.options))
    act(match, script)
    return match


def again(journal: Journal, match: Match) -> Match:
    return Match(journal, match.record, game("le_421")(match.record.preset, match.record.options))


def act(match: Match, script: str) -> None:
    """Words as `scripts.act` knows them; `k12>6` are one step."""
    for word in script.split():
        match.act(*map(scripts.act, word.split(">")), time=1.0)


def test_a_refused_action_changes_nothing_not_even_the_journal(journal: Journal) -> None:
    match = start(journal, "666 112")
    before = match.state
    with pytest.raises(IllegalActionError):
        act(match, ".")
    with pytest.raises(IllegalActionError):
        act(match, "123>k9")
    assert match.state == before
    assert again(journal, match).actions == ROLL_OFF


def test_undo_takes_back_a_throw_with_its_choice(journal: Journal) -> None:
    match = start(journal, "666 112 441", charge_rolls=3)
    before = match.state
    act(match, "k12>6")
    match.undo(3.0)
    assert match.state == before
    assert again(journal, match).state == before


def test_undo_goes_step_by_step_back_to_the_beginning_of_the_round_and_no_further(journal: Journal) -> None:
    match = start(journal, "666 112 441 . 651 .", charge_rolls=3, tokens=21)
    began = match.state
    act(match, "322 k2>26 . 555")
    steps = []
    while match.undo(3.0):
        steps.append(match.actions[-1])
        assert again(journal, match).undoes == match.undoes, "also after the plug was pulled"
    assert steps == [Roll((2, 6)), Roll((3, 2, 2))], "first the end of the turn, then the choice in it"
    assert match.undoes is None, "what was thrown first in this round stays, and the round before is history"
    assert began in match._states


def test_a_round_that_has_just_ended_can_be_taken_back(journal: Journal) -> None:
    match = start(journal, "666 112 441 . 651", charge_rolls=3, tokens=21)
    before = match.state
    act(match, ".")
    assert match.undo(2.0)
    assert match.state == before
    assert match.undo(2.0)
    assert match.actions[-1] == Roll((4, 4, 1))
    assert not match.undo(2.0)


def test_a_throw_taken_back_is_remembered_where_it_fell(journal: Journal) -> None:
    match = start(journal, "666 112 441", charge_rolls=3)
    kept = Keep(frozenset({1, 2}))
    match.act(kept, Roll((6,)), time=2.0)
    act(match, ". 532")
    assert match.undo(3.0)
    assert match.undo(3.0)
    for found in (match, again(journal, match)):
        assert found.fallen(kept) == Roll((6,)), "the same choice, the same throw"
        assert found.fallen(Keep(frozenset({3}))) is None, "another choice is another throw"
        assert found.fallen(Stop()) is None, "Jean threw after that turn, not after this one"
    match.act(kept, Roll((6,)), time=4.0)
    assert match.fallen(Stop()) == Roll((5, 3, 2))
    match.act(Leave(1), time=4.0)
    assert match.fallen(Stop()) == Roll((5, 3, 2)), "nobody moves a die by leaving"


def test_an_undo_says_whose_decision_goes_and_which_throws_wait(journal: Journal) -> None:
    match = start(journal, "666 112 441 . 532", charge_rolls=3)
    taken = match.undoes
    assert taken is not None
    assert (taken.action, taken.seat, taken.waiting) == (Stop(), 0, ((1, Roll((5, 3, 2))),))
    assert match.undone is None
    assert match.undo(3.0)
    assert match.undone == taken
    act(match, ".")
    assert match.undone is None, "the match has gone on"


def test_who_comes_back_plays_again(journal: Journal) -> None:
    match = start(journal, "666 112")
    match.act(Leave(1), time=1.0)
    assert [player.house for player in again(journal, match).players] == [False, True], "the house plays on"
    match.act(Return(1), time=2.0)
    assert [player.house for player in again(journal, match).players] == [False, False]
    assert match.undoes is not None
    assert (match.undoes.action, match.undoes.seat) == (Return(1), 1)


def test_a_correction_goes_to_the_roll_that_gave_the_die(journal: Journal) -> None:
    match = start(journal, "666 112 461", charge_rolls=3)
    act(match, "k13>2")
    match.correct({1: 5, 2: 3}, 3.0)
    assert match.actions[-3:] == [Roll((5, 6, 1)), Keep(frozenset({1, 3})), Roll((3,))]
    assert match.last_hand == {1: 5, 2: 3, 3: 1}
    assert match.corrections == 2
    other = again(journal, match)
    assert other.state == match.state
    assert other.corrections == 2


def test_what_the_rules_no_longer_allow_after_a_correction_is_dropped(journal: Journal) -> None:
    rules = game("four_twenty")(None, {"dice_set": "shared", "first": "seat"})
    match = Match(journal, journal.start("four_twenty", None, rules.options, ["Marie", "Jean"], 0), rules)
    act(match, "6531 5431 k12>22")
    match.correct({1: 1}, 3.0)
    thrown = [Roll((1, 5, 3, 1)), Roll((5, 4, 3, 1))]
    assert match.actions == thrown, "a 1 and a 5 make too little to stay"
    assert isinstance(match.wait, Choice)
    assert Match(journal, match.record, rules).actions == thrown


def test_a_hand_whose_turn_ended_by_itself_is_still_corrected(journal: Journal) -> None:
    match = start(journal, "666")
    assert isinstance(match.wait, Throw)
    assert match.wait.seat == 1, "one roll each in the roll-off"
    match.correct({1: 1, 2: 1, 3: 1}, 2.0)
    act(match, "112")
    assert match.wait == Throw(1, (1, 2, 3)), "Jean's 4 pips now beat Marie's 3: he leads"


def test_a_correction_that_changes_nothing_leaves_no_trace(journal: Journal) -> None:
    match = start(journal, "666")
    match.correct({1: 6}, 2.0)
    assert match.corrections == 0


def test_the_end_is_written_and_a_correction_opens_the_match_again(journal: Journal) -> None:
    match = start(journal, "666 112", tokens=1)
    while not match.over:
        act(match, "665 641")
    assert isinstance(match.wait, Over)
    assert journal.unfinished() is None
    # The last hand was an equal one: the round is void, and the match goes on.
    match.correct({1: 6, 2: 6, 3: 5}, 9.0)
    assert not match.over
    assert journal.unfinished() == match.record
    assert again(journal, match).state == match.state


def test_a_correction_after_which_the_match_is_still_over_ends_it_again(journal: Journal) -> None:
    match = start(journal, "666 112", tokens=1, charge_rolls=3)
    while not match.over:
        act(match, "655" if match.wait == Throw(0, (1, 2, 3)) else "641")
        if isinstance(match.wait, Choice):
            act(match, "k12>3")
        if isinstance(match.wait, Choice):
            act(match, ".")
    assert journal.unfinished() is None
    match.correct({1: 5}, 9.0)
    assert match.actions[-4:] == [Roll((5, 4, 1)), Keep(frozenset({1, 2})), Roll((3,)), Stop()]
    assert match.over
    assert journal.unfinished() is None


def test_the_last_throw_can_be_passed_to_the_next_player(journal: Journal) -> None:
    match = start(journal, "666 112 441", charge_rolls=3)
    act(match, "k>552")
    assert match.can_pass_on
    match.pass_on(3.0)
    assert match.actions[-3:] == [Roll((4, 4, 1)), Stop(), Roll((5, 5, 2))]
    assert isinstance(match.wait, Choice)
    assert match.wait.seat == 1
    assert again(journal, match).state == match.state


def test_a_throw_beside_kept_dice_cannot_be_the_next_players(journal: Journal) -> None:
    match = start(journal, "666 112 441", charge_rolls=3)
    act(match, "k1>55")
    assert not match.can_pass_on


def test_the_hands_of_a_round_stay_on_the_board_until_the_next_throw(journal: Journal) -> None:
    match = start(journal, "666 112", tokens=21)
    assert match.ended_hand() == (1, match.board.seats[1].hand), "of the roll-off too"
    act(match, "421 651")
    ended = match.ended_hand()
    assert ended is not None
    assert (ended[0], ended[1].dice) == (1, (6, 5, 1)), "the hand that ended the round is told too"
    assert [seat.hand.dice for seat in match.board.seats if seat.hand] == [(4, 2, 1), (6, 5, 1)]
    assert all(seat.hand is None for seat in match.view.seats), "the rules have put them away"
    assert again(journal, match).ended_hand() == ended
    act(match, "331")
    assert [seat.hand.dice for seat in match.board.seats if seat.hand] == [(3, 3, 1)]
