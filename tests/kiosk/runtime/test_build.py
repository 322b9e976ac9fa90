"""The table as it is built over its devices: what it knows, where its matches are kept, and who hears it."""

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from pressing import Refusing
from readers import ReadsAtOnce
from under_lamps import under_lamps
from waiting import until

from hardware.camera import Mains
from hardware.camera.grabber import Grabber
from hardware.camera.mains import HALF_PERIOD_US
from hardware.camera.mounting import Mounting
from hardware.panel import GPIO_BUSY, Button, Panel, PanelPins, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.text import say
from kiosk.locale import translate
from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL, Journal
from kiosk.match.log import Entry, EntryKind
from kiosk.runtime import loop
from kiosk.runtime.devices import Desk, Devices, open_devices
from kiosk.runtime.loop import build
from kiosk.session import kept_tray
from kiosk.session.guide.guide import TITLES
from kiosk.session.preferences import Preferences
from kiosk.session.session import NOTICE_S
from kiosk.settings.config import Settings
from kiosk.settings.model import LeagueSettings
from kiosk.settings.noted import keep_mounting
from kiosk.view import AttractView, PageView, TableView, View
from vision.types import NOTHING_KNOWN, Frame, Hint, Image, Reading
from vision.watching.calibration import Calibration

KNOWN = Calibration((640, 360), ((0.0, 0.0), (640.0, 0.0), (640.0, 360.0), (0.0, 360.0)), (20.0, 40.0), (((9, 9, 9),),))


class EmptyTray(Grabber):
    """A camera over an empty tray, in whose light a lamp is lit after a while; its pictures have times of their own."""

    def __init__(self) -> None:
        super().__init__(pytest.fail)
        self._taken = count()
        self.relocks = 0
        self.mains: list[Mains] = []

    def take(self, now: float) -> Frame:
        number = next(self._taken)
        image = np.full((360, 640, 3), 60 if number < 20 else 120, np.uint8)
        image[0, number % 640] += 1
        assert now
        return Frame(image, number / 10)

    def settle(self, mains: Mains | None = None) -> None:
        self.relocks += mains is None
        self.mains += [] if mains is None else [mains]


class Somebody:
    """At a simulated table, doing nothing."""

    def throw(self, view: TableView) -> None:
        """Nothing is thrown."""

    def move(self, now: float) -> None:
        """No finger moves."""

    def act(self, view: TableView, now: float) -> None:
        """Nobody looks."""


class NoDice(ReadsAtOnce):
    """A reader that finds none, at once."""

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert image.size
        assert hint
        return Reading((), ())


@pytest.fixture(autouse=True)
def quick_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "Reader", NoDice)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path)


@pytest.fixture
def panel() -> Iterator[Panel]:
    with closing(Panel(PanelPins({}, {}))) as panel:
        yield panel


@pytest.mark.parametrize("desk", [None, Somebody()])
def test_only_a_real_table_knows_its_tray_and_only_a_simulated_one_shows_its_camera(
    settings: Settings, panel: Panel, desk: Desk | None
) -> None:
    kept_tray.save(KNOWN, settings.data)
    running = build(settings, Preferences(), Devices(panel, EmptyTray(), desk=desk))
    known = running.shown.hint.calibration
    assert known == (KNOWN if desk is None else None)
    assert [file.name for file in settings.data.glob("*.sqlite3")] == [JOURNAL if desk is None else SIMULATED_JOURNAL]
    running.start()
    until("it looks", lambda: running.shown.view.camera is not None or desk is None)
    running.close()
    assert (running.shown.view.camera is None) is (desk is None)


def test_a_table_of_a_league_shows_where_its_pages_are(settings: Settings, panel: Panel) -> None:
    told = LeagueSettings(table="zinc", address="https://league.example")
    running = build(settings.model_copy(update={"league": told}), Preferences(), Devices(panel, EmptyTray()))
    with closing(running):
        scene = running.shown.view.scene
        assert isinstance(scene, AttractView)
        assert scene.link == "https://league.example"


def test_a_tray_taught_while_the_camera_hung_otherwise_is_told_and_not_used(settings: Settings, panel: Panel) -> None:
    kept_tray.save(KNOWN, settings.data, Mounting(90))
    running = build(settings, Preferences(), Devices(panel, EmptyTray()))
    shown = running.shown
    assert (shown.hint.calibration, shown.view.alert) == (None, kept_tray.HANGS_OTHERWISE)
    running.close()
    keep_mounting(settings, Mounting(90))
    running = build(settings, Preferences(), Devices(panel, EmptyTray()))
    shown = running.shown
    assert (shown.hint.calibration, shown.view.alert, shown.hint.upright) == (KNOWN, None, Mounting(90))
    running.close()


