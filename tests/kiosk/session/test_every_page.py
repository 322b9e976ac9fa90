"""Every page that can be opened, from one table: its title, where MENU leads, and how long it waits for whom."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from made_up import PICTURE, die
from sitting import Sitting

from hardware.presses import KEEPS, Button
from kiosk.appliance.machine import Machine
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.session.guide.guide import Bookmark
from kiosk.session.page import PICTURE_EVERY_S
from kiosk.session.session import AT_WORK_S, ATTRACT_S, MENU_IDLE_S
from kiosk.session.start import Start
from kiosk.view import AttractView, PageView, PlayView, StandingView
from vision.types import Doubt, DoubtKind, Scene, SceneState, TrackedDie
from vision.watching.calibration import Calibration

OUTLINE = ((100.0, 100.0), (900.0, 100.0), (500.0, 600.0))
TRAY = Calibration((1280, 720), OUTLINE, (20.0, 40.0), (((1, 2, 3),),))
Way = tuple[str | Button, ...]
SETUP: Way = (Button.END, "421, charge and décharge")
PLAYERS: Way = (*SETUP, "As written")
SERVICE: Way = (Button.MENU, "Service")
POSTER, MATCH, STANDING = "", "the match", "How it stands"
MENU = "421, charge and décharge\xa0· Classic"


@dataclass(frozen=True)
class Row:
    """The lines and buttons that lead to a page, its title, and the title of what MENU leads back to.

    `waits`: it outlasts a trip to the counter; `hands`: those over the tray are somebody at work there.
    """

    title: str
    way: Way
    below: str
    waits: bool = False
    hands: bool = False
    playing: bool = False
    pin: str = ""
    hang: Callable[[object], object] | None = None
    guided: bool = False
    tray: Calibration | None = None


PAGES = [
    Row("Dice Table", (Button.MENU,), POSTER),
    Row("Which game?", SETUP[:1], POSTER),
    Row("421, charge and décharge", SETUP, "Which game?"),
    Row("House rules", (*SETUP, "House rules…"), "421, charge and décharge"),
    Row("House rules", (*SETUP, "House rules…", KEEPS[1], KEEPS[3]), "421, charge and décharge", waits=True),
    Row("Who plays?", PLAYERS, "421, charge and décharge"),
    Row("Who plays?", (*PLAYERS, KEEPS[1], KEEPS[3]), "421, charge and décharge", waits=True),
    Row("Write a name", (*PLAYERS, KEEPS[1], KEEPS[4]), "Who plays?"),
    Row("Write a name", (*PLAYERS, KEEPS[1], KEEPS[4], KEEPS[4]), "Who plays?", waits=True),
    Row("The owner’s PIN", SERVICE, "Dice Table", pin="124"),
    Row("Service", SERVICE, "Dice Table"),
    Row("The table learns its tray", (*SERVICE, "Teach the tray"), "Service", hands=True),
    Row("The table learns its tray", (*SERVICE, "Teach the tray"), "Service", hands=True, hang=print),
    Row("The table learns its dice", (*SERVICE, "Teach the dice"), "Service", hands=True, tray=TRAY),
    Row("Step 1 of 4: the language", (*SERVICE, "The first steps"), "Service", waits=True),
    Row("Step 2 of 4: the camera", (Button.END,), "Step 1 of 4: the language", waits=True, hands=True, guided=True),
    Row("Step 3 of 4: the tray", 2 * (Button.END,), "Step 2 of 4: the camera", waits=True, hands=True, guided=True),
    Row("Step 4 of 4: the buttons", (*2 * (Button.END,), KEEPS[4]), "Step 2 of 4: the camera", waits=True, guided=True),
    Row(MENU, (Button.MENU,), MATCH, playing=True),
    Row(MENU, (Button.MENU, "Rules of this game"), MENU, playing=True),
    Row(STANDING, (Button.MENU, STANDING), MENU, playing=True),
    Row("Who leaves?", (Button.MENU, "Somebody leaves"), MENU, playing=True),
    Row("Service", SERVICE, MENU, playing=True),
    Row("End this match without a result?", (Button.MENU, "End the match"), MENU, playing=True),
]


def title(owner: Sitting) -> str:
    """What is on the screen."""
    scene = owner.session.view.scene
    if isinstance(scene, PlayView):
        return MATCH
    return STANDING if isinstance(scene, StandingView) else translate(getattr(scene, "title", POSTER), "en")


def opened(row: Row) -> Sitting:
    start = Start(pin=row.pin, hang=row.hang, guide=Bookmark(0 if row.guided else None))
    owner = Sitting(start, calibration=row.tray)
    if row.playing:
        owner.session.begin("le_421", "classique", {}, ("Marie", "Jean"), 0)
    for step in row.way:
        owner.press(step) if isinstance(step, Button) else owner.choose(step)
    return owner


@pytest.mark.parametrize("row", PAGES, ids=lambda row: f"{row.title} {len(row.way)}")
def test_each_page_has_its_title_leads_back_and_waits_as_long_as_it_must(row: Row) -> None:
    owner = opened(row)
    assert title(owner) == row.title
    owner.press(*(Button.MENU for _ in range(1 + row.title.endswith("buttons"))))
    assert title(owner) == row.below
    owner = opened(row)
    owner.show(state=SceneState.EMPTY, seconds=MENU_IDLE_S + 5, every_s=1.0)
    home = MATCH if row.playing else POSTER
    assert title(owner) == (row.title if row.waits else home)
    owner.session.tick(owner.table.time + ATTRACT_S + 1)
    assert title(owner) == POSTER, "nothing keeps the table for ever"


@pytest.mark.parametrize("row", [row for row in PAGES if not row.waits and not row.playing], ids=lambda row: row.title)
def test_hands_keep_a_page_open_that_asks_for_dice_and_a_cup_keeps_none(row: Row) -> None:
    owner = opened(row)
    owner.show(state=SceneState.HAND, seconds=MENU_IDLE_S + 5, every_s=1.0)
    assert title(owner) == (row.title if row.hands else POSTER)
    owner.show(state=SceneState.HAND, seconds=AT_WORK_S, every_s=1.0)
    assert title(owner) == POSTER


@pytest.mark.parametrize(
    "row", [row for row in PAGES if row.hands or row.title == "Service"], ids=lambda row: row.title
)
def test_a_page_at_the_tray_shows_dice_and_doubts_and_not_every_picture(row: Row) -> None:
    owner = opened(row)
    doubt = Doubt(DoubtKind.HIDDEN, (10.0, 20.0, 30.0, 40.0))
    scene = Scene(owner.table.time + 5.0, SceneState.SETTLED, (), (doubt, Doubt(DoubtKind.COUNT)), PICTURE)
    for later, state, boxes in (
        (0.0, SceneState.SETTLED, [doubt.box]),
        (0.9 * PICTURE_EVERY_S, SceneState.HAND, [doubt.box]),
        (PICTURE_EVERY_S, SceneState.HAND, []),
    ):
        owner.session.scene(replace(scene, time=scene.time + later, state=state))
        shown = owner.page.tray
        assert shown is not None
        assert shown.image is PICTURE
        assert [die.box for die in shown.dice] == boxes


def test_the_tray_is_taught_with_one_set_or_two_and_never_while_somebody_plays() -> None:
    service = Row("Service", SERVICE, "Dice Table")
    owner = opened(service)
    for button, steps in ((Button.END, 5), (KEEPS[3], 6), (KEEPS[2], 5)):
        owner.go_to("Teach the tray")
        owner.press(button, *([Button.END] if button is not Button.END else []))
        assert owner.page.steps == steps
        owner.press(Button.MENU)
    owner.go_to("Teach the tray")
    owner.press(KEEPS[3], Button.MENU)
    owner.choose("Service")
    owner.choose("Teach the tray")
    assert owner.page.steps == 5, "whoever opens Service anew begins with one set"
    owner.press(Button.MENU)
    learns = {"Teach the tray", "Teach the dice", "The first steps"}
    assert learns <= set(owner.labels)
    assert not learns & set(opened(replace(service, playing=True)).labels)


def test_while_the_lamps_are_tested_all_are_lit_and_the_list_says_so() -> None:
    owner = opened(Row("Service", SERVICE, ""))
    owner.go_to("Lamps")
    for said, lit in (("As usual", False), ("All lit", True), ("As usual", False)):
        assert owner.page.items[owner.page.chosen].value == Text(said)
        lamps = owner.session.view.lamps
        assert (len(lamps) == len(Button) and all(lamps.values())) is lit
        owner.press(Button.END)
    assert owner.page.panel is not None
    assert owner.page.panel.last is Button.END
    owner.choose("Back to the table")
    assert isinstance(owner.session.view.scene, PageView | AttractView)
    assert title(owner) == "Dice Table"


def test_the_service_page_tells_which_buttons_were_pressed_what_the_dice_show_and_a_network_that_came_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = Sitting(machine=Machine())
    monkeypatch.setattr("kiosk.appliance.machine._network", lambda: "table · 192.168.1.20")
    owner.press(Button.MENU)
    owner.choose("Service")
    assert "table · 192.168.1.20" in [item.value.message for item in owner.page.items if item.value is not None]
    owner.press(KEEPS[2], KEEPS[1])
    lying = TrackedDie(1, thrown=False, die=die(4, 300.0))
    owner.session.scene(Scene(owner.table.time, SceneState.SETTLED, (lying,), (), PICTURE))
    panel, tray = owner.page.panel, owner.page.tray
    assert panel is not None
    assert tray is not None
    assert (panel.pressed, panel.last) == ({KEEPS[2], KEEPS[1]}, KEEPS[1])
    assert [shown.value for shown in tray.dice] == [4]
