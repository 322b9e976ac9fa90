"""Made-up views, one for every scene, with real games and their real sentences: what the book and the tests show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from typing import Any

from hardware.faults import CameraFault, CameraFaultKind
from hardware.presses import KEEPS, Button, Press, PressKind
from kiosk.appliance.machine import Machine
from kiosk.gallery import played
from kiosk.gallery.filmed import HAND, box, cut_out, left_to_right, tray
from kiosk.games.core import Action, Choice, Event, Game, Happening, Keep, Over, Roll
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.seating import Player
from kiosk.match.summary import course, payer
from kiosk.odds.odds import Odds
from kiosk.referee import dialog, play_view, prompts
from kiosk.referee.keys import soft_keys
from kiosk.session import calibrating, faults, menu
from kiosk.session.attract import Attract
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.modes import Mode, Stack
from kiosk.session.naming import NamePage
from kiosk.session.preferences import Preferences
from kiosk.session.service_page import ServicePage
from kiosk.session.setup import Setup, SetupPages
from kiosk.view import (
    AttractView,
    CalibrationView,
    DialogView,
    DieView,
    EndView,
    PlayView,
    SoftKey,
    SoftKeys,
    StandingView,
    TableView,
)
from vision.types import DoubtKind, Image

HANGING = CameraFault(CameraFaultKind.HANGS)
NO_PAGES = Stack()
"""For a page that lies on nothing."""
TURN = ("le_421", "classique")
"""What is played in the moving picture of a turn: the game and its house rules."""
NAMES = ("Marcel", "Anne-Sophie", "Jo", "Bérénice", "Gaël", "Zoé", "Maximilien", "Tante Odette")

THROW_KEYS: SoftKeys = {Button.MENU: SoftKey(menu.MENU)}
DIALOG_KEYS: SoftKeys = {
    **{button: SoftKey(dialog.NEXT) for button in KEEPS[:3]},
    Button.END: SoftKey(dialog.ACCEPT, lit=True),
    Button.MENU: SoftKey(dialog.BACK),
}
TEACHING_KEYS: SoftKeys = {Button.END: SoftKey(say("Next"), lit=True), Button.MENU: SoftKey(menu.BACK)}
RULES_KEYS: SoftKeys = {Button.END: SoftKey(menu.CHOOSE, lit=True), Button.MENU: SoftKey(menu.BACK)}
END_KEYS: SoftKeys = {
    Button.END: SoftKey(say("Once more"), lit=True),
    Button.KEEP_1: SoftKey(say("Other game"), lit=True),
    Button.KEEP_2: SoftKey(say("Loser leads"), lit=True),
    Button.MENU: SoftKey(menu.MENU),
}


def scenes() -> Iterator[tuple[str, TableView]]:
    """Every scene, named."""
    yield from _evening()
    for name, page, camera in _pages():
        yield name, TableView(page.view, soft_keys(page.keys), camera=tray() if camera else None)
    yield from _matches()
    for known in games():
        yield f"game-{known.name}", of_game(known.name)
        rules = menu.RulesPage(NO_PAGES, known)
        yield f"rules-{known.name}", TableView(rules.view, soft_keys(rules.keys))
    yield "standing", TableView(standing("le_421", 5), RULES_KEYS)
    yield "standing-points", TableView(standing("four_twenty_one", 8), RULES_KEYS)
    yield "end", TableView(end(4), END_KEYS)
    yield "end-eight", TableView(end(8), END_KEYS, camera=tray())
    yield "end-points", TableView(end(3, "threes_away_high"), END_KEYS)


def _evening() -> Iterator[tuple[str, TableView]]:
    """Nobody plays, or the machine itself has something to say."""
    attract = AttractView(tuple(known.title for known in games()))
    every: SoftKeys = {button: SoftKey(lit=True) for button in Button} | {Button.MENU: SoftKey(menu.MENU, lit=True)}
    yield "attract", TableView(attract, every)
    noticed = Attract(print, print)
    for name, known in zip(("Jo", "Tante Odette", "Bérénice"), games(), strict=False):
        noticed.won(name, known.title)
    hand = say("The hand of the evening: {hand}, {name}", hand=hand_of(4, 2, 1).name, name="Anne-Sophie")
    later = replace(attract, last=noticed.winners, dice=dice(left_to_right()), hand=hand)
    yield "attract-last", TableView(later, every)
    yield "attract-resumable", TableView(replace(later, resumable=True), every)
    writing = NamePage(NO_PAGES, Player("", 2), print, (), name="Bérén", chosen=8)
    yield "name", TableView(writing.view, soft_keys(writing.keys))
    service = ServicePage(NO_PAGES, Preferences(), _made_up_machine(), print)
    for button in (Button.KEEP_3, Button.KEEP_2, Button.KEEP_2):
        service.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)
    seen = replace(service.view, image=tray(), dice=tuple(DieView(value, box=box(value)) for value in HAND))
    yield "service", TableView(seen, soft_keys(service.keys))
    yield "service-blind", TableView(service.view, soft_keys(service.keys), alert=camera_trouble(HANGING).line)
    teaching = CalibrationView(calibrating.LAY, 1, 5, seen.dice, seen.image)
    yield "teaching", TableView(teaching, TEACHING_KEYS)
    taught = replace(teaching, prompt=calibrating.DONE, done=5)
    yield (
        "taught-simulated",
        TableView(taught, TEACHING_KEYS | {Button.END: SoftKey(say("Done"), lit=True)}, camera=tray()),
    )
    lost = faults.Problem(faults.camera_problem(camera_trouble(HANGING)), print)
    yield "problem-camera", TableView(lost.view, soft_keys(lost.keys))
    full = say("The disk is full: what is played is kept in memory only, until there is room again.")
    disk = faults.Problem(faults.journal_problem(full), print)
    yield "problem-disk", TableView(disk.view, soft_keys(disk.keys))


def _made_up_machine() -> Machine:
    machine = Machine()
    machine.network, machine.version = "dice-table · 192.168.1.20", "1.0"
    return machine


def _matches() -> Iterator[tuple[str, TableView]]:
    """A match, from the roll-off to a correction."""
    yield "roll-off", TableView(match(4, [], first=None), THROW_KEYS)
    yield "throw", TableView(charge(), THROW_KEYS)
    yield "throw-simulated", TableView(charge(), THROW_KEYS, camera=tray())
    yield "tokens", TableView(tokens_move(), THROW_KEYS)
    yield "choice", playing(choice())
    yield "coached", playing(coached())
    yield "choice-simulated", playing(choice(), camera=tray())
    yield "trouble", playing(replace(trouble(), look=tray()))
    yield "trouble-simulated", playing(trouble(), alert=prompts.NO_CAMERA, camera=tray())
    yield "two", of_game("le_421", 2)
    yield "red-and-blue", of_game("four_twenty", 2)
    yield "eight", playing(choice(8))
    yield "eight-simulated", playing(choice(8), camera=tray())
    yield "house-seats", playing(replace(choice(), players=_half_house(4)))
    cuts = dice(HAND)
    said = (cuts[0], replace(cuts[1], value=3, corrected=True), cuts[2])
    yield "correct", TableView(DialogView(choice(), dialog.CORRECT, said, 1), DIALOG_KEYS)
    entered = tuple(DieView(value, button=number) for number, value in enumerate((4, None, None), 1))
    yield "enter", TableView(DialogView(charge(), dialog.ENTER, entered, 1), DIALOG_KEYS, camera=tray())


MOMENTS: dict[str, tuple[str, Happening, int]] = {
    "end-of-the-charge": ("le_421", Happening.PHASE, 4),
    "rampo": ("le_421", Happening.TIE, 4),
    "out": ("le_421", Happening.OUT, 3),
    "out-of-lives": ("mexico", Happening.OUT, 3),
}
"""Great news: the game, what happens, and among how many."""


def moments() -> Iterator[tuple[str, TableView]]:
    """Pictures in which something has just happened, to be painted after one of the same match."""
    for name, (known, what, seats) in MOMENTS.items():
        state, events, serial = played.happened(known, what, seats)
        yield name, TableView(_shown(game(known)(), state, seats, events, serial), THROW_KEYS)
    rules_ = game("le_421")("classique", {"tokens": 10})
    state = rules_.start(4, 0)
    for roll in (Roll((6, 3, 1)), Roll((4, 2, 1)), Roll((3, 2, 2)), Roll((5, 5, 5))):
        state, events = rules_.apply(state, roll)
    yield "espagnole", TableView(_shown(rules_, state, 4, events, 4), THROW_KEYS)


def players(count: int) -> tuple[Player, ...]:
    """So many players."""
    return tuple(Player(name, colour) for colour, name in enumerate(NAMES[:count]))


# --- menus -----------------------------------------------------------------------------------------------------------


def _pages() -> Iterator[tuple[str, Mode, bool]]:
    """The pages of setting a match up, as a guest walks through them."""
    pages = Stack()

    def start(_: Setup) -> None:
        """Nobody goes so far here."""

    def press(*buttons: Button) -> Mode:
        for button in buttons:
            pages.pages[-1].keys[button].do()
        return pages.pages[-1]

    up, down, less, more = KEEPS[:4]
    setup = SetupPages(pages, start)
    setup.know(NAMES, NAMES[:3])
    pages.open(setup.first())
    yield "menu-game", pages.pages[-1], False
    yield "menu-preset", press(*[down] * [known.name for known in games()].index("le_421"), Button.END), True
    rules = press(up, Button.END, down, down, down, more)
    yield "menu-house-rules", rules, False
    yield "menu-house-rules-simulated", rules, True
    players_ = press(Button.END, more, more, more, up, less, up, up, up, up)
    yield "menu-players", players_, False
    yield "menu-players-simulated", players_, True


# --- matches ---------------------------------------------------------------------------------------------------------


def match(seats: int, actions: Sequence[Action], *, name: str = "le_421", first: int | None = 0) -> PlayView:
    """A match after these actions, as the screen is shown it, nothing on the tray."""
    rules_ = game(name)()
    state, events = after(rules_, seats, actions, first)
    view = rules_.view(state)
    notice = events[-1].text if events else None
    return PlayView(
        _title(rules_), view, players(seats), (), view.prompt, notice=notice, events=events, serial=len(actions)
    )


def _title(rules_: Game[Any]) -> Text:
    """As long as a match's title gets."""
    preset = rules_.preset_titles[rules_.preset]
    return say("{game} · {preset} · house rules", game=rules_.title, preset=preset)


