"""Made-up journals: of many years of matches played by chance under the rules, and of many short ones, made fast."""

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

from one_throw import FIRST

from kiosk.games.core import Choice, Over, Roll, Stop
from kiosk.games.registry import games
from kiosk.match import by_chance, database, rows
from kiosk.match.database import open_to_write
from kiosk.match.journal import Journal
from kiosk.match.log import Entry, EntryKind, Record, action_entry, undo_entry
from kiosk.match.match import Match

NAMES = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam", "Inès", "Max")
BEGAN = datetime(2020, 1, 1, 18, tzinfo=UTC)
EVERY = timedelta(minutes=90)
HASTE = 0.7
"""How often a player stops who may, so that matches are no longer than people's."""
LONGEST = 160
"""Actions of a match."""
TEMPLATES = 5
"""Matches of each game that are played; the others repeat them under other names."""
ENTRIES = 20
"""Of each short match."""


def make_journal(
    path: Path,
    matches: int,
    *,
    seed: int = 1,
    kinds: Sequence[str] | None = None,
    templates: int = TEMPLATES,
    names_from: Sequence[str] = NAMES,
) -> list[Record]:
    """Make a journal of this many matches, of some 25 kB each, the last one under way; its matches.

    `kinds`: of which games; None: of all, which takes seconds.
    """
    chance = random.Random(seed)
    names_of_games = kinds or [kind.name for kind in games()]
    tried = [_played(kind, chance) for kind in names_of_games for _ in range(templates)]
    played = [one for one in tried if one is not None]
    chance.shuffle(played)
    made: list[tuple[Record, list[Entry]]] = []
    for number, (record, entries) in zip(range(1, matches + 1), cycle(played), strict=False):
        began = BEGAN + EVERY * number
        names = tuple(chance.sample(names_from, len(record.players)))
        started = f"{began:%Y-%m-%dT%H:%M:%SZ}"
        one = replace(record, id=f"made-{seed}-{number}", number=number, players=names, started=started)
        dated = [replace(entry, at=one.started) for entry in entries]
        made.append((one, dated[:-1] if number == matches else dated))
    return _written(path, made)


def _written(path: Path, made: Sequence[tuple[Record, Sequence[Entry]]]) -> list[Record]:
    """A journal of these matches, made fast; the matches."""
    connection, _ = open_to_write(path)
    with closing(connection):
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for match, entries in made:
            rows.put(connection, match, entries)
        connection.execute("COMMIT")
    return [match for match, _ in made]


def _played(name: str, chance: random.Random) -> tuple[Record, list[Entry]] | None:
    """A match of a game from its first throw to its end; None if chance makes it longer than people would."""
    journal = Journal()
    kind = next(kind for kind in games() if kind.name == name)
    seats = min(3, kind.seats.stop - 1)
    match = Match(journal, journal.start(name, None, {}, NAMES[:seats], None), kind())
    now = 0.0
    while not isinstance(match.wait, Over):
        now += 4.0
        hasty = isinstance(match.wait, Choice) and match.wait.may_stop and chance.random() < HASTE
        done = Stop() if hasty else by_chance.action(match.wait, chance)
        match.act(done, time=now, read=_seen(done, chance) if isinstance(done, Roll) else None)
        if len(match.actions) > LONGEST:
            return None
    entries = journal.entries(match.record)
    if chance.random() < 0.5 and len(entries) > 3:  # somebody took the last throw back, and it was played again
        length = len(match.actions)
        entries = [*entries[:-1], undo_entry(length - 1, now), *entries[-2:]]
    journal.close()
    return match.record, entries


def _seen(roll: Roll, chance: random.Random) -> dict[str, object]:
    """What the camera showed of a throw."""
    dice = [
        {
            "value": value,
            "confidence": round(chance.uniform(0.97, 1), 4),
            "box": [round(chance.uniform(0, 1000), 1) for _ in range(4)],
            "colour": [chance.randrange(256) for _ in range(3)],
        }
        for value in roll.values
    ]
    return {"dice": dice, "corrected": [], "light": chance.randrange(60, 200)}


def many_matches(path: Path, count: int, length: int = ENTRIES) -> list[Record]:
    """Short matches 1 to `count`, all but the last played to their end.

    They are begun a day after one another from the first of January 2024 on, each of `length` throws; seat 1 wins.
    """
    made: list[tuple[Record, list[Entry]]] = []
    for number in range(1, count + 1):
        day = f"{2024 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T20:00:00Z"
        players = ("Marie", "Jean")
        match = Record(f"made-{number}", "le_421", "classique", {"tokens": 11}, players, None, day, number=number)
        end = [Entry(EntryKind.END, {"standing": [[1], [0]]}, length)] * (number < count)
        made.append((match, [action_entry(FIRST, time) for time in range(length)] + end))
    return _written(path, made)


def flip(path: Path, table: str, column: str, where: str) -> None:
    """Change the last letter of a text in a row, as a worn card may: nothing else notices."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        (row, text) = file.execute(f"SELECT rowid, {column} FROM {table} WHERE {where} ORDER BY rowid").fetchone()
        changed = text[:-1] + chr(ord(text[-1]) ^ 4)
        file.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed, row))
        file.executescript(database.TRIGGERS)
