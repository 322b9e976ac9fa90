"""What entries do to the actions that stand is known in one place, which says it step by step."""

import time

import pytest

from kiosk.games.core import Keep, Roll, Stop
from kiosk.match.log import (
    DamagedMatchError,
    Entry,
    EntryKind,
    action_entry,
    actions_of,
    correction_entry,
    given_up_entry,
    undo_entry,
    walk,
)

READ = Entry(EntryKind.READ, {"dice": [{"value": 4}, {"value": 6}], "corrected": [1]}, 1.0)
ENTRIES = [
    READ,
    action_entry(Roll((4, 5)), 1.0),
    action_entry(Keep(frozenset({1})), 3.0),
    action_entry(Roll((2,)), 3.0),
    correction_entry(0, (4, 6), 2, 4.0),
    undo_entry(1, 2.0),  # the machine was started anew
    correction_entry(0, (1, 6), 1, 2.5, amended=True),
    action_entry(Stop(), 7.5),
    given_up_entry(8.0),
]


def test_each_entry_leads_from_the_actions_that_stood_to_those_that_stand() -> None:
    steps = list(walk(ENTRIES))
    assert [step.entry for step in steps] == ENTRIES[1:], "what was read belongs to its throw"
    first, keep, roll = Roll((4, 5)), Keep(frozenset({1})), Roll((2,))
    right, tipped = Roll((4, 6)), Roll((1, 6))
    assert [(step.kept, step.removed, step.added) for step in steps] == [
        (0, (), (first,)),
        (1, (), (keep,)),
        (2, (), (roll,)),
        (0, (first, keep, roll), (right, keep)),
        (1, (keep,), ()),
        (0, (right,), (tipped,)),
        (1, (), (Stop(),)),
        (2, (), ()),
    ]
    assert actions_of(ENTRIES) == [tipped, Stop()]


def test_what_was_read_goes_with_the_throw_and_with_its_corrections() -> None:
    steps = list(walk(ENTRIES))
    assert [step.read is READ.body for step in steps] == [True, False, False, True, False, True, False, False]
    assert [(step.mistaken, step.rolled) for step in steps if step.entry.kind is EntryKind.CORRECT] == [
        (Roll((4, 5)), Roll((4, 6))),
        (Roll((4, 6)), Roll((1, 6))),
    ]


@pytest.mark.parametrize(
    "entry",
    [
        correction_entry(2, (1,), 2, 0.0),
        correction_entry(0, (1, 2), 3, 0.0),
        correction_entry(1, (1,), 2, 0.0),
        correction_entry(0, (1,), 2, 0.0),
        undo_entry(3, 0.0),
    ],
    ids=["past the end", "more than there is", "no throw", "another number of dice", "back to what never was"],
)
def test_an_entry_that_speaks_of_what_is_not_there_is_damage(entry: Entry) -> None:
    with pytest.raises(DamagedMatchError):
        actions_of([action_entry(Roll((4, 5)), 1.0), action_entry(Keep(frozenset({1})), 3.0), entry])


def test_a_long_match_is_walked_through_in_time_that_grows_with_it() -> None:
    """Half an hour of a bar's evening is some hundred actions; twenty times as many take some twenty times as long."""
    taken = []
    for length in (1_000, 20_000):
        entries = [action_entry(Stop(), float(number)) for number in range(length)]
        runs = []
        for _ in range(3):  # whatever else the process does, such as collecting garbage, it does not do in each
            began = time.process_time()
            actions_of(entries)
            runs.append(time.process_time() - began)
        taken.append(min(runs))
    assert taken[1] < 100 * max(taken[0], 0.001)  # walked through anew for each action it would be 400 times


def test_corrections_are_what_people_said_before_the_count_or_after() -> None:
    assert [step.said_by_people for step in walk(ENTRIES)] == [True, False, False, True, *[False] * 4]


def test_time_goes_on_while_the_table_is_on() -> None:
    assert [step.elapsed_s for step in walk(ENTRIES)] == [0.0, 2.0, 2.0, 3.0, 3.0, 3.5, 8.5, 9.0]


def test_a_throw_that_took_the_place_of_one_taken_back_was_not_read_as_that_was() -> None:
    entries = [READ, action_entry(Roll((4, 6)), 1.0), undo_entry(0, 2.0), action_entry(Roll((1, 1)), 3.0)]
    entries.append(correction_entry(0, (1, 2), 1, 4.0))
    assert [step.read is None for step in walk(entries)] == [False, True, True, True]
