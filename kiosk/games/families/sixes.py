"""What the games share in which two sixes may become a one and another throw."""

from __future__ import annotations

from kiosk.games.options import Switch
from kiosk.games.state import State, now
from kiosk.games.text import say

SIXES = Switch(
    "sixes",
    say("Two sixes of one throw"),
    ("turn", "off"),
    (say("One may be turned to a one"), say("Stay sixes")),
)
FREE, FINAL = say("May be thrown again"), say("Stays for the turn")
KEEP = say("A die left lying")


def kept_stay(state: State, keeps: frozenset[frozenset[int]]) -> frozenset[frozenset[int]]:
    """Of these choices, those that leave lying what was left lying before."""
    stay = now(state).kept
    return frozenset(slots for slots in keeps if stay <= slots)
