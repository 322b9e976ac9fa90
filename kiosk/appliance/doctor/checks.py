"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.text import Text
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.session.fault_texts import FaultText


class Level(StrEnum):
    """How much it matters."""

    OK = "ok"
    INFO = "info"
    """Missing, or not to be known here: no fault."""
    WARNING = "warning"
    """The table plays, though not as well or not for long."""
    FAULT = "fault"
    """The table cannot do its work."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    Attributes:
        name: what.
        level: how it is.
        found: what was seen, in one line.
        mend: what to do about it; empty where nothing is to be done.
    """

    name: str
    level: Level
    found: str
    mend: str = ""

    def line(self) -> str:
        return f"{self.level.value:8}{self.name:13}{self.found}" + (f" → {self.mend}" if self.mend else "")


def english(text: Text) -> str:
    """What the players' screen says, as the doctor says it."""
    return translate(text, SOURCE_LANGUAGE)


def faulty(name: str, level: Level, fault: FaultText, mend: str = "") -> Check:
    """A check that found a fault of a device; `mend`, where something else than its remedy helps here."""
    return Check(name, level, english(fault.what), mend or english(fault.remedy))
