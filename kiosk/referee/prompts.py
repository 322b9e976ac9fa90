"""What the table says, by situation: one short sentence each, with the mend where something must be put right."""

from collections.abc import Callable

from kiosk.games.core import Action, Keep, Leave, Return, Turned
from kiosk.games.text import NUMBERS, Figures, Text, fill, kept, say, seat_name, written
from kiosk.match.match import Undone
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import DoubtKind

_THROW_LIFTED = say("Throw the dice in your hand")
SENTENCES: dict[RulingId, Text] = {
    RulingId.NO_CAMERA: say("The camera sees nothing: press END and enter your throw by hand"),
    RulingId.NO_CAMERA_CHOICE: say("The camera sees nothing: mark what you keep, then hold END and enter your throw"),
    RulingId.NO_CAMERA_HOUSE: say(
        "The camera sees nothing: throw what the house does not keep, then hold END and enter it"
    ),
    RulingId.THEIRS_MOVED: say("The other player's dice were moved: lay them as they were ({hand})"),
    RulingId.WHOSE_DIE: say("This die cannot be told from the other player's: nudge it, or throw it again"),
    RulingId.OTHER_HALF: say("Dice of one colour stay in their player's half: push this one over"),
    RulingId.THROW_STAYS: say("That throw stays: lay the dice as they fell ({dice})"),
    RulingId.WOULD_STAY: say("Keep these again, and the throw stays: {dice}; or choose otherwise"),
    RulingId.VOID: say("That throw does not count: take these dice up and throw again"),
    RulingId.WAS_THROWN: say("Were these dice just thrown? Press OK to count them, or throw again"),
    RulingId.THROW_ONLY: say("Only {n} die was to be thrown", "Only {n} dice were to be thrown"),
    RulingId.LIFTED: say("A kept die was moved: take it and lay it as it was, or press OK to let it go"),
    RulingId.LIFTED_FORCED: say("A die that must stay was moved: take it and lay it as it was"),
    RulingId.LEFT: say("A die was left lying: throw it too, or press OK to keep it"),
    RulingId.NOT_THROWN: say("Throw all the dice: some were left lying"),
    RulingId.MISSING: say(
        "A die is missing: throw it onto the table", "{n} dice are missing: throw them onto the table"
    ),
    RulingId.TOO_MANY: say("There is a die too many: take it away", "There are {n} dice too many: take them away"),
    RulingId.SPARE: say("This game has one die: take {count} away", "This game has {n} dice: take {count} away"),
    RulingId.TAKE_AWAY: say(
        "Only what was thrown may lie there: take the other die away",
        "Only what was thrown may lie there: take the other {n} dice away",
    ),
    RulingId.RESTORE: say("Lay the dice as they were ({hand}), then press OK"),
    RulingId.THROW_LIFTED: _THROW_LIFTED,
    RulingId.THROW_REST: say("Throw the other die", "Throw the other {n} dice"),
    RulingId.THROW_REST_OR_END: say(
        "Throw the other die, or end your turn", "Throw the other {n} dice, or end your turn"
    ),
    RulingId.ALL_KEPT: say("All dice are kept: end your turn"),
    RulingId.WAS_TURNED: say("Was the six turned to a one? Press OK; if it was thrown, push it aside"),
    RulingId.HOUSE_TURNS: say(
        "{who} turns a six to a one: turn it, let the others lie",
        "{who} turns {n} sixes to ones: turn them, let the others lie",
    ),
    RulingId.THROW_ALL: say("The die counts: throw it again", "All count: throw all {n} dice again"),
    RulingId.THROW_ALL_OR_END: say(
        "The die counts: throw it again, or end your turn", "All count: throw all {n} dice again, or end your turn"
    ),
    RulingId.HOUSE_THROWS: say("Throw {n} die for {who}", "Throw {n} dice for {who}"),
    RulingId.HOUSE_KEEPS: say(
        "{who} keeps {dice}: throw the other die", "{who} keeps {dice}: throw the other {n} dice"
    ),
    RulingId.DRAW: say("Who begins? Press the lit button to draw"),
}
"""The sentence of each ruling; a ruling without one leaves the game's own prompt on the screen."""
_KEEPS_NONE = say("{who} keeps none: throw the die again", "{who} keeps none: throw all {n} dice")
_RESTORE_BOTH = say("Lay the dice as they were, {left} on the left and {right} on the right, then press OK")
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
"""The same for something that has no button's number: no die, or nowhere in particular."""
NOTICES: dict[NoticeId, Text] = {
    NoticeId.REFUSED: say("The rules do not allow that"),
    NoticeId.THROW_ONLY: SENTENCES[RulingId.THROW_ONLY],
    NoticeId.THROW_FIRST: say("Throw the dice first"),
    NoticeId.THROW_LIFTED: _THROW_LIFTED,
    NoticeId.NOTHING_LIES: say("Lay the dice on the table first"),
    NoticeId.HANDS_KEEP: say("Leave on the table what you keep, and throw the rest"),
    NoticeId.HOUSE_CHOOSES: say("The house chooses for itself"),
    NoticeId.ONE_BUTTON: say("Hold one button alone"),
    NoticeId.READING: say("One moment: the camera is looking"),
    NoticeId.WHOSE_THROW: say("All dice were thrown again; was it the next player? Then press MENU"),
    NoticeId.UNDONE: say("Taken back – {what}"),
    NoticeId.HAND_OVER: say("Take your hand off the table, so that the dice can be seen"),
    NoticeId.WAITING: say("{who}: the table waits for you"),
    NoticeId.CONFUSED: say("The table cannot follow the dice: take them all up, then go on"),
}
"""What is said for a while beside what is asked for."""
_DECISIONS: dict[type[Action], Text] = {
    Keep: say("{who}: the kept dice"),
    Leave: say("{who}: leaving"),
    Return: say("{who}: coming back"),
    Turned: say("{who}: the turned six"),
}
_STOPPED = say("{who}: the end of the turn")


