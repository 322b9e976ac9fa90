"""The odds of score sheets: against published and golden figures, the other engine, and what the table ships."""

import json
import lzma
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripts import advised, best

from kiosk.games.aims import Sheet
from kiosk.games.core import Offer, Pick, Roll, Stop
from kiosk.games.families.score_sheet import UPPER, ScoreSheet, usual
from kiosk.games.yams import Yams, YamsState
from kiosk.odds.odds import Odds, begun
from kiosk.odds.sheet_table import Sheets, Table, make, table
from kiosk.odds.turns import Numbers, Turns, solve

GOLDEN = json.loads((Path(__file__).parents[1] / "games" / "golden" / "more_games.json").read_text())["yams"]
MEANS = GOLDEN["solitaire_mean"]


def aim_of(rules: Yams) -> Sheet:
    aim = rules.aim(begun(rules, 1, rules.kinds[0]))
    assert isinstance(aim, Sheet)
    return aim


def alone(rules: Yams, written: Mapping[str, int]) -> YamsState:
    """One seat with these boxes written, before its first throw."""
    state = rules.start(1)
    return replace(rules.filled(state, written), round=1 + len(written))


def part(whole: ScoreSheet, boxes: tuple[str, ...], *, bonus: int = 0) -> ScoreSheet:
    """A sheet of only some boxes."""
    points = {name: whole.points[name] for name in boxes}
    return ScoreSheet("part", points, 63 if bonus else 0, bonus)


def to_be_filled(sheet: ScoreSheet) -> Sheet:
    """What a sheet by house rules of its own is played for; it is asked for no match."""

    def stands(_: Any) -> tuple[int, int, int]:
        raise AssertionError

    return Sheet("part", sheet.boxes, sheet.memories, 3, stands, sheet.ways, sheet.brings, sheet.write)


@pytest.mark.parametrize(
    ("preset", "mean"),
    [
        ("yahtzee", MEANS["yahtzee (joker forced, extra 100, bonus 35)"]),
        ("yams", MEANS["yams (joker none, extra 0)"]),
        ("plus_moins", MEANS["plus_moins"]),
    ],
)
def test_the_table_of_each_preset_ships_and_knows_what_a_whole_sheet_is_worth(preset: str, mean: float) -> None:
    aim = aim_of(Yams(preset))
    shipped = Path(__file__).parents[3] / "assets" / "odds" / f"{aim.name}.xz"
    known = Table.unpacked(shipped.read_bytes(), len(aim.boxes), aim.memories)
    assert known.rest((1 << 13) - 1, np.array([0]))[0] == pytest.approx(mean, abs=6e-4)


@pytest.mark.parametrize(
    ("boxes", "bonus", "mean"),
    [(UPPER, 35, MEANS["upper boxes only, bonus 35"]), (UPPER, 0, MEANS["upper boxes only, no bonus"])],
)
def test_a_table_is_made_from_the_rules(boxes: tuple[str, ...], bonus: int, mean: float) -> None:
    shares: list[float] = []
    whole = usual(bonus=35, joker="none", extra=0, all_five=True)
    made = make(to_be_filled(part(whole, boxes, bonus=bonus)), 5, shares.append)
    assert made.rest((1 << len(boxes)) - 1, np.array([0]))[0] == pytest.approx(mean, abs=1e-5)
    assert shares[-1] == 1
    again = Table.unpacked(made.packed(), len(boxes), 64 if bonus else 1)
    assert again.rest(1, np.array([0])) == pytest.approx(made.rest(1, np.array([0])), abs=1e-3)
    with pytest.raises(ValueError, match="table"):
        Table.unpacked(made.packed(), len(boxes), 65)
    with pytest.raises(ValueError, match="table"):
        Table.unpacked(b"nothing", len(boxes), 64)
    for packed in (b"", made.packed()[:-9], lzma.compress(b""), lzma.compress(bytes(10_000_000))):
        with pytest.raises(ValueError, match="table"):
            Table.unpacked(packed, len(boxes), 64 if bonus else 1)


BARE = usual(bonus=0, joker="none", extra=0, all_five=True)


def test_a_sheet_whose_table_does_not_ship_is_worth_what_is_known() -> None:
    sheet = part(BARE, tuple(box for box in BARE.boxes if box not in UPPER))
    made = make(to_be_filled(sheet), 5)
    assert made.rest((1 << len(sheet.boxes)) - 1, np.array([0]))[0] == pytest.approx(
        MEANS["lower boxes only"], abs=6e-4
    )


@pytest.mark.parametrize("box", usual(bonus=35, joker="forced", extra=100, all_five=True).boxes[::3])
def test_the_last_open_box_is_worth_what_it_is_known_to_be(box: str) -> None:
    rules = Yams("yams")
    aim = aim_of(rules)
    state = alone(rules, dict.fromkeys((name for name in aim.boxes if name != box), 0))
    names = dict(zip(aim.boxes, GOLDEN["last_box_points"].values(), strict=True))
    turn = Sheets(aim, 5).turn(state)
    assert turn.throw((), 0) == pytest.approx(names[box]["value"], abs=1e-9)


