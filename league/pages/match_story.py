"""A match told throw by throw, with what each choice was worth."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kiosk.games.core import (
    Action,
    Carry,
    Choose,
    Draw,
    Game,
    Happening,
    Keep,
    Lead,
    Leave,
    Over,
    Return,
    Roll,
    Stop,
    Throw,
    Turned,
    Wait,
)
from kiosk.games.options import Value
from kiosk.games.registry import game
from kiosk.games.text import Text, say
from kiosk.match.log import Entry, Record, actions_of
from kiosk.match.progress import Progress, choice_of

WITH_ODDS = False
with suppress(ModuleNotFoundError):  # NumPy is larger than all else that a league needs: without it, no odds are told
    from kiosk.odds import Odds

    WITH_ODDS = True

GAMES_KEPT = 16
"""Whose odds stay worked out."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was done.

    Attributes:
        round: 1 is the first; `begins`: it is the first of its round.
        seat: who did it; None: the table.
        what: the verb.
        dice: the dice that lie there then, or that are meant; `kept` marks those that stay.
        chosen: what was taken, where that is no die.
        chance: what the choice is worth; `verdict`: whether there was a better one.
        remarks: what the rules said.
    """

    round: int
    begins: bool
    seat: int | None
    what: Text
    dice: tuple[tuple[int, bool], ...] = ()
    chosen: Text | None = None
    chance: Text | None = None
    verdict: Text | None = None
    remarks: tuple[Text, ...] = ()


def told(record: Record, entries: Sequence[Entry]) -> tuple[Progress, list[Told], bool]:
    """A match as it stands, everything that led there, and whether odds are still to come, which are there later.

    Raises:
        OptionError, IllegalActionError, LookupError: its rules are not known here.
    """
    rules = game(record.game)(record.preset, record.options)
    progress, options = Progress(record, rules), tuple(record.options.items())
    odds = _odds(record.game, record.preset, options, len(record.players))
    found, last, late = list[Told](), 0, False
    for at, action in enumerate(actions_of(entries)):
        before, view, wait = progress.state, progress.view, progress.wait
        chance = verdict = None
        made = choice_of(action, len(view.hand))
        if made is not None and odds is not None:
            advice = odds.advice(before)
            late |= advice is None
            chance = None if advice is None else advice.line(made)
            verdict = None if advice is None or len(advice.options) < 2 else advice.verdict(made)
        progress.follow(at, [action])
        remarks = tuple(event.text for event in progress.events if event.what is not Happening.ROLLED)
        begins, last = view.round != last, view.round
        what, dice = _what(action, rules, before, progress.state)
        chosen = wait.offer(action.option) if isinstance(action, Choose) and hasattr(wait, "offer") else None
        text = chosen.text if chosen else None
        found.append(Told(view.round, begins, _who(action, wait), what, dice, text, chance, verdict, remarks))
    return progress, found, late


@lru_cache(GAMES_KEPT)
def _odds(name: str, preset: str | None, options: tuple[tuple[str, Value], ...], seats: int) -> Odds | None:
    """Those of a game, which are worked out beside."""
    return Odds(game(name)(preset, dict(options)), seats, background=True) if WITH_ODDS else None


def _who(action: Action, wait: Wait) -> int | None:
    """Whoever acts: in turn, but where somebody leads, comes or goes; None for nobody in particular."""
    if isinstance(action, Carry):
        return len(action.counts) - 1
    if isinstance(action, Lead | Leave | Return):
        return action.seat
    return None if isinstance(wait, Draw | Over) else wait.seat


def _what(action: Action, rules: Game[Any], before: Any, after: Any) -> tuple[Text, tuple[tuple[int, bool], ...]]:
    """The verb, and the dice that go with it."""
    hand = [*enumerate(rules.view(before).hand, 1)]
    lying = tuple((value, False) for _, value in hand if value)
    match action:
        case Roll(values):
            wait = rules.waits(before)
            thrown = dict(zip(sorted(wait.slots), values, strict=True)) if isinstance(wait, Throw) else {}
            shown = [(thrown.get(slot, value), slot not in thrown) for slot, value in hand]
            return say("throws"), tuple((value, kept) for value, kept in shown if value)
        case Keep(slots):
            kept = tuple((value, True) for slot, value in hand if value and slot in slots)
            return (say("keeps"), kept) if kept else (say("throws all again"), ())
        case Stop():
            return say("stops with"), lying
        case Choose():
            return say("takes"), lying
        case Turned():
            return say("turns sixes to aces"), tuple((value, False) for value in rules.view(after).hand if value)
        case Lead():
            return say("leads"), ()
        case Leave():
            return say("leaves, the house plays on"), ()
        case Return():
            return say("is back"), ()
        case Carry():
            return say("joins"), ()
