"""Dix mille: what dice are worth, by the golden tables, and its vectors."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import pytest
import scripts

from kiosk.games.core import (
    Action,
    Choice,
    Choose,
    Event,
    Happening,
    IllegalActionError,
    Keep,
    Over,
    Pick,
    Roll,
    Stop,
    Throw,
)
from kiosk.games.dix_mille import DixMille, DixMilleState
from kiosk.games.families.banking import LAP
from kiosk.games.options import Value
from kiosk.games.state import now
from kiosk.locale import translate

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["dix_mille"]
A, B = 0, 1


def begun(rules: DixMille, *points: int, opened: bool = True) -> DixMilleState:
    """A leads; these are banked."""
    state = rules.start(len(points), 0)
    return replace(state, counts=points, opened=frozenset(range(len(points))) if opened else frozenset())


def do(rules: DixMille, state: DixMilleState, *actions: Action) -> tuple[DixMilleState, list[Event]]:
    events: list[Event] = []
    for action in actions:
        state, happened = rules.apply(state, action)
        events += happened
    return state, events


def roll(word: str) -> Roll:
    return Roll(tuple(map(int, word)))


def keep(*slots: int) -> Keep:
    return Keep(frozenset(slots))


def choice(rules: DixMille, state: DixMilleState) -> Choice:
    wait = rules.waits(state)
    assert isinstance(wait, Choice)
    return wait


def worths(preset: str) -> dict[str, int]:
    """What each choice of dice is worth that counts."""
    rules = DixMille(preset)
    ours = {}
    for size in range(1, rules.dice + 1):
        for dice in combinations_with_replacement(range(6, 0, -1), size):
            points = rules.worths.points(dice)
            if points:
                ours["".join(map(str, dice))] = points
    return ours


@pytest.mark.parametrize("preset", ["farkle", "classique", "cinq_des"])
def test_every_choice_of_dice_is_worth_what_the_golden_table_says(preset: str) -> None:
    assert worths(preset) == GOLDEN["points_of_dice_set_aside_together"][preset]


def test_french_tables_count_as_books_do_but_rows_and_pairs() -> None:
    books = GOLDEN["points_of_dice_set_aside_together"]["classique"]
    rows = {"654321": 1200, "54321": 600, "65432": 600, "543211": 700, "554321": 650, "655432": 650}
    pairs = {dice: 600 for dice, points in books.items() if points == 1500 and dice[::2] == dice[1::2]}
    assert len(pairs) == comb(6, 3)
    ours = worths("francaise")
    assert {dice: ours[dice] for dice in ours if ours[dice] != books.get(dice)} == rows | pairs
    assert ours.keys() >= books.keys()


def test_what_may_be_set_aside() -> None:
    parts = DixMille("farkle").parts((5, 3, 2, 1, 1, 1))
    assert parts[5, 1, 1, 1] == 1050
    assert [parts[part] for part in ((1,), (1, 1), (5,), (5, 1), (1, 1, 1))] == [100, 200, 50, 150, 1000]
    assert (3,) not in parts
    assert DixMille("farkle").parts((6, 6, 4, 4, 3, 2)) == {}


def test_the_best_reading_counts() -> None:
    assert DixMille("farkle").parts((6, 4, 1, 1, 1, 1))[1, 1, 1, 1] == 1100
    assert DixMille("classique").parts((6, 4, 1, 1, 1, 1))[1, 1, 1, 1] == 2000
    assert DixMille("farkle").parts((6, 6, 6, 4, 4, 4))[6, 6, 6, 4, 4, 4] == 2500
    assert DixMille("classique").parts((6, 6, 6, 4, 4, 4))[6, 6, 6, 4, 4, 4] == 1000


@pytest.mark.parametrize(("thrown", "points"), [("222211", 1500), ("654321", 1500)])
def test_all_dice_count_and_all_are_thrown_again(thrown: str, points: int) -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 0, 0), roll(thrown))
    assert choice(rules, state).again
    state, _ = do(rules, state, keep())
    assert rules.waits(state) == Throw(A, (1, 2, 3, 4, 5, 6))
    assert rules.view(state).at_stake == points
    state, _ = do(rules, state, roll("123466"), Stop())
    assert state.counts == (points + 100, 0)


def test_dice_set_aside_join_no_later_figure() -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 0, 0), roll("123466"), keep(1), roll("11346"), Stop())
    assert state.counts == (300, 0)


def test_what_is_set_aside_stays() -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 0, 0), roll("123466"), keep(1), roll("51346"))
    for wrong in (keep(2), keep(1), keep(1, 4), keep()):
        with pytest.raises(IllegalActionError):
            rules.apply(state, wrong)
    assert rules.apply(state, keep(1, 2))


def test_a_bust_loses_the_turn() -> None:
    rules = DixMille("farkle")
    state, events = do(rules, begun(rules, 700, 0), roll("111466"), keep(1, 2, 3), roll("346"))
    assert state.counts == (700, 0)
    assert [(event.what, event.amount) for event in events[-1:]] == [(Happening.BUST, 1000)]
    assert rules.waits(state) == Throw(B, (1, 2, 3, 4, 5, 6))


def test_until_one_has_opened_few_points_are_not_enough() -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 0, 0, opened=False), roll("222466"), roll("115"))
    at_450 = replace(state, turn=replace(now(state), at_stake=200))
    assert rules.view(at_450).at_stake == 450
    with pytest.raises(IllegalActionError) as refused:
        rules.apply(at_450, Stop())
    assert dict(refused.value.reason.values) == {"n": 500}
    at_500 = replace(state, turn=replace(now(state), at_stake=250))
    assert rules.apply(at_500, Stop())[0].counts == (500, 0)
    assert A in rules.apply(at_500, Stop())[0].opened


def test_whoever_gets_there_gives_the_others_one_more_turn() -> None:
    rules = DixMille("farkle")
    state, events = do(rules, begun(rules, 9800, 9900, 0), roll("511346"), Stop())
    assert state.counts[A] == 10_050
    assert Happening.PHASE in [event.what for event in events]
    assert state.heat.kind == LAP
    assert state.heat.seats == (1, 2)
    state, _ = do(rules, state, roll("112346"), Stop(), roll("223466"))
    assert rules.waits(state) == Over(((1,), (0,), (2,)))


def test_the_tied_have_one_more_turn_each() -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 9800, 9800), roll("112346"), Stop())
    state, events = do(rules, state, roll("112346"), Stop())
    assert events[-1].what is Happening.TIE
    state, _ = do(rules, state, roll("122346"), Stop(), roll("522346"), Stop())
    assert rules.waits(state) == Over(((A,), (B,)))
    rules = DixMille("farkle", options={"final_tie": "joint"})
    state, _ = do(rules, begun(rules, 9800, 9800), roll("112346"), Stop(), roll("112346"), Stop())
    assert rules.waits(state) == Over(((A, B),))


def test_exactly_that_many() -> None:
    rules = DixMille("farkle", options={"end": "exact"})
    state, _ = do(rules, begun(rules, 9800, 0), roll("511346"), Stop())
    wait = rules.waits(state)
    assert isinstance(wait, Pick)  # all of it, 250, is too much: what of it is set aside?
    assert [(offer.name, offer.points) for offer in wait.options] == [("11", 200), ("51", 150), ("1", 100), ("5", 50)]
    over, _ = do(rules, state, Choose("11"))
    assert rules.waits(over) == Over(((A,), (B,)))
    assert do(rules, state, Choose("5"))[0].counts == (9850, 0)
    state, events = do(rules, begun(rules, 9900, 0), roll("112346"), Stop())
    assert rules.waits(state) == Over(((A,), (B,)))  # a 1 is all that fits, and is not asked about
    state, events = do(rules, begun(rules, 9950, 0), roll("122346"), Stop())
    assert state.counts == (9950, 0)
    assert any(event.what is Happening.BUST for event in events)
    must = DixMille("farkle", options={"end": "exact", "full_hand": "must"})
    state, _ = do(must, begun(must, 9900, 0), roll("111555"))
    assert choice(must, state).may_stop  # with one 1, not with all dice
    state, _ = do(rules, begun(rules, 9800, 0), roll("112346"), Stop())
    assert rules.waits(state) == Over(((A,), (B,)))


def test_five_dice_that_all_count_must_go_on() -> None:
    rules = DixMille("cinq_des")
    state, _ = do(rules, begun(rules, 0, 0), roll("54321"))
    assert rules.waits(state) == Throw(A, (1, 2, 3, 4, 5)) or not choice(rules, state).may_stop
    assert rules.view(state).at_stake == 750
    with pytest.raises(IllegalActionError):
        rules.apply(state, Stop())


def test_the_third_bust_in_a_row_costs_a_thousand() -> None:
    rules = DixMille("farkle", options={"three_busts": "minus_1000"})
    state = begun(rules, 1500, 5000)
    for _ in range(3):
        state, events = do(rules, state, roll("223466"), roll("112346"), Stop())
    assert [event.amount for event in events if event.what is Happening.BUST] == [0, 1000]
    assert state.counts == (500, 5600)
    state, _ = do(rules, replace(state, busts=(2, 0)), roll("223466"))
    assert state.counts[A] == 0


def test_a_button_stands_for_a_group() -> None:
    rules = DixMille("farkle")
    state, _ = do(rules, begun(rules, 0, 0), roll("251123"))
    groups = choice(rules, state).groups
    assert [group.steps for group in groups] == [
        (frozenset({2}),),
        (frozenset({3}), frozenset({3, 4})),
    ]
    assert [dict(word.values) for word in groups[1].words] == [
        {"dice": "1", "points": 100},
        {"dice": "11", "points": 200},
    ]
    state, _ = do(rules, begun(rules, 0, 0), roll("444412"))
    assert [len(step) for step in choice(rules, state).groups[0].steps] == [3, 4]


def test_there_are_never_more_than_three_groups_and_they_reach_every_die_that_counts() -> None:
    for preset in DixMille.presets:
        rules = DixMille(preset)
        for dice in combinations_with_replacement(range(1, 7), rules.dice):
            state, _ = do(rules, begun(rules, 0, 0), Roll(dice))
            wait = rules.waits(state)
            if not isinstance(wait, Choice):
                continue
            assert 1 <= len(wait.groups) <= 3
            counting = frozenset[int]().union(*(keeps or now(state).slots for keeps in wait.keeps))
            reached = frozenset[int]().union(*(group.steps[-1] for group in wait.groups))
            assert reached <= counting
            twin = now(state).showing(counting - reached)
            if twin:  # of two alike either may be of a row of five: the button takes one of them
                row = now(state).showing(wait.groups[-1].steps[-1])
                assert (preset, len(twin)) == ("francaise", 1)
                assert row in {(5, 4, 3, 2, 1), (6, 5, 4, 3, 2)}
                assert set(twin) <= set(row)


def test_the_rules_are_told_by_the_house_rules_chosen() -> None:
    def told(**options: Value) -> str:
        return " ".join(translate(line, "en") for line in DixMille("farkle", options=options).told)

    assert "bring 500 points" in told()
    assert "bring 750 points" in told(opening=750)
    assert "bring" not in told(opening=0, end="at_once")
    assert "Exactly 10,000 wins" in told(end="exact")
    assert "5000 first gives" in told(target=5000)
    assert "third bust" not in told()
    assert "third bust" in told(three_busts="minus_1000")


@pytest.mark.parametrize("preset", DixMille.presets)
def test_the_worths_drawn_are_those_that_are_counted(preset: str) -> None:
    rules = DixMille(preset)
    for example in rules.lesson.examples:
        assert example.worth is not None
        said = translate(example.worth, "en")
        counted = [rules.parts(tuple(sorted(hand, reverse=True)))[hand] for hand in example.hands]
        assert said == " to ".join(map(str, dict.fromkeys(counted))), said


def test_rows_of_five_count_in_french_bars_beside_a_sixth_die_too() -> None:
    worths = DixMille("francaise").worths
    assert [worths.points(dice) for dice in ((5, 4, 3, 2, 1), (6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 1))] == [600, 600, 1200]
    assert (worths.points((5, 4, 3, 2, 1, 1)), worths.points((6, 5, 4, 3, 2, 2))) == (700, None)
    apart = DixMille("cinq_des", {"figures": "five_apart"}).worths
    assert (apart.points((5, 4, 3, 2, 1)), apart.points((6, 5, 4, 3, 2))) == (300, 500)
    rules = DixMille("francaise")
    state, _ = do(rules, begun(rules, 0, 0), roll("215431"))
    assert [group.steps[-1] for group in choice(rules, state).groups] == [{2, 6}, {3}, {1, 2, 3, 4, 5}]


def test_nothing_at_the_first_throw_costs_a_thousand_and_later_no_more() -> None:
    rules = DixMille("francaise")
    state, events = do(rules, begun(rules, 1500, 600), roll("223466"), roll("223466"))
    assert [event.amount for event in events if event.what is Happening.BUST] == [0, 1000, 0, 600]
    assert state.counts == (500, 0)
    state, _ = do(rules, begun(rules, 1500, 0), roll("123466"), keep(1), roll("22346"))
    assert state.counts == (1500, 0)


def test_equalling_a_score_sends_it_back_to_nothing() -> None:
    rules = DixMille("farkle", {"equal_score": "zero"})
    state, events = do(rules, begun(rules, 500, 700), roll("112346"), Stop())
    assert (state.counts, events[-1].seat, events[-1].amount) == ((700, 0), B, 700)


def test_a_turn_must_bring_the_least_unless_less_is_missing() -> None:
    rules = DixMille("farkle", {"least": 300})
    state, _ = do(rules, begun(rules, 500, 700), roll("112346"))
    assert not choice(rules, state).may_stop
    state, _ = do(rules, begun(rules, 9900, 700), roll("112346"))
    assert choice(rules, state).may_stop


@pytest.mark.parametrize(
    ("points", "options", "thrown", "sought"),
    [
        ((500, 700), {"least": 300}, "", "At least 300: 0 so far"),
        ((500, 700), {"least": 300}, "112346", "At least 300: 200 so far"),
        ((0, 700), {"least": 300}, "112346", "Open with 500: 200 so far"),
        ((500, 700), {"equal_score": "zero"}, "112346", "Bank 200, and send B to 0"),
        ((500, 700), {"equal_score": "zero"}, "122346", "Bank 100"),
        ((500, 700), {"full_hand": "must"}, "222444", "A bust loses 2500"),
        ((9900, 700), {"end": "exact"}, "112346", "100 to go: 200 are too much"),
    ],
)
def test_the_line_over_the_dice_knows_the_house_rules(
    points: tuple[int, ...], options: dict[str, Value], thrown: str, sought: str
) -> None:
    rules = DixMille("farkle", options)
    state = replace(begun(rules, *points), opened=frozenset())
    if thrown:
        state, _ = do(rules, state, roll(thrown))
    assert scripts.sought(rules, state, "AB") == sought


@pytest.mark.parametrize(
    ("points", "preset", "thrown", "prompt"),
    [
        (500, "francaise", "222444", "All dice count: throw them all again"),
        (9900, "francaise", "112346", "Throw on, or end your turn"),
        (500, "farkle", "222444", "Set aside what counts, or stop"),
    ],
)
def test_what_to_do_is_what_may_be_done(points: int, preset: str, thrown: str, prompt: str) -> None:
    rules = DixMille(preset)
    state, _ = do(rules, begun(rules, points, 0), roll(thrown))
    assert translate(rules.view(state).prompt, "en") == prompt
