"""What the table says when something must be put right: one short sentence that names the mend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from kiosk.games.core import Keep, Leave, Offer, Return, Turned
from kiosk.games.text import NUMBERS, Figures, Text, kept, say, seat_name, written
from kiosk.match.match import Undone
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import DoubtKind

NOT_THROWN = say("Throw all the dice: some were left lying")
LIFTED = say("A kept die was moved: take it and lay it as it was, or press OK to let it go")
LIFTED_FORCED = say("A die that must stay was moved: take it and lay it as it was")
VOID = say("That throw does not count: take these dice up and throw again")
UNTOLD = say("This die cannot be told from the other player's: nudge it, or throw it again")
OTHER_HALF = say("Dice of one colour stay in their player's half: push this one over")
LEFT = say("A die was left lying: throw it too, or press OK to keep it")
THROW_LIFTED = say("Throw the dice in your hand")
NOTHING_LIES = say("Lay the dice on the table first")
HANDS_KEEP = say("Leave on the table what you keep, and throw the rest")
THROW_FIRST = say("Throw the dice first")
WAS_THROWN = say("Were these dice just thrown? Press OK to count them, or throw again")
HAND_OVER = say("Take your hand off the table, so that the dice can be seen")
LOOKING = say("One moment: the camera is looking")
WHOSE_THROW = say("All dice were thrown again; was it the next player? Then press MENU")
ONE_BUTTON = say("Hold one button alone")
NO_CAMERA = say("The camera sees nothing: press END and enter your throw by hand")
NO_CAMERA_CHOICE = say("The camera sees nothing: mark what you keep, then hold END and enter your throw")
NO_CAMERA_HOUSE = say("The camera sees nothing: throw what the house does not keep, then hold END and enter it")
WAS_TURNED = say("Was the six turned to a one? Press OK; if it was thrown, push it aside")
DRAW = say("Who begins? Press the lit button to draw")
ALL_KEPT = say("All dice are kept: end your turn")
HOUSE_CHOOSES = say("The house chooses for itself")
NOT_ALLOWED = say("The rules do not allow that")
CONFUSED = say("The table cannot follow the dice: take them all up, then go on")

_DOUBTS = {
    DoubtKind.VALUE: say("Die {n} is hard to read: nudge it, or hold its button to say what it shows"),
    DoubtKind.COCKED: say("Die {n} leans: nudge it until it lies flat"),
    DoubtKind.HIDDEN: say("Die {n} is half hidden: push it into view"),
    DoubtKind.COUNT: say("Dice lie too close together at die {n}: push them apart"),
    DoubtKind.BLUR: say("Die {n} is not sharp: leave it still for a moment, or nudge it"),
}
_PLACELESS = {
    DoubtKind.VALUE: say("A die is hard to read: nudge it"),
    DoubtKind.COCKED: say("A die leans: nudge it until it lies flat"),
    DoubtKind.HIDDEN: say("A die is half hidden: push it into view"),
    DoubtKind.COUNT: say("Something is wrong with the number of dice: push them apart"),
    DoubtKind.BLUR: say("The picture is not sharp: is there a glass, a hand or a drop on the lens?"),
}


def waiting(seat: int) -> Text:
    """Nothing has happened for a while."""
    return say("{who}: the table waits for you", who=seat_name(seat))


def missing(count: int) -> Text:
    """Fewer dice lie there than were thrown."""
    return say("A die is missing: throw it onto the table", "{n} dice are missing: throw them onto the table", n=count)


def too_many(count: int) -> Text:
    """More dice lie there than the game has."""
    return say("There is a die too many: take it away", "There are {n} dice too many: take them away", n=count)


def spare(dice: int, count: int) -> Text:
    """More dice lie there than the game to come is played with."""
    return say(
        "This game has one die: take {count} away", "This game has {n} dice: take {count} away", n=dice, count=count
    )


def as_it_fell(values: Sequence[int], figures: Figures = NUMBERS) -> Text:
    """A throw that was taken back is due again: nobody throws it a second time."""
    return say("That throw stays: lay the dice as they fell ({dice})", dice=written(values, figures))


def would_stay(values: Sequence[int], figures: Figures = NUMBERS) -> Text:
    """A choice that was taken back may be made again, and has been followed by its throw."""
    return say("Keep these again, and the throw stays: {dice}; or choose otherwise", dice=written(values, figures))


def doubtful(kind: DoubtKind, number: int | None) -> Text:
    """The reader does not vouch for the die that KEEP `number` stands for, or for something that is none."""
    if number is None:
        return _PLACELESS[kind]
    return replace(_DOUBTS[kind], values=(("n", number),))


def throw_rest(count: int, *, may_stop: bool) -> Text:
    """Dice are marked to stay: the others may be thrown."""
    if may_stop:
        return say("Throw the other die, or end your turn", "Throw the other {n} dice, or end your turn", n=count)
    return say("Throw the other die", "Throw the other {n} dice", n=count)


def offered(offer: Offer, *, sheet: bool) -> Text:
    """Of several uses of a hand this one is marked, a line of the score sheet or none."""
    if not sheet:
        return say("Take {n} point: {box}", "Take {n} points: {box}", n=offer.points, box=offer.text)
    return say("Write {n} point: {box}", "Write {n} points: {box}", n=offer.points, box=offer.text)


def throw_all(count: int, *, may_stop: bool) -> Text:
    """All dice count: they are thrown again, all of them."""
    if may_stop:
        return say(
            "The die counts: throw it again, or end your turn",
            "All count: throw all {n} dice again, or end your turn",
            n=count,
        )
    return say("The die counts: throw it again", "All count: throw all {n} dice again", n=count)


def throw_only(count: int) -> Text:
    """More dice of a remembered hand were thrown than were not marked."""
    return say("Only {n} die was to be thrown", "Only {n} dice were to be thrown", n=count)


def take_away(count: int) -> Text:
    """Dice lie beside those that were thrown, though the rest of the hand is remembered."""
    return say(
        "Only what was thrown may lie there: take the other die away",
        "Only what was thrown may lie there: take the other {n} dice away",
        n=count,
    )


def restore(hand: Sequence[int], theirs: Sequence[int] = (), figures: Figures = NUMBERS) -> Text:
    """The match goes on from a hand that does not lie there; `theirs` is the other player's beside it."""
    if theirs:
        return say(
            "Lay the dice as they were ({hand}, and the other player's {theirs}), then press OK",
            hand=_row(hand, figures),
            theirs=_row(theirs, figures),
        )
    return say("Lay the dice as they were ({hand}), then press OK", hand=_row(hand, figures))


