"""`python -m workshop.odds_tables FOLDER` makes the tables of odds: of all presets with a score sheet or a target."""

import sys
import time
from pathlib import Path

from kiosk.games.aims import Bank, Sheet, Standing
from kiosk.games.registry import games
from kiosk.odds.bank import Risk
from kiosk.odds.odds import begun
from kiosk.odds.reach import packed
from kiosk.odds.sheet_table import make


def main(folder: Path) -> None:
    """Write a table for each, and say how large it is and how long that took."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in games():
        for preset in kind.presets:
            rules = kind(preset)
            aim = rules.aim(begun(rules, 2, rules.kinds[0]))
            began = time.process_time()
            match aim:
                case Sheet():
                    name, table = f"{aim.name}.xz", make(aim, rules.dice).packed()
                case Bank(match=Standing() as standing):
                    name, within = Risk(aim).within(standing)
                    table = packed(within())
                case _:
                    continue
            (folder / name).write_bytes(table)
            took = time.process_time() - began
            sys.stdout.write(f"{kind.name} {preset}: {name}, {len(table) / 1000:.0f} kB, {took:.0f} s\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
