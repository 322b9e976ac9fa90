"""Which dice the dialog is about: those not yet counted, the last hand, or a throw that nobody's camera saw."""

from __future__ import annotations

from collections.abc import Collection

from kiosk.match.match import Match
from kiosk.referee.dialog import Dialog, Entry, by_likelihood
from kiosk.referee.dice_view import Shown
from kiosk.referee.tray_state import Lying


def entered(slots: Collection[int]) -> Dialog:
    """The dialog that enters a throw of these slots by hand."""
    return Dialog([Entry((1, 2, 3, 4, 5, 6), slot=slot) for slot in sorted(slots)], enters=True)


def correction(match: Match, lying: Lying, shown: Shown, index: int | None) -> Dialog | None:
    """The dialog that asks what the dice show, die `index` its next best value; None if there are none to ask about."""
    entries: list[Entry] = []
    hand, seat, uncounted = match.last_hand, match.last_seat, shown.uncounted
    known = lying.roll == match.last_roll
    for die in shown.holdable:
        place = None if uncounted and die.track in lying.thrown else lying.places.get(die.track)
        if place is not None and not (known and place[0] == seat and place[1] in hand):
            continue
        if place is None and not uncounted:
            continue
        value = hand[place[1]] if place is not None else lying.value(die)
        slot = None if place is None else place[1]
        candidates = by_likelihood(value, die.die.scores)
        entries.append(Entry(candidates, die.track, slot, lying.pictures.get(die.track), die.die.box))
    if not uncounted and len(entries) < len(hand):
        seen = {entry.slot for entry in entries}
        entries += [Entry(by_likelihood(hand[s]), slot=s) for s in sorted(hand) if s not in seen]
    if not entries or (index is not None and index >= len(entries)):
        return None
    dialog = Dialog(entries, enters=False)
    if index is not None:
        dialog.step(index)
    return dialog
