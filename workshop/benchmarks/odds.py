"""How long the odds take, against counting every throw one by one as one would write it down; and advice in a match.

    python -m workshop.benchmarks.odds

prints one table: seconds of processor time for the same figures by both ways, then milliseconds until the odds of a
match are ready, and of the slowest advice after that. The straightforward ways know one game each by heart, ours ask
the rules; both are exact where the table says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import numpy as np

from kiosk.games.aims import Bank, Contest, Race, Score, Sheet
from kiosk.games.chicago import Chicago
from kiosk.games.cochon import Cochon
from kiosk.games.core import Choice, Choose, Draw, Game, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.dix_mille import DixMille
from kiosk.games.families.coasters import DEALING
from kiosk.games.families.ranking import family_table
from kiosk.games.families.score_sheet import ScoreSheet, usual
from kiosk.games.registry import game, games
from kiosk.games.rounds import Rounds
from kiosk.games.schocken import GIVING, Schocken
from kiosk.games.state import Hand, Made, Turn
from kiosk.odds import Odds
from kiosk.odds.bank import Risk
from kiosk.odds.both_ends import BothEnds
from kiosk.odds.odds import begun
from kiosk.odds.question import Question, answer
from kiosk.odds.race import Races
from kiosk.odds.sheet_table import make
from kiosk.odds.turns import Turns, outcomes, tidy
from kiosk.odds.words import Number

SAME = 1e-9
MATCH_ACTIONS = 200


def main() -> None:
    print(f"{'the same figures':43} {'straightforward':>17} {'ours':>9}")
    for what, slow, fast in (
        ("Threes Away, low: 252 hands, every keep (exact)", threes_counted, threes_ours),
        ("Zanzibar: a round of two solved (exact)", round_counted, round_ours),
        ("Chicago: the best mean of a turn, sixes turned", turned_counted, turned_ours),
        ("420: the duel of two, every throw and hand", duel_counted, duel_ours),
        ("Yams: all sheets with three boxes left", sheet_counted, sheet_ours),
        ("Dix mille: the chance of 50 to 1000 points a turn", bank_counted, bank_ours),
        ("Cochon: a match of two to 25, every score", match_counted, match_ours),
        ("Schocken: the second of three, two throws each", ends_counted, ends_ours),
    ):
        (expected, counted_s), (found, ours_s) = timed(slow), timed(fast)
        assert all(abs(float(a) - float(b)) < SAME for a, b in zip(expected, found, strict=True)), what
        print(f"{what:48} {counted_s:10.2f} s {ours_s:7.3f} s   {counted_s / ours_s:5.0f} times")
    print(f"\n{'advice in a match':32} {'ready after':>12} {'slowest advice':>15}")
    for known in games():
        for seats in (2, 8):
            ready_s, worst_s = match(known(), seats)
            print(f"{known.name:22} {seats} seats {ready_s * 1e3:9.0f} ms {worst_s * 1e3:12.2f} ms")


def timed(work: Callable[[], list[Number]]) -> tuple[list[Number], float]:
    start = time.process_time()
    return work(), time.process_time() - start


# --- Threes Away, low ---------------------------------------------------------------------------------------------


def threes_counted() -> list[Number]:
    """Every order of every throw, every set of dice that may be set aside."""

    @cache
    def expected(aside: Hand) -> Fraction:
        left = 5 - len(aside)
        if not left:
            return Fraction(sum(die for die in aside if die != 3))
        scores = [min(choices(aside, throw).values()) for throw in product(range(1, 7), repeat=left)]
        return sum(scores, Fraction(0)) / len(scores)

    def choices(aside: Hand, throw: Hand) -> dict[Hand, Fraction]:
        return {
            keep: expected(keep)
            for size in range(1, len(throw) + 1)
            for more in combinations(throw, size)
            if more.count(3) == throw.count(3)
            for keep in [tidy(aside + more)]
        }

    hands = [value for hand, _ in outcomes(5) for _, value in sorted(choices((), hand).items())]
    return [expected(()), *hands]


def threes_ours() -> list[Number]:
    rules = game("threes_away_low")()
    assert isinstance(rules, Rounds)
    odds, start = Odds(rules, 2, exact=True), begun(rules, 2, "round")
    turns = [Turn(0, (None,) * 5), *(Turn(0, hand, throwing=False, throws=(hand,)) for hand, _ in outcomes(5))]
    found: list[Number] = []
    for turn in turns:
        advice = odds.advice(replace(start, turn=turn))
        assert advice
        options = sorted(advice.options, key=lambda option: option.keep)
        found += [option.value for option in options] or [advice.value]
    return found


# --- Zanzibar, a round of two -------------------------------------------------------------------------------------


def round_counted() -> list[Number]:
    """For each hand and number of throws of the leader, the follower's turn; then the leader's."""
    table = family_table(any_pair=False, by_value=True)
    rank = {throw: table[tidy(throw)].rank for throw in product(range(1, 7), repeat=3)}

    def turn(worth: Callable[[Hand, int], Fraction], allowed: int) -> Fraction:
        values = {throw: worth(throw, allowed) for throw in rank}
        for made in range(allowed - 1, 0, -1):
            kept = {some: mean(values, some) for size in range(3) for some in product(range(1, 7), repeat=size)}
            values = {
                throw: max(worth(throw, made), *(kept[some] for size in range(3) for some in combinations(throw, size)))
                for throw in rank
            }
        return mean(values, ())

    def mean(values: dict[Hand, Fraction], kept: Hand) -> Fraction:
        found = [values[kept + thrown] for thrown in product(range(1, 7), repeat=3 - len(kept))]
        return sum(found, Fraction(0)) / len(found)

    @cache
    def leads(strength: int, made: int) -> Fraction:
        """The chance that the follower ends weaker; of equal hands the later is the stronger."""
        return 1 - turn(lambda throw, _: Fraction(rank[throw] <= strength), made)

    return [turn(lambda throw, made: leads(rank[throw], made), 3)]


def round_ours() -> list[Number]:
    return [answer(game("zanzibar")(), Question(whole=True)).value]


# --- Chicago, with sixes turned to aces ---------------------------------------------------------------------------


def turned_counted() -> list[Number]:
    """Every order of every throw, every set of dice left lying, every six that may be turned."""

    def total(hand: Hand) -> int:
        return sum({1: 100, 6: 60}.get(die, die) for die in hand)

    @cache
    def thrown(lying: Hand, left: int) -> Fraction:
        throws = list(product(range(1, 7), repeat=3 - len(lying)))
        return sum((best(lying, tidy(throw), left - 1) for throw in throws), Fraction(0)) / len(throws)

    @cache
    def best(lying: Hand, throw: Hand, left: int) -> Fraction:
        found = [Fraction(total(lying + throw))]
        sixes, others = throw.count(6), tuple(die for die in throw if die != 6)
        if left:
            found += [
                thrown(tidy(lying + stay), left) for size in range(len(throw)) for stay in combinations(throw, size)
            ]
            found += [
                thrown(tidy(lying + (1,) * turned + (6,) * kept + stay), left)
                for turned in range(1, sixes)
                for kept in range(sixes - turned)
                for size in range(len(others) + 1)
                for stay in combinations(others, size)
            ]
        return max(found)

    return [thrown((), rolls) for rolls in (1, 2, 3)]


def turned_ours() -> list[Number]:
    rules, found = Chicago(), list[Number]()
    for rolls in (1, 2, 3):
        state = begun(rules, 2, DEALING)
        state = replace(state, turn=Turn(0, (None,) * 3, throws=((1, 1, 1),) * (3 - rolls)))
        advice = Odds(rules, 2, exact=True, aim=Score(rules.total)).advice(state)
        assert advice is not None
        found.append(advice.value)
    return found


# --- 420, a duel --------------------------------------------------------------------------------------------------


def duel_counted() -> list[Number]:
    """Turn after turn over all pairs of hands, until nothing changes."""
    hands = [hand for hand, _ in outcomes(4) if sum(hand) != 20]
    keeps = {
        hand: {
            kept
            for size in range(4 if sum(hand) < 20 else 1)
            for kept in combinations(hand, size)
            if sum(kept) >= 5 * size
        }
        for hand in hands
    }
    after = {
        kept: [(tidy(kept + thrown), ways / 6 ** (4 - len(kept))) for thrown, ways in outcomes(4 - len(kept))]
        for kept in {kept for hand in hands for kept in keeps[hand]}
    }
    worth = {(mine, other): 0.5 for mine in hands for other in hands}
    change = 1.0
    while change > SAME / 100:
        thrown = {
            (kept, other): sum(
                chance if sum(hand) == 20 else chance * (1 - worth[other, hand]) for hand, chance in ahead
            )
            for kept, ahead in after.items()
            for other in hands
        }
        better = {(mine, other): max(thrown[kept, other] for kept in keeps[mine]) for mine, other in worth}
        change = max(abs(better[pair] - worth[pair]) for pair in worth)
        worth = better
    return [thrown[pair] for pair in sorted(thrown)]


def duel_ours() -> list[Number]:
    rules = game("four_twenty")()
    assert isinstance(rules, Rounds)
    state = begun(rules, 2, "round")
    aim = rules.aim(state)
    assert isinstance(aim, Race)
    races = Races(aim, Turns(rules, state))
    hands = [hand for hand, _ in outcomes(4) if not aim.there(hand)]
    return [races.duel(keep, hand) for keep, hand in sorted(product(races.there, hands))]


# --- Yams, the last three boxes ---------------------------------------------------------------------------------


DIGITS = 4
"""A table holds 32 bits of a number."""
LAST = {name: usual(bonus=0, joker="none", extra=0, all_five=True).points[name] for name in ("full", "yams", "chance")}


def sheet_counted() -> list[Number]:
    """Every order of every throw, every set of dice that may stay, every box; sheet after sheet."""
    throws = list(product(range(1, 7), repeat=5))

    def mean(values: dict[Hand, float], kept: Hand) -> float:
        found = [values[tidy(kept + thrown)] for thrown in product(range(1, 7), repeat=5 - len(kept))]
        return sum(found) / len(found)

    @cache
    def expected(left: frozenset[str]) -> float:
        if not left:
            return 0.0
        ends = {tidy(hand): max(LAST[box](hand) + expected(left - {box}) for box in left) for hand in throws}
        values = ends
        for _ in range(2):
            kept = {tidy(some) for hand in values for size in range(6) for some in combinations(hand, size)}
            worth = {some: mean(values, some) for some in kept}
            values = {
                hand: max(worth[tidy(some)] for size in range(6) for some in combinations(hand, size)) for hand in ends
            }
        return mean(values, ())

    return [round(expected(frozenset(some)), DIGITS) for size in range(1, 4) for some in combinations(LAST, size)]


def sheet_ours() -> list[Number]:
    sheet = ScoreSheet("last", LAST, goal=0, bonus=0)
    made = make(Sheet("last", sheet.boxes, 1, 3, lambda _: (0, 0, 0), sheet.ways, sheet.brings, sheet.write), 5)
    boxes = {name: 1 << bit for bit, name in enumerate(LAST)}
    sets = (sum(boxes[name] for name in some) for size in range(1, 4) for some in combinations(LAST, size))
    return [round(float(made.rest(open_, np.array([0]))[0]), DIGITS) for open_ in sets]


# --- Dix mille, a turn --------------------------------------------------------------------------------------------


ROOM = 1000
"""Points that a turn is to bring."""


def bank_counted() -> list[Number]:
    """Every order of every throw, every set of dice that counts, at every number of points at stake."""

    def count(dice: Hand) -> int | None:
        """What all these dice are worth together; None if one of them counts nothing."""
        if dice in {(5, 4, 3, 2, 1), (6, 5, 4, 3, 2)}:
            return 750
        total = 0
        for face in set(dice):
            many = dice.count(face)
            if many >= 3:
                total += (1000 if face == 1 else 100 * face) * 2 ** (many - 3)
            elif face in {1, 5}:
                total += many * (100 if face == 1 else 50)
            else:
                return None
        return total

    @cache
    def parts(throw: Hand) -> list[tuple[int, int]]:
        some = {tidy(part) for size in range(1, len(throw) + 1) for part in combinations(throw, size)}
        return [(len(throw) - len(part) or 5, points) for part in some if (points := count(part)) is not None]

    @cache
    def thrown(dice: int, stake: int) -> float:
        total = 0.0
        for throw in product(range(1, 7), repeat=dice):
            if found := parts(throw):
                total += max(worth(left, stake + points) for left, points in found)
        return total / float(6**dice)

    def worth(dice: int, stake: int) -> float:
        return 1.0 if stake >= ROOM else thrown(dice, stake)

    return [worth(5, stake) for stake in range(0, ROOM, 50)]


def bank_ours() -> list[Number]:
    rules = DixMille("cinq_des")
    steps = ROOM // 50
    before = np.append(np.zeros(steps), 1.0)
    return list(Risk(Bank(rules.parts, 5)).before_turn(steps, before, fits=False, opening=0))


# --- Cochon, a match ----------------------------------------------------------------------------------------------


TARGET = 25


def match_counted() -> list[Number]:
    """All scores and stakes again and again, until nothing changes."""
    scores = range(TARGET)
    won = {(own, other, stake): 0.5 for own in scores for other in scores for stake in range(TARGET - own)}
    change = 1.0
    while change > SAME / 100:
        change = 0.0
        for (own, other, stake), before in won.items():
            throw = 1 - won[other, own, 0]
            for die in range(2, 7):
                throw += 1.0 if own + stake + die >= TARGET else won[own, other, stake + die]
            end = 1 - won[other, own + stake, 0] if stake else 0.0
            won[own, other, stake] = max(throw / 6, end)
            change = max(change, abs(won[own, other, stake] - before))
    return [won[own, other, 0] for own in scores for other in scores]


def match_ours() -> list[Number]:
    rules = Cochon(options={"target": TARGET})
    aim = rules.aim(begun(rules, 2, "round"))
    return [float(chance) for chance in Risk(aim).match(TARGET).ravel()]


# --- Schocken, once tokens are given ------------------------------------------------------------------------------


LIES, THROWS = (6, 4, 1), 2
"""The leader's hand, and throws for each seat."""
Seen = tuple[Fraction, ...]


