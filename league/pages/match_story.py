"""A match told throw by throw, with what each choice was worth."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from kiosk.games.core import Carry, Choose, Keep, Lead, Leave, Pick, Return, Roll, Stop, Throw, Turned, Wait
from kiosk.games.options import Value
from kiosk.games.registry import game
from kiosk.games.text import Text, say
from kiosk.history.steps import Step, replayed
from kiosk.match.log import Entry, Record, action_entry, actions_of
from kiosk.match.progress import Progress, choice_of

WITH_ODDS = False
with suppress(ModuleNotFoundError):  # a league runs without NumPy, which is larger than all else it needs
    from kiosk.odds import Odds

    WITH_ODDS = True

GAMES_KEPT = 16
"""The odds of the latest 16 games, with their house rules and players, stay in memory."""
VERBS: Mapping[type, Text] = {
    Roll: say("throws"),
    Keep: say("keeps"),
    Stop: say("stops with"),
    Choose: say("takes"),
    Turned: say("turns sixes to aces"),
    Lead: say("leads"),
    Leave: say("leaves, the house plays on"),
    Return: say("is back"),
    Carry: say("joins"),
}


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One thing that was done.

    Attributes:
        begins: whether a round begins with it.
        seat: who did it; None: the table.
        what: the verb.
        dice: after a throw the dice that lie there, else those it is about; and whether each stays.
        chosen: what was taken, if that is no die.
        chance: what the choice is worth; `verdict`: whether there was a better one.
        remarks: what the rules said about it.
    """

    begins: bool
    seat: int | None
    what: Text
    dice: Sequence[tuple[int, bool]]
    chosen: Text | None
    chance: Text | None
    verdict: Text | None
    remarks: Sequence[Text]


def story_of(record: Record, entries: Sequence[Entry]) -> tuple[Progress, list[StoryStep], bool]:
    """A match as it stands, everything that led there, and whether some odds are still being worked out.

    Raises:
        OptionError, IllegalActionError, LookupError: its rules are not known here.
    """
    rules = game(record.game)(record.preset, record.options)
    odds = _odds(record.game, record.preset, tuple(record.options.items()), len(record.players))
    match, found, last, late = Progress(record, rules), list[StoryStep](), 0, False
    state = match.state
    for step in replayed(record, [action_entry(action, 0.0) for action in actions_of(entries)]):
        before, match, state = state, step.match, step.match.state
        view, wait = rules.view(before), rules.waits(before)
        chance = verdict = None
        # What a choice was worth is asked of the state before it.
        choice = choice_of(match.actions[-1], len(view.hand))
        if choice is not None and odds is not None:
            advice = odds.advice(before)
            late |= advice is None
            chance = None if advice is None else advice.line(choice)
            verdict = None if advice is None or len(advice.options) < 2 else advice.verdict(choice)
        begins, last = view.round != last, view.round
        offer = wait.offer(choice) if isinstance(wait, Pick) and isinstance(choice, str) else None
        dice = _dice(step, wait, view.hand)
        what = VERBS[type(step.what)] if dice or not isinstance(step.what, Keep) else say("throws all again")
        found.append(
            StoryStep(begins, step.seat, what, dice, offer.text if offer else None, chance, verdict, step.remarks)
        )
    return match, found, late


@lru_cache(GAMES_KEPT)
def _odds(name: str, preset: str | None, options: tuple[tuple[str, Value], ...], seats: int) -> "Odds | None":
    """The odds of a game, which are worked out in the background; None without NumPy."""
    return Odds(game(name)(preset, dict(options)), seats, background=True) if WITH_ODDS else None


def _dice(step: Step, wait: Wait, hand: Sequence[int | None]) -> list[tuple[int, bool]]:
    """The dice to show with the verb, and whether each stays: after a throw all that lie there."""
    if not isinstance(step.what, Roll) or not isinstance(wait, Throw):
        return [(value, isinstance(step.what, Keep)) for value in step.dice]
    thrown = dict(zip(sorted(wait.slots), step.dice, strict=True))
    shown = [(thrown.get(slot, value), slot not in thrown) for slot, value in enumerate(hand, 1)]
    return [(value, stays) for value, stays in shown if value]
