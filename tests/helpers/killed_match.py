"""A match in a process of its own, killed at any moment: told apart what was acknowledged from what was not.

Run as a program it is the child: it takes up the match under way in the journal, or begins one, and plays on by
scripted chance, with undos and corrections among the throws. Each step is announced before it is taken and
acknowledged after.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kiosk.games.core import Action, Over, Roll
from kiosk.games.registry import game, games
from kiosk.match import by_chance
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry
from kiosk.match.match import Match

LATEST_S = 0.02
"""Seconds: a kill comes at most this long after the acknowledgement that it waits for, several steps' time."""


def told(match: Match) -> str:
    """The actions that stand, as one text."""
    return json.dumps([match.record.id, [dict(action_entry(action, 0).body) for action in match.actions]])


def take_up(journal: Journal, chance: random.Random) -> Match:
    """The match under way, or a new one."""
    record = journal.unfinished()
    if record is None:
        kind = chance.choice(games())
        record = journal.start(kind.name, None, {}, ["Marie", "Jean", "Lucie"][: min(3, kind.seats.stop - 1)], None)
    return Match(journal, record, game(record.game)(record.preset, record.options))


# --- the child -------------------------------------------------------------------------------------------------------


def say(word: str, what: str = "") -> None:
    os.write(1, f"{word} {what}\n".encode())


def step(match: Match, chance: random.Random) -> None:
    """Something that people do."""
    wait, now = match.wait, time.monotonic()
    if chance.random() < 0.08 and match.actions:
        match.undo(now)
    elif chance.random() < 0.12 and match.last_hand:
        slot = chance.choice(sorted(match.last_hand))
        match.correct({slot: chance.randint(1, 6)}, now)
    elif not isinstance(wait, Over):
        done = by_chance.action(wait, chance)
        match.act(done, time=now, read={"dice": [], "corrected": []} if isinstance(done, Roll) else None)


def child(path: Path, seed: int) -> None:
    """Play until killed."""
    chance = random.Random(seed)
    say("opening")
    journal = Journal(path)
    while True:
        match = take_up(journal, chance)
        say("did", told(match))
        while not isinstance(match.wait, Over):
            before = chance.getstate()
            # The same step on a copy in memory tells beforehand what it will come to.
            ahead = Journal()
            copy = Match(ahead, ahead.start(match.record.game, None, {}, match.record.players, None), match.game)
            act_all(copy, match.actions)
            step(copy, chance)
            say("will", json.dumps([match.record.id, json.loads(told(copy))[1]]))
            chance.setstate(before)
            step(match, chance)
            say("did", told(match))


def act_all(match: Match, actions: list[Action]) -> None:
    for action in actions:
        match.act(action, time=0.0)


# --- whoever kills it ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Killed:
    """What a killed child (or one before it) had said last, and what the journal holds after it."""

    acknowledged: str | None
    """None where no match had begun."""
    announced: str | None
    found: str | None

    @property
    def whole(self) -> bool:
        """Nothing acknowledged is lost, nothing half done is found."""
        if self.acknowledged is None:
            return self.found is None or json.loads(self.found)[1] == []
        return self.found in {self.acknowledged, self.announced}


def kills(path: Path, seed: int, number: int) -> Iterator[Killed]:
    """Kill this many children, one after the other on the same journal, each at a random moment."""
    chance = random.Random(seed)
    found: str | None = None
    for count in range(number):
        words = [sys.executable, __file__, str(path), str(seed + count)]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(chance.choice([1, 2, 3, chance.randint(4, 80)]))]
            time.sleep(chance.uniform(0, LATEST_S))
            process.kill()
            said += process.stdout.readlines()
        killed = judged(path, [line.decode().rstrip("\n") for line in said if line.endswith(b"\n")], found)
        found = killed.found
        yield killed


def judged(path: Path, said: list[str], before: str | None) -> Killed:
    acknowledged, announced = before, None
    for line in said:
        word, _, what = line.partition(" ")
        if word == "did":
            acknowledged, announced = what, None
        elif word == "will":
            announced = what
    if not path.exists():
        return Killed(acknowledged, announced, None)
    journal = Journal(path)
    try:
        matches = journal.latest(99)[::-1]
        if not matches:
            return Killed(acknowledged, announced, None)
        record = matches[-1]
        match = Match(journal, record, game(record.game)(record.preset, record.options))
        # A match that was begun after the last word has nothing in it yet.
        if not match.actions and acknowledged and json.loads(acknowledged)[0] != record.id:
            record = matches[-2]
            match = Match(journal, record, game(record.game)(record.preset, record.options))
        ended = isinstance(match.wait, Over)
        assert ended == (journal.entries(record)[-1:] != [] and journal.entries(record)[-1].kind == "end")
        return Killed(acknowledged, announced, told(match))
    finally:
        journal.close()


if __name__ == "__main__":
    child(Path(sys.argv[1]), int(sys.argv[2]))
