"""How strong the house is: `python -m workshop.benchmarks.strength [GAME[:PRESET][/OPTION=VALUE]…] [--matches N]`.

One seat plays in some way and all others by the best simple rule; then the house plays against others. It prints
the share of first places of that seat, and of last ones, in percent and with two standard errors, of matches of two,
three and four; what is fair is 50, 33.3 and 25. `--exactly POINTS` instead works out how often the house wins a match
of two for that many points of Dix mille against best play.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import sqrt
from typing import Any

from kiosk.games.core import Choice, Choose, Draw, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.families.banking import Banking
from kiosk.games.families.jetons import Jetons
from kiosk.games.families.sixes import Sixes
from kiosk.games.registry import game
from kiosk.games.rounds import Rounds
from kiosk.odds import Odds
from workshop.benchmarks.strength.best_play import BestOfTwo, Duel

Act = Keep | Stop | Choose | Turned
Player = Callable[[Rounds[Any], Any, Any, random.Random], Act]
GAMES = (
    "cochon",
    "cochon:deux_des",
    "dix_mille/target=5000",
    "dix_mille:classique/target=5000",
    "le_421:texte",
    "le_421:classique",
    "le_421:courte",
    "le_421:belge",
    "zanzibar",
    "schocken",
    "chicago",
    "poker_d_as",
    "mexico",
    "four_twenty_one",
)
HOLD = {"cochon": 20, "dix_mille": 300}
"""Points at stake with which the simple rule ends a turn; Neller and Presser 2004 for Cochon."""


def by_chance(_: Rounds[Any], __: Any, wait: Any, chance: random.Random) -> Act:
    if isinstance(wait, Pick):
        return Choose(chance.choice(wait.options).name)
    ways: list[Act] = [Keep(slots) for slots in sorted(wait.keeps, key=sorted)]
    return chance.choice([*ways, *[Stop()] * wait.may_stop])


def greedy(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
    """Takes what lies there, as soon as it may."""
    if isinstance(wait, Pick):
        return Choose(max(wait.options, key=lambda offer: offer.points).name)
    return Stop() if wait.may_stop else by_chance(rules, state, wait, chance)


def simple(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
    """END from some points on, all that counts set aside; on the way to 4-2-1 what is of it, but no fair hand.

    Else the most dice of one face are kept, and where they count most aces, until the hand is of the better third.
    """
    if isinstance(wait, Pick):
        return greedy(rules, state, wait, chance)
    if isinstance(rules, Banking):
        stake, have = rules.at_stake(state), state.counts[wait.seat]
        enough = stake >= HOLD[rules.name] or (stake + have >= rules.number("target"))
        free = rules.again(state) and rules.name == "dix_mille"
        if wait.may_stop and enough and not free:
            return Stop()
        return Keep(max(wait.keeps, key=lambda slots: (rules.gain(state, slots), -len(slots))))
    hand = state.turn.hand
    if not isinstance(rules, Jetons):
        named = rules.describe_made(state, state.turn.made)
        if wait.may_stop and 3 * (named.rank or 0) <= (named.ranks or 0):
            return Stop()
        if wait.turns:
            return Turned(min(wait.turns, key=sorted))
        face = 1 if isinstance(rules, Sixes) else max(hand, key=lambda die: (hand.count(die), die))
        alike = state.turn.slots_of(face)
        return Keep(max(wait.keeps, key=lambda slots: (len(slots & alike), -len(slots), sorted(slots))))
    if wait.may_stop and rules.worth(hand) > 2:
        return Stop()
    wanted = [4, 2, 1]
    slots = [slot for slot, die in enumerate(hand, 1) if die in wanted and not wanted.remove(die)]  # type: ignore[func-returns-value]
    keep = frozenset(slots)
    return Keep(keep) if keep in wait.keeps else Stop()


def house() -> Player:
    known: dict[tuple[str, str, int], Odds] = {}

    def act(rules: Rounds[Any], state: Any, wait: Any, chance: random.Random) -> Act:
        key = (rules.name, rules.preset, state.seats)
        advice = known.setdefault(key, Odds(rules, state.seats)).advice(state)
        if advice is None or advice.best is None:
            return greedy(rules, state, wait, chance)
        best = advice.best
        if best.offer is not None:
            return Choose(best.offer.name)
        return Turned(best.turned) if best.turned else Stop() if best.stop else Keep(best.slots)

    return act


# --- matches ----------------------------------------------------------------------------------------------------------


def match(rules: Rounds[Any], players: list[Player], chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """The places of one match."""
    state = rules.start(len(players), chance.randrange(len(players)))
    while True:
        wait = rules.waits(state)
        match wait:
            case Over(standing):
                return standing
            case Throw(_, slots):
                state, _ = rules.apply(state, Roll(tuple(chance.randint(1, 6) for _ in slots)))
            case Draw(seats):
                state, _ = rules.apply(state, Lead(chance.choice(seats)))
            case Choice(seat) | Pick(seat):
                state, _ = rules.apply(state, players[seat](rules, state, wait, chance))


def share(rules: Rounds[Any], one: Player, others: Player, seats: int, matches: int) -> str:
    """Of `one` among such others: first places and last places, in percent; what is shared counts in part."""
    chance, first, last = random.Random(421), 0.0, 0.0
    for number in range(matches):
        mine = number % seats
        standing = match(rules, [one if seat == mine else others for seat in range(seats)], chance)
        first += (mine in standing[0]) / len(standing[0])
        last += (mine in standing[-1]) / len(standing[-1])
    shares = first / matches, last / matches
    return ", ".join(f"{100 * part:.1f} ± {200 * sqrt(part * (1 - part) / matches):.1f}" for part in shares)


def rules_of(word: str) -> Rounds[Any]:
    """A game as it is asked for: dix_mille:classique/target=5000."""
    named, *options = word.split("/")
    name, _, preset = named.partition(":")
    rules = game(name)(preset or None, dict(option.split("=", 1) for option in options))
    assert isinstance(rules, Rounds)
    return rules


def main() -> None:
    words = sys.argv[1:]
    matches = 400
    if "--exactly" in words:
        print(f"{Duel(int(words[-1])).share():.2f}")
        return
    if "--matches" in words:
        at = words.index("--matches")
        matches = int(words[at + 1])
        del words[at : at + 2]
    best = house()
    print(f"| {matches} matches each: first, last % | of two | of three | of four |\n|---|---|---|---|")
    for word in words or GAMES:
        for name, one in (
            ("by chance", by_chance),
            ("greedy", greedy),
            ("the simple rule", simple),
            ("the house", best),
        ):
            few = matches if one in {best, simple} else matches // 4
            found = [share(rules_of(word), one, simple, seats, few) for seats in (2, 3, 4)]
            print(f"| `{word}`: {name} against simple rules | {' | '.join(found)} |", flush=True)
        rules = rules_of(word)
        if isinstance(rules, Jetons):
            found = [share(rules, best, BestOfTwo(rules).act, 2, matches)]
            print(f"| `{word}`: the house against best play | {found[0]} | | |", flush=True)


if __name__ == "__main__":
    main()