def after(rules_: Game[Any], seats: int, actions: Sequence[Action], first: int | None) -> tuple[Any, tuple[Event, ...]]:
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
    state, _ = after(rules_, 2, [Roll(values)], 0)
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
    return replace(play, dice=dice(left_to_right(), kept=(4, 2)), prompt=prompts.throw_rest(1, may_stop=True))


def coached() -> PlayView:
    """The first throw of a turn in the décharge, with its odds and what the coach thinks."""
    rules_ = game("le_421")()
    actions = [*_discharge(4), Roll((6, 4, 2))]
    state, _ = after(rules_, 4, actions, 0)
    advice = Odds(rules_, 4).advice(state)
    assert advice is not None
    play = replace(match(4, actions), dice=dice((6, 4, 2)))
    return replace(play, odds=advice.line(), coach=advice.coach())


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


def playing(play: PlayView, *, alert: Text | None = None, camera: Image | None = None) -> TableView:
    """Somebody chooses, and may stop: a key for each die, as it is marked."""
    dice_ = ((die.button, SoftKey(play_view.KEPT if die.kept else play_view.KEEP, lit=die.kept)) for die in play.dice)
    keys: SoftKeys = {KEEPS[button - 1]: key for button, key in dice_ if button is not None}
    more = {Button.END: SoftKey(play_view.END_TURN, lit=True), Button.MENU: SoftKey(menu.MENU)}
    return TableView(play, {**keys, **more}, alert, camera)


