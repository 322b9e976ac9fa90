"""A match in short words: what players throw, keep, choose and stop at."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.games.core import Choice, Choose, Keep, Pick, Roll, Stop
from kiosk.games.rounds import Rounds
from kiosk.games.state import Hand, S
from kiosk.locale import translate
from kiosk.odds import Advice, Odds
from kiosk.odds.advice import Option


def hand(word: str) -> Hand:
    return tuple(map(int, word))


def play(rules: Rounds[S], state: S, script: str) -> S:
    """A word each: dice thrown (441), slots kept (k12; k: none), what the hand is used for (=full), the end (.)."""
    for word in script.split():
        action: Roll | Keep | Choose | Stop = Stop()
        if word[0] in "k=":
            action = Keep(frozenset(map(int, word[1:]))) if word[0] == "k" else Choose(word[1:])
        elif word != ".":
            action = Roll(hand(word))
        state, _ = rules.apply(state, action)
    return state


def throw(rules: Rounds[S], state: S, hands: str) -> S:
    """Every seat stops after its first throw."""
    for word in hands.split():
        state, _ = rules.apply(state, Roll(hand(word)))
        if isinstance(rules.waits(state), Choice):
            state, _ = rules.apply(state, Stop())
    return state


def choice(rules: Rounds[S], state: S) -> Choice:
    wait = rules.waits(state)
    assert isinstance(wait, Choice)
    return wait


def picks(rules: Rounds[S], state: S) -> Pick:
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


def sought(rules: Rounds[S], state: S, names: Sequence[str] = ()) -> str:
    """The line over the dice, in English."""
    said = rules.view(state).sought
    return "" if said is None else translate(said, "en", names).replace("\N{NO-BREAK SPACE}", " ")