def ends_counted() -> list[Number]:
    """Every order of every throw and every set of dice that may stay, of the second and, after all that, the third."""
    rules = Schocken(options={"sixes": "off"})
    half, one, nothing = Fraction(1, 2), Fraction(1), Fraction(0)

    def turn(end: Callable[[int], Seen]) -> Seen:
        """What a turn is worth that may end with such strengths: to who plays, which decides, and to others."""

        @cache
        def ended(hand: Hand, made: int, together: bool) -> Seen:
            return end(rules.strength(Made(hand, made, together)))

        @cache
        def kept(stay: Hand) -> Seen:
            throws = product(range(1, 7), repeat=3 - len(stay))
            return mean([ended(tidy(stay + thrown), THROWS, not stay) for thrown in throws])

        def best(throw: Hand) -> Seen:
            stays = {tidy(some) for size in range(3) for some in combinations(throw, size)}
            choices = [kept(stay) for stay in sorted(stays, key=lambda stay: (-len(stay), [-die for die in stay]))]
            return max([ended(throw, 1, True), *choices], key=lambda seen: seen[0])

        return mean([best(tidy(throw)) for throw in product(range(1, 7), repeat=3)])

    def mean(all_seen: list[Seen]) -> Seen:
        return tuple(sum(part, nothing) / len(all_seen) for part in zip(*all_seen, strict=True))

    @cache
    def third(worst: int, best: int) -> Seen:
        """What is left to who has the worst and to who has the best hand so far."""

        def end(own: int) -> Seen:
            value = nothing if own <= worst else one if own > best else half
            return value, half if own <= worst else nothing, half if own > best else one

        return turn(end)[1:]

    lies = rules.strength(Made(LIES, THROWS))
    return [turn(lambda own: (third(own, lies)[0] if own <= lies else third(lies, own)[1],))[0]]