def test_what_is_written_counts_towards_the_bonus() -> None:
    rules = Yams("yams")
    aim = aim_of(rules)
    turn = Sheets(aim, 5).turn(alone(rules, {**dict.fromkeys(aim.boxes[:5], 9), **dict.fromkeys(aim.boxes[6:], 0)}))
    assert [turn.stop(hand) for hand in ((6, 6, 6, 1, 1), (6, 6, 1, 1, 1))] == pytest.approx([45 + 18 + 35, 45 + 12])


def test_a_turn_is_worth_the_same_as_the_engine_of_all_games_makes_it() -> None:
    rules = Yams("yahtzee")
    state = alone(rules, {"as": 3, "deux": 6, "six": 18, "brelan": 22, "yams": 50, "petite_suite": 30})
    turn = Sheets(aim_of(rules), 5).turn(state)
    turns = Turns(rules, state)
    ends = np.array([turn.stop(hand) for hand in turns.hands])[:, None, None]
    solved = solve(turns, lambda _: ends, 3, Numbers(1.0))
    for keep in turns.throws:
        for made in range(1 if keep else 0, 3):
            assert turn.throw(keep, made) == pytest.approx(solved.throw(keep, made)[0, 0], abs=1e-9)


FIGURES: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "brelan": lambda hand: max(Counter(hand).values()) > 2,
    "petite_suite_4": lambda hand: any({first, first + 1, first + 2, first + 3} <= set(hand) for first in (1, 2, 3)),
    "suite_23456": lambda hand: set(hand) == {2, 3, 4, 5, 6},
}


def within(of: Callable[[tuple[int, ...]], bool]) -> list[float]:
    """The chance of such a hand in one, two and three throws, played for it alone."""
    rules = Yams("yahtzee")
    turns = Turns(rules, alone(rules, {}))
    ends = np.array([of(hand) for hand in turns.hands], float)[:, None, None]
    solved = solve(turns, lambda _: ends, 3, Numbers(1.0))
    return [float(solved.throw((), made)[0, 0]) for made in (2, 1, 0)]


@pytest.mark.parametrize("figure", FIGURES)
def test_the_chance_of_a_figure_in_one_two_and_three_throws_is_known(figure: str) -> None:
    known = [chance["value"] for chance in GOLDEN["chance_1_2_3"][figure]]
    assert within(FIGURES[figure]) == pytest.approx(known, abs=1e-12)


def picking(rules: Yams, written: Mapping[str, int], hand: tuple[int, ...]) -> YamsState:
    state, _ = rules.apply(alone(rules, written), Roll(hand))
    state, _ = rules.apply(state, Stop())
    assert isinstance(rules.waits(state), Pick)
    return state


class TestAdvice:
    def test_names_the_box_that_is_worth_most_in_the_end(self) -> None:
        rules = Yams("yahtzee")
        advice = advised(Odds(rules, 1), picking(rules, {}, (1, 1, 1, 1, 5)))
        best = advice.best
        assert best is not None
        assert isinstance(best.offer, Offer)
        worst = advice.options[-1]
        assert worst.offer is not None
        assert float(best.value) > float(worst.value)
        verdict = advice.verdict(worst.offer.name)
        assert verdict is not None
        assert verdict.message == "Better: {deed}, {better} instead of {worse}"
        assert advice.line(worst.offer.name) != advice.line(best.offer.name)

    def test_counts_a_sheet_with_what_it_has(self) -> None:
        rules = Yams("yams")
        written = dict.fromkeys((name for name in aim_of(rules).boxes if name not in {"chance", "yams"}), 10)
        advice = advised(Odds(rules, 1), picking(rules, written, (6, 6, 6, 6, 6)))
        values = {option.offer.name: float(option.value) for option in advice.options if option.offer}
        assert values["yams"] == pytest.approx(110 + 50 + 70 / 3, abs=1e-3)
        assert values["chance"] == pytest.approx(110 + 30 + GOLDEN["last_box_points"]["yams_points"]["value"], abs=1e-3)

    def test_of_a_throw_says_what_to_keep(self) -> None:
        rules = Yams("yahtzee")
        state, _ = rules.apply(rules.start(1), Roll((6, 6, 6, 2, 1)))
        advice = best(Odds(rules, 1), state)
        assert advice.keep == (6, 6, 6)
        assert not advice.stop

    def test_a_forced_joker_is_offered_only_where_it_may_go(self) -> None:
        rules = Yams("yahtzee")
        advice = advised(Odds(rules, 1), picking(rules, {"yams": 50, "six": 18}, (6, 6, 6, 6, 6)))
        assert {option.offer.name for option in advice.options if option.offer} == {
            *("brelan", "carre", "full", "petite_suite", "grande_suite", "chance")
        }


def test_a_sheet_of_other_house_rules_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("kiosk.odds.tables.platformdirs.user_cache_dir", lambda _: str(tmp_path))
    whole = usual(bonus=35, joker="none", extra=0, all_five=True)
    aim = to_be_filled(part(whole, ("as", "chance"), bonus=0))

    def counted(aim: Sheet, dice: int) -> Table:
        asked.append(aim.name)
        return make(aim, dice)

    monkeypatch.setattr("kiosk.odds.sheet_table.make", counted)
    first, second = table(aim, 5), table(aim, 5)
    assert asked == ["part"]
    assert first.rest(3, np.array([0])) == pytest.approx(second.rest(3, np.array([0])), abs=1e-3)
    (tmp_path / "odds" / "part.xz").write_bytes(b"damaged")
    table(aim, 5)
    assert asked == ["part", "part"], "a damaged one is made anew"
