"""One step of a painted table: what cameras, hands and buttons do comes out on the screen and on disk.

Dice are light squares; how light they are says what they show. The reader reads just that, so that nothing here waits
for networks, while camera monitor, watcher, light monitor, session and journal are the real ones.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random

import cv2
import numpy as np
import pytest
from readers import ReadsAtOnce, read_die

from hardware.faults import CameraFault, CameraFaultKind, Device
from hardware.panel import Panel, PanelPins
from hardware.presses import STUCK_S, Button, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.core import Roll
from kiosk.games.text import say
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.pipeline.camera_monitor import BLACK_S
from kiosk.pipeline.pipeline import WAY_OUT_S, Pipeline, Seen, Shown
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.session import Session
from kiosk.view import AttractView, PageView, ProblemView, TableView
from vision.types import NOTHING_KNOWN, Doubt, DoubtKind, Frame, Hint, Image, Point, Reading, Scene, SceneState
from vision.watching.calibration import Calibration

UNPLUGGED = CameraFault(CameraFaultKind.NO_PICTURES)
RIM: list[tuple[Point, Point]] = [
    ((100, 100), (450, 100)),
    ((100, 300), (450, 300)),
    ((100, 200), (450, 200)),
    ((275, 100), (275, 300)),
]
BESIDE = (600.0, 30.0)
"""Beyond the tray that dice at `RIM` show."""
FPS = 10.0
SIZE_PX = (360, 640)
"""Height and width of the pictures: small ones, for quick tests."""
EDGE_PX = 24
FELT = 60
LIGHT, BY_VALUE = 180, 10
"""Grey levels of a die's face: 180, and 10 more for each pip."""


class Squares(ReadsAtOnce):
    """Reads the light squares of a picture; `shapes` and `hints` are those of all it was shown."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.hints: list[Hint] = []

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        self.shapes.append(image.shape)
        self.hints.append(hint)
        grey = image[..., 0]
        _, _, stats, _ = cv2.connectedComponentsWithStats((grey > LIGHT).astype(np.uint8))
        dice = []
        for x, y, width, height, area in stats[1:].tolist():
            if area > EDGE_PX:
                middle = (x + width // 2, y + height // 2)
                value = round((int(grey[middle[1], middle[0]]) - LIGHT) / BY_VALUE)
                dice.append(read_die(value, middle, EDGE_PX))
        wrong = hint.dice is not None and hint.dice != len(dice)
        return Reading(tuple(dice), (Doubt(DoubtKind.COUNT),) if wrong else ())


@dataclass
class Painted:
    """The table; `calibration` is what is known from the start."""

    calibration: Calibration | None = None
    show_camera: bool = False
    reader: Squares = field(default_factory=Squares)
    learned: list[Calibration] = field(default_factory=list)
    time: float = 0.0
    dice: dict[Point, int] = field(default_factory=dict)
    """What lies there: where, and what it shows."""
    felt: int = FELT
    fault: CameraFault | None = None
    relocks: int = 0
    scene: Scene | None = None
    """What the session heard of the table last."""

    def __post_init__(self) -> None:
        self.journal = Journal()
        self.session = Session(self.journal, rng=Random(1), calibration=self.calibration, learn=self.learned.append)
        self.pipeline = Pipeline(
            self.session, self.journal, self.reader, relock=self._relock, show_camera=self.show_camera
        )
        self.shown: Shown = self.pipeline.shown
        self._hear, self.session.scene = self.session.scene, self._scene  # type: ignore[method-assign]
        self._frames = 0

    # --- what happens ---

    def picture(self) -> Image:
        """The table now; no two pictures of a sensor are the same."""
        image = np.full((*SIZE_PX, 3), self.felt, np.uint8)
        for (x, y), value in self.dice.items():
            half, light = EDGE_PX // 2, LIGHT + BY_VALUE * value
            cv2.rectangle(
                image, (int(x) - half, int(y) - half), (int(x) + half, int(y) + half), [light] * 3, cv2.FILLED
            )
        self._frames += 1
        image[0, self._frames % SIZE_PX[1]] += 1
        return image

    def step(
        self, image: Image | None = None, *presses: Press, held: Collection[Button] = (), seen: bool = True
    ) -> Shown:
        """A tenth of a second, with this picture or the table's own; with none at all where it is not `seen`."""
        self.time += 1 / FPS
        frame = Frame(self.picture() if image is None else image, self.time) if seen else None
        self.shown = self.pipeline.step(frame, self.fault, presses, held, self.time)
        return self.shown

    def watch(self, seconds: float = 1.0, *, seen: bool = True) -> Shown:
        """So long."""
        for _ in range(round(seconds * FPS)):
            self.step(seen=seen)
        return self.shown

    def press(self, *buttons: Button) -> Shown:
        """One after the other, short."""
        for button in buttons:
            self.watch(0.5)
            self.step(None, Press(frozenset({button}), PressKind.SHORT, self.time))
        return self.shown

    def throw(self, *values: int) -> None:
        """Take all dice and throw them: they roll for a moment, and lie."""
        self.dice.clear()
        self.watch()
        for roll in range(3):
            self.dice = {(150.0 + 50 * n + 4 * roll, 150.0 + 6 * roll): value for n, value in enumerate(values)}
            self.step()
        self.watch(2.0)

    def begin(self) -> Match:
        """Marie and Jean begin a match in which Marie throws first."""
        self.watch()
        return self.session.begin("le_421", "classique", {"first": "seat", "charge_rolls": 3}, ["Marie", "Jean"], 0)

    def rolls(self, match: Match) -> list[tuple[int, ...]]:
        """What was counted."""
        return [tuple(sorted(action.values)) for action in match.actions if isinstance(action, Roll)]

    def _relock(self) -> None:
        self.relocks += 1

    def _scene(self, scene: Scene) -> None:
        self.scene = scene
        self._hear(scene)


