"""How strong the house is: `python -m workshop.benchmarks.strength [GAME[:PRESET][/OPTION=VALUE]…] [--matches N]`.

One seat is played by the house and all others by the best simple rule, in matches of two, three and four; then that
seat by the rule itself; and, where tokens move, the house plays against best play of two. Told are first places and
last ones of that seat, in percent and with two standard errors; what is fair is 50, 33.3 and 25.
"""

import random
from collections.abc import Callable
from math import sqrt
from typing import Annotated, Any

import typer

from kiosk.games.core import Choice, Choose, Draw, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.families.banking import Banking
from kiosk.games.families.jetons import Jetons
from kiosk.games.families.sixes import Sixes
from kiosk.games.game import Game
from kiosk.games.registry import game
from kiosk.odds import Odds
from kiosk.odds.advice import Advice
from workshop.benchmarks.best_play import BestOfTwo
from workshop.benchmarks.measuring import header, row

Act = Keep | Stop | Choose | Turned
Player = Callable[[Game[Any], Any, Any], Act]
GAMES = (
    *("cochon", "cochon:deux_des", "dix_mille/target=5000", "dix_mille:classique/target=5000"),
    *("le_421:texte", "le_421:classique", "le_421:courte", "le_421:belge", "zanzibar", "schocken", "chicago"),
    *("poker_d_as", "mexico", "four_twenty_one"),
)
HOLD = {"cochon": 20, "dix_mille": 300}
"""Points at stake with which the simple rule ends a turn; Neller and Presser 2004 for Cochon."""


def simple(rules: Game[Any], state: Any, wait: Any) -> Act:
    """END from some points on, all that counts set aside; on the way to 4-2-1 what is of it, but no fair hand.

    Else the most dice of one face are kept, and where they count most aces, until the hand is of the better third.
    """
    if isinstance(wait, Pick):
        return Choose(max(wait.options, key=lambda offer: offer.points).name)
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
    keep = frozenset(hand.index(die) + 1 for die in (4, 2, 1) if die in hand)
    return Keep(keep) if keep in wait.keeps else Stop()


def advised(advice: Advice | None, rules: Game[Any], state: Any, wait: Any) -> Act:
    """What is best; what the simple rule says where nothing is known."""
    if advice is None or advice.best is None:
        return Stop() if isinstance(wait, Choice) and wait.may_stop else simple(rules, state, wait)
    best = advice.best
    if best.offer is not None:
        return Choose(best.offer.name)
    return Turned(best.turned) if best.turned else Stop() if best.stop else Keep(best.slots)


def house() -> Player:
    known: dict[tuple[str, str, int], Odds] = {}

    def act(rules: Game[Any], state: Any, wait: Any) -> Act:
        key = (rules.name, rules.preset, state.seats)
        return advised(known.setdefault(key, Odds(rules, state.seats)).advice(state), rules, state, wait)

    return act


def played(rules: Game[Any], players: list[Player], chance: random.Random) -> tuple[tuple[int, ...], ...]:
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
                state, _ = rules.apply(state, players[seat](rules, state, wait))


def share(rules: Game[Any], one: Player, others: Player, seats: int, matches: int) -> str:
    """Of `one` among such others: first places and last places, in percent; what is shared counts in part."""
    chance, first, last = random.Random(421), 0.0, 0.0
    for number in range(matches):
        mine = number % seats
        standing = played(rules, [one if seat == mine else others for seat in range(seats)], chance)
        first += (mine in standing[0]) / len(standing[0])
        last += (mine in standing[-1]) / len(standing[-1])
    parts = first / matches, last / matches
    return ", ".join(f"{100 * part:.1f} ± {200 * sqrt(part * (1 - part) / matches):.1f}" for part in parts)


def rules_of(word: str) -> Game[Any]:
    """A game as it is asked for: dix_mille:classique/target=5000."""
    named, *options = word.split("/")
    name, _, preset = named.partition(":")
    return game(name)(preset or None, dict(option.split("=", 1) for option in options))


def main(games: Annotated[list[str] | None, typer.Argument()] = None, matches: int = 400) -> None:
    """How strong the house is in these games, or in all."""
    best = house()
    header(f"{matches} matches each: first, last %", "of two", "of three", "of four")
    for word in games or GAMES:
        rules = rules_of(word)
        for name, one in {"the house": best, "the simple rule": simple}.items():
            row(f"`{word}`: {name}", *(share(rules, one, simple, seats, matches) for seats in (2, 3, 4)))
        if isinstance(rules, Jetons):
            row(f"`{word}`: the house against best play", share(rules, best, BestOfTwo(rules).act, 2, matches), "", "")


if __name__ == "__main__":
    typer.run(main)