def sentence(ruling: Ruling, figures: Figures = NUMBERS) -> Text | None:
    """A ruling in words, with the game's names of faces (`figures`); None where the game's own prompt says it."""
    match ruling:
        case Ruling(RulingId.REFUSED):
            return ruling.reason
        case Ruling(RulingId.DOUBT):
            text: Text | None = (_PLACELESS if ruling.number is None else _DOUBTS)[ruling.doubt or DoubtKind.VALUE]
        case Ruling(RulingId.HOUSE_KEEPS, hand=()):
            text = _KEEPS_NONE
        case Ruling(RulingId.RESTORE) if ruling.theirs:
            text = _RESTORE_BOTH
        case _:
            text = SENTENCES.get(ruling.id)
    if text is None:
        return None
    # Of two sets seat 0 has the left half of the tray, whoever is in turn.
    left, right = (ruling.theirs, ruling.hand) if ruling.seat == 1 else (ruling.hand, ruling.theirs)
    return fill(
        text,
        n=ruling.count if ruling.number is None else ruling.number,
        count=ruling.count,
        who=seat_name(ruling.seat or 0),
        dice=kept(ruling.hand, ruling.whole, figures) if ruling.whole else written(ruling.hand, figures),
        hand=_row(ruling.hand, figures),
        left=_row(left, figures),
        right=_row(right, figures),
    )


def decided(decision: Undone, figures: Figures = NUMBERS, name: Callable[[int], Text | str] = seat_name) -> Text:
    """What an undo takes back, and the throws that come again after a new decision; `name` says who sits at a seat."""
    what = fill(_DECISIONS.get(type(decision.action), _STOPPED), who=name(decision.seat))
    if not decision.waiting:
        return what
    throws = {
        f"throw{n}": say("{who} {dice}", who=name(seat), dice=written(roll.values, figures))
        for n, (seat, roll) in enumerate(decision.waiting)
    }
    row = Text(", ".join(f"{{{place}}}" for place in throws), tuple(throws.items()))
    return say("{what}. What was thrown waits: {throws}", what=what, throws=row)


def _row(hand: tuple[int, ...], figures: Figures) -> Text | str:
    return written(hand, figures) if figures else " ".join(str(value) for value in hand)
