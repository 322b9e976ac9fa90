"""How far a match has come, told by the rules and the actions alone: nothing is written, nothing is kept."""

import pytest

from kiosk.games.core import Action, IllegalActionError, Keep, Leave, Roll, Stop, Throw
from kiosk.games.registry import game
from kiosk.match.log import Record
from kiosk.match.progress import Progress

ROLL_OFF: list[Action] = [Roll((6, 6, 6)), Roll((1, 1, 2))]
TURN: list[Action] = [Roll((4, 6, 1)), Keep(frozenset({1, 3})), Roll((2,))]


@pytest.fixture
def progress() -> Progress:
    rules = game("le_421")("classique", {"charge_rolls": 3})
    return Progress(Record("1", "le_421", "classique", rules.options, ("Marie", "Jean"), None), rules)


def test_each_hand_knows_its_seat_and_the_rolls_it_came_from(progress: Progress) -> None:
    nothing: tuple[None, None, dict[int, int]] = (None, None, {})
    assert (progress.last_roll, progress.last_seat, progress.last_hand) == nothing
    progress.follow(0, [*ROLL_OFF, *TURN])
    assert (progress.last_roll, progress.last_seat) == (4, 0)
    assert progress.last_hand == progress.hand_of(0) == {1: 4, 2: 2, 3: 1}
    assert progress.rolls_of(0) == {1: 2, 2: 4, 3: 2}
    assert progress.hand_of(1) == {1: 1, 2: 1, 3: 2}, "of the roll-off"


def test_what_is_told_otherwise_is_played_from_there_on(progress: Progress) -> None:
    progress.follow(0, [*ROLL_OFF, *TURN])
    progress.follow(0, [*ROLL_OFF, TURN[0], Stop()])
    assert progress.actions == [*ROLL_OFF, TURN[0], Stop()]
    assert progress.wait == Throw(1, (1, 2, 3))
    assert progress.serial == 2


def test_the_choices_of_the_turn_before_are_told_with_the_state_each_was_made_in(progress: Progress) -> None:
    progress.follow(0, [*ROLL_OFF, TURN[0]])
    first = progress.state
    progress.follow(0, [*ROLL_OFF, *TURN])
    second = progress.state
    progress.follow(0, [*ROLL_OFF, *TURN, Stop()])
    told = [(first, frozenset({1, 3})), (second, frozenset({1, 2, 3}))]
    assert progress.choices_of_last_turn() == told, "who stops keeps all"
    progress.follow(0, [*ROLL_OFF, *TURN, Stop(), Leave(1)])
    assert progress.choices_of_last_turn() == told, "leaving is no turn"


def test_rules_that_refuse_an_action_say_so(progress: Progress) -> None:
    assert progress.refusal(Stop()) is not None
    with pytest.raises(IllegalActionError):
        progress.follow(0, [Stop()])


def test_where_hands_outlast_turns_the_own_hand_is_told_and_not_the_last_one() -> None:
    rules = game("four_twenty")(None, {"first": "seat"})
    progress = Progress(Record("1", "four_twenty", None, rules.options, ("Marie", "Jean"), 0), rules)
    progress.follow(0, [Roll((6, 5, 5, 3))])
    assert progress.ended_hand() is not None
    progress.follow(1, [Roll((5, 5, 3, 3))])
    assert progress.view.named is not None
    assert progress.ended_hand() is None
