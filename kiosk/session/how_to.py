"""How a turn goes, in three pictures: the game itself is played until somebody chooses, and its own words are shown."""

from random import Random
from typing import Any

from hardware.presses import KEEPS
from kiosk.games.core import Choice, Keep, Over, Pick, Stop, Throw
from kiosk.games.game import Game
from kiosk.games.text import say
from kiosk.match.by_chance import action
from kiosk.referee.keeping import Keeping
from kiosk.session.modes import Stack
from kiosk.session.page import ReadingPage
from kiosk.view import DieView, HowToView, TurnStep

TITLE = say("How a turn goes")
THROW = say("Throw all the dice into the tray")
KEEP = {
    Keeping.BUTTONS: say("Keep: press the button under a die, and throw the others again"),
    Keeping.HANDS: say("Keep: leave lying what stays, and throw the others again"),
}
END = say("End: with this button the turn is the next player's")
SEED = 13
"""Seed of the dice in the pictures, found by trying: in each game some dice stay and some are thrown again."""
FEW = 3
"""In games of more than 3 dice, equal ones are kept in the picture."""
LONGEST = 500
"""Within 500 actions somebody has chosen in every game."""


def how_to_page(stack: Stack, rules: Game[Any], keeping: Keeping) -> ReadingPage:
    """The page lies over a match that has just begun: a button leads there, and so does the first throw."""
    shown = HowToView(TITLE, turn(rules, keeping), rules.faces)
    return ReadingPage(stack, (TITLE, lambda: shown), go=say("Play"))


def turn(rules: Game[Any], keeping: Keeping) -> tuple[TurnStep, TurnStep, TurnStep]:
    """The throw, the choice, and what comes of it, as this game shows them."""
    start, state, choice = _first_choice(rules)
    before, after = rules.view(start), rules.view(state)
    stays = _kept(rules, choice, after.hand)
    # A KEEP button stands for a group of dice where the game has groups, else for one die.
    buttons = {slot: number for number, group in enumerate(choice.groups, 1) for slot in group.steps[-1]}
    if not choice.groups and any(choice.keeps):
        buttons = {slot: slot for slot in range(1, min(len(after.hand), len(KEEPS)) + 1)}
    lying = tuple(DieView(value, kept=n in stays, button=buttons.get(n)) for n, value in enumerate(after.hand, 1))
    throw = TurnStep(before.prompt, before.sought, tuple(map(DieView, after.hand)), fallen=True)
    keep = TurnStep(after.prompt, after.sought, lying, hint=KEEP[keeping] if stays else None)
    thrown = rules.view(rules.apply(state, Keep(stays))[0]) if stays else after
    ended = rules.apply(state, Stop())[0] if choice.may_stop else state
    picks = isinstance(rules.waits(ended), Pick)
    # The third picture is the end of the turn where a box is picked then, or where the dice that stay do not change
    # what is sought; in other games it is the throw of the rest.
    if choice.may_stop and (picks or thrown.sought == after.sought):
        said = rules.view(ended).prompt if picks else END
        return throw, keep, TurnStep(said, None if after.named is None else after.named.name, key=say("End turn"))
    rest = tuple(die for die in lying if die.kept)
    return throw, keep, TurnStep(thrown.prompt, thrown.sought, rest, missing=len(lying) - len(rest))


def _first_choice(rules: Game[Any]) -> tuple[Any, Any, Choice]:
    """The state before a turn's first throw, the state in which its player chooses, and the choice.

    Played by chance until such a turn comes; a choice after a throw of some dice alone would need an earlier picture.
    """
    chance, state = Random(SEED), rules.start(max(2, rules.seats.start), 0)
    start, whole = state, True
    for _ in range(LONGEST):
        wait = rules.waits(state)
        if isinstance(wait, Choice) and whole:
            return start, state, wait
        if isinstance(wait, Throw):
            whole = len(wait.slots) == rules.dice
            if whole and rules.view(state).sought is not None:
                start = state
        over = isinstance(wait, Over)
        state = rules.start(max(2, rules.seats.start), 0) if over else rules.apply(state, action(wait, chance))[0]
    raise AssertionError(f"{rules.name}: nobody chooses")


def _kept(rules: Game[Any], choice: Choice, hand: tuple[int | None, ...]) -> frozenset[int]:
    """What is kept in the picture: most dice of the game's best hand, or most equal ones; else as few as can be."""
    best = rules.lesson.examples[0].hands[0] if rules.lesson.examples else ()

    def worth(keep: frozenset[int]) -> tuple[int, int, list[int]]:
        missing, found = list(best), 0
        for slot in keep:
            value = hand[slot - 1]
            if value in missing:
                missing.remove(value)
                found += 1
        if len(hand) > FEW and len({hand[slot - 1] for slot in keep}) == 1:
            found = max(found, len(keep))
        return found, -len(keep), sorted(keep)

    some = [keep for keep in choice.keeps if keep and len(keep) < len(hand)]
    return max(some, key=worth, default=frozenset())
