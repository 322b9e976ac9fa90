"""Made-up views of what is no match: the poster, menus, names, teaching, service, and what is wrong."""

from collections.abc import Iterator
from dataclasses import replace

from hardware.faults import CameraFault, CameraFaultKind
from hardware.presses import KEEPS, Button, Press, PressKind
from kiosk.appliance.card import pictures
from kiosk.appliance.machine import Machine
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.online import Online
from kiosk.match.seating import Player
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import soft_keys
from kiosk.session import faults, page, poster_turn, tray_lesson
from kiosk.session.fault_texts import camera_trouble, steadiness
from kiosk.session.guide import picture
from kiosk.session.guide.guide import BUTTONS, PICTURE, TITLES, TRAY, Bookmark, Guide
from kiosk.session.guide.pages import ButtonsPage, PicturePage
from kiosk.session.how_to import how_to_page
from kiosk.session.lesson_pages import CalibrationPage, Guided
from kiosk.session.lock import TRIES, WRONG, Lock, PinPage
from kiosk.session.modes import Mode, Stack
from kiosk.session.mounting_page import MountingPage
from kiosk.session.naming import NamePage
from kiosk.session.operator_menu import OperatorMenu
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.session.setup import Setup, SetupPages
from kiosk.view import AttractView, DieView, PageView, ShownHand, SoftKey, SoftKeys, SteadinessView, TableView, TrayView
from vision.types import Signal
from vision.watching.disturbance import Disturbance
from workshop.gallery.filmed import HAND, box, left_to_right, tray
from workshop.gallery.matches import NAMES, dice, hand_of

HANGING = CameraFault(CameraFaultKind.HANGS)
NO_PAGES = Stack()
"""For a page that lies on nothing."""
LEAGUE = Online("https://league.example", "zinc")
HOW_TO = how_to_page(NO_PAGES, game("le_421")(), Keeping.BUTTONS)
TEACHING_KEYS: SoftKeys = {Button.END: SoftKey(say("Next"), lit=True), Button.MENU: SoftKey(page.BACK)}


def pages() -> Iterator[tuple[str, TableView]]:
    """Every page, named."""
    yield from _evening()
    yield from _service()
    for name, shown, camera in _pages():
        yield name, TableView(shown.view, soft_keys(shown.keys), camera=tray() if camera else None)
    for known in games():
        how_to = how_to_page(NO_PAGES, known(), Keeping.BUTTONS)
        yield f"how-to-{known.name}", TableView(how_to.view, soft_keys(how_to.keys))
    yield "how-to-simulated", TableView(HOW_TO.view, soft_keys(HOW_TO.keys), camera=tray())
    yield from _menus_of_a_match()


def _evening() -> Iterator[tuple[str, TableView]]:
    """Nobody plays, or the machine itself has something to say."""
    attract = AttractView(tuple(known.title for known in games()))
    every: SoftKeys = {button: SoftKey(lit=True) for button in Button} | {Button.MENU: SoftKey(page.MENU, lit=True)}
    yield "attract", TableView(attract, every)
    winners = tuple(
        say("{name} · {game}", name=name, game=known.title)
        for name, known in zip(("Bérénice", "Tante Odette", "Jo"), games()[2::-1], strict=True)
    )
    said = say("Tonight: {hand}, {name}", hand=hand_of(4, 2, 1).name, name="Anne-Sophie")
    later = replace(attract, last=winners, hand=ShownHand(said, dice(left_to_right())))
    yield "attract-last", TableView(later, every)
    yield "attract-league", TableView(replace(later, link=LEAGUE.address), every)
    poker = game("poker_d_as")()
    named = say("Tonight: {hand}, {name}", hand=poker.lesson.examples[0].name, name="Tante Odette")
    figures = ShownHand(named, dice((1,) * 5), poker.faces)
    yield "attract-figures", TableView(replace(later, hand=figures), every)
    owed = (say("{name} owes a round", "{name} owes {n} rounds", name="Tante Odette", n=2),)
    wins = tuple(say("{name}: {n} win", "{name}: {n} wins", name=name, n=n) for name, n in (("Jo", 3), ("Bérénice", 1)))
    yield "attract-tonight", TableView(replace(later, last=owed + wins, tonight=True, mirrored=True), every)
    yield "attract-plays", TableView(replace(later, play=poster_turn.at(4.0)), every)
    yield "attract-throws", TableView(replace(attract, throws=True), every)
    yield "attract-resumable", TableView(replace(later, resumable=True), every)
    writing = NamePage(NO_PAGES, Player("", 2), print, (), name="Béré")
    writing.chosen = 40
    yield "name", TableView(writing.view, soft_keys(writing.keys))
    lost_camera = camera_trouble(HANGING)
    lost = faults.Problem(NO_PAGES, lost_camera.line, faults.camera_problem(lost_camera), 0.0)
    yield "problem-camera", TableView(lost.view, soft_keys(lost.keys))
    full = say("The disk is full: what is played is kept in memory only, until there is room again.")
    disk = faults.Problem(NO_PAGES, full, faults.journal_problem(full), 0.0)
    yield "problem-disk", TableView(disk.view, soft_keys(disk.keys))
    for name, shown_first in pictures.views():
        yield f"first-start-{name}", TableView(shown_first)


