"""Which dice the dialog is about: those not yet counted, the last hand, or a throw that nobody's camera saw."""

from __future__ import annotations

from kiosk.match.match import Match
from kiosk.referee.dialog import Dialog, DialogDie, by_likelihood
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.situation import Situation
from kiosk.referee.tray_snapshot import TraySnapshot


def entered(situation: Situation) -> Dialog:
    """The dialog that enters the throw by hand that is awaited."""
    slots = sorted(situation.slots - situation.kept)
    return Dialog([DialogDie((1, 2, 3, 4, 5, 6), slot=slot) for slot in slots], entry=situation)


def correction(
    match: Match, tray: TraySnapshot, presenter: DicePresenter, index: int | None, *, blind: bool
) -> Dialog | None:
    """The dialog that asks what the dice show, die `index` its next best value; None if there are none to ask about.

    `index` counts the dice as the buttons do; what lies on the tray says nothing while it is `blind`.
    """
    asked: list[DialogDie] = []
    hand, seat, uncounted = match.last_hand, match.last_seat, presenter.uncounted and not blind
    held = () if blind else presenter.holdable
    for die in held:
        filled = None if uncounted and die.track in tray.thrown else tray.fills.get(die.track)
        if filled is not None and not (tray.known and filled[0] == seat and filled[1] in hand):
            continue
        if filled is None and not uncounted:
            continue
        value = hand[filled[1]] if filled is not None else tray.value(die)
        slot = None if filled is None else filled[1]
        candidates = by_likelihood(value, die.die.scores)
        asked.append(DialogDie(candidates, die.track, slot, tray.pictures.get(die.track), die.die.box))
    if not uncounted and len(asked) < len(hand):
        seen = {die.slot for die in asked}
        asked += [DialogDie(by_likelihood(hand[s]), slot=s) for s in sorted(hand) if s not in seen]
    if not asked:
        return None
    dialog = Dialog(asked)
    if index is not None:
        tracks = [die.track for die in asked]
        if held and index < len(held):
            index = tracks.index(held[index].track) if held[index].track in tracks else len(asked)
        if index >= len(asked):
            return None
        dialog.step(index)
    return dialog