def tells(view: TableView, fault: CameraFault) -> bool:
    """Whether the screen tells this, in its line or all over it."""
    words = camera_trouble(fault)
    return view.scene.what == words.what if isinstance(view.scene, ProblemView) else view.alert == words.line


# --- scenes and presses ----------------------------------------------------------------------------------------------


def test_what_is_pressed_is_answered_in_the_same_step() -> None:
    table = Painted()
    assert isinstance(table.watch().view.scene, AttractView)
    assert isinstance(table.press(Button.END).view.scene, PageView)


def test_the_reader_is_told_how_many_dice_the_game_expects() -> None:
    table = Painted()
    table.throw(4, 2, 1)
    assert table.shown.hint.expectation.dice is None, "nobody plays"
    assert table.reader.hints[-1].dice is None
    table.begin()
    assert table.watch().hint.expectation.dice == 3
    table.throw(4, 2, 1)
    assert table.reader.hints[-1].dice == 3


@pytest.mark.parametrize("shown", [True, False])
def test_the_cameras_picture_is_shown_where_that_is_wanted(*, shown: bool) -> None:
    table = Painted(show_camera=shown)
    image = table.picture()
    assert (table.step(image).view.camera is image) is shown
    assert (table.watch(seen=False).view.camera is image) is shown, "and stays until the next one"


# --- the camera ------------------------------------------------------------------------------------------------------


def test_a_picture_that_is_sent_again_is_looked_at_once() -> None:
    table = Painted()
    match = table.begin()
    table.dice = {(150.0, 150.0): 4, (200.0, 150.0): 2, (250.0, 150.0): 1}
    rolling = table.picture()
    for _ in range(8):
        table.step(rolling)
    assert table.rolls(match) == [], "dice that roll in a picture that stands still do not lie there"
    table.watch(2.0)
    assert table.rolls(match) == [(1, 2, 4)]


def test_what_is_wrong_with_the_camera_is_told_until_it_sees_again() -> None:
    table = Painted()
    table.begin()
    table.watch()
    table.fault = UNPLUGGED
    assert tells(table.watch(1.0, seen=False).view, UNPLUGGED)
    table.fault = None
    assert table.watch(0.1).view.alert is None


def test_a_camera_that_stands_in_plays_and_is_told_of_once() -> None:
    table = Painted()
    table.begin()
    notice = CameraFault(CameraFaultKind.STANDS_IN, Device.WEBCAM, "0", "/dev/v4l/by-id/usb-cam")
    seen = Seen(None, None, None, notice)
    told = table.pipeline.play([], (), [seen], table.time)
    assert told.view.alert == camera_trouble(notice).what
    assert not isinstance(told.view.scene, ProblemView)
    later = [table.pipeline.play([], (), [seen], table.time + seconds).view.alert for seconds in range(0, 600, 5)]
    assert later[-1] is None


