"""All that the screen shows, ready made: the last arrow of the diagram.

Built by the session (menus) and the match (play); drawn by kiosk/screen, which decides nothing but looks.
"""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from hardware.presses import Button
from kiosk.games.core import Event, GameView, HandView
from kiosk.games.lesson import Example, Word
from kiosk.games.text import Text
from kiosk.match.seating import MatchCourse, Player
from kiosk.ruling import PLAY_ON, NoticeId, Ruling
from vision.types import Box, Image, Signal


@dataclass(frozen=True, slots=True)
class SoftKey:
    """The label above one button, None if it has none now; `lit` is its lamp."""

    label: Text | None = None
    lit: bool = False


SoftKeys = dict[Button, SoftKey]


class Coaching(StrEnum):
    """When the coach speaks."""

    OFF = "off"
    ON = "on"
    """While somebody chooses."""
    AFTER = "after"
    """When a turn is over: what would have been best, and what the choice made cost."""


class Rotation(IntEnum):
    """How far a display hangs rotated clockwise, degrees; its picture is turned the other way."""

    LYING = 0
    RIGHT = 90
    OVER = 180
    LEFT = 270


class Sound(StrEnum):
    OFF = "off"
    LOW = "low"
    PARTY = "party"


@dataclass(frozen=True, slots=True, eq=False)
class DieView:
    """One die as the players see it.

    Attributes:
        value: what was read; None while unknown.
        picture: the camera's own cut-out, BGR, upright, square.
        button: the KEEP button that stands for it, 1-5.
        corrected: somebody said it was another value.
        box: where it lies in the camera's picture, pixels.
        colour: of its faces, BGR as the camera saw it.
    """

    value: int | None
    picture: Image | None = None
    kept: bool = False
    button: int | None = None
    corrected: bool = False
    box: Box | None = None
    colour: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a page; `detail` explains it in one line, `value` is what it is set to.

    `less` and `more`: whether minus and plus can change the value from here.
    """

    label: Text
    detail: Text | None = None
    value: Text | None = None
    less: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ShownHand:
    """A hand of this evening: a sentence with its name and player, its dice as they lay, and the game's faces."""

    said: Text
    dice: tuple[DieView, ...]
    faces: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AttractView:
    """Nobody plays.

    Attributes:
        last: the last winners, latest first, each in one line; or if `tonight` who has won and who owes a round.
        hand: one of the best hands of the evening.
        resumable: whether a press goes on with a match; `throws`: or begins the very first one.
        mirrored: whether left and right are swapped now, so that nothing burns into the screen.
        play: the turn that the poster plays by itself now; None while it stands still.
    """

    games: tuple[Text, ...]
    last: tuple[Text, ...] = ()
    hand: ShownHand | None = None
    link: str = ""
    resumable: bool = False
    throws: bool = False
    tonight: bool = False
    mirrored: bool = False
    play: "PlayView | None" = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """What decides the game by the house rules as they are set; `moved` are the lines that the last change affected."""

    examples: tuple[Example, ...]
    moved: frozenset[Example] = frozenset()
    faces: tuple[Text, ...] = ()


LETTERS_ACROSS = 10
"""The page on which a name is written has 10 letters in a row: a press of "down" goes 10 on."""
LETTER_ROWS = 5
"""It has 5 rows; the last one has the marked letters, and may be short or empty."""
WIPE = "\b"
"""Stands among the letters, and in typed text, for deleting the last one."""


@dataclass(frozen=True, slots=True)
class SteadinessView:
    """How well camera and light suit the table; `mend` says in one line what is wrong and what to do."""

    signal: Signal
    verdict: Text
    mend: Text | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrayView:
    """What the camera sees: its latest picture, None without one, and the dice in it with their boxes."""

    dice: tuple[DieView, ...] = ()
    image: Image | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PanelView:
    """The seven buttons, as they are tried: those that were pressed since the page was opened, and the last one."""

    pressed: frozenset[Button] = frozenset()
    last: Button | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PageView:
    """A page: a title, what is asked, lines to choose from, and what stands beside them.

    Attributes:
        items: its lines; `chosen` is the index of the chosen one.
        hint: what the buttons do, or where help is, in one quiet line.
        said: what to do now, a sentence; it is a `warning` where something went wrong.
        done: how many of `steps` are done; without steps there is only one thing to do.
        reading: whether the lines are only to be read.
        writing: the player whose name is written, with what is written of it; the items are letters then.
        ladder: what decides the game by the rules of the chosen line.
        tray, panel: what the camera sees, and the buttons, where these are tried.
    """

    title: Text
    items: tuple[Item, ...] = ()
    chosen: int = 0
    hint: Text | None = None
    said: Text | None = None
    warning: bool = False
    done: int = 0
    steps: int = 0
    reading: bool = False
    writing: Player | None = None
    players: tuple[Player, ...] = ()
    ladder: Ladder | None = None
    tray: TrayView | None = None
    steadiness: SteadinessView | None = None
    panel: PanelView | None = None

    @property
    def wants_dice(self) -> bool:
        """Whether dice are to be laid on the tray."""
        return self.said is not None and self.tray is not None


