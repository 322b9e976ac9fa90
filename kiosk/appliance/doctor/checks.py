"""What a check finds."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.text import Text
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.session.fault_texts import FaultText


class Level(StrEnum):
    """How much a finding matters."""

    OK = "ok"
    INFO = "info"
    """Missing, or can't be known on this machine: no fault."""
    WARNING = "warning"
    """The table plays, though not as well or not for long."""
    FAULT = "fault"
    """The table cannot do its work."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    Attributes:
        name: what was looked at.
        level: how much it matters.
        found: what was seen, in one line.
        mend: what to do about it; empty if nothing.
    """

    name: str
    level: Level
    found: str
    mend: str = ""

    def line(self) -> str:
        return f"{self.level.value:8}{self.name:13}{self.found}" + (f" → {self.mend}" if self.mend else "")


def english(text: Text) -> str:
    """A text of the players' screen in English, which the doctor speaks."""
    return translate(text, SOURCE_LANGUAGE)


def faulty(name: str, level: Level, fault: FaultText, mend: str = "") -> Check:
    """The check of a device with a fault; `mend` replaces the fault's own remedy, where something else helps here."""
    return Check(name, level, english(fault.what), mend or english(fault.remedy))
