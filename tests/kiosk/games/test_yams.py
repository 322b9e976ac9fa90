"""Yams against its rules: what hands bring, jokers, bonuses, plus and minus, and one alone at the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scripts import picks

from kiosk.games.core import Choose, Draw, Happening, IllegalActionError, Keep, Over, Pick, Roll, Stop, Throw
from kiosk.games.families.score_sheet import plus_moins, usual
from kiosk.games.state import Play
from kiosk.games.yams import Yams, YamsState
from kiosk.match.summary import ranking, ranks

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["yams"]
YAHTZEE = usual(bonus=35, joker="forced", extra=100, all_five=True)


def with_sheet(rules: Yams, written: dict[str, int], *, hundreds: int = 0) -> YamsState:
    """One seat alone, before a throw, with these boxes written."""
    state = rules.start(1)
    boxes = [line.box for line in rules.sheet(state) if line.box is not None]
    column = tuple(written.get(box) for box in boxes)
    return replace(
        state, sheets=(column,), counts=(sum(written.values()),), hundreds=(hundreds,), round=1 + len(written)
    )


def offered(rules: Yams, written: dict[str, int], hand: Sequence[int]) -> dict[str, int]:
    """What a hand may be written as; thrown and ended at once."""
    state, _ = rules.apply(with_sheet(rules, written), Roll(tuple(hand)))
    state, _ = rules.apply(state, Stop())
    wait = picks(rules, state)
    return {offer.name: offer.points for offer in wait.options}


def write(rules: Yams, written: dict[str, int], hand: Sequence[int], box: str) -> tuple[YamsState, list[Any]]:
    state, _ = rules.apply(with_sheet(rules, written), Roll(tuple(hand)))
    state, _ = rules.apply(state, Stop())
    after, events = rules.apply(state, Choose(box))
    return after, list(events)


class TestAHand:
    def test_brings_what_the_table_of_all_hands_says(self) -> None:
        assert tuple(GOLDEN["boxes"]) == YAHTZEE.boxes
        for word, points in GOLDEN["points_of_hand"].items():
            hand = tuple(map(int, word))
            assert [bring(hand) for bring in YAHTZEE.points.values()] == points, word

    def test_may_count_only_the_dice_alike(self) -> None:
        found = offered(Yams("yahtzee", options={"equals": "only_equal"}), {}, (6, 4, 4, 4, 4))
        assert (found["brelan"], found["carre"], found["chance"]) == (12, 16, 22)


class TestFiveAlike:
    def test_must_be_their_own_number_first_and_bring_a_hundred(self) -> None:
        written = {"yams": 50, "chance": 20}
        state, _ = Yams("yahtzee").apply(with_sheet(Yams("yahtzee"), written), Roll((6,) * 5))
        state, events = Yams("yahtzee").apply(state, Stop())
        assert isinstance(Yams("yahtzee").waits(state), Throw), "one box alone is written unasked"
        assert state.counts == (70 + 30 + 100,)
        assert [event.amount for event in events if event.what is Happening.POINTS] == [30]
        assert sum(event.what is Happening.SPECIAL for event in events) == 1

    def test_are_a_joker_below_once_their_number_is_filled(self) -> None:
        found = offered(Yams("yahtzee"), {"yams": 50, "six": 18}, (6,) * 5)
        assert found == {"brelan": 30, "carre": 30, "full": 25, "petite_suite": 30, "grande_suite": 40, "chance": 30}
        state, events = write(Yams("yahtzee"), {"yams": 50, "six": 18}, (6,) * 5, "grande_suite")
        assert state.counts == (68 + 40 + 100,)
        assert sum(event.what is Happening.SPECIAL for event in events) == 2

    def test_bring_no_hundred_where_the_yams_box_holds_nothing(self) -> None:
        state, _ = write(Yams("yahtzee"), {"yams": 0, "deux": 6}, (2,) * 5, "petite_suite")
        assert state.counts == (6 + 30,)

    def test_go_into_an_open_upper_box_for_nothing_where_no_lower_one_is_open(self) -> None:
        lower = dict.fromkeys(YAHTZEE.boxes[6:], 0) | {"yams": 50}
        found = offered(Yams("yahtzee"), lower | {"quatre": 12}, (4,) * 5)
        assert found == {"as": 0, "deux": 0, "trois": 0, "cinq": 0, "six": 0}
        state, _ = write(Yams("yahtzee"), lower | {"quatre": 12}, (4,) * 5, "six")
        assert state.counts == (62 + 100,)

    def test_may_be_a_joker_anywhere_where_the_house_says_so(self) -> None:
        free = Yams("yahtzee", options={"joker": "free"})
        assert offered(free, {"yams": 50}, (6,) * 5)["grande_suite"] == 0, "the sixes are open"
        assert offered(free, {"yams": 50, "six": 18}, (6,) * 5)["grande_suite"] == 40
        assert len(offered(free, {"yams": 50}, (6,) * 5)) == 12

    def test_are_nothing_more_by_the_french_sheet(self) -> None:
        french = Yams("yams")
        assert offered(french, {"yams": 50}, (6,) * 5)["grande_suite"] == 0
        state, _ = write(french, {"yams": 50}, (6,) * 5, "six")
        assert state.counts == (80,)


class TestTheUpperBoxes:
    @pytest.mark.parametrize(("before", "bonus"), [(44, 0), (45, 35)])
    def test_earn_nothing_with_62_and_their_bonus_with_63(self, before: int, bonus: int) -> None:
        after, _ = write(Yams("yahtzee"), {"cinq": before}, (6, 6, 6, 1, 1), "six")
        assert after.counts == (before + 18 + bonus,)

    def test_earn_nothing_where_the_house_says_so(self) -> None:
        after, _ = write(Yams("yahtzee", options={"upper_bonus": 0}), {"cinq": 60}, (6, 6, 6, 1, 1), "six")
        assert after.counts == (78,)

    def test_say_how_near_it_is(self) -> None:
        view = Yams("yahtzee").view(with_sheet(Yams("yahtzee"), {"cinq": 25, "six": 16}))
        assert view.sought is not None
        assert dict(view.sought.values) == {"have": 41, "goal": 63}


class TestPlusAndMinus:
    @pytest.mark.parametrize(
        ("first", "then", "hand", "points"),
        [
            ({"moins": 12}, "plus", (3, 3, 3, 2, 1), 0),
            ({"moins": 12}, "plus", (4, 3, 3, 2, 1), 13),
            ({"plus": 20}, "moins", (6, 5, 5, 3, 1), 0),
            ({"plus": 20}, "moins", (6, 5, 4, 3, 1), 19),
        ],
    )
    def test_the_later_counts_only_on_its_side(
        self, first: dict[str, int], then: str, hand: Sequence[int], points: int
    ) -> None:
        assert offered(Yams("plus_moins"), first, hand)[then] == points

    def test_their_sheet_adds_dice_to_what_hands_bring(self) -> None:
        sheet = plus_moins(bonus=30).points
        assert sheet["full"]((4, 4, 4, 2, 2)) == 46
        assert sheet["carre"]((6, 6, 6, 6, 1)) == 64
        assert sheet["petite_suite"]((5, 4, 3, 2, 1)) == 45
        assert sheet["petite_suite"]((6, 4, 3, 2, 1)) == 0
        assert sheet["grande_suite"]((6, 5, 4, 3, 2)) == 50
        assert sheet["yams"]((6,) * 5) == 80

    def test_a_user_may_not_combine_it_with_a_joker(self) -> None:
        rules = Yams("plus_moins", {"joker": "forced", "extra_yams": 100})
        assert len(offered(rules, {"yams": 80}, (6,) * 5)) == 12


class TestAMatch:
    def test_of_one_begins_without_a_roll_off_and_ends_after_thirteen_turns(self) -> None:
        rules = Yams("yahtzee")
        state = rules.start(1)
        for turn in range(13):
            assert rules.waits(state) == Throw(0, (1, 2, 3, 4, 5))
            state, _ = rules.apply(state, Roll((6, 5, 4, 3, 1)))
            state, _ = rules.apply(state, Stop())
            wait = rules.waits(state)
            if turn < 12:
                assert isinstance(wait, Pick)
                state, _ = rules.apply(state, Choose(wait.options[0].name))
        assert rules.waits(state) == Over(((0,),))

    def test_dice_that_were_kept_may_be_taken_back(self) -> None:
        rules = Yams("yahtzee")
        state, _ = rules.apply(rules.start(1), Roll((6, 6, 1, 2, 3)))
        state, _ = rules.apply(state, Keep(frozenset({1, 2})))
        state, _ = rules.apply(state, Roll((5, 5, 5)))
        state, _ = rules.apply(state, Keep(frozenset({3, 4, 5})))
        assert rules.waits(state) == Throw(0, (1, 2))

    def test_a_box_that_is_written_is_refused(self) -> None:
        rules = Yams("yahtzee")
        state, _ = rules.apply(with_sheet(rules, {"chance": 20}), Roll((6, 5, 4, 3, 1)))
        state, _ = rules.apply(state, Stop())
        with pytest.raises(IllegalActionError):
            rules.apply(state, Choose("chance"))
        with pytest.raises(IllegalActionError):
            rules.apply(state, Stop())

    @pytest.mark.parametrize("tie", ["joint", "roll_off"])
    def test_equal_totals_win_together_or_throw_for_it(self, tie: str) -> None:
        rules = Yams("yahtzee", options={"final_tie": tie})
        state = rules.start(2, 0)
        full = (0,) * 13
        state = replace(state, round=13, sheets=((*full[:-1], None), (*full[:-1], None)))
        for _ in range(2):
            state, _ = rules.apply(state, Roll((6, 5, 4, 3, 1)))
            state, _ = rules.apply(state, Stop())
        if tie == "joint":
            assert rules.waits(state) == Over(((0, 1),))
            return
        state, _ = rules.apply(state, Roll((1, 1, 1, 1, 2)))
        state, _ = rules.apply(state, Roll((1, 1, 1, 1, 3)))
        assert rules.waits(state) == Over(((1,), (0,)))

    def test_the_sheet_shows_what_the_dice_would_bring_to_whom_it_is_open(self) -> None:
        rules = Yams("yahtzee")
        state, _ = rules.apply(with_sheet(rules, {"chance": 20}), Roll((6, 6, 6, 5, 5)))
        lines = {line.box: line for line in rules.view(state).sheet if line.box}
        assert (lines["full"].preview, lines["six"].preview, lines["chance"].preview) == (25, 18, None)
        assert lines["chance"].cells == (20,)

    def test_nobody_is_asked_who_leads_alone(self) -> None:
        rules = Yams("yahtzee", options={"first": "seat"})
        assert not isinstance(rules.waits(rules.start(1)), Draw)
        assert isinstance(rules.waits(rules.start(2)), Draw)
        assert Play(rules.start(1)).state.leader == 0


def test_five_alike_are_the_best_hand_to_be_heard_and_counted() -> None:
    rules = Yams("yahtzee")
    state = rules.start(2, 0)
    assert rules.describe(state, (4, 4, 4, 4, 4)).rank == 1
    assert rules.describe(state, (4, 4, 4, 4, 3)).rank is None
    assert ranks(rules)
    assert ranking(rules) == ()
