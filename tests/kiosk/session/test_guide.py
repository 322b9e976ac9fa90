"""The guide of a first start: language, camera, tray and buttons, whatever happens meanwhile."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from made_up import die
from one_throw import cut_off
from pressing import short
from sitting import RIM, Sitting

from hardware.presses import Button
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.session.guide import picture
from kiosk.session.guide.guide import TITLES, Bookmark
from kiosk.session.guide.pages import AGE_S
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.session.tray_lesson import DONE
from kiosk.view import AttractView, PageView, PlayView
from vision.types import Doubt, DoubtKind, Image, Scene, SceneState, Signal, TrackedDie
from workshop.gallery.filmed import tray

MINUTES_S = 180.0
HANDS_S = 15.0
"""Somebody takes 15 seconds to read a page, or to lay dice elsewhere."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def first_start(folder: Path, path: Path | None = None) -> Sitting:
    """A table that was just built, or whose power came back."""
    preferences = Preferences().keep(folder)
    start = Start(guide=Bookmark.of(folder, fresh=True))
    return Sitting(start, path=path, preferences=preferences)


def test_buttons_alone_lead_through_all_four_steps_in_three_minutes(folder: Path) -> None:
    world = first_start(folder)
    began = world.table.time
    assert (world.session.preferences.language, world.page.title) == ("en", TITLES[0])
    world.show(seconds=HANDS_S)
    world.press(Button.KEEP_2, Button.END)
    assert (world.session.preferences.language, world.page.title) == ("fr", TITLES[1])
    world.show(seconds=HANDS_S)
    world.press(Button.END)
    assert world.page.title == TITLES[2]
    world.show(seconds=len(RIM) * HANDS_S)
    world.teach_tray()
    assert world.page.said == DONE
    world.press(Button.END)
    assert world.page.title == TITLES[3]
    world.show(seconds=HANDS_S)
    world.press(*Button)
    world.press(Button.END)
    assert isinstance(world.scene, AttractView)
    assert world.session.operator.calibration is not None
    assert world.table.time - began < MINUTES_S
    assert Bookmark.of(folder, fresh=True).step is None, "the next start is the table's"


@pytest.mark.parametrize("step", range(4))
def test_a_power_cut_goes_on_at_the_step_it_cut(folder: Path, step: int) -> None:
    world = first_start(folder)
    for _ in range(step):
        world.press(Button.KEEP_5 if world.page.title == TITLES[2] else Button.END)
    again = first_start(folder)
    assert again.page.title == TITLES[step]
    assert again.session.preferences.language == world.session.preferences.language


def test_two_buttons_wired_crosswise_are_told_by_the_name_of_the_one_that_was_heard(folder: Path) -> None:
    Bookmark(folder=folder).keep(3)
    world = first_start(folder)
    heard: list[str | None] = []
    for button in (None, Button.KEEP_2, Button.KEEP_1, Button.MENU):
        if button is not None:
            world.press(button)
        heard.append(None if world.page.hint is None else translate(world.page.hint, "fr"))
    mend = ". Si tu en as pressé un autre, échange les fils des deux"
    assert heard == [None, *(f"Reçu\u202f: {name}{mend}" for name in ("bouton 2", "bouton 1", "Menu"))]


def test_a_match_that_was_cut_off_goes_before_it(folder: Path) -> None:
    path = folder / "matches.sqlite3"
    before = Sitting(path=path)
    before.begin()
    cut_off(before.journal)
    assert isinstance(first_start(folder, path).scene, PlayView)


def test_a_bookmark_that_cannot_be_written_harms_nothing(folder: Path) -> None:
    (folder / "a file").touch()
    nowhere = Bookmark.of(folder / "a file", fresh=True)
    nowhere.keep(2)
    assert nowhere.step == 2


# --- go or no go ---


def seen(image: Image, *dice: TrackedDie, doubts: tuple[Doubt, ...] = ()) -> Scene:
    return Scene(1.0, SceneState.SETTLED, dice, doubts, image)


@pytest.fixture(scope="module")
def filmed() -> Image:
    """The tray of the book, with sharp dice in it."""
    return tray()


def test_what_is_wrong_with_the_picture_is_said_with_its_mend(filmed: Image) -> None:
    sharp = TrackedDie(1, thrown=True, die=die(1, 640.0))
    small = replace(sharp, die=replace(sharp.die, size=12.0))
    checked = cv2.resize(np.indices((18, 32)).sum(axis=0).astype(np.uint8) % 2 * 120 + 40, (1280, 720), interpolation=0)
    crisp = cv2.cvtColor(checked, cv2.COLOR_GRAY2BGR)
    soft = cv2.GaussianBlur(crisp, (0, 0), 4)
    glaring = crisp.copy()
    glaring[:100] = 255
    doubt = Doubt(DoubtKind.VALUE, (0.0, 0.0, 9.0, 9.0))
    for scene, signal, mend in (
        (seen(filmed), Signal.GREEN, None),
        (seen(crisp, sharp), Signal.GREEN, None),
        (seen(crisp // 20, sharp), Signal.RED, picture.MORE_LIGHT),
        (seen(crisp, small), Signal.RED, picture.HANG_LOWER),
        (seen(soft, sharp), Signal.AMBER, picture.CLEAN_LENS),
        (seen(crisp, sharp, doubts=(doubt,)), Signal.AMBER, picture.LAY_FLAT),
        (seen(glaring, sharp), Signal.AMBER, picture.SOFTER_LIGHT),
    ):
        verdict = picture.judged(scene)
        assert (verdict.signal, verdict.mend) == (signal, mend)


def test_a_camera_that_sends_nothing_is_no_go_and_keeps_nobody(folder: Path) -> None:
    Bookmark(folder=folder).keep(1)
    session = Session(Journal(), start=Start(guide=Bookmark.of(folder, fresh=True)))
    for time, said in ((1.0, None), (AGE_S, None), (AGE_S + 1.5, picture.NO_PICTURE)):
        session.tick(time)
        scene = session.view.scene
        assert isinstance(scene, PageView)
        assert scene.steadiness == said
    session.scene(Scene(AGE_S + 2.0, SceneState.EMPTY, (), (), np.zeros((720, 1280, 3), np.uint8)))
    scene = session.view.scene
    assert isinstance(scene, PageView)
    assert scene.steadiness != picture.NO_PICTURE, "it has come"
    session.press(short(AGE_S + 3.0, Button.END))
    assert getattr(session.view.scene, "title", None) == TITLES[2]


def test_hands_in_the_picture_are_not_judged(folder: Path) -> None:
    Bookmark(folder=folder).keep(1)
    session = first_start(folder).session
    for time, state, level in ((100.0, SceneState.EMPTY, 90), (101.0, SceneState.HAND, 0)):
        picture_now = np.full((720, 1280, 3), level, np.uint8)
        session.scene(Scene(time, state, (), (), picture_now))
        scene = session.view.scene
        assert isinstance(scene, PageView)
        assert scene.tray is not None
        assert scene.tray.image is picture_now
        assert scene.steadiness is not None
        assert scene.steadiness.signal is Signal.GREEN
