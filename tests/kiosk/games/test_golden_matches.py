"""Whole matches as text, one a game and preset in each language, replayed and compared line by line.

A file in golden/en or golden/fr begins with what was agreed (game, preset, seats), then each action stands at the
margin, as said at the table; indented below it what it brought about, and after `=` what the table then waits for.

    A keeps 1 3            slots that stay
    A chooses full         what becomes of the hand
    B throws 42            in the order of their slots
    B stops
    B turns 2              sixes to ones
    C leads                where the rules draw it
    C leaves

After a change of words or rules that is meant, `DICE_TABLE_WRITE_GOLDEN=1 pytest tests/kiosk/games` writes the files
anew from the actions in golden/en; a file that is missing there gets a seeded match. Read the difference before you
commit it.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.commands.game_check import play
from kiosk.games.core import (
    Action,
    Carry,
    Choice,
    Choose,
    Draw,
    Keep,
    Lead,
    Leave,
    Over,
    Pick,
    Return,
    Roll,
    Stop,
    Throw,
    Turned,
    Wait,
)
from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.games.text import Text
from kiosk.locale import SOURCE_LANGUAGE, languages, translate

GOLDEN = Path(__file__).parent / "golden"
WRITE = "DICE_TABLE_WRITE_GOLDEN" in os.environ
EVERY = [f"{kind.name}-{preset}" for kind in games() for preset in kind.presets]
SEATS = 3
NAMES = "ABCDEFGH"
OVER = "over: "


def waited(wait: Wait) -> str:
    match wait:
        case Throw(seat, slots):
            return f"{NAMES[seat]} throws {' '.join(map(str, slots))}"
        case Pick(seat, options):
            return f"{NAMES[seat]} picks of " + " ".join(f"{offer.name} {offer.points}" for offer in options)
        case Choice(seat, keeps, may_stop, turns=turns):
            stops, turning = " or stops" if may_stop else "", " or turns" if turns else ""
            return f"{NAMES[seat]} chooses of {len(keeps)}{stops}{turning}"
        case Draw(seats):
            return "a draw among " + " ".join(NAMES[seat] for seat in seats)
        case Over(standing):
            return OVER + " > ".join(" = ".join(NAMES[seat] for seat in group) for group in standing)


def said(action: Action, wait: Wait) -> str:
    seat = NAMES[wait.seat] if isinstance(wait, Throw | Choice | Pick) else ""
    match action:
        case Roll(values):
            return f"{seat} throws {''.join(map(str, values))}"
        case Keep(slots):
            return f"{seat} keeps {' '.join(map(str, sorted(slots))) or 'none'}"
        case Stop():
            return f"{seat} stops"
        case Lead(other):
            return f"{NAMES[other]} leads"
        case Leave(other):
            return f"{NAMES[other]} leaves"
        case Return(other):
            return f"{NAMES[other]} is back"
        case Carry(held):
            return f"{NAMES[len(held) - 1]} joins {' '.join(map(str, held))}"
        case Choose(option):
            return f"{seat} chooses {option}"
        case Turned(slots):
            return f"{seat} turns {' '.join(map(str, sorted(slots)))}"


def heard(line: str) -> Action:
    seat, verb, *rest = line.split()
    match verb:
        case "throws":
            return Roll(tuple(map(int, rest[0])))
        case "keeps":
            return Keep(frozenset(int(slot) for slot in rest if slot != "none"))
        case "stops":
            return Stop()
        case "chooses":
            return Choose(rest[0])
        case "turns":
            return Turned(frozenset(map(int, rest)))
        case "leads":
            return Lead(NAMES.index(seat))
        case "leaves":
            return Leave(NAMES.index(seat))
        case _:
            raise AssertionError(line)


def shown(rules: Game[Any], state: Any, say: Callable[[Text], str]) -> str:
    view = rules.view(state)
    have = " ".join(str(seat.tokens if view.pot is not None else seat.score) for seat in view.seats)
    pot = "" if view.pot is None else f", pot {view.pot}"
    sought = f" | {say(view.sought)}" if view.sought else ""
    hand = f" | {say(view.named.name)}" if view.named else ""
    worth = f" ({say(view.named.worth)})" if view.named and view.named.worth else ""
    return (
        f"  = {say(view.phase)} | {have}{pot} | {waited(rules.waits(state))}{hand}{worth} | {say(view.prompt)}{sought}"
    )


def told(name: str, actions: list[Action], language: str) -> list[str]:
    def say(text: Text) -> str:
        return translate(text, language, NAMES)

    kind, preset = name.split("-")
    rules = game(kind)(preset)
    state = rules.start(SEATS)
    lines = [f"game {kind}", f"preset {preset}", f"seats {SEATS}", shown(rules, state, say)]
    for action in actions:
        lines.append(said(action, rules.waits(state)))
        state, events = rules.apply(state, action)
        lines += [f"  {event.what}: {say(event.text)}" for event in events]
        lines.append(shown(rules, state, say))
    return lines


def read(path: Path) -> list[Action]:
    lines = path.read_text(encoding="utf-8").splitlines()[3:]
    return [heard(line) for line in lines if not line.startswith(" ")]


def seeded(name: str) -> list[Action]:
    """The match of some seeds whose length is the best to read."""
    kind, preset = name.split("-")
    rules = game(kind)(preset)
    matches = ([action for _, action, _ in play(rules, SEATS, seed)] for seed in range(20))
    return min(matches, key=lambda actions: abs(len(actions) - 100))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", EVERY)
def test_the_match_is_as_it_is_written(name: str, language: str) -> None:
    source, path = (GOLDEN / folder / f"{name}.txt" for folder in (SOURCE_LANGUAGE, language))
    if WRITE:
        lines = told(name, read(source) if source.exists() else seeded(name), language)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    written = path.read_text(encoding="utf-8").splitlines()
    assert told(name, read(source), language) == written
    assert f"| {OVER}" in written[-1]


@pytest.mark.parametrize("language", languages())
def test_no_match_is_left_of_a_game_that_is_gone(language: str) -> None:
    assert {path.stem for path in (GOLDEN / language).glob("*.txt")} == set(EVERY)
