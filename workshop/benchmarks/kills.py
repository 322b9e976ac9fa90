"""A running match is killed 200 times at random moments, and resumed each time: nothing acknowledged may be lost.

python -m workshop.benchmarks.kills [--kills 200] [--seed 1]

Who is killed is a process of its own (`--journal`): it takes up the match under way in the journal, or begins one, and
plays on by scripted chance, with undos and corrections among the throws. Each step is announced before it is taken and
acknowledged after.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import typer

from kiosk.games.core import Action, Over, Roll
from kiosk.games.registry import game, games
from kiosk.match import by_chance
from kiosk.match.journal import Journal
from kiosk.match.log import EntryKind, Record, action_entry
from kiosk.match.match import Match
from workshop.benchmarks import HOUSE

LATEST_S = 0.02
"""A kill comes at most this many seconds after the acknowledgement that it waits for, the time of several steps."""


# --- who is killed ---------------------------------------------------------------------------------------------------


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


def ahead(match: Match, chance: random.Random) -> str:
    """What the next step will come to: it is taken on a copy in memory, by the same chance."""
    before, journal = chance.getstate(), Journal()
    copy = Match(journal, journal.start(match.record.game, None, {}, match.record.players, None), match.game)
    act_all(copy, match.actions)
    step(copy, chance)
    chance.setstate(before)
    return json.dumps([match.record.id, json.loads(told(copy))[1]])


def act_all(match: Match, actions: Sequence[Action]) -> None:
    for action in actions:
        match.act(action, time=0.0)


def play_until_killed(path: Path, seed: int) -> None:
    """Say each step before and after it is taken."""

    def say(word: str, what: str = "") -> None:
        os.write(1, f"{word} {what}\n".encode())

    chance = random.Random(seed)
    say("opening")
    journal = Journal(path)
    while True:
        match = take_up(journal, chance)
        say("did", told(match))
        while not isinstance(match.wait, Over):
            say("will", ahead(match, chance))
            step(match, chance)
            say("did", told(match))


# --- whoever kills it ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Killed:
    """What a killed process (or one before it) had said last, and what the journal holds after it."""

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


def kill(path: Path, seed: int, number: int) -> Iterator[Killed]:
    """Kill this many processes, one after the other on the same journal, each at a random moment."""
    chance = random.Random(seed)
    acknowledged: str | None = None
    for count in range(number):
        words = [sys.executable, "-m", __spec__.name, "--journal", str(path), "--seed", str(seed + count)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=HOUSE) as process:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(chance.choice([1, 2, 3, chance.randint(4, 80)]))]
            time.sleep(chance.uniform(0, LATEST_S))
            process.kill()
            said += process.stdout.readlines()
        announced = None
        for line in said:
            word, _, what = line.decode().rstrip("\n").partition(" ")
            if line.endswith(b"\n") and word in {"did", "will"}:
                acknowledged, announced = (what, None) if word == "did" else (acknowledged, what)
        yield Killed(acknowledged, announced, acknowledged := found(path, acknowledged))


def found(path: Path, acknowledged: str | None) -> str | None:
    """The actions that stand in the latest match of a journal; None where there is none."""
    if not path.exists():
        return None
    with closing(Journal(path)) as journal:
        latest = [resumed(journal, record) for record in journal.latest(2)]
        # A match that was begun after the last word has nothing in it yet.
        if latest and not latest[0].actions and acknowledged and json.loads(acknowledged)[0] != latest[0].record.id:
            latest.pop(0)
        if not latest:
            return None
        match = latest[0]
        entries = journal.entries(match.record)
        assert isinstance(match.wait, Over) == (bool(entries) and entries[-1].kind is EntryKind.END)
        return told(match)


def resumed(journal: Journal, record: Record) -> Match:
    return Match(journal, record, game(record.game)(record.preset, record.options))


def main(kills: int = 200, seed: int = 1, journal: Path | None = None) -> None:
    """A running match is killed at random moments, and resumed each time."""
    if journal is not None:
        play_until_killed(journal, seed)
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for killed in kill(Path(folder) / "matches.sqlite3", seed, kills):
            count["killed"] += 1
            count["… in the middle of a step"] += killed.announced is not None
            count["  … that was on disk already"] += killed.announced is not None and killed.found == killed.announced
            count["acknowledged and lost, or half done"] += not killed.whole
            if not killed.whole:
                print(killed)
    for what, number in count.items():
        print(f"{number:5} {what}")
    if count["acknowledged and lost, or half done"]:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
