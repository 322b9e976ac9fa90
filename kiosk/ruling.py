"""What the referee says, as values: which ruling or notice it is, with its data; words are made of it at the end."""

from __future__ import annotations

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
    """The other player's dice are to be laid back: `hand`."""
    WHOSE_DIE = "whose die"
    """A thrown die cannot be told from the other player's."""
    OTHER_HALF = "other half"
    """A thrown die lies in the other player's half."""
    THROW_STAYS = "throw stays"
    """A throw that was taken back is due again, and is to be laid as it fell: `hand`."""
    WOULD_STAY = "would stay"
    """If the choice that was taken back is made again, the throw after it stays: `hand`."""
    DOUBT = "doubt"
    """The reader is not sure: of what is `doubt`, and of which die `number`, where it has one."""
    VOID = "void"
    WAS_THROWN = "was thrown"
    """Were these dice thrown while nobody watched?"""
    REFUSED = "refused"
    """The rules do not allow it: `reason`."""
    THROW_ONLY = "throw only"
    """More dice were thrown than the `count` that were to be."""
    LIFTED = "lifted"
    """A kept die was lifted, and may be let go."""
    LIFTED_FORCED = "lifted, forced"
    """A die was lifted that must stay."""
    LEFT = "left"
    """A die was left lying, and may be kept."""
    NOT_THROWN = "not thrown"
    """Dice were left lying that must be thrown."""
    MISSING = "missing"
    """Of what was thrown `count` dice do not lie there."""
    TOO_MANY = "too many"
    """`count` dice more lie there than should."""
    SPARE = "spare"
    """Nobody has thrown yet, and `count` dice more lie there than the game's `number`."""
    TAKE_AWAY = "take away"
    """`count` dice lie beside the throw of a hand that is remembered."""
    RESTORE = "restore"
    """A hand is to be laid as it was: `hand`, and `theirs` of the other player."""
    THROW_LIFTED = "throw lifted"
    """The dice in somebody's hand are to be thrown."""
    THROW_REST = "throw rest"
    """Dice are marked: the `count` others are to be thrown."""
    THROW_REST_OR_END = "throw rest or end"
    ALL_KEPT = "all kept"
    WAS_TURNED = "was turned"
    """A one lies where a six lay that may be turned, and might have been thrown."""
    HOUSE_TURNS = "house turns"
    """Somebody turns `count` sixes to ones for `seat`, which the house plays."""
    THROW_ALL = "throw all"
    """All of the hand counts and is marked: all `count` dice are to be thrown again."""
    THROW_ALL_OR_END = "throw all or end"
    HOUSE_THROWS = "house throws"
    """Somebody throws `count` dice for `seat`, which the house plays."""
    HOUSE_KEEPS = "house keeps"
    """The house at `seat` keeps `hand` of the `whole`; somebody throws the `count` others."""
    DRAW = "draw"
    """Who begins is to be drawn."""


class NoticeId(StrEnum):
    """What is said beside the prompt, for a while, of something other than the rules' own events."""

    REFUSED = "refused"
    THROW_ONLY = "throw only"
    THROW_FIRST = "throw first"
    THROW_LIFTED = "throw lifted"
    NOTHING_LIES = "nothing lies"
    HANDS_KEEP = "hands keep"
    HOUSE_CHOOSES = "house chooses"
    ONE_BUTTON = "one button"
    LOOKING = "looking"
    WHOSE_THROW = "whose throw"
    UNDONE = "undone"
    HAND_OVER = "hand over"
    WAITING = "waiting"
    CONFUSED = "confused"
    """One ruling followed from another without an end."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its data; which of them it has, `RulingId` says.

    Attributes:
        id: which it is.
        count: how many dice.
        hand: values, in the order of the slots; `theirs` are the other player's; `whole` is the hand that they are of.
        doubt: what the reader is not sure of.
        number: 1-5, the button of the die that it is about; or how many dice the game has.
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
    def topic(self) -> Ruling:
        """What it is about, whichever dice, values and seat: the same problem has the same topic."""
        return Ruling(self.id, doubt=self.doubt, reason=self.reason)


PLAY_ON = Ruling()