def ends_ours() -> list[Number]:
    rules = Schocken(options={"sixes": "off"})
    state = begun(rules, 3, GIVING)
    aim = rules.aim(state)
    assert isinstance(aim, Contest)
    ends = BothEnds(rules, state, aim, Turns(rules, state, aim.of), exact=False)
    return [float(ends.solved((Made(LIES, THROWS),), left=1).throw((), 0)[0, 0])]


# --- a match ------------------------------------------------------------------------------------------------------


def match(rules: Game[object], seats: int) -> tuple[float, float]:
    """Seconds until the odds of a match are worked out in the background; of the slowest advice after that."""
    start = time.process_time()
    odds = Odds(rules, seats, background=True)
    odds.join()
    ready_s, worst_s, chance = time.process_time() - start, 0.0, Random(seats)
    state = rules.start(seats, 0)
    for _ in range(MATCH_ACTIONS):
        start = time.process_time()
        advice = odds.advice(state)
        worst_s = max(worst_s, time.process_time() - start)
        odds.join()
        match rules.waits(state):
            case Over():
                break
            case Throw(slots=slots):
                state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
            case Choice(keeps=keeps):
                best = advice.best if advice else None
                if best is not None and best.turned:
                    state, _ = rules.apply(state, Turned(best.turned))
                    if isinstance(rules.waits(state), Throw):
                        continue  # but one way was left
                stop = best is not None and best.stop
                state, _ = rules.apply(state, Stop() if stop else Keep(best.slots if best else min(keeps, key=sorted)))
            case Pick(options=options):
                box = advice.best.offer if advice and advice.best else None
                state, _ = rules.apply(state, Choose((box or options[0]).name))
            case Draw(drawn):
                state, _ = rules.apply(state, Lead(drawn[0]))
    return ready_s, worst_s


if __name__ == "__main__":
    main()
