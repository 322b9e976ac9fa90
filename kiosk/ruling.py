"""What the referee says, as values: which ruling or notice it is, and its data; `referee/prompts.py` has the words."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.text import Text
from vision.types import DoubtKind


class RulingId(StrEnum):
    """What the table asks for, or what it waits for."""

    PLAY_ON = "play on"
    """Nothing is to be put right: the rules' own prompt stands."""
    COUNT = "count"
    """The throw is counted."""
    FOUND = "found"
    """The hand to choose from lies there."""
    NO_CAMERA = "no camera"
    NO_CAMERA_CHOICE = "no camera, a choice"
    NO_CAMERA_HOUSE = "no camera, and the house has chosen"
    THEIRS_MOVED = "theirs moved"
    """The other player's dice were moved, and are to be laid back: `hand`."""
    WHOSE_DIE = "whose die"
    """A thrown die cannot be told from the other player's."""
    OTHER_HALF = "other half"
    """A thrown die lies in the other player's half."""
    THROW_STAYS = "throw stays"
    """A throw that was undone is due again, and its dice are to be laid as they fell: `hand`."""
    WOULD_STAY = "would stay"
    """If the undone choice is made again, the throw after it stays: `hand`."""
    DOUBT = "doubt"
    """The reader is not sure: `doubt` says of what, `number` of which die, where a button stands for it."""
    VOID = "void"
    """A throw does not count: its dice must be taken up and thrown again."""
    WAS_THROWN = "was thrown"
    """Were these dice thrown while nobody watched?"""
    REFUSED = "refused"
    """The rules do not allow it: `reason`."""
    THROW_ONLY = "throw only"
    """More dice were thrown than the `count` that were to be."""
    LIFTED = "lifted"
    """A kept die was moved; it may also be thrown again."""
    LIFTED_FORCED = "lifted, forced"
    """A kept die was moved that must stay."""
    LEFT = "left"
    """A die that was not marked was left lying; it may also be kept."""
    NOT_THROWN = "not thrown"
    """Dice were left lying that must be thrown."""
    MISSING = "missing"
    """`count` dice of the throw are missing on the tray."""
    TOO_MANY = "too many"
    """`count` dice too many lie there."""
    SPARE = "spare"
    """Nobody has thrown yet, and `count` dice lie there beyond the game's `number`."""
    TAKE_AWAY = "take away"
    """In a game that remembers hands only thrown dice may lie there: `count` others must go."""
    RESTORE = "restore"
    """A hand is to be laid as it was: `hand`, and `theirs` of the other player."""
    THROW_LIFTED = "throw lifted"
    """The dice in somebody's hand are to be thrown."""
    THROW_REST = "throw rest"
    """Dice are marked: the `count` others are to be thrown."""
    THROW_REST_OR_END = "throw rest or end"
    ALL_KEPT = "all kept"
    WAS_TURNED = "was turned"
    """A one lies where a six lay that may be turned; or it was thrown there."""
    HOUSE_TURNS = "house turns"
    """Somebody turns `count` sixes to ones for `seat`, which the house plays."""
    THROW_ALL = "throw all"
    """All dice count and are marked: all `count` dice are to be thrown again."""
    THROW_ALL_OR_END = "throw all or end"
    HOUSE_THROWS = "house throws"
    """Somebody throws `count` dice for `seat`, which the house plays."""
    HOUSE_KEEPS = "house keeps"
    """The house at `seat` keeps `hand` of the `whole`; somebody throws the `count` others."""
    DRAW = "draw"
    """Who begins is to be drawn."""


class NoticeId(StrEnum):
    """Notices: shown beside the prompt for a while, and not from the rules."""

    REFUSED = "refused"
    THROW_ONLY = "throw only"
    THROW_FIRST = "throw first"
    THROW_LIFTED = "throw lifted"
    NOTHING_LIES = "nothing lies"
    HANDS_KEEP = "hands keep"
    HOUSE_CHOOSES = "house chooses"
    ONE_BUTTON = "one button"
    READING = "reading"
    WHOSE_THROW = "whose throw"
    UNDONE = "undone"
    HAND_OVER = "hand over"
    WAITING = "waiting"
    CONFUSED = "confused"
    """One ruling led to another without end: the referee gave up."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its data; `RulingId` says which of them each ruling has.

    Attributes:
        id: which ruling it is.
        count: how many dice.
        hand: values, in the order of the slots; `theirs` are the other player's; `whole` is all of a hand that `hand`
            is a part of.
        doubt: what the reader is not sure of.
        number: the button of the die that it is about, 1-5; for `SPARE` how many dice the game has.
        seat: whom it is about.
        reason: the rules' own sentence.
    """

    id: RulingId = RulingId.PLAY_ON
    count: int = 0
    hand: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    doubt: DoubtKind | None = None
    number: int | None = None
    seat: int | None = None
    reason: Text | None = None

    @property
    def topic(self) -> "Ruling":
        """The ruling without its dice, values and seat: the same problem has the same topic."""
        return Ruling(self.id, doubt=self.doubt, reason=self.reason)


PLAY_ON = Ruling()
