"""A made-up journal of many years: matches that were played by chance under the rules, repeated night after night."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

from killed_match import roll

from kiosk.games.core import Choice, Draw, Keep, Lead, Over, Stop, Throw
from kiosk.games.registry import games
from kiosk.match import rows
from kiosk.match.database import open_to_write
from kiosk.match.journal import Journal
from kiosk.match.log import Entry, Record, undo_entry
from kiosk.match.match import Match

NAMES = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam", "Inès", "Max")
BEGAN = datetime(2020, 1, 1, 18, tzinfo=UTC)
EVERY = timedelta(minutes=90)
LONGEST = 160
"""Actions of a match."""
TEMPLATES = 5
"""Matches of each game that are played; the others repeat them under other names."""


def make_journal(path: Path, matches: int, *, seed: int = 1) -> list[Record]:
    """Make a journal of so many matches, of some 25 kB each, the last one under way; its matches."""
    chance = random.Random(seed)
    tried = [_played(kind.name, chance) for kind in games() for _ in range(TEMPLATES)]
    played = [one for one in tried if one is not None]
    chance.shuffle(played)
    connection, _ = open_to_write(path)
    made: list[Record] = []
    with closing(connection):
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for number, (record, entries) in zip(range(1, matches + 1), cycle(played), strict=False):
            began = BEGAN + EVERY * number
            names = tuple(chance.sample(NAMES, len(record.players)))
            one = replace(record, id=number, players=names, started=f"{began:%Y-%m-%dT%H:%M:%SZ}")
            dated = [replace(entry, at=one.started) for entry in entries]
            rows.write_match(connection, one, number=number)
            rows.write_entries(connection, number, dated[:-1] if number == matches else dated)
            made.append(one)
        connection.execute("COMMIT")
    return made


def _played(name: str, chance: random.Random) -> tuple[Record, list[Entry]] | None:
    """A match of a game from its first throw to its end; None if chance makes it longer than people would."""
    journal = Journal()
    kind = next(kind for kind in games() if kind.name == name)
    seats = min(3, kind.seats.stop - 1)
    match = Match(journal, journal.start(name, None, {}, NAMES[:seats], None), kind())
    now = 0.0
    while not isinstance(match.wait, Over):
        now += 4.0
        _step(match, chance, now)
        if len(match.actions) > LONGEST:
            return None
    entries = journal.entries(match.record)
    if chance.random() < 0.5 and len(entries) > 3:  # somebody took the last throw back, and it was played again
        length = len(match.actions)
        entries = [*entries[:-1], undo_entry(length - 1, now), *entries[-2:]]
    journal.close()
    return match.record, entries


def _step(match: Match, chance: random.Random, now: float) -> None:
    wait = match.wait
    if isinstance(wait, Throw):
        _throw(match, len(wait.slots), chance, now)
    elif isinstance(wait, Draw):
        match.act(Lead(chance.choice(wait.seats)), time=now)
    elif isinstance(wait, Choice):
        if wait.may_stop and (not wait.keeps or chance.random() < 0.4):
            match.act(Stop(), time=now)
        else:
            match.act(Keep(chance.choice(sorted(wait.keeps, key=sorted))), time=now)


def _throw(match: Match, dice: int, chance: random.Random, now: float) -> None:
    values = roll(dice, chance)
    seen = [
        {
            "value": value,
            "confidence": round(chance.uniform(0.97, 1), 4),
            "box": [round(chance.uniform(0, 1000), 1) for _ in range(4)],
            "colour": [chance.randrange(256) for _ in range(3)],
        }
        for value in values.values
    ]
    match.act(values, time=now, read={"dice": seen, "corrected": [], "light": chance.randrange(60, 200)})
