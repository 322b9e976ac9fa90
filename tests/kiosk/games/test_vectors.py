"""Short plays of each game, and what must come of them: the files in `vectors`.

    dix_mille farkle, end=exact               a game, its preset, and house rules over it: for the lines below
    3: 665. 111. 654. -> 0 1 0 | leads B      three play, A leads; what is played, and what must be so then
    7 7 decharge: 611. 221. -> 2 12           two hold these as a round of that kind begins
    3 roll-off: 421 655 111 -> leads B        nobody leads yet
    1 yams=50 six=18: 66666. -> offers ...    boxes of a sheet are written

The words that are played are those of `scripts.act`; a point behind a throw ends the turn where there is a choice.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scripts import SEATS, act

from kiosk.games.core import Choice, IllegalActionError, Pick, Stop
from kiosk.games.registry import game
from kiosk.games.rounds import Rounds
from kiosk.games.state import Play
from kiosk.games.text import Text
from kiosk.locale import NO_BREAK, translate

FOLDER = Path(__file__).parent / "vectors"


class Vector(NamedTuple):
    heading: str
    begins: str
    played: list[str]
    facts: list[str]


def vectors() -> Iterator[Any]:
    for file in sorted(FOLDER.iterdir()):
        heading = ""
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if " -> " in line:
                told, facts = line.split(" -> ")
                begins, played = told.split(":")
                vector = Vector(heading, begins, played.split(), facts.split(" | "))
                yield pytest.param(vector, id=f"{file.stem}:{number}")
            elif line and not line.startswith("#"):
                heading = line


def rules_of(heading: str) -> Rounds[Any]:
    names, *options = heading.split(", ")
    rules = game(names.split()[0])(names.split()[1], dict(option.split("=") for option in options))
    assert isinstance(rules, Rounds)
    return rules


def begun(rules: Rounds[Any], begins: str) -> Any:
    words = [word for word in begins.split() if "=" not in word]
    boxes = dict(word.split("=") for word in begins.split() if "=" in word)
    have = [int(word) for word in words if word.isdecimal()]
    kind = next((word for word in words if not word.isdecimal()), rules.kinds[0])
    if len(have) == 1:
        state = rules.start(have[0], None if kind == "roll-off" else 0)
        written = {box: int(points) for box, points in boxes.items()}
        return replace(rules.filled(state, written), round=1 + len(written)) if boxes else state
    new = rules.new(len(have))
    play = Play(replace(new, counts=tuple(have), pot=max(0, new.pot - sum(have))))
    play.leave(tuple(seat for seat, count in enumerate(have) if kind == rules.kinds[-1] and not count and rules.tokens))
    rules.next_round(play, 0, kind)
    return play.state


def english(text: Text | None) -> str:
    return "" if text is None else translate(text, "en", SEATS).replace(NO_BREAK, " ")


def names(seats: Any) -> str:
    return " = ".join(SEATS[seat] for seat in seats)


def digits(slots: Any) -> str:
    return "".join(map(str, sorted(slots))) or "none"


def found(rules: Rounds[Any], state: Any, word: str) -> object:
    """What is so, by the first word of what must be so."""
    view, wait = rules.view(state), rules.waits(state)
    if isinstance(wait, Choice):
        of_a_choice = {
            "keeps": " ".join(sorted(map(digits, wait.keeps))),
            "turns": " ".join(sorted(map(digits, wait.turns))) or "none",
            "stop": "may" if wait.may_stop else "may not",
        }
        if word in of_a_choice:
            return of_a_choice[word]
    match word:
        case "leads":
            return SEATS[state.leader]
        case "over":
            return " > ".join(map(names, rules.standing(state))) if state.over else "not"
        case "out":
            return " > ".join(map(names, state.out)) or "nobody"
        case "throws":
            return f"{SEATS[wait.seat]} {digits(wait.slots)}"  # type: ignore[union-attr]
        case "offers":
            assert isinstance(wait, Pick)
            return " ".join(f"{offer.name}={offer.points}" for offer in wait.options)
        case "plays":
            return "".join(SEATS[seat] for seat in state.heat.seats)
        case "shows":
            return " ".join(
                f"{SEATS[seat]}: {english(its.hand.name)}" for seat, its in enumerate(view.seats) if its.hand
            )
        case "kind":
            return state.heat.kind
        case "allowed":
            return view.rolls_allowed
        case "stake":
            return view.at_stake
        case "hand":
            return "".join(map(str, view.hand))
        case "sought" | "prompt" | "phase":
            return english(getattr(view, word))
        case "pot" | "away" | "round" | "half" | "rounds":
            return getattr(state, word)
        case _:
            return " ".join(map(str, state.counts))


@pytest.mark.parametrize("vector", [*vectors()])
def test_a_play_leads_where_the_rules_say(vector: Vector) -> None:
    rules = rules_of(vector.heading)
    state, said = begun(rules, vector.begins), list[str]()
    refused = next((fact for fact in vector.facts if fact.startswith("refused")), None)
    for word in vector.played[:-1] if refused else vector.played:
        for action in act(word.rstrip(".") or "."), *([Stop()] if word[-1] == "." != word else []):
            if action != Stop() or word == "." or isinstance(rules.waits(state), Choice):
                state, events = rules.apply(state, action)
                said += [english(event.text) for event in events]
    if refused:
        with pytest.raises(IllegalActionError) as error:
            rules.apply(state, act(vector.played[-1]))
        assert english(error.value.reason) == refused.removeprefix("refused ")
    for fact in vector.facts:
        word, _, rest = fact.partition(" ")
        if word == "says":
            assert rest in said
        elif word != "refused":
            now = str(found(rules, state, word))
            assert now == (rest if word.isalpha() else fact), word