@pytest.mark.parametrize(
    ("appliance", "known", "played", "simulated"),
    [
        (True, False, False, False),
        (False, False, False, False),
        (True, True, False, False),
        (True, False, True, False),
        (True, False, False, True),
    ],
)
def test_only_an_appliance_that_was_never_used_begins_with_the_guide(
    settings: Settings, panel: Panel, *, appliance: bool, known: bool, played: bool, simulated: bool
) -> None:
    if known:
        kept_tray.save(KNOWN, settings.data)
    if played:
        with closing(Journal.open(settings.data / JOURNAL)) as journal:
            journal.write(journal.start("le_421", None, {}, ["A", "B"], 0), Entry(EntryKind.END, {"given_up": True}))
    devices = Devices(panel, EmptyTray(), desk=Somebody() if simulated else None)
    running = build(settings, Preferences(), devices, appliance=appliance)
    scene = running.shown.view.scene
    guided = isinstance(scene, PageView) and scene.title == TITLES[0]
    assert guided is (appliance and not (known or played or simulated))
    running.close()


def test_what_is_wrong_with_the_settings_stands_there_until_it_is_mended(settings: Settings, panel: Panel) -> None:
    alert = say("Settings, line {line}", line=7)
    running = build(settings, Preferences(), Devices(panel, EmptyTray()), alert=alert)
    assert running.shown.view.alert == alert
    running.start()
    began = running.shown
    until("it plays", lambda: running.shown is not began)
    assert running.shown.view.alert == alert
    running.close()


def test_the_camera_is_asked_to_settle_where_the_light_has_changed(settings: Settings, panel: Panel) -> None:
    camera = EmptyTray()
    running = build(settings, Preferences(), Devices(panel, camera))
    running.start()
    until("it is asked", lambda: camera.relocks)
    running.close()


class Banded(EmptyTray):
    """The same under lamps that dim with mains of 60 Hz, exposed for 50."""

    at = 0.0

    def take(self, now: float) -> Frame:
        assert now
        self.at = next(self._taken) / 10
        return Frame(under_lamps(self.at, HALF_PERIOD_US[Mains.HZ_50], 59.77), self.at)


@pytest.mark.parametrize(("mains", "asked"), [(Mains.AUTO, [Mains.HZ_60, Mains.HZ_50]), (Mains.HZ_50, [])])
def test_the_camera_is_asked_to_expose_for_other_mains_where_nobody_has_set_them(
    settings: Settings, panel: Panel, mains: Mains, asked: list[Mains]
) -> None:
    camera = Banded()
    running = build(settings.model_copy(update={"mains": mains}), Preferences(), Devices(panel, camera))
    running.start()
    until("it has looked at both", lambda: camera.at > 20)
    running.close()
    assert camera.mains[:2] == asked


def test_buttons_that_are_missing_are_told_until_they_are_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers = Fingers(PanelPins())
    refusing = Refusing(fingers, monkeypatch)
    refusing.said = {PanelPins().buttons[Button.KEEP_2]: GPIO_BUSY}
    monkeypatch.setattr("hardware.panel.RETRY_S", 0.05)
    monkeypatch.setattr("hardware.panel._header_pins", lambda: fingers.factory)
    devices = Devices(open_devices(settings).panel, EmptyTray())
    running = build(settings, Preferences(), devices)
    running.start()
    until("it is told", lambda: running.shown.view.alert)
    alert = running.shown.view.alert
    assert alert is not None
    assert "GPIO27 (KEEP 2)" in translate(alert, "en")
    refusing.said = {}
    until("it is back", lambda: running.shown.view.alert is None)
    running.close()


def test_what_was_done_to_the_journal_is_told_goes_by_itself_and_can_be_read_again(
    settings: Settings, panel: Panel
) -> None:
    (settings.data / JOURNAL).write_bytes(b"no journal" * 200)
    running = build(settings, Preferences(), Devices(panel, EmptyTray()))
    pipeline, began = running._pipeline, time.monotonic()
    told = running.shown.view.alert
    assert told is not None
    assert "damaged" in told.message
    assert pipeline.play((), (), (), began + NOTICE_S - 1).view.alert == told
    assert pipeline.play((), (), (), began + NOTICE_S + 1).view.alert is None
    times = count(began + NOTICE_S + 2)

    def press(button: Button) -> View:
        return pipeline.play([Press(frozenset({button}), PressKind.SHORT, next(times))], (), (), 0.0).view.scene

    press(Button.MENU)
    press(Button.KEEP_1)
    page = press(Button.END)
    assert isinstance(page, PageView)
    assert told in [item.detail for item in page.items], "the service page still tells it"
    running.close()


def test_a_calibration_that_cannot_be_read_is_told_and_done_without(
    settings: Settings, panel: Panel, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings.data / kept_tray.TRAY.name).write_text("{")
    running = build(settings, Preferences(), Devices(panel, EmptyTray()))
    shown = running.shown
    assert (shown.hint.calibration, shown.view.alert) == (
        None,
        say(
            "{file} cannot be read: it is kept as {aside}, and the table begins without it",
            file="calibration.json",
            aside="calibration.json.damaged-1",
        ),
    )
    assert "calibration.json is damaged" in capsys.readouterr().err
    running.close()
