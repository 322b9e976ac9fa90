"""Where matches are told online: addresses of the league's pages, which the table itself never asks for anything."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from kiosk.match.log import Record

CODE_LETTERS = 12
"""Of a match's code, hexadecimal: it is read out and typed now and then."""


@dataclass(frozen=True, slots=True)
class Online:
    """The league's pages, and this table's name in the league; without an address, nowhere."""

    address: str = ""
    table: str = ""

    def page_of(self, record: Record) -> str:
        """The address of a match; empty if it is told nowhere."""
        if not self.address or not self.table:
            return ""
        code = match_code(self.table, record.id, record.started, record.game)
        return f"{self.address.rstrip('/')}/match/{code}"


def match_code(table: str, number: int, started: str, game: str) -> str:
    """What a match is called among those of all tables; names of players are no part of it."""
    told = json.dumps([table, number, started, game], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:CODE_LETTERS]
