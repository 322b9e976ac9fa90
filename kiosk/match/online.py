"""Where matches are told online: addresses of the league's pages, which the table itself never asks for anything."""

import hashlib
import json
from dataclasses import dataclass

from kiosk.match.log import Record

CODE_LETTERS = 12
"""A match's code has 12 hexadecimal digits: short enough to be read out and typed."""


@dataclass(frozen=True, slots=True)
class Online:
    """The league's pages, and this table's name in the league; without an address, nowhere."""

    address: str = ""
    table: str = ""

    def page_of(self, record: Record) -> str:
        """The address of a match; empty if it is told nowhere."""
        if not self.address or not self.table:
            return ""
        code = match_code(self.table, record.id)
        return f"{self.address.rstrip('/')}/match/{code}"


def match_code(table: str, match: str) -> str:
    """What a match is called among those of all tables; names of players are no part of it."""
    # Matches of older files are named by a list of what made their code before they had a name.
    told = [table, *json.loads(match)] if match.startswith("[") else [table, match]
    return hashlib.sha256(json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()[
        :CODE_LETTERS
    ]
