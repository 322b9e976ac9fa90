"""What every game is made of: actions in, and out of it what the table waits for, what happened and what is shown.

A game never draws a number, asks no clock and does no I/O: rolls are inputs. The list of actions is the match.
"""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.text import Text, say

# --- actions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll:
    """The thrown dice, in the order of their slots (ascending)."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """The slots (1…n) that stay while the others are thrown; said once, when the next throw begins."""

    slots: frozenset[int]


@dataclass(frozen=True, slots=True)
class Stop:
    """The player ends the turn with the hand as it lies."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The seat that leads, where the rules draw it or the house chooses it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves; the house plays the seat on, so the game itself does not change."""

    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """A player who left is back at the seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Carry:
    """Somebody has joined at the last seat: the match begins with what each seat had in the match before."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The hand of the turn is used for the offer with the name `option`."""

    option: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The sixes of these slots were turned to ones by hand; they stay, and another six must be thrown again."""

    slots: frozenset[int]


Action = Roll | Keep | Stop | Lead | Leave | Return | Carry | Choose | Turned


class IllegalActionError(ValueError):
    """An action that the rules refuse; `reason` is the sentence for the screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.message)
        self.reason = reason


# --- what the table waits for ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throw:
    """`seat` throws the dice of these slots."""

    seat: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Dice that one KEEP button stands for, where it stands for more than a die.

    Attributes:
        steps: what is kept of them after one press, two presses, …; a press after the last step keeps none again.
        words: the label of each step, with what it brings: "11: 200".
    """

    steps: tuple[frozenset[int], ...]
    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`seat` chooses: one of `keeps` (sets of slots that stay), or to stop where `may_stop`.

    Attributes:
        groups: what the KEEP buttons stand for, left to right; empty: one die each.
        again: whether all dice may be kept to throw all of them again; the action is `Keep` of no slots then.
        turns: sets of sixes; one of these sets may be turned to ones before the choice.
    """

    seat: int
    keeps: frozenset[frozenset[int]]
    may_stop: bool
    groups: tuple[Group, ...] = ()
    again: bool = False
    turns: frozenset[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Draw:
    """Somebody draws which of these seats leads (`Lead`)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over; `standing` lists the seats by place, first to last, equals together."""

    standing: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to use a hand, such as a box of a sheet: its name in the record, its name on the screen, its points."""

    name: str
    text: Text
    points: int


@dataclass(frozen=True, slots=True)
class OfferWords:
    """What choosing an offer of a game is called: on a key, and in a line that holds its points `n` and its `box`."""

    key: Text
    line: Text


@dataclass(frozen=True, slots=True)
class Pick:
    """`seat` has a hand, and chooses what to use it for (`Choose`) before the next turn.

    There are at least two options with different names: a single one is taken without asking. With a score sheet an
    option has the name of its line's box.
    """

    seat: int
    options: tuple[Offer, ...]

    def __post_init__(self) -> None:
        """Refuse what nobody can choose from."""
        names = [offer.name for offer in self.options]
        if len(names) < 2 or len(set(names)) < len(names):
            raise ValueError(f"A Pick is of two options or more, each with a name of its own, not of {names}.")

    def offer(self, name: str) -> Offer | None:
        """The option of this name; None if it is not open."""
        return next((offer for offer in self.options if offer.name == name), None)


Wait = Throw | Choice | Pick | Draw | Over

# --- what happened ---------------------------------------------------------------------------------------------------


class Happening(StrEnum):
    """Kinds of events: what the screen may make a moment of."""

    ROLLED = "rolled"
    TURN_ENDED = "turn_ended"
    TURNED = "turned"
    ROUND_ENDED = "round_ended"
    TOKENS = "tokens"
    POINTS = "points"
    BUST = "bust"
    PHASE = "phase"
    TIE = "tie"
    OUT = "out"
    LEADS = "leads"
    SPECIAL = "special"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Event:
    """Something an action brought about.

    Attributes:
        seat: whom it concerns; for tokens, who gets them (None: the pot).
        source: for tokens, who gives them (None: the pot).
        amount: tokens or points moved; for a bust, points lost.
        hand: for the end of a turn, what lay then.
    """

    what: Happening
    text: Text
    seat: int | None = None
    source: int | None = None
    amount: int = 0
    hand: "HandView | None" = None


# --- what the screen shows of a game ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand and what it is called: `name` « nénette », `worth` "2 tokens", `rank` 1 is best of `ranks`."""

    dice: tuple[int, ...]
    name: Text
    worth: Text | None = None
    rank: int | None = None
    ranks: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: points or tokens as the game counts them, the round's hand once thrown, and whether still in."""

    score: int | None = None
    tokens: int | None = None
    hand: HandView | None = None
    playing: bool = True
    """Still in this round or tie-break: has a turn to come, or has had one."""
    out: bool = False
    """Left the match's struggle for good, safe or eliminated."""
    place: int | None = None
    title: Text | None = None
    """What the rules call the seat, where they do: Red."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet.

    Attributes:
        cells: by seat, what stands there; None where nothing does yet.
        box: the name of the offer that is written here; None for a sum or a bonus.
        preview: what the dice on the tray would bring, in a box that the seat in turn may still write.
        goal: the points that a sum must reach for its bonus.
    """

    text: Text
    cells: tuple[int | None, ...]
    box: str | None = None
    preview: int | None = None
    goal: int | None = None


IN_THE_POT = say("in the pot")


@dataclass(frozen=True, slots=True)
class GameView:
    """All that a state shows, in words and numbers.

    Attributes:
        phase: "Charge", "Round 3 of 10", "Roll-off".
        sought: what is sought now, in one line: "No ship yet: a 6"; None if nothing is.
        seat: whose turn it is; None when over or drawing.
        hand: the dice of the turn by slot; None for a slot not thrown yet.
        kept: slots that stay, in a throw that follows a choice.
        named: the hand, once complete.
        pot: tokens in the pot; None in a game without.
        order: seats in playing order of this round.
        round: 1 is the first; 0 until the match has a leader.
        at_stake: points that the turn would bring if it ended now; None in a game whose points are safe.
        away: tokens out of play, neither held nor in the pot.
        turns: how many sixes may be turned to ones now, at most.
        faces: what the faces are called, that of one pip first; empty where they are numbers.
        pile: words for where the tokens of `pot` are, such as "in the pot" or "out of play".
    """

    phase: Text
    prompt: Text
    sought: Text | None
    seat: int | None
    hand: tuple[int | None, ...]
    kept: frozenset[int]
    rolls_used: int
    rolls_allowed: int | None
    named: HandView | None
    pot: int | None
    seats: tuple[SeatView, ...]
    order: tuple[int, ...]
    round: int = 0
    sheet: tuple[SheetLine, ...] = ()
    at_stake: int | None = None
    away: int = 0
    turns: int = 0
    faces: tuple[Text, ...] = ()
    pile: Text = IN_THE_POT


class DiceSet(StrEnum):
    """Whose dice they are, and which of them lie on the table."""

    PASSED = "passed"
    """One set goes round; the hand of the turn lies there."""
    REMEMBERED = "remembered"
    """One set goes round while each seat's hand is remembered: only the dice being thrown lie there."""
    OWN = "own"
    """Each of two seats has a set, and both lie there from turn to turn."""