@dataclass(frozen=True, slots=True, eq=False)
class TurnStep:
    """A picture of a turn, with the game's own sentence for it and what is sought.

    Attributes:
        dice: the dice that are drawn; inside a tray if they have just `fallen`.
        missing: how many dice are still to be thrown, drawn as empty places.
        key: the label of the key that is drawn instead of dice.
        hint: how to do it, with buttons or with hands.
    """

    sentence: Text
    sought: Text | None = None
    dice: tuple[DieView, ...] = ()
    missing: int = 0
    fallen: bool = False
    key: Text | None = None
    hint: Text | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HowToView:
    title: Text
    steps: tuple[TurnStep, ...]
    faces: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonView:
    """What decides a game, drawn in `examples`, or its `words` explained; to be read."""

    title: Text
    heading: Text
    examples: tuple[Example, ...] = ()
    words: tuple[Word, ...] = ()
    faces: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class ProblemView:
    """A fault of the machine that play goes on with: what is wrong, what to do, how the match goes on meanwhile."""

    title: Text
    what: Text
    remedy: Text
    meanwhile: Text


@dataclass(frozen=True, slots=True)
class PickView:
    """Choosing a box of the score sheet: the marked box, and the best ones, to which buttons jump."""

    marked: str
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PlayView:
    """A match under way.

    Attributes:
        dice: those on the tray, left to right.
        prompt: what to do now, in one line: the game's own, or how to put the table right (a `warning`).
        ruling: the same as a value, for simulated guests and tests.
        notice: what just happened, in one line; without a `notice_id` it is an event of the rules.
        events: what the last action brought about, for animations; `serial` grows with each action.
        trouble: where something is wrong in the camera's picture `close_up`; boxes in pixels.
        last_hand: the hand of the turn that has just ended, with its seat.
        before: the dice of the last throw, where `dice` are another hand; holding their buttons corrects them.
        odds: what the choice is worth, in one quiet line; `coach`: what the coach says about it.
        own: whether each seat has its own set of dice.
    """

    title: Text
    game: GameView
    players: tuple[Player, ...]
    dice: tuple[DieView, ...]
    prompt: Text
    ruling: Ruling = PLAY_ON
    warning: bool = False
    notice: Text | None = None
    notice_id: NoticeId | None = None
    events: tuple[Event, ...] = ()
    serial: int = 0
    trouble: tuple[Box, ...] = ()
    last_hand: tuple[int, HandView] | None = None
    before: tuple[DieView, ...] = ()
    odds: Text | None = None
    coach: Text | None = None
    close_up: Image | None = None
    own: bool = False
    pick: PickView | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EndView:
    """A match is over.

    Attributes:
        play: the last view of the match: its last tokens move there first, and its dice can still be corrected.
        standing: places, first to last, equals together.
        course: how it went; None in a game that counts nothing.
        pays: the seat that pays the round; None if several share the last place.
        link: the address of the match in the league; empty without one.
    """

    play: PlayView
    standing: tuple[tuple[int, ...], ...]
    course: MatchCourse | None = None
    summary: Text | None = None
    pays: int | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class StandingView:
    """How a match under way stands: everybody's tokens or points, round by round, and who leads."""

    players: tuple[Player, ...]
    course: MatchCourse


@dataclass(frozen=True, slots=True, eq=False)
class DialogView:
    """The reader's next best values of a die, or a whole roll entered by hand; laid over the play."""

    play: PlayView
    title: Text
    dice: tuple[DieView, ...]
    chosen: int


View = AttractView | PageView | PlayView | StandingView | EndView | DialogView | ProblemView | HowToView | LessonView


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The whole screen: a scene, the soft keys, and what always shows.

    Attributes:
        alert: a fault of the machine in one line ("The camera is lost…").
        camera: the camera's picture, shown beside the scene in `--simulate`.
        brightness: of the screen, 0…1.
    """

    scene: View
    keys: SoftKeys = field(default_factory=dict)
    alert: Text | None = None
    camera: Image | None = None
    language: str = "en"
    brightness: float = 1.0
    sound: Sound = Sound.OFF

    @property
    def lamps(self) -> dict[Button, bool]:
        return {button: key.lit for button, key in self.keys.items()}


@dataclass(frozen=True, slots=True)
class Typed:
    """Somebody typed this on a keyboard, where a name is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Picked:
    """Somebody tapped a line of a list, a letter, or a box of a score sheet.

    Attributes:
        title: the title of the list that was shown: another one may have come since.
        what: the label of the line, or the name of the box.
        turn: -1 or 1 if a mark was tapped that changes the line's value, else 0.
    """

    title: Text
    what: Text | str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class ThrowKey:
    """The space bar, or a tap on the tray's picture: throw the simulated dice."""


Pointed = Typed | Picked
"""Input at the screen that no button gives; it refers to what was shown when it was made."""