def asked_back(hand: Sequence[int], figures: Figures = NUMBERS) -> Text:
    """Dice of the player who is not in turn were lifted or turned."""
    return say("The other player's dice were moved: lay them as they were ({hand})", hand=_row(hand, figures))


def decided(decision: Undone, figures: Figures = NUMBERS, name: Callable[[int], Text | str] = seat_name) -> Text:
    """What an undo takes back, and the throws that wait for it to be decided again; `name` says who sits at a seat."""
    who = name(decision.seat)
    match decision.action:
        case Keep():
            what = say("{who}: what stays", who=who)
        case Leave():
            what = say("{who}: has left", who=who)
        case Return():
            what = say("{who}: is back", who=who)
        case Turned():
            what = say("{who}: the turned six", who=who)
        case _:
            what = say("{who}: the end of the turn", who=who)
    if not decision.waiting:
        return what
    throws = {
        f"throw{n}": say("{who} {dice}", who=name(seat), dice=written(roll.values, figures))
        for n, (seat, roll) in enumerate(decision.waiting)
    }
    row = Text(", ".join(f"{{{place}}}" for place in throws), tuple(throws.items()))
    return say("{what}. What was thrown waits: {throws}", what=what, throws=row)


def undone(decision: Undone, figures: Figures = NUMBERS) -> Text:
    """A decision was taken back."""
    return say("Taken back: {what}", what=decided(decision, figures))


def _row(hand: Sequence[int], figures: Figures) -> Text | str:
    return written(hand, figures) if figures else " ".join(str(value) for value in hand)


def house_throws(seat: int, count: int) -> Text:
    """Somebody throws for a seat that the house plays."""
    return say("Throw {n} die for {who}", "Throw {n} dice for {who}", who=seat_name(seat), n=count)


def house_turns(seat: int, count: int) -> Text:
    """Somebody turns sixes for a seat that the house plays."""
    return say(
        "{who} turns a six to a one: turn it, let the others lie",
        "{who} turns {n} sixes to ones: turn them, let the others lie",
        who=seat_name(seat),
        n=count,
    )


