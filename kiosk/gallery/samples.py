"""Made-up views, one for every scene, in the words of the table: what the book and the tests show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hardware.faults import CameraFault, CameraFaultKind
from hardware.presses import KEEPS, Button, Press, PressKind
from kiosk.appliance.card import pictures
from kiosk.appliance.machine import Machine
from kiosk.gallery import played
from kiosk.gallery.filmed import HAND, box, left_to_right, tray
from kiosk.gallery.matches import (
    NAMES,
    after,
    charge,
    choice,
    coached,
    dice,
    end,
    half_house,
    hand_of,
    match,
    next_throw,
    of_game,
    picking,
    playing,
    shown,
    standing,
    tokens_move,
    trouble,
)
from kiosk.games.core import Choose, Happening, Roll, Stop
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.log import Record
from kiosk.match.online import Online
from kiosk.match.seating import Player
from kiosk.referee import dialog, prompts
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import soft_keys
from kiosk.session import calibrating, faults, menu
from kiosk.session.attract import Attract
from kiosk.session.calibration_page import CalibrationPage, Guided, MountingPage
from kiosk.session.disturbance_texts import steadiness
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.guide import picture
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.guide.guide import BUTTONS, PICTURE, TITLES, TRAY, Guide
from kiosk.session.guide.pages import ButtonsPage, PicturePage
from kiosk.session.how_to import HowTo
from kiosk.session.lock import TRIES, Lock, PinPage
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
    ServiceView,
    SoftKey,
    SoftKeys,
    SteadinessView,
    TableView,
)
from vision.types import Signal
from vision.watching.disturbance import Disturbance

HANGING = CameraFault(CameraFaultKind.HANGS)
NO_PAGES = Stack()
"""For a page that lies on nothing."""
LEAGUE = Online("https://league.example", "zinc")
TURN = ("le_421", "classique")
"""What is played in the moving picture of a turn: the game and its house rules."""

HOW_TO = HowTo(NO_PAGES, Keeping.BUTTONS)
THROW_KEYS: SoftKeys = {Button.MENU: SoftKey(menu.MENU)}
DIALOG_KEYS: SoftKeys = {
    **{button: SoftKey(dialog.make_it(value)) for button, value in zip(KEEPS, (3, 5, 6), strict=False)},
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
    yield "how-to", TableView(HOW_TO.view, soft_keys(HOW_TO.keys))
    yield "how-to-simulated", TableView(HOW_TO.view, soft_keys(HOW_TO.keys), camera=tray())
    yield from _matches()
    for known in games():
        yield f"game-{known.name}", of_game(known.name)
        for turned, leaf in enumerate(("rules", "worth", "words")):
            rules = menu.RulesPage(NO_PAGES, known(), turned)
            yield f"{leaf}-{known.name}", TableView(rules.view, soft_keys(rules.keys))
    for seats in (1, 3, 8):
        yield f"sheet-{seats}", picking("yams", seats)
    yield "sheet-plus-and-minus", picking("yams", 8, preset="plus_moins")
    yield from _parts_of_games()
    yield "sheet-simulated", replace(picking("yams", 4), camera=tray())
    yield "standing", TableView(standing("le_421", 5), RULES_KEYS)
    yield "standing-points", TableView(standing("four_twenty_one", 8), RULES_KEYS)
    yield "end", TableView(end(4), END_KEYS)
    told = replace(end(4), link=LEAGUE.page_of(Record(12, "le_421", None, {}, (), None, "2026-11-27T20:00:00Z")))
    yield "end-league", TableView(told, END_KEYS)
    yield "end-league-points", TableView(replace(end(3, "threes_away_high"), link=told.link), END_KEYS)
    yield "end-eight", TableView(end(8), END_KEYS, camera=tray())
    for name in ("threes_away_high", "dix_mille", "yams", "schocken", "chicago", "cochon", "poker_d_as"):
        yield f"end-{name}", TableView(end(3, name), END_KEYS)


def _parts_of_games() -> Iterator[tuple[str, TableView]]:
    """What only some games have."""
    yield "lives", of_game("chicago", preset="leben")
    yield "turning", of_game("chicago", wanted=lambda _, wait: bool(wait.turns))
    yield "final", of_game("schocken", 3, wanted=lambda state, _: state.half == 2)
    yield "named-faces", of_game("poker_d_as", 8)
    yield "worst-pays", of_game("poker_d_as", preset="jetons")
    yield "six-dice", of_game("dix_mille", 8)
    yield "banking", of_game("dix_mille", wanted=lambda _, wait: wait.may_stop)
    yield "banking-simulated", replace(of_game("cochon", 8, "deux_des"), camera=tray())
    for name in ("chicago", "dix_mille", "yams"):
        yield f"standing-{name}", TableView(standing(name, 4), RULES_KEYS)


def _odd_face(tray_is_learned: CalibrationView) -> TableView:
    """A face without pips is taught: one picture of it is taken."""
    prompt = say(
        "Turn the die a little, the same face up, once more",
        "Turn the die a little, the same face up: {n} more times",
        n=2,
    )
    doubted, title = (DieView(None, box=box(HAND[0])),), say("This face is {n}", n=6)
    view = replace(tray_is_learned, prompt=prompt, steps=3, dice=doubted, steadiness=None, title=title)
    names = ("1", "2", "3", "4", "5 · 6")
    keys = {button: SoftKey(Text(name), lit=True) for button, name in zip(KEEPS, names, strict=True)}
    return TableView(view, keys | {Button.END: SoftKey(say("Done")), Button.MENU: SoftKey(menu.BACK)})


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
    yield "attract-league", TableView(replace(later, link=LEAGUE.address), every)
    poker = game("poker_d_as")()
    named = say("The hand of the evening: {hand}, {name}", hand=poker.lesson.examples[0].name, name="Tante Odette")
    yield "attract-figures", TableView(replace(later, dice=dice((1,) * 5), hand=named, faces=poker.faces), every)
    yield "attract-resumable", TableView(replace(later, resumable=True), every)
    writing = NamePage(NO_PAGES, Player("", 2), print, (), name="Béré", chosen=40)
    yield "name", TableView(writing.view, soft_keys(writing.keys))
    service = ServicePage(NO_PAGES, Preferences(), _made_up_machine(), print)
    for button in (Button.KEEP_3, Button.KEEP_2, Button.KEEP_2):
        service.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)
    seen = replace(service.view, image=tray(), dice=tuple(DieView(value, box=box(value)) for value in HAND))
    yield "service", TableView(seen, soft_keys(service.keys))
    yield "service-blind", TableView(service.view, soft_keys(service.keys), alert=camera_trouble(HANGING).line)
    calm = Disturbance(0.0, 0.0, 0.0, 0.0, 30.0)
    teaching = CalibrationView(calibrating.LAY, 1, 5, seen.dice, seen.image, steadiness(calm))
    yield "teaching", TableView(teaching, TEACHING_KEYS)
    for name, disturbance in (("hardly", replace(calm, bands=0.12)), ("unsteady", replace(calm, trembling=0.028))):
        unsteady = replace(teaching, prompt=calibrating.CLEAR, done=0, dice=(), steadiness=steadiness(disturbance))
        yield f"teaching-{name}", TableView(unsteady, {Button.MENU: SoftKey(menu.BACK)})
    hanging = MountingPage(NO_PAGES, print, print)
    yield "mounting", TableView(replace(hanging.view, image=seen.image), soft_keys(hanging.keys))
    taught = replace(teaching, prompt=calibrating.DONE, done=5)
    yield (
        "taught-simulated",
        TableView(taught, TEACHING_KEYS | {Button.END: SoftKey(say("Done"), lit=True)}, camera=tray()),
    )
    yield "teaching-dice", _odd_face(teaching)
    yield from _guide(seen)
    lock = Lock(NO_PAGES, lambda: 0.0, "2415", "/etc/dice-table/config.toml")
    pin = PinPage(lock, print, "24")
    yield "pin", TableView(pin.view, soft_keys(pin.keys))
    for _ in range(TRIES):
        lock.opens("")
    wrong = PinPage(lock, print, wrong=True)
    yield "pin-wrong", TableView(wrong.view, soft_keys(wrong.keys))
    lost = faults.Problem(faults.camera_problem(camera_trouble(HANGING)), print)
    yield "problem-camera", TableView(lost.view, soft_keys(lost.keys))
    full = say("The disk is full: what is played is kept in memory only, until there is room again.")
    disk = faults.Problem(faults.journal_problem(full), print)
    yield "problem-disk", TableView(disk.view, soft_keys(disk.keys))
    for name, shown_first in pictures.views():
        yield f"first-start-{name}", TableView(shown_first)


def _guide(seen: ServiceView) -> Iterator[tuple[str, TableView]]:
    """The guide of a first start; `seen` has the tray's picture with dice in it."""
    pages = Stack()
    Guide(pages, Preferences(), print, Bookmark()).begin()
    yield "guide-language", TableView(pages.pages[-1].view, soft_keys(pages.pages[-1].keys))
    look = PicturePage(TITLES[PICTURE], print, print)
    filmed = replace(look.view, dice=seen.dice, image=seen.image)
    for name, view in (
        ("", replace(filmed, steadiness=SteadinessView(Signal.GREEN, picture.READ))),
        ("-glares", replace(filmed, steadiness=SteadinessView(Signal.AMBER, picture.GLARES, picture.SOFTER_LIGHT))),
        ("-none", replace(look.view, steadiness=picture.NO_PICTURE)),
    ):
        yield f"guide-camera{name}", TableView(view, soft_keys(look.keys))
    learning = CalibrationPage(NO_PAGES, 1, print, Guided(TITLES[TRAY], print))
    tray_view = replace(learning.view, prompt=calibrating.LAY, done=1, dice=seen.dice, image=seen.image)
    yield "guide-tray", TableView(tray_view, soft_keys(learning.keys))
    tried = ButtonsPage(TITLES[BUTTONS], print, print)
    for button in (Button.KEEP_1, Button.KEEP_2, Button.KEEP_3, Button.END):
        tried.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)
    yield "guide-buttons", TableView(tried.view, soft_keys(tried.keys))


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
    yield "next-throw", TableView(next_throw(), THROW_KEYS)
    yield "choice", playing(choice())
    yield "coached", playing(coached())
    yield "choice-simulated", playing(choice(), camera=tray())
    yield "trouble", playing(replace(trouble(), look=tray()))
    yield "trouble-simulated", playing(trouble(), alert=prompts.NO_CAMERA, camera=tray())
    yield "two", of_game("le_421", 2)
    yield "red-and-blue", of_game("four_twenty", 2)
    yield "eight", playing(choice(8))
    yield "eight-simulated", playing(choice(8), camera=tray())
    yield "house-seats", playing(replace(choice(), players=half_house(4)))
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
    "bust": ("cochon", Happening.BUST, 3),
    "all-at-stake-lost": ("dix_mille", Happening.BUST, 4),
    "schock-aus": ("schocken", Happening.SPECIAL, 4),
    "fisch": ("chicago", Happening.SPECIAL, 8),
}
"""Great news: the game, what happens, and among how many."""


def moments() -> Iterator[tuple[str, TableView]]:
    """Pictures in which something has just happened, to be painted after one of the same match."""
    for name, (known, what, seats) in MOMENTS.items():
        state, events, serial = played.happened(known, what, seats)
        yield name, TableView(shown(game(known)(), state, seats, events, serial), THROW_KEYS)
    rules_ = game("le_421")("classique", {"tokens": 10})
    state = rules_.start(4, 0)
    for roll in (Roll((6, 3, 1)), Roll((4, 2, 1)), Roll((3, 2, 2)), Roll((5, 5, 5))):
        state, events = rules_.apply(state, roll)
    yield "espagnole", TableView(shown(rules_, state, 4, events, 4), THROW_KEYS)
    sixes, rules_ = Roll((6, 6, 6, 6, 6)), game("yams")()
    state, events = after(rules_, 1, [sixes, Stop(), Choose("yams"), sixes, Stop()], 0)
    yield "another-yams", TableView(shown(rules_, state, 1, events, 5), THROW_KEYS)


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
