"""A match in short words: what players throw, keep, choose and stop at."""

from __future__ import annotations

from kiosk.games.core import Choice, Choose, Keep, Roll, Stop
from kiosk.games.rounds import Rounds
from kiosk.games.state import Hand, S


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