def _service() -> Iterator[tuple[str, TableView]]:
    """What whoever looks after the table sees."""
    stack = Stack()
    OperatorMenu(stack, Preferences(), _made_up_machine(), lock=Lock(stack, lambda: 0.0)).open(playing=False)
    (service,) = stack.pages
    for button in (Button.KEEP_3, Button.KEEP_2, Button.KEEP_2):
        service.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)
    blind, seen = service.view, TrayView(tuple(DieView(value, box=box(value)) for value in HAND), tray())
    assert isinstance(blind, PageView)
    yield "service", TableView(replace(blind, tray=seen), soft_keys(service.keys))
    yield "service-blind", TableView(blind, soft_keys(service.keys), alert=camera_trouble(HANGING).line)
    calm = Disturbance(0.0, 0.0, 0.0, 0.0, 30.0)
    learning = CalibrationPage(NO_PAGES, 1, print)
    teaching = replace(learning.view, said=tray_lesson.LAY, done=1, tray=seen, steadiness=steadiness(calm))
    yield "teaching", TableView(teaching, TEACHING_KEYS)
    for name, disturbance in (("hardly", replace(calm, bands=0.12)), ("unsteady", replace(calm, trembling=0.028))):
        unsteady = replace(
            teaching, said=tray_lesson.CLEAR, done=0, tray=replace(seen, dice=()), steadiness=steadiness(disturbance)
        )
        yield f"teaching-{name}", TableView(unsteady, {Button.MENU: SoftKey(page.BACK)})
    hanging = MountingPage(NO_PAGES, print, print)
    yield "mounting", TableView(replace(hanging.view, tray=replace(seen, dice=())), soft_keys(hanging.keys))
    taught = replace(teaching, title=say("The tray is learned"), said=tray_lesson.DONE, done=5)
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
    wrong = PinPage(lock, print, said=WRONG)
    yield "pin-wrong", TableView(wrong.view, soft_keys(wrong.keys))


def _odd_face(tray_is_learned: PageView) -> TableView:
    """A face without pips is taught: one picture of it is taken."""
    prompt = say(
        "Turn the die a little, the same face up, once more",
        "Turn the die a little, the same face up: {n} more times",
        n=2,
    )
    doubted, title = (DieView(None, box=box(HAND[0])),), say("This face is {n}", n=6)
    shown = replace(tray_is_learned.tray or TrayView(), dice=doubted)
    view = replace(tray_is_learned, said=prompt, steps=3, tray=shown, steadiness=None, title=title)
    names = ("1", "2", "3", "4", "5 · 6")
    keys = {button: SoftKey(Text(name), lit=True) for button, name in zip(KEEPS, names, strict=True)}
    return TableView(view, keys | {Button.END: SoftKey(say("Done")), Button.MENU: SoftKey(page.BACK)})


def _guide(seen: TrayView) -> Iterator[tuple[str, TableView]]:
    """The guide of a first start; `seen` has the tray's picture with dice in it."""
    pages = Stack()
    Guide(pages, Preferences(), print, Bookmark()).begin()
    yield "guide-language", TableView(pages.pages[-1].view, soft_keys(pages.pages[-1].keys))
    look = PicturePage(NO_PAGES, TITLES[PICTURE], print)
    filmed = replace(look.view, tray=seen)
    for name, view in (
        ("", replace(filmed, steadiness=SteadinessView(Signal.GREEN, picture.READ))),
        ("-glares", replace(filmed, steadiness=SteadinessView(Signal.AMBER, picture.GLARES, picture.SOFTER_LIGHT))),
        ("-none", replace(look.view, steadiness=picture.NO_PICTURE)),
    ):
        yield f"guide-camera{name}", TableView(view, soft_keys(look.keys))
    hanging = MountingPage(NO_PAGES, print, print, Guided(TITLES[TRAY], print))
    yield "guide-mounting", TableView(replace(hanging.view, tray=replace(seen, dice=())), soft_keys(hanging.keys))
    learning = CalibrationPage(NO_PAGES, 1, print, Guided(TITLES[TRAY], print))
    tray_view = replace(learning.view, said=tray_lesson.LAY, done=1, tray=seen)
    yield "guide-tray", TableView(tray_view, soft_keys(learning.keys))
    tried = ButtonsPage(NO_PAGES, TITLES[BUTTONS], print)
    for button in (Button.KEEP_1, Button.KEEP_2, Button.KEEP_3, Button.END):
        tried.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)
    yield "guide-buttons", TableView(tried.view, soft_keys(tried.keys))


def _made_up_machine() -> Machine:
    machine = Machine()
    machine.network, machine.version = "dice-table · 192.168.1.20", "1.0"
    return machine


def _pages() -> Iterator[tuple[str, Mode, bool]]:
    """The pages of setting a match up, as a guest walks through them."""
    pages = Stack()

    def start(_: Setup) -> None:
        """No match is begun here."""

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


def _menus_of_a_match() -> Iterator[tuple[str, TableView]]:
    """What MENU opens in a match, and what is asked before it is ended."""
    session = Session(Journal())
    session.begin("schocken", None, {}, NAMES[:2], 0)

    def press(*buttons: Button) -> TableView:
        for button in buttons:
            session.press(Press(frozenset({button}), PressKind.SHORT, 0.0))
        return session.view

    yield "menu-match", press(Button.MENU)
    yield "menu-match-end", press(Button.KEEP_1, Button.END)
