"""Made-up views, one for every scene, with real games and their real sentences: what the book and the tests show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from typing import Any

from hardware.panel import KEEPS, Button
from kiosk import dialog, menus, prompts, referee
from kiosk.games.core import Action, Event, Game, Keep, Roll, game, games, say
from kiosk.screen.filmed import HAND, box, cut_out, left_to_right, tray
from kiosk.setup import Setup, SetupPages
from kiosk.view import (
    AttractView,
    DialogView,
    DieView,
    EndView,
    Item,
    MenuView,
    Player,
    PlayView,
    SoftKey,
    SoftKeys,
    TableView,
)
from vision.types import DoubtKind

NAMES = ("Marcel", "Anne-Sophie", "Jo", "Bérénice", "Gaël", "Zoé", "Maximilien", "Tante Odette")

PLAY_KEYS: SoftKeys = {
    KEEPS[0]: SoftKey(referee.KEPT, lit=True),
    KEEPS[1]: SoftKey(referee.KEPT, lit=True),
    KEEPS[2]: SoftKey(referee.KEEP),
    Button.END: SoftKey(referee.END_TURN, lit=True),
    Button.MENU: SoftKey(referee.MENU),
}
THROW_KEYS: SoftKeys = {Button.MENU: SoftKey(referee.MENU)}
DIALOG_KEYS: SoftKeys = {
    **{button: SoftKey(dialog.NEXT) for button in KEEPS[:3]},
    Button.END: SoftKey(dialog.ACCEPT, lit=True),
    Button.MENU: SoftKey(dialog.BACK),
}
MENU_KEYS: SoftKeys = {
    **{KEEPS[n]: SoftKey(text, lit=True) for n, text in enumerate((menus.UP, menus.DOWN, menus.LESS, menus.MORE))},
    Button.END: SoftKey(menus.CHOOSE, lit=True),
    Button.MENU: SoftKey(menus.BACK),
}


def scenes() -> Iterator[tuple[str, TableView]]:
    """Every scene, named."""
    attract = AttractView(tuple(known.title for known in games()))
    last = say("{name} won the last match", name="Bérénice")
    yield "attract", TableView(attract, {button: SoftKey(lit=True) for button in Button})
    yield "attract-last", TableView(replace(attract, last=last, resumable=True))
    for name, page, camera in _pages():
        yield name, TableView(page, MENU_KEYS, camera=tray() if camera else None)
    yield "rules", TableView(rules(), MENU_KEYS)
    yield "roll-off", TableView(match(4, [], first=None), THROW_KEYS)
    yield "throw", TableView(charge(), THROW_KEYS)
    yield "throw-simulated", TableView(charge(), THROW_KEYS, camera=tray())
    yield "tokens", TableView(tokens_move(), THROW_KEYS)
    yield "choice", TableView(choice(), PLAY_KEYS)
    yield "choice-simulated", TableView(choice(), PLAY_KEYS, camera=tray())
    yield "trouble", TableView(trouble(), PLAY_KEYS, alert=prompts.NO_CAMERA, camera=tray())
    yield "eight", TableView(choice(8), PLAY_KEYS)
    yield "eight-simulated", TableView(choice(8), PLAY_KEYS, camera=tray())
    yield "five-dice", TableView(five_dice(), PLAY_KEYS)
    cuts = dice(HAND)
    said = (cuts[0], replace(cuts[1], value=3, corrected=True), cuts[2])
    yield "correct", TableView(DialogView(choice(), dialog.CORRECT, said, 1), DIALOG_KEYS)
    entered = tuple(DieView(value, button=number) for number, value in enumerate((4, None, None), 1))
    yield "enter", TableView(DialogView(charge(), dialog.ENTER, entered, 1), DIALOG_KEYS, camera=tray())
    yield "end", TableView(end(4), {**THROW_KEYS, Button.END: SoftKey(referee.OK, lit=True)})
    yield "end-eight", TableView(end(8), THROW_KEYS, camera=tray())


def players(count: int) -> tuple[Player, ...]:
    """So many players."""
    return tuple(Player(name, colour) for colour, name in enumerate(NAMES[:count]))


# --- menus -----------------------------------------------------------------------------------------------------------


def _pages() -> Iterator[tuple[str, MenuView, bool]]:
    """The pages of setting a match up, as a guest walks through them."""
    opened: list[menus.Page] = []

    def start(_: Setup) -> None:
        """Nobody goes so far here."""

    pages = SetupPages(opened.append, start, NAMES)
    page = pages.first()
    yield "menu-game", page.view(), False
    for _ in range([known.name for known in games()].index("le_421")):
        page.press(KEEPS[1])
    page.press(Button.END)
    yield "menu-preset", opened[-1].view(), True
    opened[-1].press(KEEPS[0])
    opened[-1].press(Button.END)
    for _ in range(6):
        opened[-1].press(KEEPS[1])
    yield "menu-house-rules", opened[-1].view(), False
    yield "menu-house-rules-simulated", opened[-1].view(), True
    opened[-1].press(Button.END)
    for _ in range(3):
        opened[-1].press(KEEPS[3])
    yield "menu-players", opened[-1].view(), False
    yield "menu-players-simulated", opened[-1].view(), True


def rules() -> MenuView:
    """Six whole sentences."""
    le_421 = game("le_421")
    return MenuView(le_421.title, tuple(Item(line) for line in le_421.rules), 0)


# --- matches ---------------------------------------------------------------------------------------------------------


def match(seats: int, actions: Sequence[Action], *, name: str = "le_421", first: int | None = 0) -> PlayView:
    """A match after these actions, as the screen is shown it, nothing on the tray."""
    rules_ = game(name)()
    state, events = played(rules_, seats, actions, first)
    view = rules_.view(state)
    notice = events[-1].text if events else None
    return PlayView(
        rules_.title, view, players(seats), (), view.prompt, notice=notice, events=events, serial=len(actions)
    )


def played(
    rules_: Game[Any], seats: int, actions: Sequence[Action], first: int | None
) -> tuple[Any, tuple[Event, ...]]:
    """The state after these actions, and what the last one brought about."""
    state = rules_.start(seats, first)
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = rules_.apply(state, action)
    return state, events


CHARGE = (Roll((6, 3, 1)), Roll((5, 5, 5)), Roll((4, 3, 1)), Roll((6, 4, 2)))
"""A whole round of four; two tokens at most move."""


def charge() -> PlayView:
    """In the second round, two have thrown."""
    return match(4, [*CHARGE, Roll((4, 4, 2)), Roll((2, 2, 1))])


def tokens_move() -> PlayView:
    """A round has just ended: tokens are on their way from the pot, its dice still lie there."""
    actions = [*CHARGE, Roll((4, 4, 2)), Roll((2, 2, 1)), Roll((6, 6, 1)), Roll((5, 5, 5))]
    play = match(4, actions)
    return replace(play, dice=dice((5, 5, 5)), last_hand=(2, hand_of(5, 5, 5)))


def hand_of(*values: int) -> Any:  # the games' own view of a hand
    """What 421 calls these dice."""
    rules_ = game("le_421")(None, {"charge_rolls": 3})
    state, _ = played(rules_, 2, [Roll(values)], 0)
    return rules_.view(state).named


@cache
def _discharge(seats: int) -> tuple[Action, ...]:
    """Rounds of the charge until the pot is empty: everybody throws, the unluckier ones the worse."""
    rules_ = game("le_421")()
    throws = cycle(
        [Roll((5, 5, 5)), Roll((6, 3, 2)), Roll((6, 5, 3)), Roll((4, 4, 2)), Roll((2, 2, 1)), Roll((6, 6, 2))]
    )
    state, actions = rules_.start(seats, 0), []
    while rules_.view(state).pot:
        actions.append(next(throws))
        state, _ = rules_.apply(state, actions[-1])
    return tuple(actions)


def choice(seats: int = 4) -> PlayView:
    """The décharge: two dice are kept after the second throw."""
    actions = [*_discharge(seats), Roll((6, 4, 2)), Keep(frozenset({2, 3})), Roll((1,))]
    play = match(seats, actions)
    return replace(play, dice=dice(left_to_right(), kept=(4, 2)))


def trouble() -> PlayView:
    """A die leans."""
    play = choice()
    at = left_to_right().index(2)
    unclear = tuple(replace(die, value=None) if die.value == 2 else die for die in play.dice)
    return replace(
        play,
        dice=tuple(replace(die, corrected=die.value == 1) for die in unclear),
        prompt=prompts.doubtful(DoubtKind.COCKED, at + 1),
        warning=True,
        trouble=(box(2),),
    )


def five_dice() -> PlayView:
    """A game of points with five dice."""
    play = match(4, [Roll((4,)), Roll((3, 2, 6, 4, 5))], name="threes_away_low")
    return replace(play, dice=dice((3, 2, 6, 4, 5), kept=(3, 2)))


def end(seats: int) -> EndView:
    """A match is over."""
    order = tuple((seat,) for seat in range(seats - 1, -1, -1))
    summary = say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=2)
    return EndView(game("le_421").title, players(seats), order, summary, dice((6, 2, 1)))


# --- the tray --------------------------------------------------------------------------------------------------------


def dice(values: Sequence[int], kept: Sequence[int] = ()) -> tuple[DieView, ...]:
    """Dice on the tray, left to right; `kept` are values."""
    return tuple(
        DieView(value, cut_out(value), kept=value in kept, button=number) for number, value in enumerate(values, 1)
    )