def of_game(name: str, seats: int = 4) -> TableView:
    """Any game, where it has something to choose; its dice lie on the tray."""
    state, events, serial = played.midway(name, seats)
    rules_ = game(name)()
    wait = rules_.waits(state)
    assert isinstance(wait, Choice)
    view = playing(_shown(rules_, state, seats, events, serial))
    may_stay = frozenset.union(*wait.keeps)
    fixed = {KEEPS[n - 1] for n in range(1, rules_.dice + 1) if n not in may_stay}
    fixed |= set() if wait.may_stop else {Button.END}
    return replace(view, keys={button: key for button, key in view.keys.items() if button not in fixed})


def _shown(rules_: Game[Any], state: Any, seats: int, events: tuple[Event, ...], serial: int) -> PlayView:
    view = rules_.view(state)
    ended = next(((event.seat, event.hand) for event in events if event.hand is not None), None)
    last = (ended[0], ended[1]) if ended is not None and ended[0] is not None and ended[1] is not None else None
    values = [value for value in view.hand if value is not None] or list(last[1].dice if last is not None else ())
    lying = tuple(
        replace(die, colour=COLOURS[serial % len(COLOURS)], kept=number in view.kept)
        for number, die in enumerate(dice(values), 1)
    )
    notice = events[-1].text if events else None
    return PlayView(
        _title(rules_),
        view,
        players(seats),
        lying,
        view.prompt,
        notice=notice,
        events=events,
        serial=serial,
        last_hand=last,
    )


COLOURS = ((40, 40, 190), (170, 90, 40), (200, 215, 225), (50, 130, 60), (38, 34, 34))
"""Dice as bars have them, BGR: red, blue, ivory, green, black."""


def standing(name: str, seats: int) -> StandingView:
    """How a match stands after two thirds of its actions."""
    actions, _ = played.whole(name, seats)
    rules_, some = played.short(name), actions[: len(actions) * 2 // 3]
    told = course(rules_, seats, 0, some)
    return StandingView(_title(rules_), players(seats), told, told.rounds[-1])


def end(seats: int, name: str = "le_421") -> EndView:
    """A match is over."""
    actions, state = played.whole(name, seats)
    rules_ = played.short(name)
    wait = rules_.waits(state)
    order = wait.standing if isinstance(wait, Over) else ()
    summary = say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=2)
    told = course(rules_, seats, 0, actions)
    play = _shown(rules_, state, seats, after(rules_, seats, actions, 0)[1], len(actions))
    return EndView(_title(rules_), players(seats), order, summary, play.dice, payer(order), told, play)


def _half_house(seats: int) -> tuple[Player, ...]:
    return tuple(replace(player, house=bool(seat % 2)) for seat, player in enumerate(players(seats)))


# --- the tray --------------------------------------------------------------------------------------------------------


def dice(values: Sequence[int], kept: Sequence[int] = ()) -> tuple[DieView, ...]:
    """Dice on the tray, left to right; `kept` are values."""
    return tuple(
        DieView(value, cut_out(value), kept=value in kept, button=number) for number, value in enumerate(values, 1)
    )
