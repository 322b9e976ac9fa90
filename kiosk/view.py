"""All that the screen shows, ready made: the last arrow of the diagram.

Built by the evening (menus) and the match (play); drawn by kiosk/screen, which decides nothing but looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.panel import Button
from kiosk.games.core import Event, GameView, HandView, Text
from vision.types import Box, Image


@dataclass(frozen=True, slots=True)
class SoftKey:
    """The label above one button, and whether the button does anything now; `lit` is its lamp."""

    label: Text | None = None
    lit: bool = False


SoftKeys = dict[Button, SoftKey]


@dataclass(frozen=True, slots=True, eq=False)
class DieView:
    """One die as the players see it.

    Attributes:
        value: what was read; None while unknown.
        picture: the camera's own cut-out, BGR, upright, square; None where there is none.
        kept: marked to stay.
        button: the KEEP button that stands for it, 1-5; None if there is none.
        corrected: somebody said it was another value.
        box: where it lies in the camera's picture, pixels.
        colour: of its faces, BGR as the camera saw it; None if nobody saw it.
    """

    value: int | None
    picture: Image | None = None
    kept: bool = False
    button: int | None = None
    corrected: bool = False
    box: Box | None = None
    colour: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat; `colour` and `shape` index the theme's lists; `house` is played by the house."""

    name: str
    colour: int
    house: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu; `detail` explains it in one line, `value` is what it is set to."""

    label: Text
    detail: Text | None = None
    value: Text | None = None


@dataclass(frozen=True, slots=True)
class AttractView:
    """Nobody plays: the games, the last winner, "press any button"."""

    games: tuple[Text, ...]
    last: Text | None = None
    resumable: bool = False


@dataclass(frozen=True, slots=True)
class MenuView:
    """One list to choose from: games, presets, house rules, players, the menu in a match."""

    title: Text
    items: tuple[Item, ...]
    chosen: int
    hint: Text | None = None
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class PlayView:
    """A match under way.

    Attributes:
        title: the game and its house rules.
        game: the rules' own view.
        players: by seat.
        dice: those on the tray, left to right.
        prompt: what to do now, in one line: the game's, or what the table must be put right for.
        warning: whether `prompt` asks to put something right.
        notice: what just happened, in one line.
        events: what the last action brought about, for animations; `serial` grows with each action.
        trouble: where in the camera's picture to look; boxes in pixels.
        last_hand: the hand of the turn that just ended by itself, with its seat.
        before: the dice of the throw before, where `dice` are another hand's: their buttons held correct them.
        look: the camera's picture to look at, where `trouble` points into it; None while nothing is wrong.
    """

    title: Text
    game: GameView
    players: tuple[Player, ...]
    dice: tuple[DieView, ...]
    prompt: Text
    warning: bool = False
    notice: Text | None = None
    events: tuple[Event, ...] = ()
    serial: int = 0
    trouble: tuple[Box, ...] = ()
    last_hand: tuple[int, HandView] | None = None
    before: tuple[DieView, ...] = ()
    odds: Text | None = None
    look: Image | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went: what each seat had after each round, by seat; `what` is counted ("tokens", "points")."""

    what: Text
    rounds: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class EndView:
    """A match is over: places, first to last; `dice` are those that decided it, still to be corrected."""

    title: Text
    players: tuple[Player, ...]
    standing: tuple[tuple[int, ...], ...]
    summary: Text | None = None
    dice: tuple[DieView, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class DialogView:
    """The reader's next best values of a die, or a whole roll entered by hand; laid over the play."""

    play: PlayView
    title: Text
    dice: tuple[DieView, ...]
    chosen: int


View = AttractView | MenuView | PlayView | EndView | DialogView


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The whole screen: a scene, the soft keys, and what always shows.

    Attributes:
        scene: what fills the screen.
        keys: labels above the buttons.
        alert: a fault of the machine in one line ("The camera is lost…"); None if all is well.
        camera: the camera's picture, shown beside the scene in `--simulate`.
        language: "en", "fr".
    """

    scene: View
    keys: SoftKeys = field(default_factory=dict)
    alert: Text | None = None
    camera: Image | None = None
    language: str = "en"
