"""Which files a program can read: what another program asks of it before it takes its place, or gives it back.

`dice-table config versions` answers, a line for each kind of file: a word, a space, a whole number. Programs of any age
ask this of each other, so neither the command nor its words ever change; lines may be added.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from kiosk.match.database import SCHEMA_VERSION
from kiosk.settings.config_file import FORMAT

ASK = ("-m", "kiosk", "config", "versions")
ASK_MODULES = """
try:
    from kiosk.match.database import SCHEMA_VERSION
    from kiosk.settings.config_file import FORMAT
except ImportError:
    from kiosk.config_file import FORMAT
    from kiosk.database import SCHEMA_VERSION
print("journal", SCHEMA_VERSION)
print("settings", FORMAT)
"""
"""For programs that do not know the command yet: there were two places for these numbers."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The newest of each kind of file that a program can read."""

    journal: int
    settings: int

    def __str__(self) -> str:
        return f"journal {self.journal}\nsettings {self.settings}"


OURS = Versions(SCHEMA_VERSION, FORMAT)


def versions_of(home: Path) -> Versions | None:
    """What the program in the virtual environment `home` can read; None if it does not start.

    The environment may lie where it is not run from otherwise, so its commands, which name their place, are not used.
    """
    for words in (ASK, ("-c", ASK_MODULES)):
        done = subprocess.run(  # noqa: S603  our own words
            (str(home / "bin/python"), "-P", *words), check=False, capture_output=True, text=True
        )
        found = dict(pair for line in done.stdout.splitlines() if len(pair := line.split()) == 2)
        if found.keys() >= {"journal", "settings"}:
            return Versions(int(found["journal"]), int(found["settings"]))
    return None
