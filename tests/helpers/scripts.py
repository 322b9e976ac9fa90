"""A match in short words: what players throw, keep, choose and stop at."""

from itertools import combinations_with_replacement
from typing import Any

from kiosk.games.core import Action, Choice, Choose, HandView, Keep, Lead, Leave, Pick, Roll, Stop, Turned
from kiosk.games.game import Game
from kiosk.games.state import Hand, S
from kiosk.odds import Advice, Odds
from kiosk.odds.advice import Option

SEATS = "ABCDEFGH"


def hand(word: str) -> Hand:
    return tuple(map(int, word))


def act(word: str) -> Action:
    """Dice thrown (441), slots kept (k12; k: none) or turned (t1), what the hand is used for (=full), the end (.)."""
    if word.startswith(("lead-", "leave-")):
        kind = Lead if word.startswith("lead-") else Leave
        return kind(SEATS.index(word[-1]))
    match word[0]:
        case "k":
            return Keep(frozenset(map(int, word[1:])))
        case "t":
            return Turned(frozenset(map(int, word[1:])))
        case "=":
            return Choose(word[1:])
        case ".":
            return Stop()
        case _:
            return Roll(hand(word))


def play(rules: Game[S], state: S, script: str) -> S:
    """A word each, as `act` knows them."""
    for word in script.split():
        state, _ = rules.apply(state, act(word))
    return state


def choice(rules: Game[S], state: S) -> Choice:
    wait = rules.waits(state)
    assert isinstance(wait, Choice)
    return wait


def picks(rules: Game[S], state: S) -> Pick:
    wait = rules.waits(state)
    assert isinstance(wait, Pick)
    return wait


def advised(odds: Odds, state: object) -> Advice:
    advice = odds.advice(state)
    assert advice is not None
    return advice


def best(odds: Odds, state: object) -> Option:
    option = advised(odds, state).best
    assert option is not None
    return option


def ranking(rules: Game[Any]) -> list[HandView]:
    """Every hand from best to worst by these house rules; none in a game that does not rank all of them."""
    start = rules.start(rules.seats.start, 0)
    hands = [rules.describe(start, dice) for dice in combinations_with_replacement(range(6, 0, -1), rules.dice)]
    return sorted(hands, key=lambda hand: hand.rank or 0) if all(hand.rank for hand in hands) else []
