"""Rounds of a monkey at a table: each a table of its own, that the same seed and number play again."""

from __future__ import annotations

import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

import pygame
from small_disk import NoDiskError, small_disk

from kiosk.referee.coach import Coach
from kiosk.screen import Screen
from kiosk.settings.config import Settings
from kiosk.view import Coaching, Sound
from workshop.benchmarks.monkey.at_hand import Kiosk, World, surroundings
from workshop.benchmarks.monkey.checks import ComplaintError, comes_home, journal_tells_the_same
from workshop.benchmarks.monkey.deeds import BEGINNINGS, DEEDS

ROUND_DEEDS = 60
DISK_KIB = 4096
SHRINKS = 60
"""Times that a round which failed is played again with fewer deeds."""


@dataclass
class Round:
    """What came of one.

    Attributes:
        done: the deeds, by their places and names.
        minutes: of the table's time.
        modes: those that were on top.
        failure: what went wrong, and `kind` of what kind that is; "" if nothing.
    """

    done: list[tuple[int, str]] = field(default_factory=list)
    minutes: float = 0.0
    modes: Counter[str] = field(default_factory=Counter)
    game: str = ""
    kind: str = ""
    failure: str = ""


def play(seed: int, number: int, deeds: Iterable[int] = range(ROUND_DEEDS)) -> Round:
    """A round of these deeds: each is chosen by its own place, so that the others do the same without it."""
    found, world = Round(), World()
    chance = Random(f"{seed}/{number}")
    with room() as data, surroundings(world, bare=chance.random() < 0.5), quick():
        screen = Screen((800, 480))
        pygame.event.clear()
        settings = Settings(
            data=data,
            pin=chance.choice(("", "", "124")),
            keep=chance.choice(("buttons", "buttons", "hands")),
            sound=chance.choice((Sound.OFF, Sound.PARTY)),
            coach=chance.choice(list(Coaching)),
            save_corrected=chance.random() < 0.3,
        )
        try:
            kiosk = Kiosk(settings, screen, world)
            try:
                _go(kiosk, found, chance, ((place, Random(f"{seed}/{number}/{place}")) for place in deeds))
            except ComplaintError as error:
                found.kind, found.failure = error.kind, str(error)
            except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
                place = traceback.extract_tb(error.__traceback__)[-1]
                found.kind = f"{type(error).__name__} in {Path(place.filename).name}, {place.name}"
                found.failure = traceback.format_exc()
            with suppress(Exception):
                kiosk.close()
        finally:
            found.minutes = (world.now - World().now) / 60
            screen.close()
    return found


def _go(kiosk: Kiosk, found: Round, chance: Random, deeds: Iterable[tuple[int, Random]]) -> None:
    kiosk.table.empty()
    kiosk.settle()
    begin = chance.choices(list(BEGINNINGS), list(BEGINNINGS.values()))[0]
    begin(kiosk, chance)
    kiosk.settle()
    found.game = kiosk.match.record.game if kiosk.match is not None else begin.__name__
    names = list(DEEDS)
    for place, mine in deeds:
        name = mine.choices(names, [DEEDS[one][0] for one in names])[0]
        found.done.append((place, name))
        DEEDS[name][1](kiosk, mine)
        found.modes[type(kiosk.session.modes[-1]).__name__] += 1
        if kiosk.left:
            kiosk.start_anew()
        journal_tells_the_same(kiosk)
    kiosk.settle()
    comes_home(kiosk)


@contextmanager
def room() -> Iterator[Path]:
    """A folder on a disk of its own; where none can be mounted, the disk never fills up."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "data"
        try:
            with small_disk(place, DISK_KIB):
                yield place
        except NoDiskError:
            with patch.dict(DEEDS, {"disk": (0.0, DEEDS["disk"][1])}):
                yield place


@contextmanager
def quick() -> Iterator[None]:
    """No odds are worked out, which takes long, and no key goes by them."""
    with patch.object(Coach, "line", lambda *_: None), patch.object(Coach, "word", lambda *_: None):
        yield


def shrunk(fails: Callable[[Sequence[int]], bool], deeds: Sequence[int], tries: int = SHRINKS) -> list[int]:
    """Fewer deeds that fail alike: half of them are left out, then a quarter, down to each by itself."""
    left, size = list(deeds), max(1, len(deeds) // 2)
    while tries > 0:
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            tries -= 1
            if fails(fewer):
                left = fewer
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
    return left


def run(minutes: float, seed: int, only: int | None) -> int:
    """Play rounds for so many minutes of the table's time, and print what they found; 1 where that is anything."""
    total, kinds = Round(), Counter[str]()
    number = 0 if only is None else only
    while total.minutes < minutes:
        found = play(seed, number)
        total.minutes += found.minutes
        total.modes += found.modes
        total.done += found.done
        if found.kind:
            kinds[found.kind] += 1
            print(f"\nround {number} of seed {seed} ({found.game}): {found.kind}", flush=True)
            if kinds[found.kind] == 1:
                _tell(seed, number, found)
        if only is not None:
            break
        number += 1
    modes = ", ".join(f"{name} {count}" for name, count in total.modes.most_common())
    print(f"\n{number} rounds, {len(total.done)} deeds, {total.minutes:.0f} minutes of the table's time\nin {modes}")
    for kind, count in kinds.most_common():
        print(f"{count:5} × {kind}")
    return 1 if kinds else 0


def _tell(seed: int, number: int, found: Round) -> None:
    """Of a round that failed, the deeds that it takes."""
    places = [place for place, _ in found.done]
    few = shrunk(lambda deeds: play(seed, number, deeds).kind == found.kind, places)
    again = play(seed, number, few)
    told = again if again.kind == found.kind else found
    print("  " + ", ".join(name for _, name in told.done))
    print("  " + told.failure.replace("\n", "\n  "), flush=True)
