"""What all matches come to is counted from a digest of each, which is made once: nobody replays years of matches again.

Digests stand in a file of their own beside the journal. It may be deleted; where it can't be written, they are made
anew each time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kiosk.files import DIGESTS_SUFFIX
from kiosk.games.core import Action, Happening, IllegalActionError, Roll
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.history.history import with_accuracy
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.database import is_damage
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record, actions_of, walk

VERSION = 1
"""Of what a digest holds and how it is counted: those of another are made anew."""
AT_ONCE = 200
"""So many are written together: what was counted until somebody lost patience is kept."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A match, as far as it counts among others.

    Attributes:
        summary: the match in one JSON object, with how often the reader had to be corrected.
        title: what its game is called.
        places: of everybody but the house, in a match played to its end, the name and the place.
        throws: how often dice were thrown; `seconds` how long it went on, while the table was on.
        faces: how often each face was thrown, 1 to 6.
        best: the names of hands that turns ended with and that rank first of all; `worst` those that rank last.
    """

    summary: Mapping[str, Any]
    title: str
    places: Sequence[tuple[str, int]]
    throws: int
    seconds: float
    faces: Sequence[int]
    best: Sequence[str]
    worst: Sequence[str]


def digest(match: Record, entries: Sequence[Entry]) -> Digest:
    """One match's; what was played by rules of another version counts where rules are not needed."""
    summary = with_accuracy(match, entries)
    actions = actions_of(entries)
    rolls = [action for action in actions if isinstance(action, Roll)]
    thrown = [value for roll in rolls for value in roll.values]
    hands = list(_hands(match, actions))
    return Digest(
        summary,
        _title(match),
        [
            (name, place)
            for place, names in enumerate(summary["standing"] or [], 1)
            for name in names
            if match.players.index(name) not in match.house
        ],
        len(rolls),
        max((step.elapsed_s for step in walk(entries)), default=0.0),
        [thrown.count(face) for face in range(1, 7)],
        [name for name, best in hands if best],
        [name for name, best in hands if not best],
    )


def _title(match: Record) -> str:
    try:
        return translate(game(match.game).title, SOURCE_LANGUAGE)
    except OptionError:
        return match.game


def _hands(match: Record, actions: Sequence[Action]) -> Iterator[tuple[str, bool]]:
    """The hands that turns ended with and that rank first or last, where the rules rank them; whether it is first.

    What was taken back does not count.
    """
    found = []
    try:
        rules = game(match.game)(match.preset, match.options)
        state = rules.start(len(match.players), match.first)
        for action in actions:
            state, events = rules.apply(state, action)
            for event in events:
                hand = event.hand if event.what is Happening.TURN_ENDED else None
                if hand is not None and hand.rank is not None and hand.rank in {1, hand.ranks}:
                    found.append((translate(hand.name, SOURCE_LANGUAGE, match.players), hand.rank == 1))
    except (OptionError, IllegalActionError, LookupError):
        return
    yield from found


# --- all of a journal ------------------------------------------------------------------------------------------------


def digests(path: Path, told: Callable[[int, int], object] = lambda _done, _all: None) -> Iterator[Digest]:
    """Those of every match in the journal at `path`, oldest first; none if there is no such file.

    `told` hears how many of those that are not known yet are made.

    Raises:
        JournalError: the file cannot be read.
    """
    if not path.exists():
        return
    file, known = _open(path)
    with closing(file), closing(JournalReader(path)) as reader:
        states = reader.states()
        new = sum(state not in known for state in states)
        made: list[tuple[int, str, int, int, str]] = []
        for state in states:
            if state in known:
                body = json.loads(known[state])
                yield Digest(**body | {"places": [(name, place) for name, place in body["places"]]})
                continue
            match = reader.match(state[0])
            assert match is not None
            one = digest(match, reader.entries(match))
            made.append((*state, VERSION, json.dumps(asdict(one), ensure_ascii=False)))
            if len(made) % AT_ONCE == 0 or len(made) == new:
                _keep(file, made[-AT_ONCE:])
            told(len(made), new)
            yield one


def _keep(file: sqlite3.Connection, made: Sequence[tuple[int, str, int, int, str]]) -> None:
    try:
        with file:
            file.executemany("INSERT OR REPLACE INTO digest VALUES (?, ?, ?, ?, ?)", made)
    except sqlite3.Error:
        return  # no room, or another program writes them


def _open(journal: Path) -> tuple[sqlite3.Connection, dict[tuple[int, str, int], str]]:
    """The file of digests, and what it holds; one in memory, where it can't be written."""
    place = journal.with_name(journal.name + DIGESTS_SUFFIX)
    for name in (place, place, ":memory:"):
        try:
            file = sqlite3.connect(name)
        except sqlite3.Error:
            continue
        try:
            file.execute(
                "CREATE TABLE IF NOT EXISTS digest"
                " (match INTEGER PRIMARY KEY, started TEXT, last INTEGER, version INTEGER, body TEXT)"
            )
            rows = file.execute("SELECT match, started, last, body FROM digest WHERE version = ?", (VERSION,))
            return file, {(number, started, last): body for number, started, last, body in rows}
        except sqlite3.Error as error:
            file.close()
            if is_damage(error):
                place.unlink()  # all of it can be made anew
    raise AssertionError
