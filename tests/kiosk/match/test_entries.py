"""What the lines of a match look like on disk, and which actions stand after them."""

import pytest

from kiosk.games.core import Action, Carry, Choose, Keep, Lead, Leave, Over, Return, Roll, Stop, Turned
from kiosk.match.log import (
    Entry,
    EntryKind,
    action_entry,
    action_of,
    correction_entry,
    end_entry,
    end_of,
    given_up_entry,
    throws_after,
)

A, B, C = Roll((6, 3, 1)), Roll((5, 5)), Roll((4, 2, 1))


@pytest.mark.parametrize(
    ("action", "body"),
    [
        (Roll((4, 2, 1)), {"roll": [4, 2, 1]}),
        (Keep(frozenset({2, 0})), {"keep": [0, 2]}),
        (Stop(), {"stop": True}),
        (Lead(1), {"lead": 1}),
        (Leave(2), {"leave": 2}),
        (Return(2), {"back": 2}),
        (Carry((350, -50)), {"carry": [350, -50]}),
        (Choose("full"), {"choose": "full"}),
        (Turned(frozenset({3, 1})), {"turned": [1, 3]}),
    ],
    ids=lambda it: it.__class__.__name__,
)
def test_every_action_is_written_plainly_and_read_again(action: Action, body: dict[str, object]) -> None:
    entry = action_entry(action, 2.5)
    assert (entry.kind, entry.body, entry.time) == (EntryKind.ACTION, body, 2.5)
    assert action_of(entry) == action


def test_a_correction_says_which_throw_and_what_else_stands_and_who_said_so() -> None:
    by_hand, tipped = correction_entry(1, (5, 5), 2, 3.5), correction_entry(1, (5, 5), 2, 3.5, amended=True)
    assert (by_hand.kind, by_hand.time) == (EntryKind.CORRECT, 3.5)
    assert by_hand.body == {"index": 1, "roll": [5, 5], "length": 2}
    assert tipped.body == {"index": 1, "roll": [5, 5], "length": 2, "amended": True}


def test_an_end_says_how_the_match_ended() -> None:
    assert end_entry(Over(((1,), (0, 2))), 4.5) == Entry(EntryKind.END, {"standing": [[1], [0, 2]]}, 4.5)
    assert given_up_entry(4.5) == Entry(EntryKind.END, {"given_up": True}, 4.5)


def test_a_match_has_ended_if_its_last_entry_says_so() -> None:
    thrown, end = action_entry(A, 0), given_up_entry(1)
    assert end_of([thrown, end]) == end.body
    assert end_of([thrown, end, correction_entry(0, (1, 1, 1), 1, 2)]) is None, "a correction opens it again"
    assert end_of([thrown]) is None
    assert end_of([]) is None


def test_throws_after_some_actions_are_found_by_the_way_to_them() -> None:
    actions: list[Action] = [A, Leave(1), Keep(frozenset({0})), B, Stop(), C]
    assert throws_after(actions, 0) == {(): A, (A, Keep(frozenset({0}))): B, (A, Keep(frozenset({0})), B, Stop()): C}
    assert [*throws_after(actions, 3).values()] == [B, C]
    assert [*throws_after(actions, 4).values()] == [C]