def test_what_the_driver_says_goes_before_what_its_last_pictures_were_like() -> None:
    table = Painted()
    table.felt = 0
    table.watch(BLACK_S + 1)
    table.fault = UNPLUGGED
    assert tells(table.watch(1.0, seen=False).view, UNPLUGGED)
    table.fault = None
    assert tells(table.watch(0.1, seen=False).view, CameraFault(CameraFaultKind.BLACK))


# --- what is known of the tray ---------------------------------------------------------------------------------------


def choose(table: Painted, label: str) -> None:
    """Go to this line of the list and press END."""
    for _ in range(12):
        menu = table.shown.view.scene
        assert isinstance(menu, PageView)
        if menu.items[menu.chosen].label.message == label:
            break
        table.press(Button.KEEP_2)
    table.press(Button.END)


def teach(table: Painted) -> None:
    """Teach the table its tray, with its own buttons."""
    table.press(Button.MENU)
    choose(table, "Service")
    choose(table, "Teach the tray")
    table.dice.clear()
    table.watch(4.0)
    for lay in RIM:
        table.dice.clear()
        table.watch()
        table.dice = dict.fromkeys(lay, 1)
        table.watch(4.0)


def lying(table: Painted) -> int:
    """How many dice the eyes see, once those that are painted there have come to rest."""
    dice, table.dice = table.dice, {}
    table.watch()
    table.dice = dice
    table.watch(2.0)
    assert table.scene is not None
    assert table.scene.state is SceneState.SETTLED
    return len(table.scene.dice)


def test_what_the_table_learns_of_its_tray_is_watched_from_then_on_and_from_the_next_start_on() -> None:
    table = Painted()
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 2
    teach(table)
    assert len(table.learned) == 1
    left, top, right, bottom = table.learned[0].part
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 1, "what lies beside the tray is no die"
    assert table.reader.shapes[-1] == (bottom - top, right - left, 3)
    table.press(Button.END)
    choose(table, "Teach the tray")
    assert isinstance(table.shown.view.scene, PageView)
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 2, "while it learns anew the whole picture is watched"
    assert table.reader.shapes[-1] == (*SIZE_PX, 3)
    after = Painted(calibration=table.learned[0])
    match = after.begin()
    after.dice = {BESIDE: 6}
    after.watch()
    after.throw(4, 2, 1)
    assert after.rolls(match) == [(1, 2, 4)]
    assert after.reader.shapes[-1] != (*SIZE_PX, 3)


# --- the disk --------------------------------------------------------------------------------------------------------


def test_the_journal_is_tried_again_with_each_step_and_what_was_done_to_it_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, tried = Painted(), list[float]()
    monkeypatch.setattr(table.journal, "retry", tried.append)
    table.begin()
    table.journal.notice = say("The journal was damaged")
    assert table.step().view.alert == say("The journal was damaged")
    assert (tried[-1], table.journal.notice) == (table.time, None)
    table.journal.trouble = say("The disk is full")
    scene = table.watch().view.scene
    assert (scene.what if isinstance(scene, ProblemView) else table.shown.view.alert) == say("The disk is full")


# --- the way out -----------------------------------------------------------------------------------------------------


def test_two_buttons_held_lead_out_and_nothing_else_does() -> None:
    table, both = Painted(), {Button.MENU, Button.END}
    for _ in range(round((WAY_OUT_S - 0.5) * FPS)):
        assert not table.step(held=both).leave
    assert not table.watch().leave, "they were let go"
    for _ in range(round((WAY_OUT_S - 0.5) * FPS)):
        assert not table.step(held=both).leave, "it begins anew"
    table.watch()
    for _ in range(round((WAY_OUT_S + 0.5) * FPS)):
        table.step(held=both)
    assert table.shown.leave
    assert table.watch().leave, "who has left has left"


def test_neither_buttons_that_hang_nor_keys_are_held_for_it() -> None:
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    fingers.press(Button.MENU, 0.0)
    panel.poll(1.0)
    assert panel.held == {Button.MENU}
    panel.poll(STUCK_S + 1.0)
    assert panel.held == frozenset()
    panel.key(Button.END, pressed=True, time=40.0)
    panel.poll(41.0)
    assert panel.held == frozenset()
    panel.close()
