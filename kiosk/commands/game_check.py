"""What every game keeps to, whatever its rules, told in sentences: for `new-game NAME --test`, and for the tests."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from kiosk.games.core import Action, Choice, Draw, Over, Pick, Throw
from kiosk.games.game import Game
from kiosk.games.options import OptionError
from kiosk.games.text import Text
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.by_chance import action

LONGEST_MATCH = 20_000
"""Actions; the longest of 5600 random matches had 3204."""
LONGEST_RULE = 100
"""Letters of a line of the rules: more do not fit the screen."""
MATCHES = 5
"""That are played of each preset."""

Check = tuple[bool, str]


def play(rules: Game[Any], seats: int, seed: int, first: int | None = None) -> Iterator[tuple[Any, Action, Any]]:
    """A match by chance: each state, what was done, and the state after; it may be cut off after `LONGEST_MATCH`."""
    chance = random.Random(seed)
    state = rules.start(seats, first)
    for _ in range(LONGEST_MATCH):
        wait = rules.waits(state)
        if isinstance(wait, Over):
            return
        done = action(wait, chance)
        after, _ = rules.apply(state, done)
        yield state, done, after
        state = after


def by_any_house_rule(kind: type[Game[Any]]) -> Iterator[Game[Any]]:
    """By each of its presets, and by each value of each of its switches."""
    yield from map(kind, kind.presets)
    yield from (kind(options={switch.name: value}) for switch in kind.switches for value in switch.values[1:])


def faults(kind: type[Game[Any]]) -> Iterator[str]:
    """What is wrong with a game, as far as that can be seen without knowing its rules."""
    yield from faults_of_words(kind)
    for preset in kind.presets:
        rules = kind(preset)
        for seed in range(MATCHES):
            seats = rules.seats[seed % len(rules.seats)]
            try:
                found = next(faults_of_match(rules, seats, seed), None)
            except Exception as error:  # noqa: BLE001  whatever somebody's game may raise is told
                found = f"{type(error).__name__}: {error}"
            if found is not None:
                yield f"{preset}, {seats} players, seed {seed}: {found}"
                break


def faults_of_words(kind: type[Game[Any]]) -> Iterator[str]:
    """Of its presets, house rules, lines of rules, and lesson."""
    try:
        every = list(by_any_house_rule(kind))
    except OptionError as error:
        yield f"a preset is of a value that no switch offers: {error}"
        return
    names = [switch.name for switch in kind.switches]
    yield from _failed(
        (not all(preset.values for preset in kind.presets.values()), "no preset is the text itself, without a switch"),
        (bool(names) and names[0] == "first", "its switches do not begin with FIRST"),
        (len(set(names)) == len(names), "two switches have one name"),
    )
    for rules in every:
        told = [translate(line, SOURCE_LANGUAGE) for line in rules.told]
        most = 6 if dict(rules.options) == dict(kind(rules.preset).options) else 7
        lesson, at = rules.lesson, ", ".join(f"{name}={value}" for name, value in rules.options.items())
        yield from (
            f"{fault} ({at})"
            for fault in _failed(
                (1 <= len(told) <= most, f"its rules are {len(told)} lines, not 1 to {most}"),
                *((len(line) < LONGEST_RULE, f"a line of its rules is too long: {line}") for line in told),
                *(("{" not in line, f"a number is missing in its rules: {line}") for line in told),
                (bool(lesson.examples and lesson.words), "its lesson has no examples or no words"),
                *(
                    (
                        max(map(len, example.hands)) <= rules.dice,
                        f"an example has more dice than the game: {example.hands}",
                    )
                    for example in lesson.examples
                ),
            )
        )


def faults_of_match(rules: Game[Any], seats: int, seed: int, first: int | None = None) -> Iterator[str]:
    """Of a match by chance: what its states show, and that it ends and is the same when it is played again."""
    state = again = rules.start(seats, first)
    held: int | None = None
    for before, done, after in play(rules, seats, seed, first):
        yield from faults_of_view(rules, before)
        view = rules.view(before)
        if view.pot is not None:
            total = view.pot + view.away + sum(seat.tokens or 0 for seat in view.seats)
            yield from _failed((held in (None, total), "tokens are lost, or come from nowhere"))
            held = total
        again, _ = rules.apply(again, done)
        yield from _failed((again == after, f"the same actions lead elsewhere: {done}"))
        state = after
    if isinstance(rules.waits(state), Over):
        yield from faults_of_view(rules, state)
    else:
        yield f"it does not end within {LONGEST_MATCH} actions"


def faults_of_view(rules: Game[Any], state: Any) -> Iterator[str]:
    """Of what the table waits for, and of what it shows meanwhile."""
    view, wait = rules.view(state), rules.waits(state)
    slots_of_hand = frozenset(range(1, len(view.hand) + 1))
    checks: list[Check] = [
        (isinstance(view.phase, Text), "the phase is no sentence"),
        (bool(view.prompt.message), "it does not say what to do"),
        (all(len(line.cells) == len(view.seats) for line in view.sheet), "a line of its sheet has not a cell a seat"),
    ]
    match wait:
        case Throw(seat, slots):
            checks += [
                (view.seat == seat, "another seat throws than is shown"),
                (bool(slots) and slots == tuple(sorted(slots)), "a throw is of no dice, or of unsorted slots"),
                (view.kept == slots_of_hand - set(slots), "what is not thrown is not shown as kept"),
                (all(view.hand[slot - 1] is not None for slot in view.kept), "a die is kept that was never thrown"),
                (len(view.hand) <= rules.dice, "more dice are shown than the game has"),
            ]
        case Choice(seat, keeps, turns=turns):
            checks += [
                (view.seat == seat, "another seat chooses than is shown"),
                (None not in view.hand and view.named is not None, "dice to choose from have no name"),
                (bool(keeps), "nothing can be kept: the turn should have ended"),
                (all(slots < slots_of_hand for slots in keeps), "all dice are kept: that is to stop"),
                (all(view.hand[slot - 1] == 6 for slots in turns for slot in slots), "a die is turned that is no six"),
            ]
        case Pick(seat, options):
            boxes = {line.box for line in view.sheet}
            checks += [
                (view.seat == seat, "another seat picks than is shown"),
                (None not in view.hand and view.named is not None, "the hand to be used has no name"),
                (not boxes or {offer.name for offer in options} <= boxes, "an offer is no box of the sheet"),
            ]
        case Draw():
            checks.append((view.seat is None, "somebody is in turn while a leader is drawn"))
        case Over(standing):
            listed = sorted(seat for group in standing for seat in group)
            places = [seat.place for seat in view.seats]
            above = [sum(map(len, standing[:place])) + 1 for place in range(len(standing))]
            checks += [
                (view.seat is None, "somebody is in turn though the match is over"),
                (listed == list(range(len(view.seats))), "the standing does not list every seat once"),
                (all(standing), "a place of the standing is empty"),
                (
                    all(places[seat] == above[n] for n, group in enumerate(standing) for seat in group),
                    "a seat's place is not that of the standing",
                ),
            ]
    if isinstance(wait, Throw | Choice) and view.rolls_allowed is not None:
        checks.append((view.rolls_used < view.rolls_allowed, "more throws are asked for than allowed"))
    if view.pot is not None:
        tokens = [seat.tokens for seat in view.seats]
        checks.append(
            (view.pot >= 0 and all(n is not None and n >= 0 for n in tokens), "somebody has less than no token")
        )
    placed = all((seat.place is not None) == (seat.out or isinstance(wait, Over)) for seat in view.seats)
    checks.append((placed, "a seat has a place before it is certain, or none after"))
    yield from _failed(*checks)


def _failed(*checks: Check) -> Iterable[str]:
    return (says for ok, says in checks if not ok)
