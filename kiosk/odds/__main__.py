"""`python -m kiosk.odds FOLDER` makes the tables that ship: of every preset of every game with a score sheet."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from kiosk.games.aims import Sheet
from kiosk.games.registry import games
from kiosk.games.rounds import Rounds
from kiosk.odds.odds import begun
from kiosk.odds.sheet_table import make


def main(folder: Path) -> None:
    """Write a table for each, and say how large it is and how long that took."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in games():
        for preset in kind.presets:
            rules = kind(preset)
            aim = rules.aim(begun(rules, 2, rules.kinds[0])) if isinstance(rules, Rounds) else None
            if not isinstance(aim, Sheet):
                continue
            began = time.process_time()
            packed = make(aim, rules.dice).packed()
            (folder / f"{aim.name}.xz").write_bytes(packed)
            took = time.process_time() - began
            sys.stdout.write(f"{kind.name} {preset}: {aim.name}, {len(packed) / 1000:.0f} kB, {took:.0f} s\n")


main(Path(sys.argv[1]))