def house_keeps(seat: int, stay: Sequence[int], whole: Sequence[int], figures: Figures = NUMBERS) -> Text:
    """What stays for the house was decided: somebody throws the rest."""
    who, count = seat_name(seat), len(whole) - len(stay)
    if not stay:
        return say("{who} keeps none: throw the die again", "{who} keeps none: throw all {n} dice", who=who, n=count)
    dice = kept(stay, whole, figures)
    return say(
        "{who} keeps {dice}: throw the other die",
        "{who} keeps {dice}: throw the other {n} dice",
        who=who,
        dice=dice,
        n=count,
    )


# --- by id ------------------------------------------------------------------------------------------------------------

_RULINGS = {
    RulingId.NO_CAMERA: NO_CAMERA,
    RulingId.NO_CAMERA_CHOICE: NO_CAMERA_CHOICE,
    RulingId.NO_CAMERA_HOUSE: NO_CAMERA_HOUSE,
    RulingId.WHOSE_DIE: UNTOLD,
    RulingId.OTHER_HALF: OTHER_HALF,
    RulingId.VOID: VOID,
    RulingId.WAS_THROWN: WAS_THROWN,
    RulingId.LIFTED: LIFTED,
    RulingId.LIFTED_FORCED: LIFTED_FORCED,
    RulingId.LEFT: LEFT,
    RulingId.NOT_THROWN: NOT_THROWN,
    RulingId.THROW_LIFTED: THROW_LIFTED,
    RulingId.ALL_KEPT: ALL_KEPT,
    RulingId.DRAW: DRAW,
    RulingId.WAS_TURNED: WAS_TURNED,
}
_COUNTED: dict[RulingId, Callable[[int], Text]] = {
    RulingId.MISSING: missing,
    RulingId.TOO_MANY: too_many,
    RulingId.TAKE_AWAY: take_away,
    RulingId.THROW_ONLY: throw_only,
    RulingId.THROW_ALL: partial(throw_all, may_stop=False),
    RulingId.THROW_ALL_OR_END: partial(throw_all, may_stop=True),
    RulingId.THROW_REST: partial(throw_rest, may_stop=False),
    RulingId.THROW_REST_OR_END: partial(throw_rest, may_stop=True),
}
_LAID: dict[RulingId, Callable[[Sequence[int], Figures], Text]] = {
    RulingId.THEIRS_MOVED: asked_back,
    RulingId.THROW_STAYS: as_it_fell,
    RulingId.WOULD_STAY: would_stay,
}
NOTICES = {
    NoticeId.THROW_FIRST: THROW_FIRST,
    NoticeId.THROW_LIFTED: THROW_LIFTED,
    NoticeId.NOTHING_LIES: NOTHING_LIES,
    NoticeId.HANDS_KEEP: HANDS_KEEP,
    NoticeId.HOUSE_CHOOSES: HOUSE_CHOOSES,
    NoticeId.ONE_BUTTON: ONE_BUTTON,
    NoticeId.LOOKING: LOOKING,
    NoticeId.WHOSE_THROW: WHOSE_THROW,
    NoticeId.HAND_OVER: HAND_OVER,
    NoticeId.CONFUSED: CONFUSED,
    NoticeId.REFUSED: NOT_ALLOWED,
}
"""The sentences of notices that need no data."""


def sentence(ruling: Ruling, figures: Figures = NUMBERS) -> Text | None:
    """A ruling in words, dice called by the game's `figures`; None where the rules' own prompt says it."""
    match ruling:
        case Ruling(RulingId.PLAY_ON | RulingId.COUNT | RulingId.FOUND):
            return None
        case Ruling(RulingId.REFUSED):
            return ruling.reason
        case Ruling(RulingId.DOUBT):
            return doubtful(ruling.doubt or DoubtKind.VALUE, ruling.number)
        case Ruling(RulingId.RESTORE):
            return restore(ruling.hand, ruling.theirs, figures)
        case Ruling(RulingId.SPARE):
            return spare(ruling.number or 0, ruling.count)
        case Ruling(RulingId.HOUSE_THROWS):
            return house_throws(ruling.seat or 0, ruling.count)
        case Ruling(RulingId.HOUSE_TURNS):
            return house_turns(ruling.seat or 0, ruling.count)
        case Ruling(RulingId.HOUSE_KEEPS):
            return house_keeps(ruling.seat or 0, ruling.hand, ruling.whole, figures)
    if ruling.id in _COUNTED:
        return _COUNTED[ruling.id](ruling.count)
    return _LAID[ruling.id](ruling.hand, figures) if ruling.id in _LAID else _RULINGS[ruling.id]
